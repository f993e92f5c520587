import NumericalMethods

/// What was sent, and for which reason it was not heard; each advertisement counts once, at the first that holds.
public struct TransmissionCounts: Hashable, Sendable {
  public var sent = 0
  /// Sent while the receiver did not listen.
  public var outsideScan = 0
  /// Lost by chance, whatever the level.
  public var lost = 0
  /// Weaker than the receiver's sensitivity.
  public var belowSensitivity = 0
  /// Drowned by another beacon's advertisement.
  public var collided = 0
  /// Drowned by a burst of interference.
  public var interfered = 0
  /// Received, and not reported since its beacon had been before.
  public var duplicates = 0

  public init() {}

  public var heard: Int {
    sent - outsideScan - lost - belowSensitivity - collided - interfered - duplicates
  }

  public mutating func add(_ other: TransmissionCounts) {
    sent += other.sent
    outsideScan += other.outsideScan
    lost += other.lost
    belowSensitivity += other.belowSensitivity
    collided += other.collided
    interfered += other.interfered
    duplicates += other.duplicates
  }
}

/// Eight packets in a row of one transmitter.
struct Packets {
  let times: SIMD8<Int64>
  /// 37, 38 or 39.
  private(set) var channels: SIMD8<Int32>
  /// Uniform over [0, 1).
  private var chance: SIMD8<Float>
  private var isDeaf: SIMD8<Int32>
  var level: SIMD8<Float>
  /// The chance of being lost, and the level from which on it is heard.
  var loss: SIMD8<Float>
  var threshold: SIMD8<Float>

  /// Packets on channels at random.
  ///
  /// - Parameter chances: uniform over [0, 1): the part of a third in which a packet's chance lies is its channel,
  ///   the place in that part tells whether it is lost.
  @inline(__always)
  init(
    times: SIMD8<Int64>, chances: SIMD8<Float>, levels: (Float, Float, Float), _ timing: Link.Timing
  ) {
    self.times = times
    let thrice = chances * 3
    let (second, third) = (thrice .>= 1, thrice .>= 2)
    level = SIMD8(repeating: levels.0).replacing(with: levels.1, where: second)
    level.replace(with: levels.2, where: third)
    let part = SIMD8<Float>.zero.replacing(with: 1, where: second).replacing(with: 2, where: third)
    chance = thrice - part
    channels = SIMD8<Int32>(repeating: 37).replacing(with: 38, where: second)
      .replacing(with: 39, where: third)
    isDeaf = .zero
    (loss, threshold) = (SIMD8(repeating: timing.loss), SIMD8(repeating: timing.sensitivity))
  }

  /// Puts them on the channels that a receiver listens to; each packet's chance is then all its own.
  @inline(__always)
  mutating func tune(to scanner: Scanner, chances: SIMD8<Float>, levels: (Float, Float, Float)) {
    (channels, isDeaf) = scanner.channels(at: times)
    level = SIMD8(repeating: levels.0).replacing(with: levels.1, where: channels .== 38)
    level.replace(with: levels.2, where: channels .== 39)
    chance = chances
  }

  /// Writes what is heard, one behind the other, and gives how many those are.
  ///
  /// Every packet is written, and the place moves on only past those that are heard: a branch would be guessed
  /// wrong half the time. Where packets that are missed matter to others they are kept and marked.
  @inline(__always)
  func deliver(
    to heard: UnsafeMutablePointer<Heard>, of transmitter: Int64, _ timing: Link.Timing,
    _ counts: inout Counts
  ) -> Int {
    var lost = SIMD8<Int32>.zero.replacing(with: 1, where: chance .< loss)
    let faint = SIMD8<Int32>.zero.replacing(with: 1, where: level .< threshold)
    var (missed, isDeaf) = (lost | faint | isDeaf, isDeaf)
    lost &= isDeaf ^ 1
    var marked = channels
    if timing.keepsMissed {
      marked |= isDeaf &* Heard.outsideScan | lost &* Heard.lost | faint &* Heard.faint
      missed = .zero
    }
    if times[7] >= timing.finish {
      for lane in 0..<8 where times[lane] >= timing.finish {
        (lost[lane], isDeaf[lane], missed[lane]) = (0, 0, 1)
        counts.unsent &+= 1
      }
    }
    counts.lost &+= lost
    counts.outsideScan &+= isDeaf
    var reading = level
    if timing.wholeDBm { reading = Elementary.nearestInteger(reading) }
    reading.replace(with: timing.saturation, where: reading .> timing.saturation)
    reading.replace(with: -127, where: reading .< -127)
    var written = 0
    for lane in 0..<8 {
      heard[written] = Heard(
        microseconds: times[lane], transmitter: transmitter, level: reading[lane], channel: marked[lane])
      written &+= 1 &- Int(missed[lane])
    }
    return written
  }

  /// What becomes of packets, kept in lanes until it is asked for.
  struct Counts {
    var lost = SIMD8<Int32>.zero
    var outsideScan = SIMD8<Int32>.zero
    var unsent = 0
  }
}
