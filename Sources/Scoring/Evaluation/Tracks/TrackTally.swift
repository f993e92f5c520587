import World

/// How unbroken tracks are, and how often they change the room.
public struct TrackTally: Hashable, Sendable {
  /// Metres per second: a step between two consecutive fixes faster than this is a jump. No walker runs faster indoors.
  public static let jumpSpeed = 5.0

  /// Callbacks within the ground truth.
  public private(set) var callbacks = 0
  /// Callbacks within the ground truth that have a fix.
  public private(set) var fixes = 0
  /// Seconds covered by the callbacks from each lap's first fix on, in which a gap can occur.
  private var secondsSinceFirstFix = 0.0
  /// Seconds of the steps with a fix at both ends, in which a jump or a room flip can occur.
  private var secondsWithFixes = 0.0
  /// From one callback within the truth to the next.
  public private(set) var steps = 0
  /// Of these, those with a fix at both ends and no jump between them.
  public private(set) var unbrokenSteps = 0
  /// Steps with a fix at both ends that are faster than ``jumpSpeed``.
  public private(set) var jumps = 0
  /// Runs of callbacks without a fix, after the first fix.
  public private(set) var gaps = 0
  /// The longest of them, in seconds; nil without a fix.
  public var longestGap: Double? { lapsWithFix > 0 ? longest : nil }
  private var longest = 0.0
  /// Steps with a fix at both ends whose rooms differ; being in no room counts as a room.
  public private(set) var roomFlips = 0
  /// Of the same steps, those in which the walker changes rooms.
  public private(set) var trueRoomChanges = 0
  /// The number of laps.
  public private(set) var laps = 0
  /// Laps with at least one fix.
  public private(set) var lapsWithFix = 0
  /// The sum over laps with a fix of the seconds from the start of the stream, or of the truth where that begins later,
  /// to the first fix.
  private var firstFixes = 0.0

  public init() {}

  init(_ track: LapTrack, truth: TrackTruth) {
    callbacks = track.callbacks
    fixes = track.moments.count
    steps = max(track.callbacks - 1, 0)
    laps = 1
    guard let first = track.moments.first, let last = track.moments.last else { return }
    lapsWithFix = 1
    firstFixes = first.time - max(truth.walk.span.lowerBound, 0)
    secondsSinceFirstFix = Double(track.callbacks - Int(first.callback)) * truth.interval
    var before = first
    for moment in track.moments.dropFirst() {
      add(from: before, to: moment, truth)
      before = moment
    }
    addGap(of: track.callbacks - 1 - Int(last.callback), truth.interval)
  }

  private mutating func add(from: LapTrack.Moment, to: LapTrack.Moment, _ truth: TrackTruth) {
    guard to.callback == from.callback + 1 else {
      return addGap(of: Int(to.callback - from.callback) - 1, truth.interval)
    }
    secondsWithFixes += truth.interval
    if from.distance(to: to) > Self.jumpSpeed * (to.time - from.time) {
      jumps += 1
    } else {
      unbrokenSteps += 1
    }
    guard !truth.rooms.isEmpty else { return }
    if from.room != to.room { roomFlips += 1 }
    if truth.rooms[Int(from.callback)] != truth.rooms[Int(to.callback)] { trueRoomChanges += 1 }
  }

  private mutating func addGap(of callbacks: Int, _ interval: Double) {
    guard callbacks > 0 else { return }
    gaps += 1
    longest = max(longest, Double(callbacks) * interval)
  }

  /// Callbacks with a fix, of those within the truth; nil without any.
  public var availability: Double? { callbacks > 0 ? Double(fixes) / Double(callbacks) : nil }
  /// The share of steps that are unbroken; nil without any.
  public var continuity: Double? { steps > 0 ? Double(unbrokenSteps) / Double(steps) : nil }
  /// The mean over laps with a fix, in seconds.
  public var meanFirstFix: Double? { lapsWithFix > 0 ? firstFixes / Double(lapsWithFix) : nil }

  /// Gaps per hour of callbacks from a first fix on; nil without a fix.
  public var gapsPerHour: Double? { Self.rate(gaps, in: secondsSinceFirstFix) }
  /// Jumps per hour of steps with a fix at both ends; nil without such a step.
  public var jumpsPerHour: Double? { Self.rate(jumps, in: secondsWithFixes) }
  /// Changes of the fix's room per hour of the same steps.
  public var roomFlipsPerHour: Double? { Self.rate(roomFlips, in: secondsWithFixes) }
  /// Changes of the walker's room per hour of the same steps.
  public var trueRoomChangesPerHour: Double? { Self.rate(trueRoomChanges, in: secondsWithFixes) }

  private static func rate(_ count: Int, in seconds: Double) -> Double? {
    seconds > 0 ? Double(count) * 3600 / seconds : nil
  }

  public static func + (a: TrackTally, b: TrackTally) -> TrackTally {
    var sum = a
    for count in [
      \TrackTally.callbacks, \.fixes, \.steps, \.unbrokenSteps, \.jumps, \.gaps, \.roomFlips,
      \.trueRoomChanges,
      \.laps, \.lapsWithFix,
    ] { sum[keyPath: count] += b[keyPath: count] }
    for seconds in [\TrackTally.secondsSinceFirstFix, \.secondsWithFixes, \.firstFixes] {
      sum[keyPath: seconds] += b[keyPath: seconds]
    }
    sum.longest = max(a.longest, b.longest)
    return sum
  }
}
