import Documents
import Foundation
import World

/// The lines of a file, one after another, without holding more than one of them as text.
///
/// A line ends with a line feed, which a carriage return may precede; a byte order mark is passed over. A gzip file is
/// unzipped, and its lines are those of its contents. Of the file, no more than a piece and a line are held.
struct TextLines: Sendable {
  let file: String
  /// The number of the line that was read last; 0 before the first.
  private(set) var line = 0
  private let longest: Int
  private var input: ByteInput
  /// A piece of the file, how much of it has been read, and how much of the file was before it.
  private var (piece, next, passed) = ([UInt8](), 0, 0)

  /// - Parameter longest: the octets of the longest line.
  init(contentsOf path: String, longest: Int = 1 << 20) throws(FileProblem) {
    (file, self.longest) = (path, longest)
    try checkReadable(path)
    do throws(FileProblem) { input = try Self.input(path) } catch { throw error.of(path) }
    _ = try more()
    try checkIsText(Data(piece.prefix(512)), file: path)
    if piece.starts(with: [0xEF, 0xBB, 0xBF]) { next = 3 }
  }

  /// A gzip file is looked through first, since damage shows only at its end.
  private static func input(_ path: String) throws(FileProblem) -> ByteInput {
    var input = try ByteInput(path: path, .any)
    guard input.isZipped, !input.isLive else { return input }
    while try input.fill(to: 1) { input.consume(input.ready) }
    try input.checkDamage()
    return try ByteInput(path: path, .any)
  }

  /// The next line; nil after the last. What follows the last line feed is a line unless it is empty.
  ///
  /// - Throws: when it is not in UTF-8, or too long.
  mutating func nextLine() throws(FileProblem) -> String? {
    var searched = next
    while true {
      if let end = lineFeed(from: searched) { return try take(until: end, next: end + 1) }
      let known = piece.count - next
      guard known <= longest else {
        throw FileProblem(
          file: file, line: line + 1, expected: "a line of at most \(longest) bytes", found: "a longer one")
      }
      guard try more() else { return known > 0 ? try take(until: piece.count, next: piece.count) : nil }
      searched = known
    }
  }

  /// Whether all that follows are comments and empty lines, of 64 KiB at most.
  mutating func endInComments() throws(FileProblem) -> Bool {
    while piece.count - next < 1 << 16 {
      guard try more() else {
        return piece[next...].split(separator: UInt8(ascii: "\n")).allSatisfy {
          $0.first == UInt8(ascii: "#") || $0.elementsEqual([UInt8(ascii: "\r")])
        }
      }
    }
    return false
  }

  /// Adds a further piece to the rest of this one, which then begins with that rest; false at the end of the file.
  private mutating func more() throws(FileProblem) -> Bool {
    passed += next
    piece.removeFirst(next)
    next = 0
    do throws(FileProblem) {
      guard try input.fill(to: 1) else {
        try input.checkDamage()
        return false
      }
    } catch { throw error.of(file) }
    piece += input.takeWindow()
    guard !input.isLive || passed + piece.count <= Self.mostStreamed else {
      throw FileProblem(
        file: file, expected: "at most \(Self.mostStreamed) bytes from a FIFO or device", found: "more")
    }
    return true
  }

  /// What does not end must not fill the memory with rows.
  private static let mostStreamed = 1 << 30

  private func lineFeed(from start: Int) -> Int? {
    piece.withUnsafeBytes { octets in
      guard start < octets.count, let first = octets.baseAddress.map({ $0 + start }),
        let found = memchr(first, 0x0A, octets.count - start)
      else { return nil }
      return start + (UnsafeRawPointer(found) - first)
    }
  }

  private mutating func take(until end: Int, next after: Int) throws(FileProblem) -> String {
    line += 1
    let isReturned = end > next && piece[end - 1] == UInt8(ascii: "\r")
    let text = piece.withUnsafeBytes { octets in
      String(validating: octets[next..<(isReturned ? end - 1 : end)], as: UTF8.self)
    }
    guard let text else {
      throw notUTF8(Data(piece[next..<end]), file: file, line: line, at: passed + next)
    }
    next = after
    return text
  }
}

extension FileProblem {
  /// The same of a file under the name that its user gave it.
  fileprivate func of(_ file: String) -> FileProblem {
    FileProblem(file: file, line: line, place: place, expected: expected, found: found)
  }
}
