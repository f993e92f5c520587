import World

/// The commands that make a Linux machine advertise.
///
/// Source: Bluetooth Core 5.4, volume 4, part E, 7.8.5, 7.8.7 and 7.8.9; the manual pages of hcitool and btmgmt.
public struct AdvertisingCommands: Hashable, Sendable {
  /// Advertising data, at most 31 octets.
  public let data: [UInt8]
  /// The adapter's name, such as `hci0`.
  public let adapter: String
  /// The time from one advertisement to the next, in steps of 0.625 ms.
  public let intervalSteps: UInt16

  /// The capacity of legacy advertising.
  public static let mostOctets = 31

  /// Nil when there are more octets than fit, the name of the adapter has other characters than letters and
  /// digits, or the interval is outside 20 to 10,240 ms.
  public init?(data: [UInt8], adapter: String = "hci0", intervalMilliseconds: Double = 100) {
    guard data.count <= Self.mostOctets, !adapter.isEmpty, 20...10_240 ~= intervalMilliseconds,
      adapter.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    self.data = data
    self.adapter = adapter
    intervalSteps = UInt16((intervalMilliseconds / 0.625).rounded())
  }

  /// The data as `02 01 1A …`.
  public var hexadecimal: String { data.hexadecimal(separator: " ") }

  /// The data as `0x02, 0x01, 0x1A, …`.
  public var bytes: String { data.map { "0x" + [$0].hexadecimal(separator: "") }.joined(separator: ", ") }

  /// LE Set Advertising Data: the number of significant octets, and 31 octets.
  public var hcitool: String {
    command(0x0008, [UInt8(data.count)] + data.fitted(to: Self.mostOctets))
  }

  /// The same for the kernel's own advertising, as its first instance.
  public var btmgmt: String { "btmgmt --index \(adapter) add-adv -d \(data.hexadecimal(separator: "")) 1" }

  /// The whole sequence: parameters of non-connectable advertising on all three channels, the data, and switching on.
  public var sequence: [String] {
    var parameters = [UInt8](littleEndian: intervalSteps, intervalSteps)
    // ADV_NONCONN_IND, the public address, no target address; channels 37, 38 and 39; no filter of scanners.
    parameters += [0x03, 0x00, 0x00] + [UInt8](repeating: 0, count: 6) + [0x07, 0x00]
    return [command(0x0006, parameters), hcitool, command(0x000A, [1])]
  }

  /// Switches advertising off.
  public var stop: String { command(0x000A, [0]) }

  private func command(_ number: UInt16, _ parameters: [UInt8]) -> String {
    let ocf = [UInt8](bigEndian: number).hexadecimal(separator: "")
    return "hcitool -i \(adapter) cmd 0x08 0x\(ocf) \(parameters.hexadecimal(separator: " "))"
  }
}

extension Sequence<UInt8> {
  /// Two upper-case digits an octet.
  package func hexadecimal(separator: String) -> String {
    map { padded($0, to: 2, uppercase: true) }.joined(separator: separator)
  }
}

/// The values of LE Set Advertising Parameters: the interval, the kind of advertising, and the channels.
///
/// Source: Bluetooth Core 5.4, volume 4, part E, 7.8.5.
public struct AdvertisingParameters: Hashable, Sendable {
  /// The least time from one advertisement to the next, without its random delay.
  public let leastMilliseconds: Double
  /// The greatest such time, no less than ``leastMilliseconds``.
  public let mostMilliseconds: Double
  /// connectable, directed, scannable or nonConnectable; unknown for a number that the Core gives no meaning.
  public let kind: String
  /// Some of 37, 38 and 39.
  public let channels: [Int]

  /// The number of octets that the command takes.
  package static let size = 15

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
