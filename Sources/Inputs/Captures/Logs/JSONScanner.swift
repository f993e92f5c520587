import Foundation

/// Finds the values of JSON text by their places, without a tree of them: exports have millions of values of which few are wanted.
///
/// What is skipped is not checked beyond its brackets and quotes. Source: RFC 8259.
struct JSONScanner {
  /// Where the next character is read.
  var place: Int
  let end: Int

  init(_ range: Range<Int>) { (place, end) = (range.lowerBound, range.upperBound) }

  /// The members of the object that begins here, each with its name and its value, both without quotes; nil where there is no whole
  /// object. Names with escaped characters are given as they are written.
  mutating func object(_ text: RawSpan) -> [(name: Range<Int>, value: Range<Int>)]? {
    guard take(0x7B, text) else { return nil }
    var members: [(name: Range<Int>, value: Range<Int>)] = []
    guard !take(0x7D, text) else { return members }
    repeat {
      guard let name = string(text), take(0x3A, text), let value = value(text) else { return nil }
      // Objects of logs have some ten.
      guard members.count < 10_000 else { return nil }
      members.append((name, value))
    } while take(0x2C, text)
    return take(0x7D, text) ? members : nil
  }

  /// Takes a character after any white space; false where another one stands.
  mutating func take(_ octet: UInt8, _ text: RawSpan) -> Bool {
    while place < end, [0x20, 0x0A, 0x0D, 0x09].contains(text.byte(at: place)) { place += 1 }
    guard place < end, text.byte(at: place) == octet else { return false }
    place += 1
    return true
  }

  /// The place of the value that begins here, of a text without its quotes; nil where there is none.
  mutating func value(_ text: RawSpan) -> Range<Int>? {
    if let string = string(text) { return string }
    let start = place
    var depth = 0
    while place < end {
      switch text.byte(at: place) {
      case 0x22:
        guard string(text) != nil else { return nil }
        continue
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D:
        guard depth > 0 else { return start < place ? start..<place : nil }
        depth -= 1
        if depth == 0 {
          place += 1
          return start..<place
        }
      case 0x2C, 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { return start < place ? start..<place : nil }
      default: break
      }
      place += 1
    }
    return depth == 0 && start < place ? start..<place : nil
  }

  private mutating func string(_ text: RawSpan) -> Range<Int>? {
    guard take(0x22, text) else { return nil }
    let start = place
    while place < end {
      switch text.byte(at: place) {
      case 0x22:
        place += 1
        return start..<place - 1
      case 0x5C: place += 2
      default: place += 1
      }
    }
    return nil
  }
}

/// The members of an object in JSON text, found by name.
struct JSONMembers {
  private let members: [(name: Range<Int>, value: Range<Int>)]

  /// Nil where no whole object stands at a place.
  init?(_ text: RawSpan, in range: Range<Int>) {
    var scanner = JSONScanner(range)
    guard let members = scanner.object(text) else { return nil }
    self.members = members
  }

  init(_ members: [(name: Range<Int>, value: Range<Int>)]) { self.members = members }

  /// The place of a value; nil without a member of that name.
  func value(_ name: StaticString, _ text: RawSpan) -> Range<Int>? {
    members.first { text.holds(name, in: $0.name) }?.value
  }

  /// The value with that name, which is itself an object.
  func object(_ name: StaticString, _ text: RawSpan) -> JSONMembers? {
    value(name, text).flatMap { JSONMembers(text, in: $0) }
  }
}

extension RawSpan {
  /// A text in JSON, without its quotes, with what is escaped in it; nil where that is not sound.
  func unescapedJSON(in range: Range<Int>) -> String? {
    guard range.contains(where: { byte(at: $0) == 0x5C }) else { return text(in: range) }
    return try? JSONDecoder().decode(String.self, from: Data("\"\(text(in: range))\"".utf8))
  }
}
