import Documents
public import World

/// Writes streams as the rows of a readings file, piece by piece and fast.
///
/// Times are in seconds with as many of six decimals as they need, levels in dBm; reading the rows back gives the
/// same stream. A transmitter is its address, followed by `/public` when that is not random, and by `@` and the
/// measured power in dBm when that is not the site's.
public struct ReadingsWriter: Sendable {
  /// The columns that may be left out when they would say nothing.
  public struct Columns: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The name of the receiver.
    public static let receiver = Columns(rawValue: 1)
    /// The address of the transmitter.
    public static let transmitter = Columns(rawValue: 2)
    /// The advertising channel.
    public static let channel = Columns(rawValue: 4)
    /// The number of advertisements of an average.
    public static let count = Columns(rawValue: 8)
  }

  /// The rows so far, from the names of the columns on.
  public private(set) var bytes: [UInt8]
  private let columns: Columns
  private let site: Site?
  private let end: [UInt8]
  /// What stands before and behind the level, by transmitter.
  private var beacons: [[UInt8]] = []
  private var transmitters: [[UInt8]] = []
  private var receivers: [[UInt8]] = []

  /// - Parameters:
  ///   - columns: Those that are written beside time, beacon and RSSI.
  ///   - site: The one that the streams' anchors were made from; nil for none.
  ///   - lap: Written in a column of its own when given.
  public init(columns: Columns = [.transmitter, .channel], site: Site? = nil, lap: Int? = nil) {
    self.columns = columns
    self.site = site
    end = Array((lap.map { ",\($0)" } ?? "").utf8) + [0x0A]
    let given = [
      true, true, true, columns.contains(.receiver), columns.contains(.transmitter),
      columns.contains(.channel), columns.contains(.count), lap != nil,
    ]
    bytes = Array((zip(ReadingsTable.names, given).filter(\.1).map(\.0).joined(separator: ",") + "\n").utf8)
  }

  /// Appends a piece; the directory may have grown since the last one.
  public mutating func append(_ stream: AdvertisementStream, directory: StreamDirectory) {
    learn(directory)
    bytes.reserveCapacity(bytes.count + stream.count * 56)
    // The columns themselves: a stream's own subscript would make an advertisement of each row.
    let (times, names, levels) = (stream.microseconds, stream.transmitters, stream.levels)
    let (heardBy, channels, counts) = (stream.receivers, stream.channels, stream.counts)
    for index in times.indices {
      let transmitter = Int(names[index])
      append(microseconds: times[index])
      bytes += beacons[transmitter]
      append(level: levels[index].value)
      if columns.contains(.receiver) { bytes += receivers[Int(heardBy[index])] }
      bytes += transmitters[transmitter]
      if columns.contains(.channel) {
        bytes.append(UInt8(ascii: ","))
        if channels[index] != 0 { append(number: UInt64(channels[index])) }
      }
      if columns.contains(.count) {
        bytes.append(UInt8(ascii: ","))
        append(number: UInt64(counts[index].magnitude))
      }
      bytes += end
    }
  }

  private mutating func append(microseconds: Int64) {
    if microseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    append(number: whole)
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var rest = fraction
    var unit: UInt64 = 100_000
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
      rest %= unit
      unit /= 10
    }
  }

  private mutating func append(level: Double) {
    guard let whole = Int(exactly: level) else {
      bytes += Array("\(level)".utf8)
      return
    }
    if whole < 0 { bytes.append(UInt8(ascii: "-")) }
    append(number: UInt64(whole.magnitude))
  }

  private mutating func append(number: UInt64) {
    if number >= 10 { append(number: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

/// What stays the same from row to row.
extension ReadingsWriter {
  private mutating func learn(_ directory: StreamDirectory) {
    for transmitter in directory.transmitters.dropFirst(beacons.count) {
      beacons.append(Array(",\(csvField(directory.anchors[transmitter.anchor].id)),".utf8))
      let name = columns.contains(.transmitter) ? "," + name(of: transmitter) : ""
      transmitters.append(Array(name.utf8))
    }
    for receiver in directory.receivers.dropFirst(receivers.count) {
      receivers.append(Array(",\(csvField(receiver))".utf8))
    }
  }

  /// Whether a transmitter has something to say beyond its beacon.
  static func hasName(_ transmitter: StreamDirectory.Transmitter, site: Site?) -> Bool {
    transmitter.address != nil || transmitter.measuredPower != usualPower(of: transmitter, site)
  }

  private static func usualPower(of transmitter: StreamDirectory.Transmitter, _ site: Site?) -> DBm? {
    guard let anchors = site?.anchors, anchors.indices.contains(transmitter.anchor) else { return nil }
    return anchors[transmitter.anchor].measuredPower
  }

  private func name(of transmitter: StreamDirectory.Transmitter) -> String {
    let address = transmitter.address.map { $0.isRandom ? "\($0)" : "\($0)/public" } ?? ""
    guard transmitter.measuredPower != Self.usualPower(of: transmitter, site) else { return address }
    return address + "@" + (transmitter.measuredPower.map { short($0.value) } ?? "")
  }
}
