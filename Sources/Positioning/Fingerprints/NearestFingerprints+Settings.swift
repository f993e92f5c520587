public import World

extension NearestFingerprints {
  /// How fingerprints are compared, and how many of them count.
  public struct Settings: Hashable, Sendable {
    /// What a fingerprint is.
    public enum Vector: String, Hashable, Sendable, CaseIterable {
      /// A level for each beacon.
      case byBeacon
      /// The levels in descending order, whosever they are.
      case sorted
    }

    public enum Metric: String, Hashable, Sendable, CaseIterable {
      /// The root of the mean of the squared differences.
      case euclidean
      /// The mean of the differences without their signs.
      case manhattan
    }

    /// What a beacon counts as that was heard on one side only, or on neither.
    public enum Missing: Hashable, Sendable {
      /// As heard at this level.
      case level(DBm)
      /// It is not compared.
      case leftOut
    }

    /// What is made of the major of the beacon that is heard the most strongly.
    public enum Major: String, Hashable, Sendable, CaseIterable {
      case ignored
      /// Points where a beacon of another major was the strongest are out of the question.
      case gate
      /// It is one more coordinate, as if it were a level: what that means depends on the numbers chosen for majors.
      case coordinate
    }

    /// k, 1 or more.
    public var points: Int
    /// g of the weight `1 / d^g`, 0 to 10; 0 for equal weights.
    public var weightExponent: Double
    public var metric: Metric
    public var vector: Vector
    public var missing: Missing
    public var major: Major
    /// With fewer heard there is no fix; 1 or more.
    public var leastBeacons: Int

    public init(
      points: Int = 1, weightExponent: Double = 0, metric: Metric = .euclidean, vector: Vector = .byBeacon,
      missing: Missing = .level(-100), major: Major = .ignored, leastBeacons: Int = 1
    ) {
      self.points = points
      self.weightExponent = weightExponent
      self.metric = metric
      self.vector = vector
      self.missing = missing
      self.major = major
      self.leastBeacons = leastBeacons
    }

    /// What is out of range; nil when all is well.
    public var fault: SettingFault? {
      .first(
        of: ("k", points >= 1, "1 or more", points),
        ("exponent", 0...10 ~= weightExponent, "0 to 10", weightExponent),
        ("missing", missingLevel.map { -200...20 ~= $0 } ?? true, "-200 to 20", missingLevel ?? 0),
        ("leastBeacons", leastBeacons >= 1, "1 or more", leastBeacons))
    }

    private var missingLevel: Double? {
      if case .level(let level) = missing { level.value } else { nil }
    }
  }
}
