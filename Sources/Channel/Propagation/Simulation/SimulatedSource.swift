import Documents
public import NumericalMethods
public import World

/// The advertisements that a phone hears from the beacons of a building along one walk.
///
/// Every transmitter advertises each interval plus a random delay, on one of the channels 37, 38 and 39 at
/// random. Its level is the mean at its distance, less body loss and losses of obstacles, plus shadowing, channel
/// offset, unit offset, fading and noise; it is heard unless lost by chance or weaker than the sensitivity, and read in
/// whole dBm (halves to even) between -127 and 20. The stream is in order of time, advertisements of one
/// microsecond in the order of the anchors and their transmitters.
public struct SimulatedSource: AdvertisementSource {
  /// The site's anchors, and the transmitters heard so far.
  public private(set) var directory: StreamDirectory
  /// Counts of the advertisements put into the stream; a simulation leaves none out.
  public private(set) var tally = StreamTally()
  /// The end of the lap: a phone goes on calling back after the last packet.
  public var end: Int64? { done }
  /// The counts of transmissions and of their outcomes, as far as the source has been read.
  public private(set) var counts = TransmissionCounts()
  /// Whether the stream says on which channel an advertisement came.
  public let tellsChannel: Bool
  /// What its shadowing takes.
  public let shadowMemory: ShadowMemory
  private let building: Building
  private let lap: Seed
  /// Drawn with the first piece; nil without shadowing.
  private var shadows: ShadowField?
  private let scene: Scene
  private(set) var links: [Link] = []
  private var transmitters: [StreamDirectory.Transmitter] = []
  /// The anchor of each transmitter.
  private var anchors: [Int32] = []
  /// The index in the directory of each transmitter heard so far; -1 before.
  private var entries: [Int32]
  /// Microseconds: the end of the part that has been generated, the end of the stream, and the length generated at once.
  private var done: Int64 = 0
  private let finish: Int64
  private var pieceLength: Int64
  private let packetsAtOnce: Int
  /// The packets of the current piece of the stream, and those sent early for the next.
  private var heard: [Heard] = []
  private var order = TimeOrder()
  /// Nil where packets do not affect each other.
  private var reception: Reception?
  /// By anchor.
  private var nearables: [Nearable?] = []

  /// A lap's source; two with the same arguments give the same stream.
  ///
  /// - Parameters:
  ///   - transmission: the building, the beacons in it and the receiver.
  ///   - walk: the walk of the walker who carries the phone.
  ///   - hand: the one that carries the phone, for the body's loss.
  ///   - duration: seconds from t = 0; nothing is sent after it.
  ///   - beaconWalks: where beacons that walk are, by anchor of the site; each has one transmitter.
  ///   - nearables: beacons whose advertisements hold what their sensors measure.
  ///   - tellsChannel: false omits the channels, as HCI does.
  ///   - lap: its number, counted from 0, for batteries and beacons that fall silent.
  ///   - seed: the lap's.
  ///   - phone: the name of one of several phones that hear the same lap; nil for the first. Transmission times,
  ///     channels, shadowing, waves and people are common to all phones; each has its own offset, scanner, independent
  ///     fades, noise, losses and interference.
  ///   - packetsAtOnce: about how many packets are heard in one piece of the stream at most, which bounds the memory
  ///     that a long stream takes and changes nothing in it.
  /// - Throws: a duration beyond ten days.
  public init(
    of transmission: Transmission, walk: Walk, hand: Hand, duration: Double,
    beaconWalks: [Int: Walk] = [:], nearables: [Nearable] = [], tellsChannel: Bool = true, lap: Int = 0,
    seed: Seed,
    phone: String? = nil, packetsAtOnce: Int = 1 << 18
  ) throws(SettingFault) {
    try check("duration", duration, in: 0...864_000, "between 0 and 864000 s")
    let (building, beacons, receiver) = (transmission.building, transmission.beacons, transmission.receiver)
    let senders = transmission.senders
    directory = StreamDirectory(of: building.site)
    self.tellsChannel = tellsChannel
    let track = building.track(of: walk, duration: duration)
    (self.building, self.lap) = (building, seed)
    finish = Int64((duration * 1e6).rounded(.up))
    anchors = senders.map { Int32($0.anchor) }
    transmitters = senders.map(\.entry)
    entries = [Int32](repeating: -1, count: senders.count)
    let shortest = beacons.changes.compactMap(\.interval).reduce(beacons.interval) { min($0, $1) }
    let perSecond = Double(max(senders.count, 1)) / shortest
    self.packetsAtOnce = packetsAtOnce
    pieceLength = max(Int64(Double(packetsAtOnce) / perSecond * 1e6), 1_000_000)
    links = building.links(
      of: senders, beacons: beacons, receiver: receiver, lap: (lap, seed),
      tracks: beaconWalks.mapValues { Track(of: $0, on: nil, duration: duration) }, phone: phone,
      finish: finish)
    let own = phone.map { seed.derived("phone").derived($0) } ?? seed
    scene = building.scene(
      track, hand: hand, shadows: building.shadowPlan(along: track),
      scanner: receiver.scan.map { Scanner($0, lap: own) }, lap: seed)
    let audibility = Audibility(in: scene, fading: building.channel.fading)
    for index in links.indices {
      let law = links[index].law
      links[index].isAudible = audibility.reaches(
        links[index], shadow: SimulatedSource.tail * law.shadowSigma)
    }
    shadowMemory = building.shadowMemory(scene.shadows, groups: links.audibleGroups.count)
    self.nearables = nearables.byAnchor(of: directory)
    reception = Reception(receiver, transmitters: senders.count, lap: own)
  }

  /// The same from the settings of a single lap.
  public init(
    building: Building, walk: Walk, hand: Hand, duration: Double, beacons: BeaconSettings = BeaconSettings(),
    beaconWalks: [Int: Walk] = [:], receiver: ReceiverSettings = ReceiverSettings(),
    tellsChannel: Bool = true, lap: Int = 0, seed: Seed,
    phone: String? = nil, packetsAtOnce: Int = 1 << 18
  ) throws(SettingFault) {
    try self.init(
      of: Transmission(in: building, beacons: beacons, receiver: receiver), walk: walk, hand: hand,
      duration: duration, beaconWalks: beaconWalks, tellsChannel: tellsChannel, lap: lap, seed: seed,
      phone: phone, packetsAtOnce: packetsAtOnce)
  }

  /// Standard deviations that no shadow exceeds: the probability is 6e-16.
  private static let tail: Float = 8

  /// Draws the shadowing of links that may be heard, and leaves out those that then cannot.
  private mutating func drawShadows() {
    guard var field = building.shadows(lap: lap, on: scene.shadows, for: links.audibleGroups) else { return }
    let (audibility, greatest) = (Audibility(in: scene, fading: building.channel.fading), field.greatest)
    for index in links.indices where links[index].isAudible {
      let link = links[index]
      links[index].isAudible = audibility.reaches(
        link, shadow: greatest[link.group][link.lane] * link.law.shadowSigma)
    }
    field.keep(links.audibleGroups)
    shadows = field
  }

  /// Generates one piece; false once the lap is over.
  public mutating func next(into stream: inout AdvertisementStream) -> Bool {
    guard done < finish else { return false }
    if done == 0 { drawShadows() }
    let end = min(done + pieceLength, finish)
    let latest = send(before: end)
    // Most packets of a large building are too weak everywhere.
    if heard.count < packetsAtOnce / 4 { pieceLength = min(2 * pieceLength, finish) }
    heard = order.sorted(heard, from: done, through: latest)
    let known = end < finish ? end - (reception?.foresight ?? 0) : end
    let ready = heard.partitioningIndex { $0.microseconds >= known }
    if let passed = reception?.passed(heard, first: ready, counts: &counts) {
      deliver(passed, passed.count, into: &stream)
    } else {
      deliver(heard, ready, into: &stream)
    }
    heard.removeFirst(ready)
    done = end
    return done < finish
  }

  /// Lets every transmitter send, appends to the packets that were sent early, and returns the time of the last packet.
  private mutating func send(before end: Int64) -> Int64 {
    let waiting = heard
    let room = links.reduce(waiting.count) { $0 + $1.mostPackets(in: end - done) }
    var latest = waiting.last?.microseconds ?? done
    heard = [Heard](unsafeUninitializedCapacity: room) { heard, count in
      guard let base = heard.baseAddress else { return }
      count = waiting.withUnsafeBufferPointer { heard.initialize(fromContentsOf: $0) }
      for index in links.indices {
        let sent = send(index, before: end, into: base + count)
        count += sent
        // A transmitter's own packets are in order.
        if sent > 0 { latest = max(latest, heard[count - 1].microseconds) }
      }
    }
    return latest
  }

  /// Lets one transmitter send into a buffer, and returns how many packets were heard.
  private mutating func send(_ index: Int, before end: Int64, into room: UnsafeMutablePointer<Heard>) -> Int {
    // A transmitter that walks has its own shadowing.
    let shadows = links[index].movement == nil ? shadows : nil
    guard let group = shadows?.groups[links[index].group] else {
      return links[index].send(before: end, in: scene, shadows: nil, into: room, counts: &counts)
    }
    return group.withUnsafeBytes { bytes in
      links[index].send(
        before: end, in: scene, shadows: bytes.assumingMemoryBound(to: Float.self).baseAddress, into: room,
        counts: &counts)
    }
  }

  /// Appends the first packets, which are in order, and enters transmitters that are heard for the first time.
  private mutating func deliver(
    _ packets: [Heard], _ ready: Int, into stream: inout AdvertisementStream
  ) {
    for packet in packets[..<ready] where entries[packet.transmitter] < 0 {
      entries[packet.transmitter] = Int32(directory.index(of: transmitters[packet.transmitter]))
    }
    appendColumns(of: packets, ready, to: &stream)
    if nearables.contains(where: { $0 != nil }) {
      stream.append(
        sensorReports: packets[..<ready].compactMap { packet in
          let anchor = Int(anchors[packet.transmitter])
          return nearables[anchor]?.report(at: packet.microseconds, anchor: anchor)
        })
    }
    tally.delivered += ready
  }

  /// All fields in one pass, since each would read the packets again.
  private func appendColumns(of packets: [Heard], _ count: Int, to stream: inout AdvertisementStream) {
    var microseconds = [Int64](repeating: 0, count: count)
    var beacons = [Int32](repeating: 0, count: count)
    var transmitters = [Int32](repeating: 0, count: count)
    var levels = [DBm](repeating: DBm(0), count: count)
    var channels = [UInt8](repeating: 0, count: count)
    fill(
      microseconds.mutableSpan, beacons.mutableSpan, transmitters.mutableSpan, levels.mutableSpan,
      channels.mutableSpan, of: packets.span)
    stream.append(
      microseconds: microseconds, anchors: beacons, transmitters: transmitters, levels: levels,
      channels: channels)
  }

  private func fill(
    _ microseconds: consuming MutableSpan<Int64>, _ beacons: consuming MutableSpan<Int32>,
    _ transmitters: consuming MutableSpan<Int32>, _ levels: consuming MutableSpan<DBm>,
    _ channels: consuming MutableSpan<UInt8>, of packets: Span<Heard>
  ) {
    let (anchors, entries) = (anchors.span, entries.span)
    for index in microseconds.indices {
      let packet = packets[unchecked: index]
      microseconds[unchecked: index] = packet.microseconds
      beacons[unchecked: index] = anchors[packet.transmitter]
      transmitters[unchecked: index] = entries[packet.transmitter]
      levels[unchecked: index] = DBm(Double(packet.level))
      if tellsChannel { channels[unchecked: index] = packet.channel }
    }
  }
}

extension [Link] {
  /// The groups of eight to which those belong that may be heard and share the building's shadowing.
  fileprivate var audibleGroups: Set<Int> {
    Set(lazy.filter { $0.isAudible && $0.movement == nil }.map(\.group))
  }
}

/// What is sent in a building, and the receiver that hears it: checked once, and the same on every lap.
public struct Transmission: Sendable {
  /// The site, its channel and its faults.
  public let building: Building
  let beacons: BeaconSettings
  let receiver: ReceiverSettings
  let senders: [Sender]

  /// - Throws: a setting that no beacon or receiver can have.
  public init(
    in building: Building, beacons: BeaconSettings = BeaconSettings(),
    receiver: ReceiverSettings = ReceiverSettings()
  ) throws(SettingFault) {
    try beacons.validate()
    try beacons.validate(on: building.site)
    try receiver.validate()
    self.building = building
    self.beacons = beacons
    self.receiver = receiver
    senders = building.senders
    try check(
      "transmitters", Double(senders.count), in: 0...Double(Heard.transmitterLimit), "at most 1048576")
  }
}

/// Throws unless a number lies in a range; NaN lies in none.
func check(
  _ key: String, _ value: Double, in range: ClosedRange<Double>, _ expected: String
) throws(SettingFault) {
  guard range.contains(value) else {
    throw SettingFault(key: key, expected: expected, found: "\(value)")
  }
}
