import Foundation
import TestSupport
import Testing

/// A row of docs/claims.md.
struct Claim: Sendable {
  static let verdicts = ["reproduced", "in part", "not reproduced", "out of scope"]

  let number: Int
  let commands: [String]
  /// Whether one of the commands is marked so, and only a release build is fast enough.
  let isSlow: Bool
  /// The pages that the row links as its answer.
  let pages: [String]
  /// What is in bold.
  let figures: [String]
  let verdict: String
  /// Why it is out of scope.
  let reason: String?

  /// The claim of a line, or `nil` of one that is no row of the page's numbered tables.
  init?(_ line: Substring) {
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard cells.count == 8, let number = Int(cells[1]) else { return nil }
    self.number = number
    let marked = cells[4].matches(of: /`(beaconbench [^`]+)`( \(slow\))?/)
    commands = marked.map { String($0.output.1) }
    isSlow = marked.contains { $0.output.2 != nil }
    pages = cells[4].matches(of: /\]\(([a-z-]+\.md)\)/).map { "docs/\($0.output.1)" }
    figures = cells[5].matches(of: /\*\*(.+?)\*\*/).map { String($0.output.1) }
    let words = cells[6].split(separator: ": ", maxSplits: 1).map(String.init)
    verdict = words.first ?? ""
    reason = words.count == 2 ? words[1] : nil
  }
}

/// What docs/claims.md says of the sources is what the program prints.
@Suite struct ClaimsTests {
  private static let page =
    (try? String(contentsOfFile: Checkout.path("docs/claims.md"), encoding: .utf8)) ?? ""

  private static let claims = page.split(separator: "\n").compactMap { Claim($0) }

  /// A text whose words have single spaces between them, whatever its lines and columns were.
  private static func words(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }

  @Test func `claims are numbered, and each has a verdict and what it rests on`() {
    #expect(Self.claims.count > 100)
    #expect(Self.claims.map(\.number) == (0..<Self.claims.count).map { $0 + 1 })
    for claim in Self.claims {
      let isOutOfScope = claim.verdict == "out of scope"
      let restsOnNothing = claim.commands.isEmpty && claim.pages.isEmpty
      #expect(Claim.verdicts.contains(claim.verdict), "row \(claim.number): \(claim.verdict)")
      #expect((claim.reason != nil) == isOutOfScope, "row \(claim.number)")
      #expect(
        !restsOnNothing || isOutOfScope || claim.verdict == "not reproduced", "row \(claim.number)")
      #expect(isOutOfScope || restsOnNothing || !claim.figures.isEmpty, "row \(claim.number)")
      #expect(!restsOnNothing || claim.figures.isEmpty, "row \(claim.number)")
    }
  }

  @Test func `the numbers of rows by verdict are those of the tables`() throws {
    let all = try #require(Self.page.split(separator: "\n").first { $0.hasPrefix("| all |") })
    let counts = all.split(separator: "|").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    let rows = Claim.verdicts.map { verdict in
      Self.claims.count(where: { $0.verdict == verdict })
    }
    #expect(counts == [Self.claims.count] + rows)
  }

  @Test func `each figure in bold is printed by the commands of its row or stands on the linked page`()
    throws
  {
    let folder = try DocumentedOutputTests.folder()
    var texts: [String: String] = [:]
    for claim in Self.claims {
      if claim.isSlow, DocumentedOutputTests.release == nil { continue }
      for command in claim.commands where texts[command] == nil {
        texts[command] = Self.words(try DocumentedOutputTests.shell(command, in: folder))
      }
      for page in claim.pages where texts[page] == nil {
        texts[page] = Self.words(try String(contentsOfFile: Checkout.path(page), encoding: .utf8))
      }
      let sources = (claim.commands + claim.pages).compactMap { texts[$0] }
      for figure in claim.figures {
        #expect(
          sources.contains { $0.contains(Self.words(figure)) },
          "row \(claim.number): \(figure) is not in \((claim.commands + claim.pages).joined(separator: ", "))"
        )
      }
    }
  }
}
