public import World

/// How a capture is made into a stream.
public struct ReplayOptions: Hashable, Sendable {
  /// Where the beacons hang; nil lets every identity in.
  public var site: Site?
  /// What makes an anchor.
  public var policy: IdentityPolicy
  /// Whether damage is an error or is counted.
  public var strictness: Strictness
  /// What the directory calls the one that heard.
  public var receiver: String
  /// Microseconds from record to record of a file without a clock, which `hcidump --raw` and `btmon` may make; 0
  /// puts all of it at t = 0.
  public var untimedSpacing: Int64

  /// A descriptor: once there is something to read on it, a live capture is over, whole but for what is still to come.
  public var stop: Int32?

  /// - Precondition: the spacing is not negative.
  public init(
    site: Site? = nil, policy: IdentityPolicy = .identity, strictness: Strictness = .lenient,
    receiver: String = "receiver", untimedSpacing: Int64 = 0, stop: Int32? = nil
  ) {
    precondition(untimedSpacing >= 0, "untimedSpacing must not be negative, was \(untimedSpacing)")
    self.site = site
    self.policy = policy
    self.strictness = strictness
    self.receiver = receiver
    self.untimedSpacing = untimedSpacing
    self.stop = stop
  }
}

/// What makes two advertisements come from the same anchor.
///
/// Identity and address are different things: in recorded files one identity comes from several addresses, and
/// addresses of one beacon change every quarter of an hour.
public enum IdentityPolicy: String, CaseIterable, Hashable, Sendable {
  /// The same identity in its frames (``World/BeaconIdentity``), from whatever address; of a site's beacons that are
  /// known by their address, that.
  case identity
  /// The same address, whatever it sends.
  case address
  /// The same identity from the same address.
  case both
}
