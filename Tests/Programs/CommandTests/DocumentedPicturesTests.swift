import Documents
import Foundation
import TestSupport
import Testing

/// The pictures of the documentation, which `make pictures` draws.
@Suite struct DocumentedPicturesTests {
  /// A line `draw NAME ARGUMENT...` of the script, with the lines `prepare VERB ARGUMENT...` of its paragraph.
  struct Drawing: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: String
    let preparations: [String]

    var testDescription: String { name }
  }

  private static let script =
    (try? String(contentsOfFile: Checkout.path(".ci/pictures"), encoding: .utf8)) ?? ""

  private static let drawings: [Drawing] = script.components(separatedBy: "\n\n").flatMap { paragraph in
    let preparations = paragraph.matches(of: /(?m)^prepare (.*)$/).map { String($0.1) }
    return paragraph.matches(of: /(?m)^draw (\S+)(.*)$/).map {
      Drawing(name: String($0.1), arguments: String($0.2), preparations: preparations)
    }
  }

  /// The gallery of the site has a picture for each line that draws one, under the comment before it.
  @Test func `the script draws every picture, each under a title`() throws {
    let lines = Self.script.split(separator: "\n")
    let drawn = zip(lines, lines.dropFirst()).filter {
      $1.hasPrefix("draw ") || $1.hasPrefix("explain ") || $1.hasPrefix("player ")
    }
    #expect(drawn.allSatisfy { $0.0.hasPrefix("# ") })
    let names = drawn.map { $0.1.split(separator: " ")[1] }
    let there = try [".svg", ".png"].flatMap { try Checkout.files(in: "docs/pictures", ending: $0) }
    #expect(there.count >= 15)
    let expected = there.map { $0.split(separator: "/")[2].prefix { $0 != "." } }
    #expect(names.sorted() == expected.sorted())
  }

  @Test func `the pictures of plot and explain are vector graphics`() throws {
    for picture in try Checkout.files(in: "docs/pictures", ending: ".svg") {
      let svg = try String(contentsOfFile: Checkout.path(picture), encoding: .utf8)
      #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>"), "\(picture)")
    }
  }

  @Test func `no picture is larger than a page shows, or blank in its lower half`() throws {
    for picture in try Checkout.files(in: "docs/pictures", ending: ".svg") {
      let svg = try String(contentsOfFile: Checkout.path(picture), encoding: .utf8)
      let size = try #require(svg.firstMatch(of: /^<svg [^>]*? width="([0-9.]+)[^>]*? height="([0-9.]+)/))
      let (width, height) = (Double(size.1) ?? 0, Double(size.2) ?? 0)
      #expect(100...1600 ~= width && 100...1400 ~= height, "\(picture): \(width) by \(height)")
    }
    for picture in try Checkout.files(in: "docs", ending: ".png") {
      let image = try #require(try PNGRows(contentsOf: Checkout.path(picture)), "\(picture)")
      #expect(100...1600 ~= image.width && 100...1400 ~= image.height, "\(picture)")
      #expect(
        image.repeated * 2 <= image.height, "\(picture): \(image.repeated) of \(image.height) rows are alike")
    }
  }

  @Test(arguments: drawings)
  func `the specification of a picture is current`(drawing: Drawing) async throws {
    let folder = try TemporaryFolder()
    for preparation in drawing.preparations { try await folder.succeed("\(preparation) --quiet") }
    try await folder.succeed("plot\(drawing.arguments) --quiet --output now.json")
    let now = try folder.read("now.json")
    let committed = try String(
      contentsOfFile: Checkout.path("docs/pictures/\(drawing.name).json"), encoding: .utf8)
    #expect(now == committed, "make pictures draws docs/pictures again")
  }
}
