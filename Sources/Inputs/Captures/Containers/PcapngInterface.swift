/// One interface of a pcapng section: the encapsulation of its packets, and the units of its clock.
struct PcapngInterface: Sendable {
  let linkType: Int
  /// Nil for packets that are not Bluetooth, or not supported.
  let encapsulation: Encapsulation?
  let snapLength: Int
  private var clock = Clock.microseconds(perTick: 1)
  /// Seconds to add to every time.
  private var clockOffset: Int64 = 0

  private enum Clock: Sendable {
    case microseconds(perTick: UInt64)
    case ticks(perMicrosecond: UInt64)
    case binary(shift: UInt64)
    /// Ticks so fine that a microsecond needs more than 64 bits of them: the clock never advances.
    case still
  }

  /// Reads the body of an interface description block; missing options have the defaults of the draft.
  init(_ body: RawSpan, _ order: ByteOrder) {
    linkType = body.byteCount >= 2 ? Int(body.integer16(at: 0, order)) : -1
    encapsulation = Encapsulation(linkType: linkType)
    let snap = body.byteCount >= 8 ? Int(body.integer32(at: 4, order)) : 0
    snapLength = snap == 0 ? Int.max : snap
    var place = 8
    while place + 4 <= body.byteCount {
      let code = body.integer16(at: place, order)
      let length = Int(body.integer16(at: place + 2, order))
      guard code != 0, place + 4 + length <= body.byteCount else { break }
      if code == Option.timeResolution, length >= 1 { clock = Self.clock(body.byte(at: place + 4)) }
      if code == Option.timeOffset, length >= 8 {
        let (a, b) = (body.integer32(at: place + 4, order), body.integer32(at: place + 8, order))
        let (high, low) = order == .bigEndian ? (a, b) : (b, a)
        clockOffset = Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
      }
      place += 4 + (length + 3) / 4 * 4
    }
  }

  /// Microseconds since 1970, truncated. A time that does not fit in 64 bits wraps round, since it is wrong in any case.
  func microseconds(_ ticks: UInt64) -> Int64 {
    let time: UInt64
    switch clock {
    case .microseconds(let perTick): time = ticks &* perTick
    case .ticks(let perMicrosecond): time = ticks / perMicrosecond
    case .binary(let shift):
      let (high, low) = ticks.multipliedFullWidth(by: 1_000_000)
      time = shift == 0 ? low : high << (64 - shift) | low >> shift
    case .still: time = 0
    }
    return Int64(truncatingIfNeeded: time) &+ clockOffset &* 1_000_000
  }

  /// The resolution octet: a negative power of 10, or of 2 when its top bit is set.
  private static func clock(_ resolution: UInt8) -> Clock {
    let exponent = Int(resolution & 0x7F)
    guard resolution & 0x80 == 0 else {
      return exponent < 64 ? .binary(shift: UInt64(exponent)) : .still
    }
    let distance = abs(exponent - 6)
    guard distance <= 19 else { return .still }
    let factor = (0..<distance).reduce(UInt64(1)) { product, _ in product * 10 }
    return exponent <= 6 ? .microseconds(perTick: factor) : .ticks(perMicrosecond: factor)
  }

  private enum Option {
    static let timeResolution: UInt16 = 9
    static let timeOffset: UInt16 = 14
  }
}
