public import World

/// How a capture is converted to a stream.
public struct ReplayOptions: Hashable, Sendable {
  /// The places of the beacons; nil to accept every identity.
  public var site: Site?
  /// What becomes of identities that the site does not have; without a site all become anchors.
  public var unknownBeacons: UnknownBeacons
  /// What distinguishes anchors.
  public var policy: IdentityPolicy
  /// Whether damage is an error or is only counted.
  public var strictness: Strictness
  /// The name of the receiver in the directory.
  public var receiver: String
  /// Microseconds between consecutive records of a file without a clock, which `hcidump --raw` and `btmon` can produce; 0
  /// puts all of them at t = 0.
  public var untimedSpacing: Int64

  /// The device whose advertisements are used, in a log of several receivers; nil for the only one.
  public var device: String?

  /// A descriptor; a live capture ends as soon as there is something to read on it, with everything received until then.
  public var stop: Int32?

  /// - Precondition: the spacing is not negative.
  public init(
    site: Site? = nil, unknownBeacons: UnknownBeacons = .counted, policy: IdentityPolicy = .identity,
    strictness: Strictness = .lenient,
    receiver: String = "receiver", untimedSpacing: Int64 = 0, device: String? = nil, stop: Int32? = nil
  ) {
    precondition(untimedSpacing >= 0, "untimedSpacing must not be negative, was \(untimedSpacing)")
    self.site = site
    self.unknownBeacons = unknownBeacons
    self.policy = policy
    self.strictness = strictness
    self.receiver = receiver
    self.untimedSpacing = untimedSpacing
    self.device = device
    self.stop = stop
  }
}

/// What makes two advertisements come from the same anchor.
///
/// Identity and address are different things: in recorded files one identity comes from several addresses, and the
/// addresses of one beacon change every quarter of an hour.
public enum IdentityPolicy: String, CaseIterable, Hashable, Sendable {
  /// The same identity in its frames (``World/BeaconIdentity``), from any address; for beacons that the site identifies by
  /// address, that address.
  case identity
  /// The same address, whatever its frames are.
  case address
  /// The same identity from the same address.
  case both
}
