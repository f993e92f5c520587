/// The meaning of the indices in an advertisement stream.
///
/// Identifiers are turned into indices once, in the source, so that everything after it can keep arrays.
public struct StreamDirectory: Hashable, Sendable {
  /// One beacon or pillar, or without a site one identity.
  public struct Anchor: Hashable, Sendable {
    /// The site's name for it; without a site, the identity in the frames: `major/minor`, another identity or an address.
    public let id: String
    /// Nil for a receiver, and for an anchor that is known by its name only.
    public let identity: BeaconIdentity?

    public init(id: String, identity: BeaconIdentity?) {
      self.id = id
      self.identity = identity
    }
  }

  /// One transmitter: an address with an identity and a measured power. A beacon that changes its measured power has
  /// two entries.
  public struct Transmitter: Hashable, Sendable {
    /// An index into ``StreamDirectory/anchors``.
    public let anchor: Int
    /// The address it sends from; nil where the source does not say.
    public let address: DeviceAddress?
    /// The measured power in the frame, however implausible.
    public let measuredPower: DBm?

    public init(anchor: Int, address: DeviceAddress?, measuredPower: DBm?) {
      self.anchor = anchor
      self.address = address
      self.measuredPower = measuredPower
    }
  }

  /// The site's in its order, then those added by a source.
  public private(set) var anchors: [Anchor]
  /// In the order in which they were first heard.
  public private(set) var transmitters: [Transmitter] = []
  /// The names of the phones or fixed receivers, in the order of the receivers' indices.
  public private(set) var receivers: [String]
  private var transmitterIndices: [Transmitter: Int] = [:]

  public init(anchors: [Anchor] = [], receivers: [String] = ["receiver"]) {
    self.anchors = anchors
    self.receivers = receivers
  }

  /// The directory of everything that a site knows; a site's anchors keep their indices.
  public init(of site: Site, receivers: [String] = ["receiver"]) {
    self.init(anchors: site.anchors.map { Anchor(id: $0.id, identity: $0.identity) }, receivers: receivers)
  }

  /// Adds an anchor that is not in a site, and gives its index.
  public mutating func add(_ anchor: Anchor) -> Int {
    anchors.append(anchor)
    return anchors.count - 1
  }

  /// - Returns: the index of the new receiver; names may repeat.
  public mutating func add(receiver: String) -> Int {
    receivers.append(receiver)
    return receivers.count - 1
  }

  /// The index of a transmitter, which is added if it is new.
  public mutating func index(of transmitter: Transmitter) -> Int {
    if let known = transmitterIndices[transmitter] { return known }
    transmitters.append(transmitter)
    transmitterIndices[transmitter] = transmitters.count - 1
    return transmitters.count - 1
  }
}

/// What becomes of beacons in a recording that its site does not have.
public enum UnknownBeacons: Hashable, Sendable {
  /// Their readings are left out and counted.
  case counted
  /// They become anchors, after those of the site.
  case added
  /// The recording is refused.
  case refused
}
