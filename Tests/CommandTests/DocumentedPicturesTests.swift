import Foundation
import TestSupport
import Testing

/// The pictures of the documentation, which `make pictures` draws.
@Suite struct DocumentedPicturesTests {
  /// The lines `draw NAME ARGUMENT...` of the script.
  private static let drawn: [[String]] =
    ((try? String(contentsOfFile: Checkout.path(".ci/pictures"), encoding: .utf8)) ?? "")
    .split(separator: "\n").filter { $0.hasPrefix("draw ") }.map {
      $0.split(separator: " ").dropFirst().map(String.init)
    }

  @Test func `there are pictures, and pages show each of them`() throws {
    #expect(Self.drawn.count >= 3)
    let page = try String(contentsOfFile: Checkout.path("docs/plots.md"), encoding: .utf8)
    for picture in Self.drawn {
      #expect(page.contains("](pictures/\(picture[0]).svg)"))
      let svg = try String(contentsOfFile: Checkout.path("docs/pictures/\(picture[0]).svg"), encoding: .utf8)
      #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>"))
    }
  }

  @Test(arguments: drawn)
  func `the specification of a picture is current`(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let what = arguments.dropFirst().map { $0.hasPrefix("scenarios/") ? Checkout.path($0) : $0 }
    let outcome = try await Program.run(
      ["plot"] + what + ["--quiet", "--output", "now.json"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let now = try String(contentsOfFile: folder.path("now.json"), encoding: .utf8)
    let committed = try String(
      contentsOfFile: Checkout.path("docs/pictures/\(arguments[0]).json"), encoding: .utf8)
    #expect(now == committed, "make pictures draws docs/pictures again")
  }
}
