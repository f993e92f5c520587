public import Radio
public import World

/// The distance of one beacon at one callback of the phone, from that callback's reading alone, without filters.
public struct RangeMoment: Hashable, Sendable {
  /// Seconds since t = 0: the end of the reading's window.
  public let time: Double
  /// The id in the site or, without a site, the identity.
  public let beacon: String
  /// How many advertisements the reading is the average of.
  public let advertisements: Int
  /// The mean over the window, in dBm.
  public let level: DBm
  /// Metres by the assumed law at that level.
  public let distance: Double
  /// The proximity zone of ``distance``.
  public let zone: Zone
  /// 1 for the nearest beacon at that callback; of equally near ones the first in the site.
  public let rank: Int
}
