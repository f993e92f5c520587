public import World

extension Document {
  /// Reads one JSON text (RFC 8259), strictly: a key that stands twice, a number too large for a `Double`, and
  /// nesting deeper than 100 are refused too.
  ///
  /// - Parameters:
  ///   - text: The whole of the JSON text.
  ///   - file: The name that errors show.
  public init(json text: String, file: String) throws(FileProblem) {
    try self.init(json: text, file: file, line: 1)
  }

  /// The same for a text that begins on a later line of its file, or whose number of values is limited to `most`.
  package init(json text: String, file: String, line: Int = 1, most: Int = .max) throws(FileProblem) {
    var reader = JSONReader(bytes: Array(text.utf8), file: file, line: line, most: most)
    self = try reader.wholeText()
  }
}

extension Document {
  /// Hands over the elements of a list in JSON one after another, each with its place in the text, so that a long list is never
  /// held as a whole.
  ///
  /// - Parameter most: the values of an element.
  package static func forEachElement(
    json text: [UInt8], file: String, most: Int, _ body: (_ element: Document, _ offset: Int) -> Void
  ) throws(FileProblem) {
    var reader = JSONReader(bytes: text, file: file, line: 1, most: most)
    try reader.wholeList(body)
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  let file: String
  private var next = 0
  private var line: Int
  private let most: Int
  private var values = 0

  init(bytes: [UInt8], file: String, line: Int, most: Int) {
    self.bytes = bytes
    self.file = file
    self.line = line
    self.most = most
  }

  mutating func wholeText() throws(FileProblem) -> Document {
    let document = try value(depth: 0, at: Document.Location(file: file))
    skipSpace()
    guard next == bytes.count else { throw problem("the end of the file") }
    return document
  }

  mutating func wholeList(_ body: (Document, Int) -> Void) throws(FileProblem) {
    skipSpace()
    guard peek == UInt8(ascii: "[") else { throw problem("a list") }
    try forEachElement(depth: 0, at: Document.Location(file: file)) { element, offset, reader in
      reader.values = 0
      body(element, offset)
    }
    skipSpace()
    guard next == bytes.count else { throw problem("the end of the file") }
  }

  private mutating func value(depth: Int, at place: Document.Location) throws(FileProblem) -> Document {
    skipSpace()
    guard depth <= 100 else { throw problem("at most 100 levels of nesting") }
    values += 1
    guard values <= most else {
      throw FileProblem(file: file, expected: "at most \(most) values", found: "more")
    }
    let place = place.at(line: line)
    switch peek {
    case UInt8(ascii: "{"): return Document(.object(try members(depth: depth, at: place)), at: place)
    case UInt8(ascii: "["): return Document(.array(try elements(depth: depth, at: place)), at: place)
    case UInt8(ascii: "\""): return Document(.text(try string()), at: place)
    case UInt8(ascii: "t"): return Document(try word("true", .boolean(true)), at: place)
    case UInt8(ascii: "f"): return Document(try word("false", .boolean(false)), at: place)
    case UInt8(ascii: "n"): return Document(try word("null", .null), at: place)
    default: return Document(try number(), at: place)
    }
  }

  private mutating func members(depth: Int, at place: Document.Location) throws(FileProblem) -> [Document
    .Member]
  {
    next += 1
    var members: [Document.Member] = []
    var seen: Set<String> = []
    skipSpace()
    if take("}") { return members }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw problem("a key in quotes") }
      let key = try string()
      guard seen.insert(key).inserted else {
        throw problem("each key once", found: "the key \(key) a second time")
      }
      skipSpace()
      guard take(":") else { throw problem("a colon after the key \(key)") }
      members.append(Document.Member(key: key, value: try value(depth: depth + 1, at: place.key(key))))
      skipSpace()
    } while take(",")
    guard take("}") else { throw problem("a comma or }") }
    return members
  }

  private mutating func elements(depth: Int, at place: Document.Location) throws(FileProblem) -> [Document] {
    var elements: [Document] = []
    try forEachElement(depth: depth, at: place) { element, _, _ in elements.append(element) }
    return elements
  }

  private mutating func forEachElement(
    depth: Int, at place: Document.Location, _ body: (Document, Int, inout JSONReader) -> Void
  ) throws(FileProblem) {
    next += 1
    skipSpace()
    if take("]") { return }
    var count = 0
    repeat {
      skipSpace()
      let offset = next
      body(try value(depth: depth + 1, at: place.element(count)), offset, &self)
      count += 1
      skipSpace()
    } while take(",")
    guard take("]") else { throw problem("a comma or ]") }
  }

  private mutating func string() throws(FileProblem) -> String {
    next += 1
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw problem("a text without control characters") }
      next += 1
      if byte == UInt8(ascii: "\\") {
        text.append(contentsOf: String(try escaped()).utf8)
      } else {
        text.append(byte)
      }
    }
    guard take("\"") else { throw problem("the closing quote of a text") }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escaped() throws(FileProblem) -> Unicode.Scalar {
    guard let byte = peek else { throw problem("an escaped character") }
    next += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default:
      next -= 1
      throw problem("one of the escapes \" \\ / b f n r t u")
    }
  }

  private mutating func unicodeEscape() throws(FileProblem) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard 0xD800..<0xDC00 ~= first, take("\\"), take("u") else { throw problem("a pair of surrogates") }
    let second = try codeUnit()
    guard 0xDC00..<0xE000 ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw problem("a pair of surrogates") }
    return scalar
  }

  private mutating func codeUnit() throws(FileProblem) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw problem("four hexadecimal digits")
      }
      unit = unit << 4 | UInt32(digit)
      next += 1
    }
    return unit
  }

  private mutating func number() throws(FileProblem) -> Document.Content {
    let start = next
    _ = take("-")
    let leadingZero = peek == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !(leadingZero && whole > 1) else { throw problem("a JSON value") }
    var isInteger = true
    if take(".") {
      isInteger = false
      guard digits() > 0 else { throw problem("a digit after the point") }
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      guard digits() > 0 else { throw problem("a digit in the exponent") }
    }
    let text = String(decoding: bytes[start..<next], as: UTF8.self)
    if isInteger, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw problem("a finite number", found: text) }
    return .number(number)
  }

  private mutating func digits() -> Int {
    let start = next
    while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { next += 1 }
    return next - start
  }

  private mutating func word(_ word: String, _ value: Document.Content) throws(FileProblem)
    -> Document.Content
  {
    guard bytes[next...].starts(with: word.utf8) else { throw problem("a JSON value") }
    next += word.utf8.count
    return value
  }

  private var peek: UInt8? { next < bytes.count ? bytes[next] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = peek, UInt32(byte) == character.value else { return false }
    next += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
      next += 1
      if byte == 0x0A { line += 1 }
    }
  }

  private func problem(_ expected: String, found: String? = nil) -> FileProblem {
    let here = peek.map { byte in
      0x20..<0x7F ~= byte ? String(Character(Unicode.Scalar(byte))) : "the byte \(byte)"
    }
    return FileProblem(
      file: file, line: line, place: .byte(next), expected: expected,
      found: found ?? here ?? "the end of the file")
  }
}
