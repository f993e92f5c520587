import World

/// Maps reports to the stream's indices.
struct ReplayedBeacons: Sendable {
  /// The result of looking up a report.
  enum Outcome: Hashable, Sendable {
    case known(anchor: Int32, transmitter: Int32)
    /// Nothing identifies the sender, and its address belongs to no anchor.
    case notBeacon
    /// The UUID is not one of the site's.
    case foreignUUID
    /// The site has the UUID, but not the major and minor; or the identity has no UUID or is an address, and the site lacks
    /// it.
    case unknownIdentity
  }

  private(set) var directory: StreamDirectory
  /// Whether an unknown identity becomes an anchor.
  private let isOpen: Bool
  /// The number of anchors of the site, which come first.
  private let known: Int
  private let policy: IdentityPolicy
  private var anchors: [Key: Int] = [:]
  private var uuids: Set<BeaconUUID> = []
  private var names: [String: Int] = [:]
  private var cache = [CacheEntry?](repeating: nil, count: Self.cacheSize)

  /// Anchors that the site identifies by address, by the octets of that address.
  private var addresses: [UInt64: Int] = [:]
  /// The first anchor of the site whose identity was received from an address, by the octets of that address.
  private var senders: [UInt64: Int] = [:]

  /// What distinguishes an anchor, by the policy: identity, address, or both. The other part is nil.
  private struct Key: Hashable, Sendable {
    var identity: BeaconIdentity?
    var address: DeviceAddress?
  }

  /// Without a site every identity is accepted, in the order in which they are first heard. With one, an identity stands
  /// for its first anchor. By address, and by both, the site's anchors are found by their ids, which must be the names that
  /// they would have without a site. An anchor that the site identifies by address is found by that address, whatever it
  /// sends. Where unknown beacons are added, they are accepted as without a site.
  init(options: ReplayOptions) {
    let receivers = [options.receiver]
    isOpen = options.site == nil || options.unknownBeacons == .added
    known = options.site?.anchors.count ?? 0
    policy = options.policy
    directory =
      options.site.map { StreamDirectory(of: $0, receivers: receivers) }
      ?? StreamDirectory(receivers: receivers)
    for (index, anchor) in directory.anchors.enumerated() {
      if names[anchor.id] == nil { names[anchor.id] = index }
      guard let identity = anchor.identity else { continue }
      if case .address(let address) = identity {
        if addresses[address.octets] == nil { addresses[address.octets] = index }
        continue
      }
      if let numbers = identity.numbers { uuids.insert(numbers.uuid) }
      let key = Key(identity: identity)
      if policy == .identity, anchors[key] == nil { anchors[key] = index }
    }
  }

  mutating func outcome(of frame: IBeaconFrame, from address: DeviceAddress) -> Outcome {
    let key = CacheKey(frame: frame, address: address)
    let slot = key.slot
    if let entry = cache[slot], entry.key == key { return entry.outcome }
    let outcome = outcome(of: IdentifiedFrame(frame), from: address)
    cache[slot] = CacheEntry(key: key, outcome: outcome)
    return outcome
  }

  /// The result for an advertisement, with the frame that identifies its sender, if any.
  mutating func outcome(of frame: IdentifiedFrame?, from address: DeviceAddress) -> Outcome {
    guard let anchor = anchor(of: frame, from: address) else { return strangeness(of: frame, from: address) }
    if policy == .identity, frame != nil, anchor < known, senders[address.octets] == nil {
      senders[address.octets] = anchor
    }
    let transmitter = directory.index(
      of: StreamDirectory.Transmitter(anchor: anchor, address: address, measuredPower: frame?.measuredPower))
    return .known(anchor: Int32(anchor), transmitter: Int32(transmitter))
  }

  /// The result for an advertisement that one of several receivers heard: that is then the anchor.
  mutating func outcome(
    of receiver: String, frame: IdentifiedFrame?, from address: DeviceAddress
  ) -> Outcome {
    var anchor = names[receiver]
    if anchor == nil, isOpen {
      anchor = directory.add(StreamDirectory.Anchor(id: receiver, identity: nil))
      names[receiver] = anchor
    }
    guard let anchor else { return .unknownIdentity }
    let transmitter = directory.index(
      of: StreamDirectory.Transmitter(
        anchor: anchor, address: address.octets == 0 ? nil : address, measuredPower: frame?.measuredPower))
    return .known(anchor: Int32(anchor), transmitter: Int32(transmitter))
  }

  /// The anchor of the site that an address belongs to by the identity in its other frames; nil for none, and for an address
  /// that the site itself gives.
  ///
  /// Frames with sensor values do not name the site's identity. Eddystone's specification pairs telemetry with identity by the
  /// address (Google, "Eddystone Protocol Specification", Eddystone-TLM).
  func sender(at address: DeviceAddress) -> Int? {
    addresses[address.octets] == nil ? senders[address.octets] : nil
  }

  private mutating func anchor(of frame: IdentifiedFrame?, from address: DeviceAddress) -> Int? {
    let key: Key? =
      switch policy {
      case .identity: frame.map { Key(identity: $0.identity) }
      // Extended advertisements may be anonymous.
      case .address: address.octets == 0 ? nil : Key(address: address)
      case .both: frame.map { Key(identity: $0.identity, address: address) }
      }
    return key.flatMap { anchors[$0] ?? siteAnchor($0) } ?? addresses[address.octets]
      ?? key.flatMap { isOpen ? newAnchor($0) : nil }
  }

  /// Why an advertisement that belongs to no anchor is left out.
  private func strangeness(of frame: IdentifiedFrame?, from address: DeviceAddress) -> Outcome {
    guard let frame else {
      return policy == .address && address.octets != 0 ? .unknownIdentity : .notBeacon
    }
    return frame.identity.numbers.map { uuids.contains($0.uuid) } ?? true ? .unknownIdentity : .foreignUUID
  }

  /// The anchor of the site that has the name of a key, which is not an identity alone.
  private mutating func siteAnchor(_ key: Key) -> Int? {
    guard policy != .identity else { return nil }
    let anchor =
      name(of: key, inFull: false).flatMap { names[$0] } ?? name(of: key, inFull: true).flatMap { names[$0] }
    guard let anchor, anchor < known else { return nil }
    anchors[key] = anchor
    return anchor
  }

  /// Adds an anchor for a key that is met for the first time.
  private mutating func newAnchor(_ key: Key) -> Int {
    let short = name(of: key, inFull: false) ?? ""
    let id = names[short] == nil ? short : name(of: key, inFull: true) ?? short
    let anchor = directory.add(StreamDirectory.Anchor(id: id, identity: key.identity))
    names[id] = anchor
    anchors[key] = anchor
    return anchor
  }

  /// The identity, the address, or `identity@address`; in full with UUID or namespace, and with `/public` after a public
  /// address.
  private func name(of key: Key, inFull: Bool) -> String? {
    let identity = key.identity.map { inFull ? $0.description : $0.shortName }
    let address = key.address.map { inFull && !$0.isRandom ? "\($0)/public" : $0.description }
    guard let identity else { return address }
    return address.map { "\(identity)@\($0)" } ?? identity
  }

  // One look at a slot instead of two dictionary look-ups for each advertisement. A site's beacons all fit; more are only
  // slower. Results do not depend on which slot an entry has.
  private static let cacheSize = 2048

  private struct CacheEntry: Sendable {
    let key: CacheKey
    let outcome: Outcome
  }

  private struct CacheKey: Equatable, Sendable {
    let frame: IBeaconFrame
    let address: DeviceAddress

    var slot: Int {
      let identity = frame.identity
      let tail =
        UInt64(identity.major) << 24 ^ UInt64(identity.minor) << 8 ^ UInt64(frame.measuredPower.magnitude)
      let mixed =
        (identity.uuid.low ^ address.octets &* 0x9E37_79B9_7F4A_7C15 ^ tail) &* 0xBF58_476D_1CE4_E5B9
      return Int(truncatingIfNeeded: mixed >> 32) & (cacheSize - 1)
    }
  }
}
