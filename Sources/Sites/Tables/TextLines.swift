import Foundation
import World

/// The lines of a file, one after another, without holding more than one of them as text.
///
/// A line ends with a line feed, which a carriage return may precede; a byte order mark is passed over. A gzip file is
/// unzipped, and its lines are those of its contents.
struct TextLines: Sendable {
  let file: String
  /// The number of the line that was read last; 0 before the first.
  private(set) var line = 0
  private let octets: Data
  private var next: Int

  init(contentsOf path: String) throws(FileProblem) {
    file = path
    octets = try unzippedOctets(ofFile: path)
    try checkIsText(octets, file: path)
    next = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? octets.startIndex + 3 : octets.startIndex
  }

  /// The next line; nil after the last. What follows the last line feed is a line unless it is empty.
  ///
  /// - Throws: when it is not in UTF-8.
  mutating func nextLine() throws(FileProblem) -> String? {
    guard next < octets.endIndex else { return nil }
    line += 1
    // Data's own search and slices cost more than all the rest of reading a table.
    let start = next - octets.startIndex
    let (text, length) = octets.withUnsafeBytes { octets in
      let rest = octets[start...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let content = rest[..<end]
      return (
        String(
          validating: content.last == UInt8(ascii: "\r") ? content.dropLast() : content, as: UTF8.self),
        end - start + (end < rest.endIndex ? 1 : 0)
      )
    }
    guard let text else { throw notUTF8(octets, file: file) }
    next += length
    return text
  }
}
