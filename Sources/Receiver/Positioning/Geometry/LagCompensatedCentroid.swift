public import Documents
public import Phone
public import World

/// The weighted centroid, moved ahead along its own recent velocity to compensate for the delay of the filters.
///
/// The velocity is the slope of the straight line fitted to the centroids of the last seconds by least squares, limited to
/// `greatestSpeed`. The position at a later moment is extrapolated at that velocity. A change of floor restarts the fit.
///
/// Source: ours; the weights are those of ``WeightedCentroid``.
public struct LagCompensatedCentroid: PositioningMethod, PositioningSession {
  /// The centroid, and how far ahead it is extrapolated.
  public struct Settings: MethodSettings {
    public static let name = "lagCompensatedCentroid"
    public static let about =
      "The weighted centroid, extrapolated by the delay of the filters along its own velocity."

    /// The beacons of the centroid and their weights.
    public var centroid = WeightedCentroid.Settings { $0.anchors = 8 }
    /// Seconds.
    public var delay = 1.5
    /// The seconds over which the velocity is estimated.
    public var seconds = 4.0
    /// Metres a second at most.
    public var greatestSpeed = 1.5

    public init() {}

    /// Beacons and weights are those of the centroid, under their own keys.
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "k", \.centroid.anchors, .integer(.atLeast(1)), "The number of nearest beacons by estimated distance."
      ),
      .defaulted(
        "exponent", \.centroid.weightExponent, .number(.between(0, 10)),
        "The exponent e of the weight d^-e of a beacon at estimated distance d."),
      .defaulted(
        "delay", \.delay, .number(.between(0, 60)), unit: "s",
        "The time to extrapolate: the delay of the filters and half a window of the phone."),
      .defaulted(
        "seconds", \.seconds, .number(.above(0, atMost: 3600)), unit: "s",
        "The time over which the velocity is measured."),
      .defaulted(
        "greatestSpeed", \.greatestSpeed, .number(.between(0, 100)), unit: "m/s", "The greatest speed."),
    ]

    /// For example `centroid of 8, 1/d^1, 2 s ahead`.
    public var summary: String { "\(centroid.summary), \(short(delay)) s ahead" }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { LagCompensatedCentroid(RangedSite(prior), self) }
  }

  let settings: Settings
  private var centroid: WeightedCentroid
  /// The centroids of the last seconds, the oldest first.
  private var past: [(time: Double, fix: Fix)] = []
  private var velocity = Point.zero

  /// - Precondition: the settings have no fault.
  public init(_ site: RangedSite, _ settings: Settings = Settings()) {
    self.settings = settings.valid
    centroid = WeightedCentroid(site, settings.centroid)
  }

  /// The centroids so far are kept, with the distances of the model before.
  public mutating func learn(_ model: RangingModel) { centroid.learn(model) }

  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)`` when nothing is heard.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let oldest = epoch.time.microseconds - settings.seconds.microseconds
    past.removeAll { $0.time.microseconds < oldest }
    let fix = try centroid.fix(from: epoch)
    past.removeAll { $0.fix.floor != fix.floor }
    past.append((epoch.time, fix))
    velocity = slope()
    return ahead(of: fix, by: settings.delay)
  }

  /// Extrapolated from the last centroid; nil before the first.
  public mutating func position(at time: Double) throws(NoFix) -> Fix? {
    past.last.map { ahead(of: $0.fix, by: settings.delay + time - $0.time) }
  }

  private func ahead(of fix: Fix, by seconds: Double) -> Fix {
    var moved = fix
    moved.position = fix.position + velocity * seconds
    return moved
  }

  /// The velocity in m/s on the plan; zero from a single centroid.
  private func slope() -> Point {
    let count = Double(past.count)
    let mean = past.reduce(0) { $0 + $1.time } / count
    var (sum, squares) = (Point.zero, 0.0)
    for (time, fix) in past {
      sum = sum + Point(x: fix.position.x, y: fix.position.y) * (time - mean)
      squares += (time - mean) * (time - mean)
    }
    guard squares > 0 else { return .zero }
    let slope = sum * (1 / squares)
    return slope * min(1, settings.greatestSpeed / max(slope.horizontalLength, .leastNormalMagnitude))
  }
}
