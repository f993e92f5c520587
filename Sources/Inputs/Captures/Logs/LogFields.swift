import World

/// The fields of a line of text, by their places in it, and the values in them.
///
/// Nothing is copied: a log has millions of lines of which only a few numbers are wanted.
struct LogFields {
  /// The places of the first fields, at most ``most``.
  private var ends: InlineArray<16, Int32> = .init(repeating: 0)
  /// The number of fields, of which only the first ``most`` can be read.
  private(set) var count = 0

  static let most = 16

  /// Splits a line at each separator; a separator at the very end begins no further field.
  init(_ line: RawSpan, separator: UInt8) {
    var end = line.byteCount
    while end > 0, [0x0D, 0x20].contains(line.byte(at: end - 1)) { end -= 1 }
    if end > 0, line.byte(at: end - 1) == separator { end -= 1 }
    for place in 0..<end where line.byte(at: place) == separator { add(place) }
    if end > 0 { add(end) }
  }

  private mutating func add(_ end: Int) {
    if count < Self.most { ends[count] = Int32(end) }
    count += 1
  }

  /// The range of a field, empty if the row has no such field.
  subscript(field: Int) -> Range<Int> {
    guard field < min(count, Self.most) else { return 0..<0 }
    let first = field == 0 ? 0 : Int(ends[field - 1]) + 1
    return first..<max(first, Int(ends[field]))
  }
}

/// Values in text of ASCII, by their places.
extension RawSpan {
  /// A decimal number such as `-12.5` or `1.5E-7`, spaces around it allowed; nil for anything else.
  ///
  /// Rounded correctly for up to 15 digits; of longer numbers the rest of the digits is rounded too.
  func decimal(in range: Range<Int>) -> Double? {
    guard let number = DecimalNumber(self, range) else { return nil }
    return number.value
  }

  /// A decimal number in seconds, as whole microseconds; nil for anything else, and beyond 100,000 years.
  func microseconds(in range: Range<Int>) -> Int64? {
    guard let number = DecimalNumber(self, range) else { return nil }
    return number.scaled(by: 6)
  }

  /// A whole number within the range of its type; nil for anything else.
  func integer<Number: FixedWidthInteger>(in range: Range<Int>, as type: Number.Type = Number.self) -> Number?
  {
    guard let number = DecimalNumber(self, range), number.exponent == 0,
      let magnitude = Int64(exactly: number.digits)
    else { return nil }
    return Number(exactly: number.isNegative ? -magnitude : magnitude)
  }

  /// A device address: twelve hexadecimal digits, with or without colons; nil for anything else.
  func deviceAddress(in range: Range<Int>) -> UInt64? {
    guard let (digits, number) = hexadecimal(in: range), digits == 12 else { return nil }
    return number.low
  }

  /// A UUID: 32 hexadecimal digits, with or without hyphens; nil for anything else.
  func uuid(in range: Range<Int>) -> BeaconUUID? {
    guard let (digits, number) = hexadecimal(in: range), digits == 32 else { return nil }
    return number
  }

  /// Hexadecimal digits with any of `-:[] ` among them, and how many there are; nil for other characters, and beyond 32.
  func hexadecimal(in range: Range<Int>) -> (digits: Int, number: BeaconUUID)? {
    var (high, low, digits) = (UInt64(0), UInt64(0), 0)
    for place in range {
      let digit: UInt8
      switch byte(at: place) {
      case let octet where 0x30...0x39 ~= octet: digit = octet - 0x30
      case let octet where 0x41...0x46 ~= octet: digit = octet - 0x37
      case let octet where 0x61...0x66 ~= octet: digit = octet - 0x57
      case 0x2D, 0x3A, 0x5B, 0x5D, 0x20: continue
      default: return nil
      }
      guard digits < 32 else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
      digits += 1
    }
    return (digits, BeaconUUID(high: high, low: low))
  }

  /// The text, repaired where it is no UTF-8.
  func text(in range: Range<Int>) -> String {
    String(decoding: range.map { byte(at: $0) }, as: UTF8.self)
  }

  /// Whether exactly this text stands there.
  func holds(_ text: StaticString, in range: Range<Int>) -> Bool {
    range.count == text.utf8CodeUnitCount && holds(text, at: range.lowerBound)
  }
}

/// A decimal number before it is rounded: `digits * 10^exponent`.
private struct DecimalNumber {
  var digits: UInt64 = 0
  var exponent = 0
  var isNegative = false

  init?(_ text: RawSpan, _ range: Range<Int>) {
    var (place, end) = (range.lowerBound, range.upperBound)
    while place < end, text.byte(at: place) == 0x20 { place += 1 }
    while place < end, text.byte(at: end - 1) == 0x20 { end -= 1 }
    if place < end, text.byte(at: place) == 0x2D || text.byte(at: place) == 0x2B {
      isNegative = text.byte(at: place) == 0x2D
      place += 1
    }
    guard let point = takeDigits(text, &place, end) else { return nil }
    guard place < end else { return }
    guard text.byte(at: place) | 0x20 == 0x65, takeExponent(text, place + 1, end) else { return nil }
    _ = point
  }

  /// Digits with a point among them; nil where there are none.
  private mutating func takeDigits(_ text: RawSpan, _ place: inout Int, _ end: Int) -> Bool? {
    var (hasDigits, hasPoint) = (false, false)
    while place < end {
      let octet = text.byte(at: place)
      if octet == 0x2E, !hasPoint {
        hasPoint = true
      } else if 0x30...0x39 ~= octet {
        hasDigits = true
        // Nineteen digits always fit; more are finer than any clock and any sensor.
        if digits < 1_000_000_000_000_000_000 {
          digits = digits * 10 + UInt64(octet - 0x30)
          if hasPoint { exponent -= 1 }
        } else if !hasPoint {
          exponent += 1
        }
      } else {
        break
      }
      place += 1
    }
    return hasDigits ? hasPoint : nil
  }

  private mutating func takeExponent(_ text: RawSpan, _ start: Int, _ end: Int) -> Bool {
    var (place, sign, power, hasDigits) = (start, 1, 0, false)
    if place < end, text.byte(at: place) == 0x2D || text.byte(at: place) == 0x2B {
      sign = text.byte(at: place) == 0x2D ? -1 : 1
      place += 1
    }
    while place < end {
      let octet = text.byte(at: place)
      guard 0x30...0x39 ~= octet else { return false }
      hasDigits = true
      power = min(power * 10 + Int(octet - 0x30), 10_000)
      place += 1
    }
    exponent += sign * power
    return hasDigits
  }

  var value: Double? {
    let magnitude: Double
    switch exponent {
    case 0: magnitude = Double(digits)
    case -22 ... -1: magnitude = Double(digits) / Self.powers[-exponent]
    case 1...22: magnitude = Double(digits) * Self.powers[exponent]
    default:
      guard let number = Double("\(digits)e\(exponent)"), number.isFinite else { return nil }
      magnitude = number
    }
    return isNegative ? -magnitude : magnitude
  }

  /// The number times a power of ten, rounded; nil where that is beyond 3e18.
  func scaled(by power: Int) -> Int64? {
    var (number, exponent) = (digits, exponent + power)
    while exponent > 0, number < 300_000_000_000_000_000 {
      number *= 10
      exponent -= 1
    }
    guard exponent <= 0 || number == 0 else { return nil }
    while exponent < -1, number > 0 {
      number /= 10
      exponent += 1
    }
    if exponent == -1 { number = (number + 5) / 10 }
    guard let whole = Int64(exactly: number) else { return nil }
    return isNegative ? -whole : whole
  }

  /// Those powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }
}
