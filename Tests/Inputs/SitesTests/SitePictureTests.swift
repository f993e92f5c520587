import Documents
import Foundation
import Sites
import TestSupport
import Testing
import World

@Suite struct SitePictureTests {
  /// The frame of a PNG of 2 by 1 pixels, made by hand: signature, header and end.
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
      0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0xD1, 0x49, 0x20, 0x56,
    ] + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]

  /// A JPEG's beginning: start, an application segment of 4 octets, a baseline frame of 3 by 5 pixels.
  static let jpeg: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0, 5, 0, 3, 1, 1, 0x11, 0,
  ]

  private static let site = """
    name: pictured
    pictures: [{file: plan.png, metresPerPixel: 0.5, corner: [-1, 2]}]
    beacons: [{id: one, position: [0, 0, 3]}]

    """

  private func folder(_ octets: [UInt8]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Data(octets).write(to: URL(filePath: folder.path("plan.png")))
    try folder.write(Self.site, to: "site.yaml")
    return folder
  }

  @Test(arguments: [(png, 2, 1, SitePicture.Format.png), (jpeg, 3, 5, .jpeg)])
  func `a picture is placed by its corner and its scale`(
    octets: [UInt8], width: Int, height: Int, format: SitePicture.Format
  ) throws {
    let folder = try folder(octets)
    let file = try SiteFile(contentsOf: folder.path("site.yaml"))
    let picture = try #require(file.pictures.first)
    #expect(picture.format == format && picture.width == width && picture.height == height)
    #expect(picture.corner == Point(x: -1, y: 2) && picture.floor == 0)
    #expect(picture.end == Point(x: -1 + 0.5 * Double(width), y: 2 + 0.5 * Double(height)))
  }

  @Test func `a saved site holds the picture itself`() throws {
    let folder = try folder(Self.png)
    let first = try SiteFile(contentsOf: folder.path("site.yaml"))
    let elsewhere = try TemporaryFolder()
    try elsewhere.write(first.document.yaml, to: "site.yaml")
    let second = try SiteFile(contentsOf: elsewhere.path("site.yaml"))
    #expect(second.pictures == first.pictures && second.document == first.document)
  }

  @Test(arguments: [
    (
      [UInt8]("no picture".utf8), "found one that begins with the bytes 6E 6F 20 70, or one that is cut short"
    ),
    ([], "found an empty file"), (Array(png.dropLast(3)), "found one that begins with the bytes 89 50 4E 47"),
    (Array(jpeg.prefix(14)), "found one that begins with the bytes FF D8 FF E0"),
  ])
  func `what is no picture is refused in a sentence`(octets: [UInt8], found: String) throws {
    let folder = try folder(octets)
    let problem = #expect(throws: FileProblem.self) { try SiteFile(contentsOf: folder.path("site.yaml")) }
    let text = try #require(problem).description
    #expect(
      text.contains("plan.png: expected a PNG or JPEG picture of at least 1 by 1 pixel, \(found)"), "\(text)")
  }

  @Test func `a picture that is not there is refused in a sentence`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.site, to: "site.yaml")
    let problem = #expect(throws: FileProblem.self) { try SiteFile(contentsOf: folder.path("site.yaml")) }
    #expect(try #require(problem).description.contains("pictures[0].file: no such file"))
  }
}
