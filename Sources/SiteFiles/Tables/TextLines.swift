import Foundation
import World

/// The lines of a file, one after another, without holding more than one of them as text.
///
/// A line ends with a line feed, which a carriage return may precede; a byte order mark is passed over.
struct TextLines: Sendable {
  let file: String
  /// The number of the line that was read last; 0 before the first.
  private(set) var line = 0
  private let octets: Data
  private var next: Int

  init(contentsOf path: String) throws(FileProblem) {
    file = path
    octets = try SiteFiles.octets(ofFile: path)
    next = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? octets.startIndex + 3 : octets.startIndex
  }

  /// The next line; nil after the last. What follows the last line feed is a line unless it is empty.
  mutating func nextLine() -> String? {
    guard next < octets.endIndex else { return nil }
    let end = octets[next...].firstIndex(of: UInt8(ascii: "\n")) ?? octets.endIndex
    var content = octets[next..<end]
    if content.last == UInt8(ascii: "\r") { content = content.dropLast() }
    next = end < octets.endIndex ? end + 1 : end
    line += 1
    return String(decoding: content, as: UTF8.self)
  }
}
