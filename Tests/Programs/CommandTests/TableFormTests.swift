import Foundation
import TestSupport
import Testing

/// The tables of every quick verb, in every form that another program reads.
@Suite struct TableFormTests {
  private static let commands = [
    "run tiny.yaml --metrics", "run tiny.yaml --seeds 1,2",
    "replay r.csv --scenario tiny.yaml --presses p.csv",
    "replay c.btsnoop", "inspect c.btsnoop", "sensitivity tiny.yaml --n-offsets 0.2",
    "calibrate r.csv --site site.yaml --truth t.csv",
    "compare results/tiny/a results/tiny/a --pipelines Kalman,nearest",
  ]

  private static func folder() async throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    for command in [
      "simulate tiny.yaml --readings r.csv --presses p.csv --truth t.csv --capture c.btsnoop",
      "run tiny.yaml --name a",
    ] {
      let outcome = try await folder.run(command)
      try #require(outcome.status == 0)
    }
    return folder
  }

  /// How many commas separate fields.
  private func fields(_ line: Substring) -> Int {
    var isQuoted = false
    return line.reduce(1) { count, character in
      if character == "\"" { isQuoted.toggle() }
      return count + (character == "," && !isQuoted ? 1 : 0)
    }
  }

  @Test(arguments: commands)
  func `each table is whole, and everything else is a comment or a paragraph`(_ command: String) async throws
  {
    let folder = try await Self.folder()
    func output(_ form: String) async throws -> [[Substring]] {
      let outcome = try await folder.succeed("\(command) --table \(form)")
      return outcome.output.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "")
        .map(Array.init)
    }
    let csv = try await output("csv").map { $0.filter { !$0.hasPrefix("# ") } }.filter { !$0.isEmpty }
    #expect(!csv.isEmpty)
    for table in csv { #expect(Set(table.map(fields)).count == 1, "\(table)") }
    let latex = try await output("latex")
    for block in latex {
      let lines = block.filter { !$0.hasPrefix("% ") }
      guard let first = lines.first, let last = lines.last else { continue }
      #expect(first.hasPrefix(#"\begin{tabular}{"#) && last == #"\end{tabular}"#)
      let columns = Set(
        lines.filter { $0.hasSuffix(#"\\"#) }.map { $0.count { $0 == "&" } - $0.matches(of: /\\&/).count })
      #expect(columns.count == 1, "\(lines)")
    }
    let tables = { (blocks: [[Substring]], start: String) in
      blocks.count { $0.contains { $0.hasPrefix(start) } }
    }
    let markdown = try await output("markdown")
    #expect(tables(latex, #"\begin{tabular}"#) == csv.count)
    #expect(tables(markdown, "| ---") == csv.count)
  }
}
