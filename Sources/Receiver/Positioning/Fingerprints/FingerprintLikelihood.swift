public import Documents
import NumericalMethods
public import Phone
public import World

/// The surveyed point at which the received levels are most probable, or the mean of all points weighted by their
/// probabilities.
///
/// The levels of the beacons at a point are assumed to be independent. With `gaussian`, a level is normal with the survey's
/// mean and standard deviation there; with `histogram`, its probability is the relative frequency of its bin among the
/// readings of the survey, after ``Settings/smoothing`` readings were added to every bin. A beacon that was received on one
/// side only counts as received at ``Settings/missing`` on the other. A standard deviation below the least counts as the least, which is
/// that of the survey's neighbours unless the settings state one: see ``RadioMap/deviationOfNeighbours``.
///
/// Source: Youssef and Agrawala 2005, "The Horus WLAN location determination system", doi:10.1145/1067170.1067193, for
/// parametric distributions and the centre of mass of candidates; Roos et al. 2002, "A probabilistic approach to WLAN user
/// location estimation", doi:10.1023/A:1016003126882, for histograms.
public struct FingerprintLikelihood: PositioningMethod, PositioningSession {
  /// The distribution of levels at a point, and what is the fix.
  public struct Settings: MethodSettings {
    public static let name = "fingerprintLikelihood"
    public static let about =
      "Probabilistic fingerprinting: the surveyed point at which the readings are most probable; `given` must then list `survey`."

    /// The distribution of the level of one beacon at one point.
    public enum Likelihood: String, Hashable, Sendable, CaseIterable {
      case gaussian
      case histogram
    }

    /// The distribution that is fitted to the survey's readings.
    public var likelihood = Likelihood.gaussian
    /// Whether the fix is the most probable point, or the mean of all points weighted by their probabilities.
    public var estimate = MaximumLikelihood.Settings.Estimate.mode
    /// In decibels; nil for that of the survey, ``RadioMap/deviationOfNeighbours``.
    public var leastDeviation: Double?
    /// In decibels.
    public var bin = 2.0
    /// Readings.
    public var smoothing = 0.5
    /// The level assumed for a beacon that was received on one side only: here or in the survey.
    public var missing = DBm(-100)
    /// The radio map whose points are compared with what is heard.
    public var map = RadioMapForm.surveyed
    /// Whether each advertising channel has its own distribution.
    public var channels = FingerprintChannels.joined

    public init() {}

    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "likelihood", \.likelihood,
        .choice([
          .gaussian: "Normal, with the mean and standard deviation of the survey's readings.",
          .histogram: "The smoothed histogram of the survey's readings.",
        ]), "The distribution of the RSSI of a beacon at a point."),
      .defaulted(
        "estimate", \.estimate,
        .choice([
          .mode: "The most probable point.",
          .mean: "The mean of all points, weighted by their probabilities.",
        ]), "The place that is the fix."),
      .defaulted(
        "leastDeviation", \.leastDeviation,
        .either(
          .words([("survey", nil, nil)]),
          SettingShape(.number(.between(0.1, 100)), as: { $0 }, from: { $0 })), unit: "dB",
        "The least standard deviation for `gaussian`, in place of smaller ones and of unknown ones; `survey` for that of a reading about the "
          + "level that a surveyed point's neighbours predict."),
      .defaulted(
        "bin", \.bin, .number(.between(1, 50)), unit: "dB", "The width of the bins for `histogram`."),
      .defaulted(
        "smoothing", \.smoothing, .number(.between(0.001, 100)),
        "How many readings are added to each bin for `histogram`, so that no RSSI is impossible."),
      .defaulted(
        "missing", \.missing,
        .number(.between(-200, 20)), unit: "dBm",
        "The RSSI assumed for a beacon that is not received, here or in the survey."),
      .defaulted("map", \.map, RadioMapForm.form, "The radio map that readings are compared with."),
      .channels(\.channels),
    ]

    /// A histogram needs the readings of a survey, which interpolated maps do not have.
    public var conflict: SettingFault? {
      likelihood == .histogram && map != .surveyed
        ? SettingFault(
          key: "map", expected: "surveyed with likelihood: histogram", found: "an interpolated map") : nil
    }

    /// For example `fingerprint likelihood, gaussian, mode`.
    public var summary: String {
      "fingerprint likelihood, \(likelihood.rawValue), \(estimate.rawValue)"
        + (map == .surveyed ? "" : ", \(map.summary)")
        + (channels == .separate ? ", channels separate" : "")
    }
    public var uses: [Given] { [.survey] }
    public var needsChannels: Bool { channels == .separate }
    /// Levels are compared with levels; no distance is estimated.
    public var ranges: Bool { false }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      let prior = try channels.prior(prior)
      var settings = self
      // Between its points an interpolated map has levels, but no readings.
      if map != .surveyed { settings.leastDeviation = leastDeviation ?? prior.survey?.deviationOfNeighbours }
      return FingerprintLikelihood(try map.radioMap(prior), of: prior.site, settings)
    }
  }

  /// The range of levels that a histogram spans, in dBm.
  private static let span = -130.0..<10.0

  let settings: Settings
  private let map: RadioMap
  /// By point, and then by anchor: for `gaussian`, the mean and one over the standard deviation and its logarithm.
  private let normals: [SIMD3<Double>]
  /// By point, and then by anchor, and then by bin: for `histogram`, the logarithm of the relative frequency.
  private let histograms: [Double]
  private let bins: Int

  /// - Precondition: the settings have no fault, and the map fits the site; with `channels: separate` each advertising channel is an
  ///   anchor in both.
  public init(_ map: RadioMap, of site: KnownSite, _ settings: Settings = Settings()) {
    precondition(map.fits(site), "the map must be of the site's anchors")
    self.settings = settings.valid
    self.map = map
    let bins = Int(((Self.span.upperBound - Self.span.lowerBound) / settings.bin).rounded(.up))
    self.bins = bins
    let levels = map.points.lazy.flatMap(\.levels)
    switch settings.likelihood {
    case .gaussian:
      let least = settings.leastDeviation ?? map.deviationOfNeighbours
      normals = levels.map { level in
        let precision = 1 / max(level?.deviation?.value ?? 0, least)
        return SIMD3((level?.level ?? settings.missing).value, precision, Elementary.log(precision))
      }
      histograms = []
    case .histogram:
      normals = []
      histograms = levels.flatMap { level in
        var counts = [Double](repeating: settings.smoothing, count: bins)
        if let level, !level.histogram.isEmpty {
          for bar in level.histogram {
            counts[Self.bin(of: Double(bar.level), settings, bins)] += Double(bar.count)
          }
        } else {
          // Where the survey has only means, all readings are put in the bin of their mean.
          counts[Self.bin(of: (level?.level ?? settings.missing).value, settings, bins)] += Double(
            level?.count ?? 1)
        }
        let total = counts.reduce(0, +)
        return counts.map { Elementary.log($0 / total) }
      }
    }
  }

  private static func bin(of level: Double, _ settings: Settings, _ bins: Int) -> Int {
    let held = min(max(level, span.lowerBound), span.upperBound)
    return min(Int((held - span.lowerBound) / settings.bin), bins - 1)
  }

  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)`` when nothing is heard.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let heard = settings.channels.levels(of: epoch)
    guard heard.contains(where: { $0 != nil }) else { throw .tooFewBeacons(heard: 0, needed: 1) }
    let levels = heard.map { ($0 ?? settings.missing).value }
    let likelihoods = map.points.indices.map { logLikelihood(of: levels, at: $0) }
    guard let most = likelihoods.max(), most.isFinite, let best = likelihoods.firstIndex(of: most) else {
      throw .undetermined
    }
    let floor = map.points[best].floor
    guard settings.estimate == .mean else { return Fix(position: map.points[best].position, floor: floor) }
    var (sum, total) = (Point.zero, 0.0)
    for (point, likelihood) in zip(map.points, likelihoods) where point.floor == floor {
      let weight = Elementary.exp(likelihood - most)
      sum = sum + point.position * weight
      total += weight
    }
    return Fix(position: sum * (1 / total), floor: floor)
  }

  private func logLikelihood(of levels: [Double], at point: Int) -> Double {
    let first = point * levels.count
    var sum = 0.0
    switch settings.likelihood {
    case .gaussian:
      for (anchor, level) in levels.enumerated() {
        let normal = normals[first + anchor]
        let residual = (level - normal.x) * normal.y
        sum += normal.z - residual * residual / 2
      }
    case .histogram:
      for (anchor, level) in levels.enumerated() {
        sum += histograms[(first + anchor) * bins + Self.bin(of: level, settings, bins)]
      }
    }
    return sum
  }
}
