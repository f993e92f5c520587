import NumericalMethods
import World

/// One transmitter on its way to the phone: when it sends, what is lost, and at which level the rest arrives.
///
/// Its random numbers come from streams of its own, so many for each packet sent whatever becomes of it, so that
/// changing a setting, or adding a beacon, moves nobody's draws.
struct Link: Sendable {
  /// What chance and the clock need to know, the same for every transmitter.
  struct Timing: Sendable {
    /// Nanoseconds between events without the delay, and the longest delay.
    let interval: Int64
    let delay: UInt64
    let loss: Float
    let sensitivity: Float
    let wholeDBm: Bool
    /// Microseconds at which the stream ends.
    let finish: Int64

    /// Microseconds by which a block of packets may reach past a moment before which it began.
    var overhang: Int64 { (interval + Int64(delay)) / 1000 * 8 + 8 }
  }

  /// Where it hangs, on which floor.
  let place: Point
  let floor: Int
  let law: LevelLaw
  let timing: Timing
  let transmitter: Int64
  /// Which eight anchors it belongs to, and which of them it is.
  let group: Int
  let lane: Int
  private var packets: RandomLanes
  private var fades: RandomLanes
  private var noise: NormalLanes
  /// Nanoseconds at which the next packet is sent.
  private var clock: Int64

  init(
    place: Point, floor: Int, law: LevelLaw, timing: Timing, transmitter: Int, anchor: Int, seed: Seed
  ) {
    self.place = place
    self.floor = floor
    self.law = law
    self.timing = timing
    self.transmitter = Int64(transmitter)
    group = anchor / 8
    lane = anchor % 8
    packets = RandomLanes(seed.derived("packets"))
    fades = RandomLanes(seed.derived("fades"))
    noise = NormalLanes(seed.derived("noise"))
    var phase = RandomStream(seed.derived("phase"))
    clock = Int64(phase.uniform() * Double(timing.interval))
  }

  /// The most packets that it can send in so many microseconds, with those of one unfinished block.
  func mostPackets(in microseconds: Int64) -> Int { Int(microseconds * 1000 / timing.interval) + 16 }

  /// Sends everything before a moment, and up to seven packets more; gives how many were heard.
  ///
  /// - Parameters:
  ///   - end: microseconds since the stream began.
  ///   - shadows: the anchor's group, eight values a point; nil without shadowing.
  ///   - heard: room for ``mostPackets(in:)``.
  mutating func send(
    before end: Int64, in scene: Scene, shadows: UnsafePointer<Float>?,
    into heard: UnsafeMutablePointer<Heard>,
    counts: inout TransmissionCounts
  ) -> Int {
    guard clock < end * 1000 else { return 0 }
    let span = clock / 1000..<end + timing.overhang
    var cursor = StretchCursor(LinkGeometry(from: place, floor: floor, in: scene, during: span))
    var written = 0
    var blocks = 0
    var outcomes = Packets.Counts()
    let grid = GridLanes(scene.shadows, from: place)
    var (packets, fades, noise) = (packets, fades, noise)
    while clock < end * 1000 {
      let (chances, delays) = packets.nextHalves()
      let times = nextTimes(delays)
      let seconds = cursor.advance(to: times)
      var packet = Packets(times: times, chances: RandomLanes.uniform(chances), levels: law.levels)
      packet.level += law.mean(cursor.lanes, seconds)
      if let shadows {
        if let grid {
          packet.level += grid.shadow(cursor.lanes, seconds, shadows + lane) * law.shadowSigma
        } else {
          packet.level += law.shadow(cursor.lanes, seconds, shadows + lane)
        }
      }
      if let fade = law.fade {
        let (first, second) = fades.nextHalves()
        packet.level += LevelLaw.fade(fade, first, second)
      }
      if law.noise > 0 { packet.level += noise.next() * law.noise }
      written += packet.deliver(to: heard + written, of: transmitter, timing, &outcomes)
      blocks += 1
    }
    let (sent, lost) = (blocks * 8 - outcomes.unsent, Int(outcomes.lost.wrappedSum()))
    counts.sent += sent
    counts.lost += lost
    counts.belowSensitivity += sent - lost - written
    (self.packets, self.fades, self.noise) = (packets, fades, noise)
    return written
  }

  /// The microseconds at which the next eight packets are sent.
  @inline(__always)
  private mutating func nextTimes(_ delays: SIMD8<UInt32>) -> SIMD8<Int64> {
    // One by one and put together at the end: a lane set in place would go through memory.
    let first = nextTime(delays[0])
    let second = nextTime(delays[1])
    let third = nextTime(delays[2])
    let fourth = nextTime(delays[3])
    let fifth = nextTime(delays[4])
    let sixth = nextTime(delays[5])
    let seventh = nextTime(delays[6])
    return SIMD8(first, second, third, fourth, fifth, sixth, seventh, nextTime(delays[7]))
  }

  @inline(__always)
  private mutating func nextTime(_ delay: UInt32) -> Int64 {
    let time = Int64(truncatingIfNeeded: UInt64(truncatingIfNeeded: clock) / 1000)
    clock &+= timing.interval &+ Int64(truncatingIfNeeded: (UInt64(delay) &* timing.delay) &>> 32)
    return time
  }
}
