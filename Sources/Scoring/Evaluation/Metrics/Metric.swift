public import World

/// A figure by which pipelines are scored, swept, compared and exported, chosen by its key.
///
/// ``builtIn`` is the one place where a metric is declared: its key, title, unit and direction, how it follows from the
/// errors of laps, its interval, and what shows it. A metric is added with one line there.
public struct Metric: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// What shows a metric, or takes its key.
  public enum Use: Hashable, Sendable, CaseIterable {
    /// The table, JSON and export of a study.
    case scores
    /// The table of errors that another program wrote.
    case foreignScores
    /// Published results beside the table of a scenario.
    case references
    case sweeps
    case comparisons
    case methods
    /// Simulated replicas of a recording.
    case replicas
    /// Judged layouts of beacons.
    case layouts
    /// The table, JSON and export of what methods state about their own errors.
    case uncertainty
  }

  /// The unit of a metric; the raw value is the sign that tables print.
  public enum Unit: String, Hashable, Sendable {
    case metres = "m"
    /// A number from 0 to 1, printed as a percentage.
    case share = "%"
    case seconds = "s"
    case nanoseconds = "ns"
    case squareMetres = "m²"
    /// A number without a unit.
    case number = ""
  }

  /// How a metric follows from the errors of laps.
  public enum Form: Sendable {
    /// Interval: Student's t over laps, see ``LapMean``, cut at 0.
    case mean
    /// Interval: the jackknife over laps, see ``ErrorsByLap/deviationInterval(spread:)``, none over few.
    case deviation
    /// The quantile of a fraction from 0 to 1. Interval: Woodruff's, see ``LapQuantile``.
    case quantile(Double)
    /// Without an interval, like ``largest``.
    case rootMeanSquare
    case largest
    /// The share of errors for which the closure returns true; errors for which it returns nil are left out. Interval:
    /// Student's t over laps, cut at 0 and 1.
    case share(@Sendable (PositionError) -> Bool?)
    /// The sum of the first numbers that the closure returns for measured errors over the sum of the second; those for which it
    /// returns nil are left out. No number is negative. Interval: Student's t over laps, cut at 0.
    case ratio(@Sendable (PositionError.Offset) -> SIMD2<Double>?)
    /// A power of such a ratio of positive numbers. Interval: the jackknife over laps of its logarithm, see ``LapJackknife``.
    case positiveRatio(power: Double, @Sendable (PositionError.Offset) -> SIMD2<Double>?)
    /// Any figure of the errors by lap, without an interval.
    case figure(@Sendable ([[PositionError]]) -> Double?)
    /// Computed from more than errors: from tracks or timings.
    case other
  }

  /// The key in files and options.
  public let rawValue: String
  /// The heading of a column.
  public let heading: String
  /// The name in a sentence, such as `median error`.
  public let title: String
  /// The sentence with which an export describes its column.
  public let about: String
  /// Of every value of the metric, its intervals and its tolerances.
  public let unit: Unit
  /// Which way it gets better.
  public let better: Better
  /// Whether it is shown only where its key is named, since few methods have it.
  public let isOnRequest: Bool
  /// Where a table of scores is too wide, columns go in the order of their rank, the highest first; 0 stays.
  public let rank: Int
  /// How it is computed from the errors of laps.
  public let form: Form
  /// Whether the metric is meaningful on a site.
  public let applies: @Sendable (Site) -> Bool
  /// The key for each use, which is not always the same.
  private let keys: [Use: String]

  init(
    _ key: String, _ form: Form, for uses: Set<Use>, otherKeys: [Use: String] = [:], unit: Unit = .metres,
    heading: String? = nil, _ title: String, about: String? = nil, rank: Int = 0,
    better: Better = .smaller, isOnRequest: Bool = false,
    applies: @escaping @Sendable (Site) -> Bool = { _ in true }
  ) {
    (rawValue, self.form, self.unit, self.heading, self.title) = (key, form, unit, heading ?? key, title)
    (self.about, self.rank, self.better) = (about ?? "The \(title).", rank, better)
    (self.isOnRequest, self.applies) = (isOnRequest, applies)
    keys = Dictionary(uniqueKeysWithValues: uses.map { ($0, otherKeys[$0] ?? key) })
  }

  /// A metric of ``all`` by its key.
  public init?(rawValue: String) {
    guard let metric = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = metric
  }

  /// A percentile of the errors, shown wherever errors are unless `uses` says otherwise.
  ///
  /// - Parameters:
  ///   - fraction: of the errors that are no larger, in whole hundredths from 0.01 to 0.99.
  ///   - uses: what shows it.
  ///   - title: in a sentence; nil for such as `P75 of the error`.
  ///   - rank: among the columns of a table.
  public static func quantile(
    _ fraction: Double, for uses: Set<Use> = Set(Use.allCases).subtracting([.uncertainty]),
    _ title: String? = nil, rank: Int = 4
  ) -> Metric {
    let percent = Int((100 * fraction).rounded())
    let ordinal = percent / 10 == 1 ? "th" : [1: "st", 2: "nd", 3: "rd"][percent % 10] ?? "th"
    return Metric(
      "p\(percent)", .quantile(fraction), for: uses, heading: "P\(percent)",
      title ?? "P\(percent) of the error",
      about: title == nil ? "The \(percent)\(ordinal) percentile of the errors." : nil, rank: rank)
  }

  /// The mean of the measured errors, in metres.
  public static let mean = Metric(
    "mean", .mean, for: [.scores, .foreignScores, .references, .sweeps, .comparisons, .methods, .replicas],
    otherKeys: [.scores: "meanMetres", .methods: "meanError"], "mean error")
  /// The share of due fixes that were missed, 0 to 1.
  public static let missed = Metric(
    "missed", .share { $0.missed != nil }, for: [.sweeps, .comparisons], unit: .share,
    "share of missed fixes")
  /// The share of measured fixes on another floor than the walker's; only for sites with several floors.
  public static let wrongFloor = Metric(
    "wrongFloor", .share { $0.offset?.floors.map { $0 != 0 } }, for: [.sweeps], unit: .share,
    heading: "wrong floor", "share of fixes on a wrong floor", applies: { $0.floors.count > 1 })
  /// The share of measured fixes on the walker's floor.
  public static let rightFloor = Metric(
    "floors", .share { $0.offset?.floors.map { $0 == 0 } }, for: [.comparisons], unit: .share,
    heading: "right floor", "share of fixes on the right floor", better: .larger)
  /// The share of fixes in the walker's room; only for sites with rooms.
  public static let rightRoom = Metric(
    "rightRoom", .share { error in error.room.flatMap { room in error.offset.map { $0.room == room } } },
    for: [.sweeps, .comparisons, .methods], otherKeys: [.comparisons: "rooms"], unit: .share,
    heading: "right room", "share in the right room", better: .larger, applies: { !$0.rooms.isEmpty })
  /// The mean of the errors at callbacks in stops, and between them; only for walks that have both.
  public static let standing = Metric(
    "standing", .ratio { $0.isStanding == true ? SIMD2($0.metres, 1) : nil },
    for: [.methods], "mean error while standing still", isOnRequest: true)
  public static let moving = Metric(
    "moving", .ratio { $0.isStanding == false ? SIMD2($0.metres, 1) : nil },
    for: [.methods], "mean error while moving", isOnRequest: true)
  /// By how many seconds the track trails the walker; see ``Lag``.
  public static let lag = Metric("lag", .other, for: [.comparisons], unit: .seconds, "lag")
  public static let cost = Metric(
    "cost", .other, for: [.comparisons], unit: .nanoseconds, heading: "cost of a fix", "cost of a fix")

  /// The registry, in the order of tables.
  public static let builtIn: [Metric] =
    [
      mean,
      Metric(
        "std", .deviation, for: [.scores, .foreignScores, .references, .sweeps],
        otherKeys: [.scores: "stdMetres"], "standard deviation of the error",
        about: "The standard deviation of the errors."),
      quantile(0.5, for: [.scores, .foreignScores, .sweeps, .replicas], "median error", rank: 1),
      quantile(0.75, for: [.scores, .references, .sweeps, .replicas], rank: 2),
      quantile(0.9, for: [.scores, .references, .sweeps], rank: 3), quantile(0.95),
      Metric(
        "rmse", .rootMeanSquare, for: [.scores, .sweeps], heading: "RMSE", "RMSE",
        about: "The root mean square of the errors.", rank: 6),
      Metric("max", .largest, for: [.scores, .sweeps], "largest error", rank: 5),
      missed, wrongFloor, rightRoom,
      Metric(
        "rightRoomMacro", .figure { RoomScore(ofLaps: $0).macroShare }, for: [.sweeps], unit: .share,
        "share in the right room, mean over rooms", better: .larger, applies: { !$0.rooms.isEmpty }),
      Metric(
        "lost",
        .figure { laps in
          let errors = laps.map { $0.compactMap(\.offset?.metres) }.filter { !$0.isEmpty }
          let lost = errors.count { $0.reduce(0, +) > 5 * Double($0.count) }
          return errors.isEmpty ? nil : Double(lost) / Double(errors.count)
        }, for: [.sweeps], unit: .share, heading: "lost", "share of laps with a mean error above 5 m",
        isOnRequest: true),
      standing, moving, rightFloor, lag, cost,
    ] + ofUncertainty

  /// The metrics that programs use: ``builtIn``, or the list that a task binds instead.
  @TaskLocal public static var all = builtIn

  /// In the order in which tables list them.
  public static var allCases: [Metric] { all }

  /// The metrics of one use, in the order of the registry.
  public static func all(for use: Use) -> [Metric] { all.filter { $0.keys[use] != nil } }

  /// The metric that has a given key in one use.
  public static func named(_ key: String, for use: Use) -> Metric? { all.first { $0.keys[use] == key } }

  /// The keys of one use, in the order of the registry.
  public static func keys(for use: Use) -> [String] { all.compactMap { $0.keys[use] } }

  /// Its key in files and options of one use.
  public func key(for use: Use) -> String { keys[use] ?? rawValue }

  /// Whether values lie from 0 to 1 and are printed as percentages.
  public var isShare: Bool { unit == .share }

  /// What no value, and no end of an interval, lies outside: neither errors nor scores are negative.
  public var range: ClosedRange<Double> { isShare ? 0...1 : 0 ... .infinity }

  /// Decimals of printed values; for a share, of its percentage.
  public var decimals: Int { unit == .nanoseconds ? 0 : isShare ? 1 : 2 }

  /// Whether more or less is better, and not a value between.
  public var hasDirection: Bool { better == .smaller || better == .larger }

  /// Whether the lengths of errors give it; see ``ErrorStatistics``.
  public var isOfLengths: Bool {
    switch form {
    case .mean, .deviation, .quantile, .rootMeanSquare, .largest: true
    case .share, .ratio, .positiveRatio, .figure, .other: false
    }
  }

  /// The fraction of a percentile; nil for other metrics.
  public var fraction: Double? { if case .quantile(let fraction) = form { fraction } else { nil } }
}
