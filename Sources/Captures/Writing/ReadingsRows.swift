public import World

/// Writes streams as the rows of a readings file, fast.
///
/// The columns are `time_s,beacon,rssi_dbm,transmitter,channel`; the last stays empty where it is not known. Times
/// have as many of six decimals as they need. A transmitter is its address, `/public` when that is not random,
/// and `@` and the measured power in dBm.
public struct ReadingsRows: Sendable {
  /// The rows so far, from the names of the columns on.
  public private(set) var bytes = Array("time_s,beacon,rssi_dbm,transmitter,channel\n".utf8)
  private var names: [Names] = []

  /// What stays the same from row to row.
  private struct Names: Sendable {
    var beforeLevel: [UInt8]
    var afterLevel: [UInt8]
  }

  public init() {}

  /// Appends a piece; the directory may have grown since the last one.
  public mutating func append(_ stream: AdvertisementStream, directory: StreamDirectory) {
    for transmitter in directory.transmitters.dropFirst(names.count) {
      names.append(Self.names(of: transmitter, in: directory))
    }
    bytes.reserveCapacity(bytes.count + stream.count * 56)
    let (times, transmitters) = (stream.microseconds, stream.transmitters)
    let (levels, channels) = (stream.levels, stream.channels)
    for index in times.indices {
      append(microseconds: times[index])
      let around = names[Int(transmitters[index])]
      bytes += around.beforeLevel
      append(level: levels[index].value)
      bytes += around.afterLevel
      if channels[index] != 0 { append(number: UInt64(channels[index])) }
      bytes.append(0x0A)
    }
  }

  /// Gives the rows away and goes on without them, so that memory stays bounded.
  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
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

  private static func names(of transmitter: StreamDirectory.Transmitter, in directory: StreamDirectory)
    -> Names
  {
    let address = transmitter.address.map { $0.isRandom ? "\($0)" : "\($0)/public" } ?? ""
    let power = transmitter.measuredPower.map { "@\($0.value)" } ?? ""
    return Names(
      beforeLevel: Array(",\(directory.anchors[transmitter.anchor].id),".utf8),
      afterLevel: Array(",\(address)\(power),".utf8))
  }
}
