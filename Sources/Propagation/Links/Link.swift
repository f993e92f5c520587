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
    let lossPerMetre: Float
    let sensitivity: Float
    /// The standard deviation of that from packet to packet.
    let edge: Float
    let saturation: Float
    let wholeDBm: Bool
    /// Whether packets that are missed are kept and marked.
    let keepsMissed: Bool
    /// Microseconds at which the stream ends, or the transmitter falls silent.
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
  private let waves: WaveLanes?
  private var noise: NormalLanes
  private var edges: NormalLanes
  /// Nanoseconds at which the next packet is sent.
  private var clock: Int64

  init(
    _ sender: Sender, law: LevelLaw, fading: Fading, timing: Timing, transmitter: Int, seed: Seed
  ) {
    (place, floor) = (sender.place, sender.floor)
    self.law = law
    self.timing = timing
    self.transmitter = Int64(transmitter)
    group = sender.shadow / 8
    lane = sender.shadow % 8
    packets = RandomLanes(seed.derived("packets"))
    fades = RandomLanes(seed.derived("fades"))
    waves = WaveLanes(fading, from: sender.place, seed: seed)
    noise = NormalLanes(seed.derived("noise"))
    edges = NormalLanes(seed.derived("edges"))
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
    let scanner = scene.scanner
    var (packets, fades, noise, edges) = (packets, fades, noise, edges)
    while clock < end * 1000 {
      let (chances, delays) = packets.nextHalves()
      let times = nextTimes(delays)
      let seconds = cursor.advance(to: times)
      let uniform = RandomLanes.uniform(chances)
      var packet = Packets(times: times, chances: uniform, levels: law.levels, timing)
      if let scanner { packet.tune(to: scanner, chances: uniform, levels: law.levels) }
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
      if let waves { packet.level += waves.gain(cursor.lanes, seconds, times, packet.channels) }
      if law.noise > 0 { packet.level += noise.next() * law.noise }
      if timing.edge > 0 { packet.threshold += edges.next() * timing.edge }
      if timing.lossPerMetre > 0 {
        packet.loss += LevelLaw.distance(cursor.lanes, seconds) * timing.lossPerMetre
      }
      written += packet.deliver(to: heard + written, of: transmitter, timing, &outcomes)
      blocks += 1
    }
    counts.sent += blocks * 8 - outcomes.unsent
    if !timing.keepsMissed {
      let (lost, outside) = (Int(outcomes.lost.wrappedSum()), Int(outcomes.outsideScan.wrappedSum()))
      counts.lost += lost
      counts.outsideScan += outside
      counts.belowSensitivity += blocks * 8 - outcomes.unsent - lost - outside - written
    }
    (self.packets, self.fades, self.noise, self.edges) = (packets, fades, noise, edges)
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
