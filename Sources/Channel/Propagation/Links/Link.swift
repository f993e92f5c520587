import NumericalMethods
import World

/// The link from one transmitter to the phone: when it sends, which packets are lost, and the levels of the rest.
///
/// Its random numbers come from its own streams, the same quantity for each packet whether or not it is received, so
/// that changing a setting or adding a beacon changes no other draws.
struct Link: Sendable {
  /// The settings of timing and random terms, the same for every transmitter.
  struct Timing: Sendable {
    /// Nanoseconds between events without the delay, and the longest delay.
    let interval: Int64
    let delay: UInt64
    let loss: Float
    let lossPerMetre: Float
    let sensitivity: Float
    /// The standard deviation of the sensitivity from packet to packet.
    let edge: Float
    let saturation: Float
    let wholeDBm: Bool
    /// Whether packets that are missed are kept and marked.
    let keepsMissed: Bool
    /// Microseconds at which the transmitter begins; 0 for the beginning of the stream.
    let start: Int64
    /// Microseconds at which the stream ends, or the transmitter falls silent.
    let finish: Int64

    /// Microseconds by which a block of packets that begins before a moment may extend beyond it.
    var overhang: Int64 { (interval + Int64(delay)) / 1000 * 8 + 8 }
  }

  /// Its position and floor.
  let place: Point
  let floor: Int
  /// Nil for a transmitter that does not move.
  let movement: MovingEnd?
  let law: LevelLaw
  let timing: Timing
  let transmitter: Int64
  /// The index of its group of eight anchors, and its index within the group.
  let group: Int
  let lane: Int
  /// Whether it may be heard somewhere: otherwise its packets are only counted.
  var isAudible = true
  private var packets: RandomLanes
  /// Random numbers that decide which packets are lost; nil where the packets' own numbers decide.
  private var losses: RandomLanes?
  private var fades: IndependentFades?
  private let waves: WaveLanes?
  private var noise: NormalLanes?
  private var edges: NormalLanes?
  /// Nanoseconds at which the next packet is sent.
  private var clock: Int64

  init(
    _ sender: Sender, movement: MovingEnd?, law: LevelLaw, fading: Fading, timing: Timing,
    transmitter: Int, seed: Seed, phone: String? = nil
  ) {
    // Transmissions and multipath waves are the same for all phones; independent fades, noise and losses are drawn for
    // each phone.
    let own = phone.map { seed.derived("phone").derived($0) } ?? seed
    losses = phone == nil ? nil : RandomLanes(own.derived("losses"))
    self.movement = movement
    (place, floor) = (sender.place, sender.floor)
    self.law = law
    self.timing = timing
    self.transmitter = Int64(transmitter)
    group = sender.shadow / 8
    lane = sender.shadow % 8
    packets = RandomLanes(seed.derived("packets"))
    fades = IndependentFades(fading, seed: own)
    waves = WaveLanes(fading, from: sender.place, seed: seed)
    noise = law.noise > 0 ? NormalLanes(own.derived("noise")) : nil
    edges = timing.edge > 0 ? NormalLanes(own.derived("edges")) : nil
    var phase = RandomStream(seed.derived("phase"))
    clock = Int64(phase.uniform() * Double(timing.interval))
  }

  /// The most packets that it can send in a number of microseconds, including those of one unfinished block.
  func mostPackets(in microseconds: Int64) -> Int { Int(microseconds * 1000 / timing.interval) + 16 }

  /// Sends everything before a moment, and up to seven packets more; returns how many were heard.
  ///
  /// - Parameters:
  ///   - end: microseconds since the stream began.
  ///   - shadows: the anchor's group, eight values a point; nil without shadowing.
  ///   - heard: room for ``mostPackets(in:)``.
  mutating func send(
    before end: Int64, in scene: Scene, shadows: UnsafePointer<Float>?,
    into heard: UnsafeMutablePointer<Heard>, counts: inout TransmissionCounts
  ) -> Int {
    guard clock < end * 1000 else { return 0 }
    guard isAudible else {
      passUnheard(before: end, in: scene, over: heard, counts: &counts)
      return 0
    }
    let span = clock / 1000..<end + timing.overhang
    let geometry =
      movement.map { LinkGeometry(following: $0, in: scene, during: span) }
      ?? LinkGeometry(from: place, floor: floor, in: scene, during: span)
    var cursor = StretchCursor(geometry)
    var phone = TrackCursor(scene.track, from: span.lowerBound)
    var beacon = TrackCursor(movement?.track ?? scene.track, from: span.lowerBound)
    let grid = GridLanes(scene.shadows, from: place)
    var scan = scene.scanner.map { ScanCursor($0) }
    var delivery = Delivery(of: transmitter, timing)
    withUnsafeTemporaryAllocation(of: PacketBlock.self, capacity: PacketBlock.count) { room in
      room.initialize(repeating: PacketBlock())
      while clock < end * 1000 {
        let blocks = schedule(before: end, with: &scan, in: room)
        var first = 0
        while first < blocks.count {
          let last = cursor.advance(over: blocks, from: first)
          let part = PacketBlocks(rebasing: blocks[first..<last])
          addPlaces(to: part, cursor.lanes, grid, shadows)
          first = last
        }
        movement?.shadow?.add(to: blocks, phone: &phone, beacon: &beacon)
        addChance(to: blocks)
        delivery.deliver(blocks, to: heard)
      }
    }
    delivery.add(to: &counts)
    return delivery.written
  }

  /// Counts the packets of a transmitter that is too weak everywhere; none is heard.
  private mutating func passUnheard(
    before end: Int64, in scene: Scene, over heard: UnsafeMutablePointer<Heard>,
    counts: inout TransmissionCounts
  ) {
    var scan = scene.scanner.map { ScanCursor($0) }
    var delivery = Delivery(of: transmitter, timing)
    withUnsafeTemporaryAllocation(of: PacketBlock.self, capacity: PacketBlock.count) { room in
      room.initialize(repeating: PacketBlock())
      while clock < end * 1000 {
        let blocks = schedule(before: end, with: &scan, in: room)
        drawLosses(for: blocks)
        for index in blocks.indices { blocks[index].level = SIMD8(repeating: -1000) }
        delivery.deliver(blocks, to: heard)
      }
    }
    delivery.add(to: &counts)
  }

  /// Sets when the next packets before a moment are sent, and on which channels, as far as there is room.
  private mutating func schedule(
    before end: Int64, with scan: inout ScanCursor?, in room: PacketBlocks
  ) -> PacketBlocks {
    var packets = packets
    var count = 0
    while count < room.count, clock < end * 1000 {
      let (chances, delays) = packets.nextHalves()
      room[count].times = nextTimes(delays)
      let uniform = RandomLanes.uniform(chances)
      if scan == nil {
        room[count].setChannels(by: uniform, levels: law.levels)
      } else {
        scan?.tune(&room[count], chances: uniform, levels: law.levels)
      }
      room[count].loss = SIMD8(repeating: timing.loss)
      room[count].threshold = SIMD8(repeating: timing.sensitivity)
      count += 1
    }
    self.packets = packets
    return PacketBlocks(rebasing: room[..<count])
  }

  /// Adds the terms that depend on the position alone, for blocks for which the lanes hold.
  private func addPlaces(
    to blocks: PacketBlocks, _ lanes: StretchLanes, _ grid: GridLanes?,
    _ shadows: UnsafePointer<Float>?
  ) {
    law.addMean(to: blocks, lanes)
    if let shadows {
      if let grid {
        for index in blocks.indices {
          blocks[index].level +=
            grid.shadow(lanes, blocks[index].seconds, shadows + lane) * law.shadowSigma
        }
      } else {
        for index in blocks.indices {
          blocks[index].level += law.shadow(lanes, blocks[index].seconds, shadows + lane)
        }
      }
    }
    waves?.add(to: blocks, lanes)
    if timing.lossPerMetre > 0 {
      for index in blocks.indices {
        blocks[index].loss += LevelLaw.distance(lanes, blocks[index].seconds) * timing.lossPerMetre
      }
    }
  }

  private mutating func drawLosses(for blocks: PacketBlocks) {
    guard var own = losses else { return }
    for index in blocks.indices { blocks[index].chance = RandomLanes.uniform(own.nextHalves().upper) }
    losses = own
  }

  /// Adds the random terms of each packet.
  private mutating func addChance(to blocks: PacketBlocks) {
    drawLosses(for: blocks)
    fades?.add(to: blocks)
    if noise != nil {
      noise?.draw(for: blocks)
      for index in blocks.indices { blocks[index].level += blocks[index].number * law.noise }
    }
    if edges != nil {
      edges?.draw(for: blocks)
      for index in blocks.indices { blocks[index].threshold += blocks[index].number * timing.edge }
    }
  }

  /// The microseconds at which the next eight packets are sent.
  @inline(__always)
  private mutating func nextTimes(_ delays: SIMD8<UInt32>) -> SIMD8<Int64> {
    // Computed one by one and combined at the end: setting a lane in place would go through memory.
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

/// A transmitter of the building.
struct Sender {
  var place: Point
  var floor: Int
  /// The index in the site of the anchor whose identity it sends.
  let anchor: Int
  /// The index of its shadowing.
  var shadow: Int
  let name: TransmitterName
  let entry: StreamDirectory.Transmitter
  /// Its power relative to the others, in decibels.
  var power: Double
  /// The share of its advertisements that a fault removes, in addition to those lost anyway.
  var missing = 0.0
  /// Decibels that a fault takes from its power per lap, and the lap from which they are counted.
  var battery: (loss: Decibels, lap: Int) = (0, 0)
  /// The moments from and until which it transmits in this state; `until` is nil for no end.
  var from = LapMoment()
  var until: LapMoment?
}

/// The number of a transmitter and its anchor, by which its random numbers are named.
struct TransmitterName: Hashable, Sendable {
  let anchor: String
  let index: Int

  func seed(in parent: Seed) -> Seed { parent.derived("beacon").derived(anchor, index) }
}
