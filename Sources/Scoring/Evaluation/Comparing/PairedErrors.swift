import World

/// The errors of two pipelines on the same laps, moment by moment.
///
/// Two errors belong together when lap, walker and test point are the same and their times differ by at most a tolerance,
/// ``sameMoment`` unless stated. An error without a partner is counted as unmatched. A moment at which a side was asked and
/// gave no fix is counted as missed, and so is a moment of A that B omits from a lap that it contains. Neither enters a
/// difference.
public struct PairedErrors: Hashable, Sendable {
  /// The baseline, or the pipeline compared with it.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    case a
    case b
  }

  /// A moment at which both were measured.
  public struct Pair: Hashable, Sendable {
    /// The lap's number.
    public let lap: Int
    /// The test point; nil when the ground truth is a walk.
    public let point: Int?
    /// Seconds, as side A has it.
    public let time: Double
    /// Metres.
    public let a: Double
    /// The error of B, in metres.
    public let b: Double

    /// Metres by which B is worse, negative where it is better.
    public var difference: Double { b - a }
  }

  /// A moment at which one side alone had no answer.
  public struct MissedByOne: Hashable, Sendable {
    /// The lap's number.
    public let lap: Int
    /// The test point; nil when the ground truth is a walk.
    public let point: Int?
    /// Seconds, as side A has it.
    public let time: Double
    /// The side without an answer.
    public let side: Side
  }

  /// Seconds: the rounding of times in files is smaller, and moments within a lap lie further apart.
  public static let sameMoment = 0.001

  /// Seconds by which the times of a pair may differ.
  public let timeTolerance: Double
  /// In the order of laps, then of walkers, of points, and of time.
  public private(set) var pairs: [Pair] = []
  /// In the same order.
  public private(set) var missedByOne: [MissedByOne] = []
  /// The number of moments at which neither side had an answer.
  public private(set) var missedByBoth = 0
  /// The laps in which both were asked, in their order.
  public private(set) var laps: [MissedInLap] = []
  /// Errors due in A, measured or missed, without a partner in B.
  public private(set) var unmatchedA = 0
  /// Errors due in B, measured or missed, without a partner in A.
  public private(set) var unmatchedB = 0

  /// For each error of A without a partner, the seconds to the nearest one of B without a partner of the same lap, walker and
  /// point, where there is one.
  public private(set) var timeDifferences: [Double] = []
  /// The shortest time in seconds between two errors of one side of the same lap, walker and point; infinite where there
  /// are none. Pairs are unique where the tolerance is less than half of it.
  public private(set) var shortestSpacing = Double.infinity

  /// How many moments of one lap each side missed.
  public struct MissedInLap: Hashable, Sendable {
    /// The lap's number.
    public let lap: Int
    /// Moments at which both sides were asked.
    public fileprivate(set) var due = 0
    /// Those of them that A missed.
    public fileprivate(set) var byA = 0
    /// Those of them that B missed.
    public fileprivate(set) var byB = 0
  }

  /// - Parameters:
  ///   - a: in any order, as `b`, with test points numbered alike.
  ///   - b: the errors of the pipeline that is compared with the baseline `a`.
  ///   - lapsOfB: the laps that B contains, perhaps only for other pipelines: B counts as asked at all moments that A
  ///     has of them.
  ///   - timeTolerance: seconds by which the times of a pair may differ, 0 or more.
  public init(
    _ a: [PositionError], _ b: [PositionError], lapsOfB: Set<Int> = [], timeTolerance: Double = sameMoment
  ) {
    self.timeTolerance = timeTolerance
    add(a, b, lapsOfB)
  }

  /// The same of errors that come lap by lap: no more than one lap's are sorted at a time.
  ///
  /// - Parameter laps: in ascending order, each with all errors of both sides.
  public init(byLap laps: some Sequence<(a: [PositionError], b: [PositionError])>) {
    timeTolerance = Self.sameMoment
    for lap in laps { add(lap.a, lap.b, []) }
  }

  /// Adds errors of laps after those so far.
  private mutating func add(_ a: [PositionError], _ b: [PositionError], _ lapsOfB: Set<Int>) {
    let (a, b) = (Self.sorted(a), Self.sorted(b))
    var (i, j) = (0, 0)
    var (aloneA, aloneB) = ([PositionError](), [PositionError]())
    while i < a.count, j < b.count {
      switch order(a[i], b[j]) {
      case ..<0:
        aloneA.append(a[i])
        leaveOut(a[i], lapsOfB)
        i += 1
      case 1...:
        aloneB.append(b[j])
        j += 1
      default:
        add(a[i], b[j].metres)
        i += 1
        j += 1
      }
    }
    for error in a[i...] { leaveOut(error, lapsOfB) }
    (aloneA, aloneB) = (aloneA + a[i...], aloneB + b[j...])
    unmatchedB += aloneB.count
    shortestSpacing = min(shortestSpacing, Self.shortestSpacing(a), Self.shortestSpacing(b))
    timeDifferences += Self.differences(of: aloneA, from: aloneB)
  }

  /// - Parameter errors: sorted.
  private static func shortestSpacing(_ errors: [PositionError]) -> Double {
    zip(errors, errors.dropFirst()).reduce(.infinity) { shortest, pair in
      isBeforeByPlace(pair.0, pair.1) == nil ? min(shortest, pair.1.time - pair.0.time) : shortest
    }
  }

  /// - Parameters:
  ///   - a: sorted, as `b`.
  ///   - b: the errors among which the nearest is searched for.
  private static func differences(of a: [PositionError], from b: [PositionError]) -> [Double] {
    var next = 0
    return a.compactMap { error in
      while next < b.count, isBefore(b[next], error) { next += 1 }
      return b[max(next - 1, 0)..<min(next + 1, b.count)].filter { isBeforeByPlace($0, error) == nil }
        .map { abs($0.time - error.time) }.min()
    }
  }

  /// Counts an error of A that B does not have.
  private mutating func leaveOut(_ error: PositionError, _ lapsOfB: Set<Int>) {
    if lapsOfB.contains(error.lap) { add(error, nil) } else { unmatchedA += 1 }
  }

  /// - Parameter metresB: nil where B has no answer.
  private mutating func add(_ a: PositionError, _ metresB: Double?) {
    if laps.last?.lap != a.lap { laps.append(MissedInLap(lap: a.lap)) }
    let last = laps.count - 1
    laps[last].due += 1
    if a.metres == nil { laps[last].byA += 1 }
    if metresB == nil { laps[last].byB += 1 }
    switch (a.metres, metresB) {
    case (let metresA?, let metresB?):
      pairs.append(Pair(lap: a.lap, point: a.testPoint, time: a.time, a: metresA, b: metresB))
    case (nil, nil): missedByBoth += 1
    case (let metresA, _):
      let side: Side = metresA == nil ? .a : .b
      missedByOne.append(MissedByOne(lap: a.lap, point: a.testPoint, time: a.time, side: side))
    }
  }

  private static func sorted(_ errors: [PositionError]) -> [PositionError] {
    errors.indices.dropFirst().contains { isBefore(errors[$0], errors[$0 - 1]) }
      ? errors.sorted(by: isBefore) : errors
  }

  private static func isBefore(_ a: PositionError, _ b: PositionError) -> Bool {
    if let isBefore = isBeforeByPlace(a, b) { return isBefore }
    return a.time == b.time ? (a.metres ?? -.infinity) < (b.metres ?? -.infinity) : a.time < b.time
  }

  /// By lap, walker and point; nil where these are the same.
  private static func isBeforeByPlace(_ a: PositionError, _ b: PositionError) -> Bool? {
    if a.lap != b.lap { return a.lap < b.lap }
    if a.walker?.name != b.walker?.name { return (a.walker?.name ?? "") < (b.walker?.name ?? "") }
    if a.testPoint != b.testPoint { return (a.testPoint ?? .min) < (b.testPoint ?? .min) }
    return nil
  }

  /// Below 0 when `a` comes before `b` and has no partner further on, 0 when they belong together.
  private func order(_ a: PositionError, _ b: PositionError) -> Int {
    if let isBefore = Self.isBeforeByPlace(a, b) { return isBefore ? -1 : 1 }
    return abs(a.time.microseconds - b.time.microseconds) <= timeTolerance.microseconds
      ? 0 : (a.time < b.time ? -1 : 1)
  }
}

extension PairedErrors {
  /// Moments at which side A had no answer, whether or not B had one.
  public var missedA: Int { laps.reduce(0) { $0 + $1.byA } }
  /// Moments at which side B had no answer, whether or not A had one.
  public var missedB: Int { laps.reduce(0) { $0 + $1.byB } }

  /// Moments at which both sides were asked.
  public var due: Int { laps.reduce(0) { $0 + $1.due } }

  /// By how much larger the share of moments without an answer is for B than for A, over laps; nil without a moment.
  var moreMissedOverLaps: LapMean? {
    LapMean(ofTotals: laps.map { SIMD2(Double($0.byB - $0.byA), Double($0.due)) })
  }

  /// By how much larger the share of moments without an answer is for B than for A, of the moments that both were asked
  /// at; below 0 where it is smaller, 0 where there is none.
  public var moreMissed: Double { moreMissedOverLaps?.value ?? 0 }

  /// Whether B misses a share of the moments that is larger than A's by more than a tolerance, and larger with confidence.
  ///
  /// The difference of the shares is a mean over laps as in ``LapMean``, so a lap that is missed entirely counts as one
  /// observation. It is larger with confidence when all of its 95 % interval is above 0. With equal shares that happens in
  /// at most 2.7 % of comparisons, however many whole laps are missed, and less often where few are.
  ///
  /// - Parameter tolerance: a share.
  public func missesMore(than tolerance: Double) -> Bool {
    moreMissed > tolerance && moreMissedOverLaps?.interval.map { $0.lower > 0 } ?? false
  }

  private var byLap: [ArraySlice<Pair>] { pairs.runs { $0.lap == $1.lap } }

  /// The paired errors of both sides in metres, lap by lap.
  var metresByLap: (a: [[Double]], b: [[Double]]) {
    let laps = byLap
    return (laps.map { $0.map(\.a) }, laps.map { $0.map(\.b) })
  }

  /// For each lap with a pair, in ascending order, the sum of its differences in metres and their number.
  var lapTotals: [SIMD2<Double>] {
    byLap.map { lap in lap.reduce(into: .zero) { $0 += SIMD2($1.difference, 1) } }
  }
}
