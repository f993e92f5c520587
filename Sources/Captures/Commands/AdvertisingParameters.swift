/// What LE Set Advertising Parameters sets: how often something is sent, how, and on which channels.
///
/// Source: Bluetooth Core 5.4, volume 4, part E, 7.8.5.
public struct AdvertisingParameters: Hashable, Sendable, Encodable {
  /// The bounds of the time from one advertisement to the next, without its random delay.
  public let leastMilliseconds: Double
  public let mostMilliseconds: Double
  /// connectable, directed, scannable or nonConnectable; unknown for a number that the Core gives no meaning.
  public let kind: String
  /// Out of 37, 38 and 39.
  public let channels: [Int]

  /// How many octets the command takes.
  static let size = 15

  /// Nil when there are fewer octets than the command takes.
  init?(_ octets: [UInt8]) {
    guard octets.count >= Self.size else { return nil }
    func interval(at place: Int) -> Double {
      Double(UInt16(octets[place]) | UInt16(octets[place + 1]) << 8) * 0.625
    }
    leastMilliseconds = interval(at: 0)
    mostMilliseconds = interval(at: 2)
    // As in reports, but for 4, directed advertising of low duty.
    kind = "\(octets[4] == 4 ? .directed : AdvertisingKind(legacyEventType: octets[4]))"
    channels = (0..<3).filter { octets[13] & 1 << $0 != 0 }.map { 37 + $0 }
  }
}
