import World

/// Turns what an iBeacon's report says into the stream's indices.
struct ReplayedBeacons: Sendable {
  /// Where a report leads.
  enum Outcome: Hashable, Sendable {
    case known(anchor: Int32, transmitter: Int32)
    /// The UUID is not one of the site's.
    case foreignUUID
    /// The UUID is one of the site's, the major and minor are not.
    case unknownIdentity
  }

  private(set) var directory: StreamDirectory
  private let isOpen: Bool
  private var anchors: [BeaconIdentity: Int] = [:]
  private var uuids: Set<BeaconUUID> = []
  private var names: Set<String> = []
  private var cache = [CacheEntry?](repeating: nil, count: Self.cacheSize)

  /// Without a site every identity is let in, in the order of first hearing. With one, the first anchor of an
  /// identity stands for it.
  init(site: Site?, receiver: String) {
    isOpen = site == nil
    directory =
      site.map { StreamDirectory(of: $0, receivers: [receiver]) } ?? StreamDirectory(receivers: [receiver])
    for (index, anchor) in directory.anchors.enumerated() {
      guard let identity = anchor.identity else { continue }
      if anchors[identity] == nil { anchors[identity] = index }
      uuids.insert(identity.uuid)
    }
  }

  mutating func outcome(of frame: IBeaconFrame, from address: DeviceAddress) -> Outcome {
    let key = CacheKey(frame: frame, address: address)
    let slot = key.slot
    if let entry = cache[slot], entry.key == key { return entry.outcome }
    let outcome = lookUp(frame, from: address)
    cache[slot] = CacheEntry(key: key, outcome: outcome)
    return outcome
  }

  private mutating func lookUp(_ frame: IBeaconFrame, from address: DeviceAddress) -> Outcome {
    guard let anchor = anchors[frame.identity] ?? (isOpen ? add(frame.identity) : nil) else {
      return uuids.contains(frame.identity.uuid) ? .unknownIdentity : .foreignUUID
    }
    let transmitter = directory.index(
      of: StreamDirectory.Transmitter(
        anchor: anchor, address: address, measuredPower: DBm(Double(frame.measuredPower))))
    return .known(anchor: Int32(anchor), transmitter: Int32(transmitter))
  }

  private mutating func add(_ identity: BeaconIdentity) -> Int {
    let short = "\(identity.major)/\(identity.minor)"
    let name = names.insert(short).inserted ? short : identity.description
    let anchor = directory.add(StreamDirectory.Anchor(id: name, identity: identity))
    anchors[identity] = anchor
    return anchor
  }

  // One look at a slot instead of two dictionaries for each advertisement: a site's beacons all fit, and what
  // does not is only slower. Nothing depends on which slot an entry has.
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
