import NumericalMethods

/// What was sent, what of it was lost, and what was too weak to be heard.
public struct TransmissionCounts: Hashable, Sendable {
  public var sent = 0
  /// Lost by chance, whatever the level.
  public var lost = 0
  /// Not lost by chance, but weaker than the receiver's sensitivity.
  public var belowSensitivity = 0

  public init() {}

  public var heard: Int { sent - lost - belowSensitivity }
}

/// Eight packets in a row of one transmitter.
struct Packets {
  let times: SIMD8<Int64>
  /// Uniform over [0, 1): the part of a third in which a packet's chance lies is its channel, the place in that
  /// part tells whether it is lost.
  private let channel: SIMD8<Int32>
  private let chance: SIMD8<Float>
  var level: SIMD8<Float>

  @inline(__always)
  init(times: SIMD8<Int64>, chances: SIMD8<Float>, levels: (Float, Float, Float)) {
    self.times = times
    let thrice = chances * 3
    let (second, third) = (thrice .>= 1, thrice .>= 2)
    level = SIMD8(repeating: levels.0).replacing(with: levels.1, where: second)
    level.replace(with: levels.2, where: third)
    let part = SIMD8<Float>.zero.replacing(with: 1, where: second).replacing(with: 2, where: third)
    chance = thrice - part
    channel = SIMD8<Int32>(repeating: 37).replacing(with: 38, where: second).replacing(with: 39, where: third)
  }

  /// Writes what is heard, one behind the other, and gives how many those are.
  ///
  /// Every packet is written, and the place moves on only past those that are heard: a branch would be guessed
  /// wrong half the time.
  @inline(__always)
  func deliver(
    to heard: UnsafeMutablePointer<Heard>, of transmitter: Int64, _ timing: Link.Timing,
    _ counts: inout Counts
  ) -> Int {
    var lost = SIMD8<Int32>.zero.replacing(with: 1, where: chance .< timing.loss)
    let faint = SIMD8<Int32>.zero.replacing(with: 1, where: level .< timing.sensitivity)
    var missed = lost | faint
    if times[7] >= timing.finish {
      for lane in 0..<8 where times[lane] >= timing.finish {
        (lost[lane], missed[lane]) = (0, 1)
        counts.unsent &+= 1
      }
    }
    counts.lost &+= lost
    var reading = level
    if timing.wholeDBm { reading = Elementary.nearestInteger(reading) }
    reading.replace(with: 20, where: reading .> 20)
    reading.replace(with: -127, where: reading .< -127)
    var written = 0
    for lane in 0..<8 {
      heard[written] = Heard(
        microseconds: times[lane], transmitter: transmitter, level: reading[lane], channel: channel[lane])
      written &+= 1 &- Int(missed[lane])
    }
    return written
  }

  /// What becomes of packets, kept in lanes until it is asked for.
  struct Counts {
    var lost = SIMD8<Int32>.zero
    var unsent = 0
  }
}
