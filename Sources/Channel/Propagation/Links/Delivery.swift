import NumericalMethods

/// Decides which packets are received, and counts the reasons for which others are not.
struct Delivery {
  let timing: Link.Timing
  let transmitter: Int64
  private var lost = SIMD8<Int32>.zero
  private var outsideScan = SIMD8<Int32>.zero
  private var unsent = 0
  private var sent = 0
  private(set) var written = 0

  init(of transmitter: Int64, _ timing: Link.Timing) {
    (self.transmitter, self.timing) = (transmitter, timing)
  }

  /// Appends the received packets to those written before.
  ///
  /// Every packet is written, and the write position advances only past those that are received: a branch would be
  /// mispredicted half the time. Where missed packets can disturb others they are kept and marked.
  mutating func deliver(
    _ blocks: PacketBlocks, to heard: UnsafeMutablePointer<Heard>
  ) {
    for index in blocks.indices {
      let times = blocks[index].times
      var isDeaf = blocks[index].isDeaf
      var lost = SIMD8<Int32>.zero.replacing(with: 1, where: blocks[index].chance .< blocks[index].loss)
      let faint = SIMD8<Int32>.zero.replacing(with: 1, where: blocks[index].level .< blocks[index].threshold)
      var missed = lost | faint | isDeaf
      lost &= isDeaf ^ 1
      var marked = blocks[index].channels
      if timing.keepsMissed {
        marked |= isDeaf &* Heard.outsideScan | lost &* Heard.lost | faint &* Heard.faint
        missed = .zero
      }
      if times[7] >= timing.finish || times[0] < timing.start { drop(times, &lost, &isDeaf, &missed) }
      self.lost &+= lost
      outsideScan &+= isDeaf
      var reading = blocks[index].level
      if timing.wholeDBm { reading = Elementary.nearestInteger(reading) }
      reading.replace(with: timing.saturation, where: reading .> timing.saturation)
      reading.replace(with: -127, where: reading .< -127)
      var place = written
      for lane in 0..<8 {
        heard[place] = Heard(
          microseconds: times[lane], transmitter: transmitter, level: reading[lane], channel: marked[lane])
        place &+= 1 &- Int(missed[lane])
      }
      written = place
    }
    sent += blocks.count * 8
  }

  /// Removes packets that would be sent before the start or after the end.
  private mutating func drop(
    _ times: SIMD8<Int64>, _ lost: inout SIMD8<Int32>, _ isDeaf: inout SIMD8<Int32>,
    _ missed: inout SIMD8<Int32>
  ) {
    for lane in 0..<8 where times[lane] >= timing.finish || times[lane] < timing.start {
      (lost[lane], isDeaf[lane], missed[lane]) = (0, 0, 1)
      unsent += 1
    }
  }

  /// Adds the counts of received and missed packets; those kept because they may disturb others are judged, and
  /// counted, later.
  func add(to counts: inout TransmissionCounts) {
    counts.sent += sent - unsent
    guard !timing.keepsMissed else { return }
    let (lost, outside) = (Int(lost.wrappedSum()), Int(outsideScan.wrappedSum()))
    counts.lost += lost
    counts.outsideScan += outside
    counts.belowSensitivity += sent - unsent - lost - outside - written
  }
}

/// Advertisements that were sent, and the reasons for which they were not received; each counts once, under the first
/// reason that applies.
public struct TransmissionCounts: Hashable, Sendable {
  /// All advertisements that beacons sent within the lap.
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
  /// Received, but not reported, because its beacon had already been reported.
  public var duplicates = 0

  public init() {}
}
