/// What was sent, and for which reason it was not heard; each advertisement counts once, at the first that holds.
public struct TransmissionCounts: Hashable, Sendable {
  public var sent = 0
  /// Sent while the receiver did not listen.
  public var outsideScan = 0
  /// Lost by chance, whatever the level.
  public var lost = 0
  /// Weaker than the receiver's sensitivity.
  public var belowSensitivity = 0
  /// Drowned by another beacon's advertisement.
  public var collided = 0
  /// Drowned by a burst of interference.
  public var interfered = 0
  /// Received, and not reported since its beacon had been before.
  public var duplicates = 0

  public init() {}

  public var heard: Int {
    sent - outsideScan - lost - belowSensitivity - collided - interfered - duplicates
  }

  public mutating func add(_ other: TransmissionCounts) {
    sent += other.sent
    outsideScan += other.outsideScan
    lost += other.lost
    belowSensitivity += other.belowSensitivity
    collided += other.collided
    interfered += other.interfered
    duplicates += other.duplicates
  }
}
