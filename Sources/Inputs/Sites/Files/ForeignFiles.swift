import Foundation
import World

/// Refuses octets that another program would have to turn into text first, and says which one could.
///
/// - Parameter octets: the whole file or its beginning.
func checkIsText(_ octets: Data, file: String) throws(FileProblem) {
  guard let kind = ForeignFile.kind(of: octets) else { return }
  throw FileProblem(file: file, expected: "text in UTF-8", found: kind)
}

/// What is wrong with a text at its first octet that is no UTF-8.
///
/// - Parameters:
///   - line: on which the octets begin.
///   - start: how many octets of the file are before them.
func notUTF8(_ octets: Data, file: String, line first: Int = 1, at start: Int = 0) -> FileProblem {
  let repaired = String(decoding: octets, as: UTF8.self).utf8
  let offset =
    zip(octets, repaired).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? repaired.count
  let octet =
    octets.dropFirst(offset).first.map { "the byte " + padded($0, to: 2, uppercase: true) }
    ?? "the end of the file"
  let line = octets.prefix(offset).count { $0 == UInt8(ascii: "\n") } + first
  return FileProblem(
    file: file, line: line, place: .byte(start + offset), expected: "text in UTF-8",
    found: "\(octet), as Windows-1252 or Latin-1 may have it: save the file as UTF-8")
}

/// Whether a file with these first octets is a capture.
func isCapture(_ octets: Data) -> Bool { ForeignFile.kind(of: octets) == ForeignFile.capture }

/// Whether a file with these first octets is a log in JSON, a table of Sensor Logger or an archive, which only look like documents and
/// tables.
func isLog(_ octets: Data) -> Bool {
  let start = String(decoding: octets.prefix(512), as: UTF8.self)
  if start.hasPrefix("[") || start.hasPrefix("PK\u{3}\u{4}") { return true }
  if start.hasPrefix("{") { return start.contains("\"tst\"") || start.contains("\"topic\"") }
  return start.prefix { $0 != "\n" }.contains("seconds_elapsed")
}

/// Files that are given in the place of a text, recognised by their first octets.
private enum ForeignFile {
  private static let starts: [(octets: [UInt8], kind: String)] = [
    // The byte order mark of UTF-32 begins with that of UTF-16.
    ([0xFF, 0xFE, 0, 0], "UTF-32: save the file as UTF-8"),
    ([0, 0, 0xFE, 0xFF], "UTF-32: save the file as UTF-8"),
    ([0xFF, 0xFE], "UTF-16: save the file as UTF-8"),
    ([0xFE, 0xFF], "UTF-16: save the file as UTF-8"),
    ([0x1F, 0x8B], "a gzip file: unzip it"),
    (Array("BZh".utf8), "a bzip2 file: unzip it"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file: unzip it"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a zstd file: unzip it"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive or a spreadsheet: unzip it, or save the sheet as CSV"),
    ([0xD0, 0xCF, 0x11, 0xE0], "a spreadsheet: save the sheet as CSV"),
    (Array("PAR1".utf8), "a Parquet file: save the table as CSV"),
    (Array("SQLite format 3".utf8), "an SQLite database: save the table as CSV"),
    (Array("%PDF".utf8), "a PDF file"),
    (Array("btsnoop\0".utf8), capture), ([0x0A, 0x0D, 0x0D, 0x0A], capture),
    ([0xA1, 0xB2, 0xC3, 0xD4], capture), ([0xD4, 0xC3, 0xB2, 0xA1], capture),
    ([0xA1, 0xB2, 0x3C, 0x4D], capture), ([0x4D, 0x3C, 0xB2, 0xA1], capture),
  ]

  static let capture = "a capture, which replay and inspect read"

  static func kind(of octets: Data) -> String? {
    if let known = starts.first(where: { octets.starts(with: $0.octets) }) { return known.kind }
    let start = octets.prefix(512)
    guard start.contains(0) else { return nil }
    // Letters of ASCII have a zero in every second octet of UTF-16.
    let zeros = start.enumerated().filter { $0.element == 0 }
    let areAlternate = Set(zeros.map { $0.offset % 2 }).count == 1 && zeros.count * 4 >= start.count
    return areAlternate ? "UTF-16: save the file as UTF-8" : "a binary file"
  }
}
