import Foundation
import TestSupport
import Testing

/// The pages of docs/, and docs/README.md, which lists them by what a reader wants: to learn, to do, to look up or to understand.
@Suite struct DocumentedPagesTests {
  private static let pages = ((try? Checkout.files(in: "docs", ending: ".md")) ?? []).filter {
    $0 != "docs/README.md"
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: Checkout.path(path), encoding: .utf8)
  }

  /// The chapters of the index, each with the first cells and the lines of its table.
  private static func kinds() throws -> [(name: String, rows: [(page: String, line: String)])] {
    try text("docs/README.md").components(separatedBy: "\n## ").dropFirst().map { chapter in
      let rows = chapter.matches(of: #/\n\| \[[^\]]+\]\((?<page>[^)]+)\) \| (?<line>.+) \|/#)
      return (
        String(chapter.prefix { $0 != "\n" }), rows.map { (String($0.output.page), String($0.output.line)) }
      )
    }
  }

  @Test func `every page is listed in exactly one of the four kinds`() throws {
    let kinds = try Self.kinds()
    #expect(kinds.map(\.name) == ["Tutorials", "How-to guides", "Reference", "Explanation"])
    let listed = kinds.flatMap(\.rows).map(\.page)
    #expect(Set(listed).count == listed.count)
    #expect(Set(Self.pages).subtracting(listed.map { "docs/\($0)" }).isEmpty)
    #expect(
      listed.allSatisfy { FileManager.default.fileExists(atPath: Checkout.path("docs/\($0)")) }, "\(listed)")
  }

  /// A tutorial is begun from nothing, the others from a question.
  @Test func `the tutorials are the pages that call themselves so`() throws {
    let tutorials = try Self.kinds()[0].rows.map { "docs/\($0.page)" }
    #expect(tutorials.count == 6)
    let own = try Self.pages.filter { try Self.text($0).contains("\nThis tutorial is for ") }
    #expect(Set(own) == Set(tutorials))
  }

  @Test(arguments: pages)
  func `a page says in its first sentence whom it is for`(page: String) throws {
    let lines = try Self.text(page).components(separatedBy: "\n")
    #expect(lines[0].hasPrefix("# "))
    let first = lines.dropFirst().first { !$0.isEmpty && !$0.hasPrefix("<!--") } ?? ""
    #expect(first.hasPrefix("This page is for ") || first.hasPrefix("This tutorial is for "), "\(first)")
  }
}
