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
  func `CSV and LaTeX give the first table, whole and alone, and Markdown all`(_ command: String) async throws
  {
    let folder = try await Self.folder()
    func lines(_ form: String) async throws -> [Substring] {
      try await folder.succeed("\(command) --table \(form)").output.split(
        separator: "\n", omittingEmptySubsequences: false
      ).dropLast()
    }
    let csv = try await lines("csv")
    #expect(csv.count > 1 && Set(csv.map(fields)).count == 1 && fields(csv[0]) > 1, "\(csv)")
    let latex = try await lines("latex")
    #expect(latex[0].hasPrefix("% \\usepackage{") && latex[1].hasPrefix(#"\begin{tabular}{"#))
    #expect(latex.last == #"\end{tabular}"# && !latex.dropFirst().contains { $0.hasPrefix("%") })
    let columns = Set(
      latex.filter { $0.hasSuffix(#"\\"#) }.map { $0.count { $0 == "&" } - $0.matches(of: /\\&/).count })
    #expect(columns.count == 1, "\(latex)")
    let markdown = try await lines("markdown")
    #expect(markdown.contains { $0.hasPrefix("| ---") && fields(csv[0]) >= $0.count { $0 == "|" } - 1 })
  }
}
