import NumericalMethods
import World

extension Building {
  /// A link for each sender, in their order.
  ///
  /// - Parameters:
  ///   - lap: the number of the lap, counted from 0, and its seed.
  ///   - tracks: the tracks of beacons that walk, by anchor.
  ///   - phone: the name of the phone that hears, where there are several; nil for the first.
  ///   - finish: microseconds at which the stream ends.
  func links(
    of senders: [Sender], beacons: BeaconSettings, receiver: ReceiverSettings, lap: (number: Int, seed: Seed),
    tracks: [Int: Track], phone: String?, finish: Int64
  ) -> [Link] {
    let unitOffset = unitOffset(of: receiver, phone: phone)
    let changes = Dictionary(grouping: beacons.changes, by: \.beacon)
    return senders.enumerated().map { index, sender in
      // Powers of several changes of one beacon add up; of intervals, delays and battery losses the last counts, and
      // the earliest silence.
      let changes = sender.isRogue ? [] : changes[sender.name.anchor] ?? []
      let power = sender.power + power(of: sender, beacons, changes, lap: lap.number)
      let law = LevelLaw(
        channel: channel, receiver: receiver, unitOffset: unitOffset + power,
        offsets: channelOffsets(of: sender.name, lap: lap.seed))
      let timing = Link.Timing(
        beacons.changed(by: changes, missing: sender.missing), receiver,
        from: sender.from.microseconds(onLap: lap.number),
        until: ([sender.until] + changes.map(\.silence)).reduce(finish) {
          min($0, $1?.microseconds(onLap: lap.number) ?? .max)
        }, keepsMissed: receiver.hasReception)
      let track = sender.isRogue ? nil : tracks[sender.anchor]
      return Link(
        sender, movement: track.map { movement(of: sender, along: $0, lap: lap.seed) }, law: law,
        fading: channel.fading, timing: timing, transmitter: index,
        seed: sender.name.seed(in: lap.seed), phone: phone)
    }
  }

  private func movement(of sender: Sender, along track: Track, lap: Seed) -> MovingEnd {
    guard let shadowing = channel.shadowing, shadowing.sigma > 0 else {
      return MovingEnd(track: track, shadow: nil)
    }
    let (fixed, drawn) = (sender.name.seed(in: seed), sender.name.seed(in: lap))
    let shadow = LinkShadow(
      shadowing, fixed: fixed.derived("moving shadow"), lap: drawn.derived("moving shadow"))
    return MovingEnd(track: track, shadow: shadow)
  }

  /// Decibels by which one sender differs from the channel's level at one metre.
  private func power(
    of sender: Sender, _ beacons: BeaconSettings, _ changes: [BeaconChange], lap: Int
  ) -> Double {
    var power = changes.reduce(0) { $0 + $1.power.value }
    if beacons.powerDeviation > 0 {
      var random = RandomStream(sender.name.seed(in: seed).derived("power"))
      power += beacons.powerDeviation.value * random.normal()
    }
    let fading = changes.compactMap(\.batteryLoss).last ?? beacons.batteryLoss
    let fault = sender.battery
    return power - fading.value * Double(lap) - fault.loss.value * Double(max(lap - fault.lap, 0))
  }

  /// A walk on the path, where the shadowing is along it.
  func track(of walk: Walk, duration: Double) -> Track {
    var path: PathGraph?
    if case .path = shadowPlan { path = site.path }
    return Track(of: walk, on: path, duration: duration)
  }

  /// The parts of the simulation that all links of a lap share.
  func scene(_ track: Track, hand: Hand, shadows: ShadowPlan?, scanner: Scanner?, lap: Seed) -> Scene {
    Scene(
      track: track, hand: hand,
      body: channel.body, obstacles: channel.obstacles ? site.obstacles : [],
      crowd: channel.crowd.map { Crowd($0, on: site, lap: lap) }, pathLoss: channel.pathLoss,
      floors: site.floors.map(\.level), shadows: shadows, scanner: scanner)
  }
}

extension Link.Timing {
  init(
    _ beacons: BeaconSettings, _ receiver: ReceiverSettings, from start: Int64, until finish: Int64,
    keepsMissed: Bool
  ) {
    interval = Int64((beacons.interval * 1e9).rounded())
    delay = UInt64((beacons.delay * 1e9).rounded())
    loss = Float(beacons.loss)
    sensitivity = Float(receiver.sensitivity.value)
    wholeDBm = receiver.wholeDBm
    self.start = start
    self.finish = finish
    self.keepsMissed = keepsMissed
    lossPerMetre = Float(beacons.lossPerMetre)
    edge = Float(receiver.sensitivityEdge.value)
    saturation = Float(receiver.saturation.value)
  }
}

extension Anchor {
  /// The address of one of its transmitters: the one by which the site knows it, or a static random one (Bluetooth
  /// Core, volume 6, part B, 1.3.2.1), the same in every study.
  func address(ofTransmitter number: Int) -> DeviceAddress {
    if case .address(let address) = identity { return address }
    var seed = Seed(0).derived(id, number)
    if case .iBeacon(let identity) = identity {
      seed = Seed(identity.uuid.high).derived(
        "address", Int(truncatingIfNeeded: identity.uuid.low), Int(identity.major), Int(identity.minor),
        number)
    }
    return DeviceAddress(octets: seed.value >> 16 | 0xC000_0000_0000, isRandom: true)
  }
}

extension BeaconSettings {
  /// The same settings with one beacon's interval and delay, and with a further share of its advertisements lost.
  func changed(by changes: [BeaconChange], missing: Double = 0) -> BeaconSettings {
    var changed = self
    changed.interval = changes.compactMap(\.interval).last ?? interval
    changed.delay = changes.compactMap(\.delay).last ?? delay
    if missing > 0 { changed.loss = 1 - (1 - loss) * (1 - missing) }
    return changed
  }
}

extension ReceiverSettings {
  /// Whether the reception of a packet depends on other packets, in the air or received before.
  var hasReception: Bool { capture != nil || interference != nil || duplicatePeriod != nil }
}
