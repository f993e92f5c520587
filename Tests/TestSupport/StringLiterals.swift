/// The text of the string literals in Swift source code, without comments and interpolated code.
///
/// Literals that are joined by `+` are one text, and so are the lines of a literal. Ours; it knows what the sources of
/// this package use, not all of Swift: no raw strings with interpolations, and no regular expressions with quotes.
package struct StringLiterals {
  package struct Text: Hashable, Sendable {
    /// Counted from 1.
    package let line: Int
    package var text: String
  }

  package static func all(in source: String) -> [Text] {
    var reader = StringLiterals(octets: Array(source.utf8))
    reader.readCode(isInterpolated: false)
    return reader.found
  }

  private let octets: [UInt8]
  private var place = 0
  private var line = 1
  private var found: [Text] = []
  /// Whether nothing but a `+` stands between the last literal and here.
  private var isJoined = false

  private init(octets: [UInt8]) { self.octets = octets }

  private func isNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { octets[place...].starts(with: $0) }
  }

  private mutating func skip(_ count: Int = 1) {
    for _ in 0..<count where place < octets.count {
      if octets[place] == UInt8(ascii: "\n") { line += 1 }
      place += 1
    }
  }

  /// Reads to the end, or to the bracket that ends an interpolation.
  private mutating func readCode(isInterpolated: Bool) {
    var depth = 0
    while place < octets.count {
      if isNext("//") {
        while place < octets.count, octets[place] != UInt8(ascii: "\n") { skip() }
        continue
      }
      switch octets[place] {
      case UInt8(ascii: "\""):
        readLiteral()
        continue
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if isInterpolated, depth < 0 { return skip() }
      default: break
      }
      if !" \n+".utf8.contains(octets[place]) { isJoined = false }
      skip()
    }
  }

  private mutating func readLiteral() {
    let isJoined = isJoined
    let start = line
    let isLong = isNext("\"\"\"")
    skip(isLong ? 3 : 1)
    var text: [UInt8] = []
    while place < octets.count {
      if isLong ? isNext("\"\"\"") : isNext("\"") { break }
      if isNext("\\(") {
        skip(2)
        readCode(isInterpolated: true)
        text += " … ".utf8
      } else if isNext("\\") {
        // An escaped character, or the end of a line that goes on.
        skip()
        text += " ".utf8
        skip()
      } else {
        text.append(octets[place])
        skip()
      }
    }
    skip(isLong ? 3 : 1)
    let words = String(decoding: text, as: UTF8.self)
    if isJoined, let last = found.indices.last {
      found[last].text += words
    } else {
      found.append(Text(line: start, text: words))
    }
    self.isJoined = true
  }
}
