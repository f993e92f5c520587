import Comparisons
import Evaluation
import Foundation
import FoundationXML
import Rendering
import Results
import TestSupport
import Testing

@Suite struct ComparisonReportTests {
  private func pipeline(_ name: String, _ metres: (Int) -> Double?) -> SavedResults.Pipeline {
    SavedResults.Pipeline(
      name: name, errors: (0..<12).map { PositionError(lap: $0, point: 7, time: 2.5, metres: metres($0)) })
  }

  /// Every lap 1 m worse, one of them missed by B, one more on the side of A.
  private func comparison(_ name: String = "x", allowsFewerLaps: Bool = true) throws -> FolderComparison {
    let a = SavedResults(path: "old", scenario: "s", seed: 4, pipelines: [pipeline(name) { _ in 2 }])
    let judged = pipeline(name) { $0 == 3 ? nil : 3 }
    let b = SavedResults(
      path: "new", scenario: "s", seed: 4,
      pipelines: [SavedResults.Pipeline(name: name, errors: judged.errors.filter { $0.lap != 8 })])
    return try FolderComparison(a, b, rules: .init(allowsFewerLaps: allowsFewerLaps))
  }

  /// Of twelve laps.
  private func folder(_ path: String, _ pipelines: [SavedResults.Pipeline]) -> SavedResults {
    SavedResults(path: path, pipelines: pipelines)
  }

  @Test func `what fails stands in the verdict column and in the last line, and so does what is better`()
    throws
  {
    let a = folder("A", [pipeline("x") { _ in 2 }, pipeline("y") { _ in 2 }])
    let fewer = [pipeline("x") { _ in 2 }, pipeline("y") { _ in 1 }].map { pipeline in
      SavedResults.Pipeline(
        name: pipeline.name, errors: pipeline.errors.filter { ![0, 5, 6].contains($0.lap) })
    }
    let text = (try FolderComparison(a, folder("B", fewer))).report.text(width: .max)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("x ") && $0.hasSuffix("  not shown, within, lacks laps") })
    #expect(lines.contains { $0.hasPrefix("y ") && $0.hasSuffix("  better, beyond, lacks laps") })
    #expect(
      lines.last
        == "B lacks 3 of A's 12 laps (0, 5 to 6); --allow-fewer-laps accepts that. No error is worse by more than "
        + "the tolerance (1 not shown, within the tolerance; 1 better, beyond the tolerance). Better, beyond the tolerance: y by 1.000 m [1.000, 1.000], tolerance 0.100 m. "
        + "Not part of the verdict on errors: 6 errors of A not paired.")
    let xml = try FolderComparison(a, folder("B", fewer)).junit.xml
    #expect(xml.contains("failures=\"2\""))
    #expect(xml.contains("<failure type=\"laps missing\" message=\"x lacks 3 laps of A (0, 5 to 6)\">"))
    let one = [pipeline("x") { _ in 2 }, SavedResults.Pipeline(name: "y", errors: fewer[1].errors)]
    #expect(
      (try FolderComparison(a, folder("B", one))).verdict.hasPrefix(
        "y lacks 3 laps of A (0, 5 to 6); --allow-fewer-laps accepts that. "))
    let silent = folder("B", [pipeline("x") { $0 < 6 ? nil : 2 }, pipeline("y") { _ in 2 }])
    let misses = (try FolderComparison(a, silent)).report.text(width: 200)
    #expect(misses.contains("  not shown, within, misses more\n"))
    #expect(
      misses.replacing("\n  ", with: " ").contains("Misses more: B has no fix at more moments than A, "))
    #expect(misses.contains("tolerance: x misses 6 fixes where A misses 0."))
  }

  @Test func `one lap is no verdict`() throws {
    let one = folder(
      "A", [SavedResults.Pipeline(name: "x", errors: [PositionError(lap: 0, time: 1, metres: 2)])])
    let text = (try FolderComparison(one, one)).report.text()
    #expect(text.hasSuffix("\nThere is no verdict on the errors, since one lap gives no interval.\n"))
    #expect(text.contains("  not shown, open\n"))
    #expect(text.contains("\nWith one lap there is no interval and no verdict.\n"))
  }

  @Test func `the right room has a table of its own, and a fall is told`() throws {
    func found(_ isFound: (Int) -> Bool) -> SavedResults.Pipeline {
      let errors = (0..<12).flatMap { lap in
        (0..<4).map { moment in
          let room = moment == 3 ? 1 : 0
          return PositionError(
            lap: lap, room: room, time: Double(moment),
            outcome: .success(.init(metres: 1, room: isFound(moment) ? room : nil)))
        }
      }
      return SavedResults.Pipeline(name: "x", errors: errors)
    }
    let comparison = try FolderComparison(folder("A", [found { _ in true }]), folder("B", [found { $0 < 3 }]))
    let text = comparison.report.text(width: .max)
    #expect(
      text.contains(
        """
        right room  share     A %   B %  B - A % [95 %]        verdict
        ----------  ------  -----  ----  --------------------  -------------
        x           pooled  100.0  75.0  -25.0 [-25.0, -25.0]  worse, beyond
                    macro   100.0  50.0  -50.0 [-50.0, -50.0]  worse, beyond
        """))
    #expect(text.contains("  not shown, within, rooms worse\n"))
    #expect(text.contains(" Rooms worse: B has fewer fixes in the right room, by more than the tolerance.\n"))
    #expect(text.contains(" Worse: fewer fixes of B in the right room. Tolerance: 2 percentage points.\n"))
    #expect(
      text.hasSuffix(
        "\n1 of 1 comparison is worse by more than the tolerance: the right room of x by 25.0 points [25.0, 25.0] (pooled) and "
          + "50.0 points [50.0, 50.0] (macro), tolerance 2.0.\n"))
  }

  @Test func `has a row for each pair, and says what is in none`() throws {
    // Ten pairs, all 1 m worse: p is 2 / 2^10 by both tests.
    #expect(
      (try comparison()).report.text(width: .max) == """
        A: old, s, seed 4
        B: new, s, seed 4

        pipeline   A m   B m  B - A m [95 %]        B - A %  tolerance m  p       p sign  missed A  missed B  not paired  verdict
        --------  ----  ----  --------------------  -------  -----------  ------  ------  --------  --------  ----------  -------------
        x         2.00  3.00  1.000 [1.000, 1.000]     50.0        0.100  0.0020  0.0020         0         1           1  worse, beyond
        Each pipeline: 10 pairs in 10 laps.
        Missed by B only, hence not paired: 1 (x): lap 3 point 7 at 2.50 s.
        Not paired: 1 error of A and none of B (each pipeline).
        A, B: means of the paired errors. p: Wilcoxon signed-rank test of the laps' mean differences; sign: sign test of the same differences. \(Conclusion.legend)

        1 of 1 comparison is worse by more than the tolerance: x by 1.000 m [1.000, 1.000], tolerance 0.100 m. Not part of the verdict on errors: 1 error of A not paired and 1 missed by B only.

        """)
  }

  @Test func `fits 100 columns, with what has no room in a table below`() throws {
    let text = (try comparison()).report.text()
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.displayWidth <= 100 })
    for title in ["B - A m [95 %]", "p sign", "not paired", "missed"] {
      #expect(text.contains(title), "\(title)")
    }
  }

  @Test func `within one folder it names the baseline once`() throws {
    let results = SavedResults(
      path: "r", pipelines: [pipeline("x") { _ in 2 }, pipeline("y") { _ in 2 }, pipeline("z") { _ in 2 }])
    let text = (try FolderComparison(within: results, pipelines: ["y", "x", "z"])).report.text(
      width: 200)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "r" && lines[1] == "The baseline A is y.")
    #expect(lines[4].hasPrefix("x ") && lines[5].hasPrefix("z "))
    #expect(lines[6] == "Each pipeline: 12 pairs in 12 laps. No fix was missed and every error is paired.")
    #expect(lines[7].contains("Holm: the same, corrected for 2 comparisons"))
    #expect(
      lines.last
        == "No error is worse by more than the tolerance (2 not shown, within the tolerance)."
    )
  }

  @Test func `JUnit's XML has a test for each pair, with every name as it is`() throws {
    let name = "<a> & \"b\"\n\u{1}"
    let reader = XMLNames()
    let parser = XMLParser(data: Data(try comparison(name).junit.xml.utf8))
    parser.delegate = reader
    try #require(parser.parse())
    #expect(reader.elements == ["testsuites", "testsuite", "testcase", "failure"])
    #expect(reader.attributes[0]["tests"] == "1" && reader.attributes[0]["failures"] == "1")
    #expect(reader.attributes[2] == ["classname": "compare.s", "name": "<a> & \"b\"\n\u{FFFD}"])
    #expect(reader.attributes[3]["message"]?.contains("by 1.000 m [1.000, 1.000], tolerance 0.100 m") == true)
  }
}

/// What an XML parser that shares no code with this project finds.
private final class XMLNames: NSObject, XMLParserDelegate {
  var elements: [String] = []
  var attributes: [[String: String]] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(name)
    self.attributes.append(attributes)
  }
}
