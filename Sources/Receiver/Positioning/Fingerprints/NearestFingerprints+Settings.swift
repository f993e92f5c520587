public import Documents
public import Phone
public import World

extension NearestFingerprints {
  /// How fingerprints are compared, and how many of them count.
  public struct Settings: MethodSettings {
    public static let name = "nearestFingerprints"
    public static let about =
      "Fingerprinting: the surveyed points whose fingerprints are closest to the readings; `given` must then list `survey`."

    /// What a fingerprint is.
    public enum Vector: String, Hashable, Sendable, CaseIterable {
      case byBeacon
      case sorted
    }

    /// The distance between two fingerprints, over the beacons that are compared: root mean square, mean absolute, or root mean
    /// square in
    /// units of the survey's standard deviations.
    public enum Metric: String, Hashable, Sendable, CaseIterable {
      case euclidean
      case manhattan
      case mahalanobis
    }

    /// How a beacon is treated that was heard on one side only, or on neither.
    public enum Missing: Hashable, Sendable {
      /// As heard at this level.
      case level(DBm)
      /// It is not compared.
      case leftOut
    }

    /// How the major of the strongest beacon is used.
    public enum Major: String, Hashable, Sendable, CaseIterable {
      case ignored
      case gate
      /// The meaning depends on how the majors were numbered.
      case coordinate
    }

    /// k.
    public var points = 1
    /// g of the weight `1 / d^g`.
    public var weightExponent = 0.0
    /// The distance between fingerprints by which points are ranked.
    public var metric = Metric.euclidean
    /// Whether levels are compared beacon by beacon or in descending order.
    public var vector = Vector.byBeacon
    /// What is assumed of a beacon that was received on one side only.
    public var missing = Missing.level(-100)
    /// How the major of the strongest beacon restricts or extends the comparison.
    public var major = Major.ignored
    /// The smallest number of received beacons for a fix, 1 or more.
    public var leastBeacons = 1
    /// In decibels.
    public var leastDeviation = 2.0
    /// The greatest number of times that the weights of the k points are computed again; 0 for never.
    public var iterations = 0
    /// The radio map whose points are compared with what is heard.
    public var map = RadioMapForm.surveyed
    /// Whether each advertising channel is compared on its own.
    public var channels = FingerprintChannels.joined

    /// The nearest point itself, as in RADAR, with -100 dBm for a beacon that was not received.
    public init() {}

    public static let keys: [SettingKey<Settings>] = [
      .defaulted("k", \.points, .integer(.atLeast(1)), "The number of nearest points to average."),
      .defaulted(
        "exponent", \.weightExponent, .number(.between(0, 10)),
        "The exponent e of the weight d^-e of a point at distance d in dB; 0 for equal weights."),
      .defaulted(
        "metric", \.metric,
        .choice([
          .euclidean: "The root-mean-square difference.",
          .manhattan: "The mean absolute difference.",
          .mahalanobis:
            "The root-mean-square difference, each divided by the standard deviation of the survey's readings of that beacon at "
            + "that point.",
        ]), "The distance between two fingerprints."),
      .defaulted(
        "vector", \.vector,
        .choice([
          .byBeacon: "An RSSI for each beacon.",
          .sorted: "The RSSI values in descending order, whatever the beacon.",
        ]), "The form of a fingerprint."),
      .defaulted(
        "missing", \.missing,
        .either(
          SettingShape(
            .number(.between(-200, 20)), as: { .level($0) },
            from: { if case .level(let level) = $0 { level } else { nil } }),
          .words([("leftOut", .leftOut, "The beacon is not compared.")])), unit: "dBm",
        "The RSSI assumed for a beacon that is not received, here or in the survey; or `leftOut`."),
      .defaulted(
        "major", \.major,
        .choice([
          .ignored: "Nothing.",
          .gate: "Only points at which the strongest beacon has the same major are considered.",
          .coordinate: "The major is one more coordinate, as if it were an RSSI in dBm.",
        ]), "How the major of the strongest beacon is used."),
      .defaulted(
        "leastBeacons", \.leastBeacons, .integer(.atLeast(1)),
        "The smallest number of received beacons for a fix."),
      .omissible(
        "leastDeviation", \.leastDeviation, .number(.between(0.1, 100)), unit: "dB",
        "The least standard deviation for `metric: mahalanobis`, in place of smaller ones and of unknown ones."
      ),
      .omissible(
        "iterations", \.iterations, .integer(.between(0, 1000)),
        "How often the k weights are divided by the distances of their points from the mean, and the mean is taken again; it ends "
          + "earlier once the mean no longer moves."),
      .omissible("map", \.map, RadioMapForm.form, "The radio map that readings are compared with."),
      .channels(\.channels),
    ]

    /// Sorted levels belong to no beacon, so they have neither deviations nor channels.
    public var conflict: SettingFault? {
      guard vector == .sorted else { return nil }
      let other =
        metric == .mahalanobis ? "metric: mahalanobis" : channels == .separate ? "channels: separate" : nil
      return other.map { SettingFault(key: "vector", expected: "byBeacon with \($0)", found: "sorted") }
    }

    public var summary: String { "fingerprints \(comparison)" }

    /// How fingerprints are compared, in the words of a table.
    public var comparison: String {
      var words = [vector == .sorted ? "sorted levels" : "by beacon"]
      switch major {
      case .ignored: break
      case .gate: words.append("major gate")
      case .coordinate: words.append("major as coordinate")
      }
      if points > 1 { words.append("k \(points), 1/d^\(short(weightExponent))") }
      if metric != .euclidean { words.append(metric.rawValue) }
      if missing == .leftOut { words.append("missing left out") }
      if iterations > 0 { words.append("iterated") }
      if map != .surveyed { words.append(map.summary) }
      if channels == .separate { words.append("channels separate") }
      return words.joined(separator: ", ")
    }

    public var uses: [Given] { [.survey] }
    public var needsChannels: Bool { channels == .separate }
    /// Levels are compared with levels; no distance is estimated.
    public var ranges: Bool { false }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      let prior = try channels.prior(prior)
      return NearestFingerprints(try map.radioMap(prior), of: prior.site, self)
    }
  }
}
