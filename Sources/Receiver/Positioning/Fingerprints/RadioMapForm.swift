public import Documents
import World

/// The radio map that a pipeline computes from the survey.
public enum RadioMapForm: Hashable, Sendable {
  /// The surveyed points as they are.
  case surveyed
  /// A grid of cells with the levels of a path-loss law that is fitted to the survey for each beacon.
  case pathLoss(Cells)
  /// A grid of cells with the levels of that law and a Gaussian process fitted to its residuals.
  case gaussianProcess(GaussianProcess)

  /// The places of an interpolated map.
  public struct Cells: DeclaredSettings {
    /// Metres.
    public var cell = 0.5
    /// Whether the cells lie along the path or on the whole plan.
    public var ground = SearchGround.path

    public init() {}

    public static let keys: [SettingKey<Cells>] = [.cell(\.cell), .ground(\.ground)]
  }

  /// The covariance `s² exp(-d² / (2 l²))` of levels at places d metres apart.
  public struct GaussianProcess: DeclaredSettings {
    /// The grid of places at which levels are predicted.
    public var cells = Cells()
    /// s: the standard deviation of the residuals, in decibels.
    public var deviation = 5.0
    /// l: metres over which the residuals stay alike.
    public var length = 3.0
    /// The standard deviation in decibels of one reading about the mean level at its place.
    public var noise = 3.0

    public init() {}

    public static let keys: [SettingKey<GaussianProcess>] =
      Cells.keys.map { $0.within(\.cells) } + [
        .defaulted(
          "deviation", \.deviation, .number(.between(0.1, 100)), unit: "dB",
          "The standard deviation s of the levels about the path-loss law, in the covariance s² exp(-d² / (2 l²))."
        ),
        .defaulted("length", \.length, .number(.between(0.1, 1000)), unit: "m", "The length scale l in it."),
        .defaulted(
          "noise", \.noise, .number(.between(0.1, 100)), unit: "dB",
          "The standard deviation of a single reading about the level of its place."),
      ]

    /// The standard deviation of one reading where points explain a part of the variance.
    func deviation(explaining explained: Double) -> Double {
      (max(deviation * deviation - explained, 0) + noise * noise).squareRoot()
    }
  }

  static let form = SettingForm<RadioMapForm>.union([
    SettingVariant("surveyed", is: .surveyed, "The surveyed points."),
    SettingVariant(
      "pathLoss", .settings, as: { .pathLoss($0) },
      from: { if case .pathLoss(let cells) = $0 { cells } else { nil } },
      "A grid with the RSSI of the log-distance law that fits the survey: one n, and a C for each beacon."),
    SettingVariant(
      "gaussianProcess", .settings, as: { .gaussianProcess($0) },
      from: { if case .gaussianProcess(let process) = $0 { process } else { nil } },
      "A grid with that law and, for each beacon, a Gaussian process fitted to its residuals."),
  ])

  /// As a table names it.
  var summary: String {
    switch self {
    case .surveyed: "surveyed map"
    case .pathLoss: "path-loss map"
    case .gaussianProcess: "Gaussian-process map"
    }
  }

  /// The map of a pipeline.
  ///
  /// - Throws: when the prior information has no survey of this site, or one to which nothing can be fitted.
  public func radioMap(_ prior: PriorInformation) throws(PipelineError) -> RadioMap {
    guard let survey = prior.survey, survey.fits(prior.site) else { throw .noSurvey }
    switch self {
    case .surveyed: return survey
    case .pathLoss(let cells):
      return try SurveyInterpolation(survey, RangedSite(prior)).map(cells, process: nil)
    case .gaussianProcess(let process):
      return try SurveyInterpolation(survey, RangedSite(prior)).map(process.cells, process: process)
    }
  }
}

/// Whether the advertising channels of a beacon are compared as one.
///
/// Reflections and antennas change the level from channel to channel; where the channel of each advertisement is known, a level for
/// each is a finer fingerprint than their mean.
public enum FingerprintChannels: String, Hashable, Sendable, CaseIterable {
  case joined
  case separate

  /// The levels that are compared: by anchor, or by anchor and then by advertising channel.
  func levels(of epoch: Epoch) -> [DBm?] { self == .joined ? epoch.levels : epoch.channelLevels }

  /// How many beacons are heard, on whatever channel.
  func beacons(in levels: [DBm?]) -> Int {
    guard self == .separate else { return levels.count { $0 != nil } }
    return stride(from: 0, to: levels.count, by: AdvertisingChannel.count).count { first in
      levels[first..<first + AdvertisingChannel.count].contains { $0 != nil }
    }
  }

  /// The prior information that fingerprints are made with: where the channels are separate, each is an anchor of its
  /// own.
  func prior(_ prior: PriorInformation) throws(PipelineError) -> PriorInformation {
    self == .joined ? prior : try prior.byChannel()
  }
}

extension SettingKey where Owner: DeclaredSettings {
  static func channels(_ property: any Property<FingerprintChannels>) -> SettingKey {
    .omissible(
      "channels", property,
      .choice([
        .joined: "The mean of all channels, also if the key is absent.",
        .separate:
          "An RSSI for each channel, as if each were a beacon of its own. Advertisements without a channel are left out, and a channel "
          + "that is not received, here or in the survey, is treated as `missing` says.",
      ]), "How the advertising channels 37, 38 and 39 of a beacon are compared.")
  }
}
