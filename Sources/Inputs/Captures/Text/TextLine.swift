/// A line of a printed capture, without the terminal's colours.
struct TextLine: Sendable {
  let text: String
  let words: [Substring]
  /// The number of spaces at its beginning.
  let indentation: Int

  init(_ bytes: RawSpan) {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.byteCount)
    var isInEscape = false
    for place in 0..<bytes.byteCount {
      let byte = bytes.byte(at: place)
      if isInEscape {
        // A colour is ESC [ numbers m; other commands end with a letter too.
        isInEscape = !(UInt8(ascii: "A")...UInt8(ascii: "z") ~= byte) || byte == UInt8(ascii: "[")
      } else if byte == 0x1B {
        isInEscape = true
      } else if byte != 0x0D {
        kept.append(byte)
      }
    }
    text = String(decoding: kept, as: UTF8.self)
    words = text.split(separator: " ")
    indentation = kept.prefix { $0 == 0x20 }.count
  }

  /// The text after a name and a colon at the beginning of the line; nil when the line begins differently.
  func value(of name: String) -> Substring? {
    let line = text.dropFirst(indentation)
    guard line.hasPrefix(name), line.dropFirst(name.count).first == ":" else { return nil }
    return line.dropFirst(name.count + 1).drop { $0 == " " }
  }

  /// The octets of words of two hexadecimal digits, from a word on until another word is not.
  func octets(from start: Int) -> [UInt8] {
    var octets: [UInt8] = []
    for word in words.dropFirst(start) {
      guard word.utf8.count == 2, let octet = UInt8(word, radix: 16) else { break }
      octets.append(octet)
    }
    return octets
  }

  /// The hexadecimal number in the last pair of brackets, `(0x3e)`; nil without.
  var bracketedNumber: Int? { Self.bracketedNumber(of: text) }

  static func bracketedNumber(of text: some StringProtocol) -> Int? {
    guard let start = text.lastIndex(of: "("), let end = text.lastIndex(of: ")"), start < end else {
      return nil
    }
    let inside = text[text.index(after: start)..<end]
    return inside.hasPrefix("0x") ? Int(inside.dropFirst(2), radix: 16) : Int(inside)
  }
}

/// Times as tools print them.
package enum PrintedTime {
  /// Microseconds of `1385633.123456` (seconds), `22:13:20.000000` (time of day) or a date and a time of day.
  ///
  /// - Returns: nil when the words are not a time.
  static func microseconds(day: Substring?, time: Substring) -> Int64? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last, let seconds = microseconds(ofSeconds: last) else { return nil }
    if parts.count == 1 { return seconds }
    guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]), 0...24 ~= hours,
      0...59 ~= minutes
    else { return nil }
    let ofDay = (hours * 60 + minutes) * 60_000_000 + seconds
    // Years far away wrap round, as they do in the captures that were printed; differences remain right.
    return ofDay &+ (day.flatMap(days) ?? 0) &* 86_400_000_000
  }

  /// Days from 1970-01-01 to a date `2013-11-28` of the Gregorian calendar.
  ///
  /// Ours: years are counted from March, so that the day of the leap year comes last.
  package static func days(_ date: Substring) -> Int64? {
    let parts = date.split(separator: "-").compactMap { Int64($0) }
    guard parts.count == 3, 0...999_999 ~= parts[0], 1...12 ~= parts[1], 1...31 ~= parts[2] else {
      return nil
    }
    let year = parts[1] > 2 ? parts[0] : parts[0] - 1
    let month = (parts[1] + 9) % 12
    let leaps =
      (year >= 0 ? year : year - 3) / 4 - (year >= 0 ? year : year - 99) / 100
      + (year >= 0 ? year : year - 399) / 400
    return year * 365 + leaps + (month * 153 + 2) / 5 + parts[2] - 1 - 719_468
  }

  /// `0.350268`: digits, a point and six digits.
  private static func microseconds(ofSeconds text: Substring) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 6, parts[0].utf8.count <= 12,
      let whole = Int64(parts[0]), let fraction = Int64(parts[1]), whole >= 0, fraction >= 0
    else { return nil }
    return whole * 1_000_000 + fraction
  }
}
