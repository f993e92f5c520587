import NumericalMethods
import Radio
import World

extension Building {
  /// A link for each transmitter, in the order of the anchors.
  func links(timing: Link.Timing, receiver: ReceiverSettings, lap: Seed) -> [Link] {
    let unitOffset = unitOffset(of: receiver)
    var links: [Link] = []
    for (anchorIndex, anchor) in site.anchors.enumerated() {
      for (number, place) in anchor.transmitters.enumerated() {
        let name = TransmitterName(anchor: anchor.id, index: number)
        let law = LevelLaw(
          channel: channel, receiver: receiver, unitOffset: unitOffset,
          offsets: channelOffsets(of: name, lap: lap))
        links.append(
          Link(
            place: place, floor: anchor.floor, law: law, timing: timing, transmitter: links.count,
            anchor: anchorIndex, seed: name.seed(in: lap)))
      }
    }
    return links
  }

  /// What the links of a lap share.
  func scene(walk: Walk, hand: Hand, duration: Double) -> Scene {
    var path: PathGraph?
    if case .path = shadowPlan { path = site.path }
    return Scene(
      track: Track(of: walk, on: path, duration: duration), hand: hand,
      body: channel.body, obstacles: channel.obstacles ? site.obstacles : [], pathLoss: channel.pathLoss,
      floors: site.floors.map(\.level), shadows: shadowPlan)
  }
}

extension Link.Timing {
  init(_ beacons: BeaconSettings, _ receiver: ReceiverSettings, finish: Int64) {
    interval = Int64((beacons.interval * 1e9).rounded())
    delay = UInt64((beacons.delay * 1e9).rounded())
    loss = Float(beacons.loss)
    sensitivity = Float(receiver.sensitivity.value)
    wholeDBm = receiver.wholeDBm
    self.finish = finish
  }
}

extension Anchor {
  /// The address of one of its transmitters: a static random one (Bluetooth Core, volume 6, part B, 1.3.2.1),
  /// the same in every study.
  func address(ofTransmitter number: Int) -> DeviceAddress {
    var seed = Seed(0).derived(id, number)
    if let identity {
      seed = Seed(identity.uuid.high).derived(
        "address", Int(truncatingIfNeeded: identity.uuid.low), Int(identity.major), Int(identity.minor),
        number)
    }
    return DeviceAddress(octets: seed.value >> 16 | 0xC000_0000_0000, isRandom: true)
  }
}
