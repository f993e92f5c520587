import Documents
public import NumericalMethods
public import World

/// A site and its channel, with everything that stays the same from lap to lap.
public struct Building: Sendable {
  /// As it really is: misplaced beacons are dealt with by the faults.
  public let site: Site
  /// Path loss, shadowing, fading and the rest.
  public let channel: ChannelSettings
  /// The rogues of the scenario, and the clones among its faults.
  public let rogues: [RogueBeacon]
  /// In order of time.
  let faults: [Fault]
  /// The seed of everything that is fixed in the building, and of the phone's own offset.
  public let seed: Seed
  let shadowPlan: ShadowPlan?
  private let likeness: AnchorLikeness?
  /// The share of the shadowing that is fixed; nil when there is none, and where it would take too much memory and is drawn on each
  /// lap anew as far as it is needed.
  let fixedShadows: ShadowField?

  /// - Throws: a setting that no channel can have; `path` when there is shadowing and the site has no path.
  public init(
    site: Site, channel: ChannelSettings, rogues: [RogueBeacon] = [], faults: [Fault] = [], seed: Seed
  ) throws(SettingFault) {
    try channel.validate()
    for fault in faults { try fault.validate(on: site) }
    let rogues = rogues + faults.compactMap(\.rogue)
    for rogue in rogues { try rogue.validate(on: site) }
    let people = (channel.crowd?.count(on: site.box) ?? 0) * Double(site.floors.count)
    guard people <= CrowdSettings.limit else {
      throw SettingFault(
        key: "crowd.density", expected: "one that makes at most \(CrowdSettings.limit) people",
        found: "\(people)")
    }
    self.site = site
    self.rogues = rogues
    self.faults = faults.enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }
      .map(\.element)
    self.channel = channel
    self.seed = seed
    guard let shadowing = channel.shadowing, shadowing.sigma > 0 else {
      (shadowPlan, likeness, fixedShadows) = (nil, nil, nil)
      return
    }
    let plan = try ShadowPlan(for: shadowing, on: site)
    let shadowed = Building.shadowed(site, rogues, self.faults)
    likeness = try Building.likeness(shadowing, shadowed)
    shadowPlan = plan
    fixedShadows =
      shadowing.fixedShare > 0 && ShadowMemory.isKept(plan.points, shadowed.count)
      ? ShadowField(plan: plan, anchors: shadowed, likeness: likeness, seed: seed) : nil
  }

  /// Everything with its own shadowing: the site's anchors, then the rogues, then the true places of misplaced beacons.
  private static func shadowed(_ site: Site, _ rogues: [RogueBeacon], _ faults: [Fault]) -> [Anchor] {
    site.anchors
      + rogues.enumerated().map { number, rogue in
        Anchor(
          id: "\(rogue.beacon) rogue \(number)", identity: nil, position: rogue.position, floor: rogue.floor)
      }
      + faults.filter { $0.kind == .misplaced }.enumerated().map { number, fault in
        Anchor(id: "\(fault.beacon) misplaced \(number)", identity: nil, position: fault.position)
      }
  }

  private static func likeness(
    _ shadowing: Shadowing, _ anchors: [Anchor]
  ) throws(SettingFault) -> AnchorLikeness? {
    guard let decorrelation = shadowing.anchorDecorrelation else { return nil }
    guard anchors.count <= AnchorLikeness.anchorLimit else {
      throw SettingFault(
        key: "shadowing.beaconDecorrelation",
        expected: "absent with more than \(AnchorLikeness.anchorLimit) beacons",
        found: "one for \(anchors.count)")
    }
    return AnchorLikeness(of: anchors, decorrelation: decorrelation)
  }

  /// The memory that shadowing takes on a lap that draws a plan.
  ///
  /// - Parameter groups: the number of groups of eight beacons for which it is drawn.
  func shadowMemory(_ plan: ShadowPlan?, groups: Int) -> ShadowMemory {
    let memory = ShadowMemory(
      of: channel, on: site, extra: rogues.count + faults.count { $0.kind == .misplaced })
    return memory.passing(plan?.points ?? 0, hearing: likeness == nil ? 8 * groups : memory.beacons)
  }

  /// The shadowing that a lap draws, as far as that depends on its walk.
  func shadowPlan(along track: Track) -> ShadowPlan? {
    fixedShadows == nil ? shadowPlan?.covering(track) : shadowPlan
  }

  /// The shadowing of one lap, with unit variance; nil without shadowing.
  ///
  /// - Parameters:
  ///   - plan: where it is drawn; nil for all places.
  ///   - groups: the groups of eight for which it is; nil for all.
  func shadows(lap: Seed, on plan: ShadowPlan? = nil, for groups: Set<Int>? = nil) -> ShadowField? {
    guard let plan = plan ?? shadowPlan, let share = channel.shadowing?.fixedShare else { return nil }
    let anchors = Building.shadowed(site, rogues, faults)
    func field(_ seed: Seed) -> ShadowField {
      ShadowField(plan: plan, anchors: anchors, likeness: likeness, seed: seed, needed: groups)
    }
    guard share > 0 else { return field(lap) }
    guard share < 1 else { return fixedShadows ?? field(seed) }
    return field(lap).mixed(
      with: fixedShadows ?? field(seed), weights: (Float((1 - share).squareRoot()), Float(share.squareRoot()))
    )
  }

  /// The offsets of a transmitter's level on channels 37, 38 and 39, in decibels.
  func channelOffsets(of transmitter: TransmitterName, lap: Seed) -> [Double] {
    let settings = channel.channelOffsets
    guard settings.sigma > 0 else { return [0, 0, 0] }
    var fixed = RandomStream(transmitter.seed(in: seed).derived("offsets"))
    var drawn = RandomStream(transmitter.seed(in: lap).derived("offsets"))
    let weights = (settings.fixedShare.squareRoot(), (1 - settings.fixedShare).squareRoot())
    return (0..<3).map { _ in
      settings.sigma.value * (weights.0 * fixed.normal() + weights.1 * drawn.normal())
    }
  }

  /// The offset of the phone, in decibels.
  ///
  /// - Parameter phone: its name where there are several phones; nil for the first.
  func unitOffset(of receiver: ReceiverSettings, phone: String?) -> Double {
    let shared = seed.derived("receiver")
    var random = RandomStream(phone.map { shared.derived("phone").derived($0) } ?? shared)
    return receiver.unitOffset.value * random.normal()
  }
}

extension Building {
  /// The successive states of a sender under the faults, in order of time.
  func history(of sender: Sender) -> [Sender] {
    var states = [sender]
    for fault in faults where isConcerned(sender, by: fault) {
      var next = states[states.count - 1]
      guard fault.kind != .dead else {
        states[states.count - 1].until = fault.from
        break
      }
      change(&next, by: fault)
      if fault.from > next.from {
        states[states.count - 1].until = fault.from
        next.from = fault.from
        states.append(next)
      } else {
        states[states.count - 1] = next
      }
    }
    return states
  }

  private func isConcerned(_ sender: Sender, by fault: Fault) -> Bool {
    guard fault.kind != .cloned else { return false }
    return fault.beacons.isEmpty || !sender.isRogue && fault.beacons.contains(sender.name.anchor)
  }

  private func change(_ sender: inout Sender, by fault: Fault) {
    switch fault.kind {
    case .dead, .cloned: break
    case .fading: sender.battery = (fault.decibels, fault.from.lap)
    case .measuredPower: sender.power -= fault.decibels.value
    case .phoneOffset: sender.power += fault.decibels.value
    case .missing: sender.missing = 1 - (1 - sender.missing) * (1 - fault.share)
    case .misplaced:
      let number = faults.filter { $0.kind == .misplaced }.firstIndex(of: fault) ?? 0
      (sender.place, sender.floor) = (fault.position, fault.floor ?? sender.floor)
      sender.shadow = site.anchors.count + rogues.count + number
    case .exchanged:
      let other = fault.pair.first { $0 != sender.name.anchor }
      guard let index = site.anchors.firstIndex(where: { $0.id == other }) else { return }
      (sender.place, sender.floor) = (site.anchors[index].position, site.anchors[index].floor)
      sender.shadow = index
    }
  }
}

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
