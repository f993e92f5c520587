import World

extension Building {
  /// Every transmitter of every anchor in the order of the site, followed by the rogues. A transmitter that a fault
  /// changes during the study is listed once for each of its states.
  var senders: [Sender] {
    var senders: [Sender] = []
    func add(
      _ anchor: Int, _ number: Int, _ place: Point, _ floor: Int, _ shadow: Int, _ power: Double,
      from: LapMoment = LapMoment()
    ) {
      let site = site.anchors[anchor]
      senders += history(
        of: Sender(
          place: place, floor: floor, anchor: anchor, shadow: shadow,
          name: TransmitterName(anchor: site.id, index: number),
          entry: StreamDirectory.Transmitter(
            anchor: anchor, address: site.address(ofTransmitter: number), measuredPower: site.claimedPower),
          power: power, from: from))
    }
    for (index, anchor) in site.anchors.enumerated() {
      for (number, place) in anchor.transmitters.enumerated() {
        add(index, number, place, anchor.floor, index, 0)
      }
    }
    for (number, rogue) in rogues.enumerated() {
      guard let anchor = site.anchors.firstIndex(where: { $0.id == rogue.beacon }) else { continue }
      add(
        anchor, Sender.firstRogue + number, rogue.position, rogue.floor, site.anchors.count + number,
        rogue.power.value, from: rogue.from)
    }
    return senders
  }
}

extension Anchor {
  /// The measured power that its frames claim; nil for a beacon that is known by its address, whose frames are unknown.
  fileprivate var claimedPower: DBm? {
    if case .address = identity { nil } else { measuredPower }
  }
}

extension Sender {
  /// Whether it sends the identity of another beacon.
  var isRogue: Bool { name.index >= Sender.firstRogue }

  /// The number of the first rogue among an anchor's transmitters: larger than those of any pillar, so that adding a
  /// transmitter does not change the rogues' draws.
  fileprivate static let firstRogue = 1_000_000
}
