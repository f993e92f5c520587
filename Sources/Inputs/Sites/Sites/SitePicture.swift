package import Documents
public import Foundation
public import World

/// A floor-plan picture that a site names, to scale and in its place.
public struct SitePicture: Hashable, Sendable {
  /// The picture formats that a site may name.
  public enum Format: String, Hashable, Sendable { case png, jpeg }

  /// The whole file.
  public let data: Data
  /// By the file's first bytes.
  public let format: Format
  /// In picture elements.
  public let width: Int
  /// In picture elements.
  public let height: Int
  /// The size of a picture element on the plan.
  public let metresPerPixel: Double
  /// Where its lower left corner lies on the plan.
  public let corner: Point
  /// The level of the floor that it shows.
  public let floor: Int

  /// Where its upper right corner lies.
  public var end: Point {
    Point(x: corner.x + Double(width) * metresPerPixel, y: corner.y + Double(height) * metresPerPixel)
  }

  static let mostOctets = 16 << 20

  /// One of the key `pictures`; the resolved form has `data` only.
  static func schema(place: Schema, floor: Schema.Field) -> Schema {
    .object(
      [
        .optional(
          "file", .text(),
          "A PNG or JPEG file of at most 16 MiB, from this file's folder. Saved sites hold it under `data`."),
        .optional("data", .text(), "The picture itself in Base64, instead of `file`."),
        .required(
          "metresPerPixel", .number(.between(1e-5, 1000)), unit: "m", "The side of one pixel on the plan."),
        .required(
          "corner", place, unit: "m", "The position of its lower left corner; its lower side runs east."),
        floor,
      ], rules: [.exactlyOne(of: "file", "data")])
  }

  /// Pictures with what their files hold in the place of the files' names.
  static func writtenOut(_ picture: Document) throws(FileProblem) -> Document {
    guard let file = picture.optional("file") else { return picture }
    let path = try file.pathOfFile(namedIn: file.location.file)
    let data = try octets(ofFile: path)
    guard data.count <= mostOctets else {
      throw FileProblem(file: path, expected: "a picture of at most 16 MiB", found: "\(data.count) bytes")
    }
    guard size(of: data) != nil else { throw FileProblem(file: path, expected: expected, found: found(data)) }
    let members = try picture.members.map { member in
      member.key == "file"
        ? Document.Member(
          key: "data", value: Document(.text(data.base64EncodedString()), at: file.location)) : member
    }
    return Document(.object(members), at: picture.location)
  }

  init(_ document: Document, floors: SiteFloors) throws(FileProblem) {
    let text = try document["data"]
    guard let data = Data(base64Encoded: try text.text), let (format, width, height) = Self.size(of: data)
    else { throw text.problem(expected: Self.expected + " in Base64", found: "something else") }
    (self.data, self.format, self.width, self.height) = (data, format, width, height)
    metresPerPixel = try document.number("metresPerPixel")
    corner = try document.point("corner")
    floor = try floors.floor(of: document).level
  }

  /// Those of a site's resolved file.
  package static func all(of site: Document) throws(FileProblem) -> [SitePicture] {
    let floors = try SiteFloors(site["floors"])
    return try (site.optional("pictures")?.elements ?? []).map { picture throws(FileProblem) in
      try SitePicture(picture, floors: floors)
    }
  }

  private static let expected = "a PNG or JPEG picture of at least 1 by 1 pixel"

  private static func found(_ data: Data) -> String {
    let start = data.prefix(4).map { String(format: "%02X", $0) }.joined(separator: " ")
    return data.isEmpty
      ? "an empty file" : "one that begins with the bytes \(start), or one that is cut short"
  }

  /// Of a PNG as its first chunk says, of a JPEG as its frame header does; nil for anything else.
  ///
  /// Sources: ISO/IEC 15948, section 11.2.2; ITU-T T.81, section B.2.2.
  static func size(of data: Data) -> (Format, width: Int, height: Int)? {
    let octets = [UInt8](data)
    func number(_ place: Int, _ count: Int) -> Int {
      octets[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    func known(_ format: Format, _ width: Int, _ height: Int) -> (Format, width: Int, height: Int)? {
      width > 0 && height > 0 && width <= 1 << 20 && height <= 1 << 20 ? (format, width, height) : nil
    }
    if octets.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      let isWhole = octets.count >= 45 && octets.suffix(8).prefix(4).elementsEqual("IEND".utf8)
      guard isWhole, octets[12..<16].elementsEqual("IHDR".utf8) else { return nil }
      return known(.png, number(16, 4), number(20, 4))
    }
    guard octets.starts(with: [0xFF, 0xD8]) else { return nil }
    var place = 2
    while place + 9 <= octets.count, octets[place] == 0xFF {
      let marker = octets[place + 1]
      // Frame headers, without the tables and the extension that have numbers among theirs.
      if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
        return known(.jpeg, number(place + 7, 2), number(place + 5, 2))
      }
      place += marker == 0xFF ? 1 : 2 + number(place + 2, 2)
    }
    return nil
  }
}
