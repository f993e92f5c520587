import World

/// Times as logs of JSON have them.
enum LogTime {
  /// Microseconds since 1970 of `2021-06-03T11:50:59.909Z`, with up to six decimals used and `Z`, `+0100`, `+01:00` or both behind
  /// it, or of a number of seconds since 1970; nil for anything else.
  static func microseconds(_ text: RawSpan, in range: Range<Int>) -> Int64? {
    guard range.count >= 19, text.byte(at: range.lowerBound + 4) == 0x2D else {
      return text.microseconds(in: range)
    }
    let start = range.lowerBound
    func number(_ place: Int, _ count: Int) -> Int64? {
      text.integer(in: start + place..<start + place + count)
    }
    guard let day = PrintedTime.days(text.text(in: start..<start + 10)[...]),
      [0x54, 0x20].contains(text.byte(at: start + 10)), let hours = number(11, 2), 0...24 ~= hours,
      text.byte(at: start + 13) == 0x3A, let minutes = number(14, 2), 0...59 ~= minutes
    else { return nil }
    var end = start + 17
    while end < range.upperBound, 0x2E...0x39 ~= text.byte(at: end) { end += 1 }
    guard let seconds = text.microseconds(in: start + 17..<end), 0...61_000_000 ~= seconds,
      let zone = zone(text, end..<range.upperBound)
    else { return nil }
    return ((day * 24 + hours) * 60 + minutes - zone) * 60_000_000 + seconds
  }

  /// Minutes east of Greenwich; 0 for nothing.
  private static func zone(_ text: RawSpan, _ range: Range<Int>) -> Int64? {
    var place = range.lowerBound
    if place < range.upperBound, text.byte(at: place) == 0x5A { place += 1 }
    guard place < range.upperBound else { return 0 }
    let sign = text.byte(at: place)
    guard sign == 0x2B || sign == 0x2D else { return nil }
    let digits = (place + 1..<range.upperBound).filter { text.byte(at: $0) != 0x3A }.map { text.byte(at: $0) }
    guard digits.count == 4, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let values = digits.map { Int64($0 - 0x30) }
    let minutes = (values[0] * 10 + values[1]) * 60 + values[2] * 10 + values[3]
    return sign == 0x2B ? minutes : -minutes
  }
}
