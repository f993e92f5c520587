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
