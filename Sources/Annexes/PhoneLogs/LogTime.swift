import Captures

/// Times as logs of JSON have them.
enum LogTime {
  /// Microseconds since 1970 of `2021-06-03T11:50:59.909Z`, with up to six decimals used and `Z`, `+0100`, `+01:00` or both behind
  /// it, or of a number of seconds since 1970; nil for anything else.
  static func microseconds(_ text: Substring) -> Int64? {
    guard text.utf8.count >= 19, text.prefix(5).last == "-" else { return text.microseconds }
    let clock = text.dropFirst(11).prefix { $0.isNumber || $0 == ":" || $0 == "." }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard let day = PrintedTime.days(text.prefix(10)), ["T", " "].contains(text.dropFirst(10).first),
      parts.count == 3, let hours: Int64 = parts[0].integer(), 0...24 ~= hours,
      let minutes: Int64 = parts[1].integer(), 0...59 ~= minutes,
      let seconds = parts[2].microseconds, 0...61_000_000 ~= seconds, let zone = zone(text[clock.endIndex...])
    else { return nil }
    return ((day * 24 + hours) * 60 + minutes - zone) * 60_000_000 + seconds
  }

  /// Minutes east of Greenwich; 0 for nothing.
  private static func zone(_ text: Substring) -> Int64? {
    let zone = text.first == "Z" ? text.dropFirst() : text
    guard let sign = zone.first else { return 0 }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard sign == "+" || sign == "-", digits.utf8.count == 4, let number = Int64(digits), number >= 0
    else { return nil }
    let minutes = number / 100 * 60 + number % 100
    return sign == "+" ? minutes : -minutes
  }
}
