import Comparisons
import Evaluation
import Results
import TestSupport
import Testing
import World

/// Figures of applications and of navigation against those of another version.
@Suite struct FigureComparisonTests {
  private static let header = "subject,item,figure,unit,better,statistic,lap,count,sum,squares\n"

  private static func folder(_ rows: [String], laps: Int = 3, seed: Int = 1) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(header + rows.map { $0 + "\n" }.joined(), to: "figures.csv")
    try folder.write("{\"seed\": \(seed), \"laps\": \(laps)}", to: "summary.json")
    return folder
  }

  /// One exit in each lap, noticed after so many seconds.
  private static func delays(_ seconds: [Double], name: String = "door") -> [String] {
    seconds.enumerated().map { "\(name),exit,delay,s,smaller,mean,\($0),1,\($1)," }
  }

  private static func compare(
    _ a: TemporaryFolder, _ b: TemporaryFolder, figures: [String]? = nil,
    gate: FolderComparison.Gate = .worse
  ) throws -> FolderComparison {
    try FolderComparison(
      SavedResults(contentsOf: a.path, for: .figures), SavedResults(contentsOf: b.path, for: .figures),
      figures: figures, rules: FolderComparison.Rules(gate: gate))
  }

  @Test func `a mean is compared lap by lap, with Student's t and an exchange of sides over laps`() throws {
    // Differences 1, 2 and 0 s: mean 1, standard error 1/√3; t of 2 degrees of freedom is 4.3026527.
    let comparison = try Self.compare(
      Self.folder(Self.delays([2, 4, 6])), Self.folder(Self.delays([3, 6, 6])))
    let delay = comparison.figures[0]
    #expect(delay.a == 4 && delay.b == 5 && abs(delay.tolerance - 0.2) < 1e-12)
    let interval = try #require(delay.interval)
    #expect(abs(interval.lower - (1 - 4.3026527 / 3.0.squareRoot())) < 1e-6)
    // Exchanges give sums of 3, -1 + 2, 1 - 2 and -1 - 2: two of four are as large as 3.
    #expect(delay.pAdjusted == 0.5)
    #expect(delay.verdict == .open && !comparison.fails)
  }

  @Test func `each figure gets worse its own way`() throws {
    func verdict(_ better: String, _ unit: String, _ a: Double, _ b: Double) throws -> Conclusion.Verdict {
      func rows(_ value: Double) -> [String] {
        (0..<8).map {
          "hall,,right,\(unit),\(better),mean,\($0),10,\(10 * value + ($0 % 2 == 0 ? 0.01 : 0)),"
        }
      }
      return try Self.compare(Self.folder(rows(a), laps: 8), Self.folder(rows(b), laps: 8)).figures[0].verdict
    }
    #expect(try verdict("smaller", "s", 30, 60) == .worse)
    #expect(try verdict("larger", "share", 0.6, 0.47) == .worse)
    #expect(try verdict("larger", "share", 0.6, 0.59) == .within)
    #expect(try verdict("smaller", "", 1, 2) == .worse)
    // As far from 0 on the other side.
    #expect(try verdict("zero", "m", -3, 3) == .within)
    #expect(try verdict("zero", "m", 1, -3) == .worse)
    #expect(try verdict("zero", "m", -3, 1) == .better)
  }

  /// 20 figures of 32 laps, one of which differs by 0.5 of a standard deviation of the differences: that alone is significant, and
  /// among 20 figures whose differences are not correlated (Walsh functions) it is not.
  @Test func `a difference that chance brings among many figures does not fail`() throws {
    func rows(_ shift: Double) -> [String] {
      (0..<20).flatMap { figure in
        (0..<32).map { lap in
          let swing = (lap & (figure + 1)).nonzeroBitCount % 2 == 0 ? 1.0 : -1
          let change = shift == 0 ? 0 : figure == 0 ? 0.5 + swing : swing
          return "door,exit,f\(figure),s,smaller,mean,\(lap),1,\(1 + change),"
        }
      }
    }
    let (a, b) = (try Self.folder(rows(0), laps: 32), try Self.folder(rows(1), laps: 32))
    let comparison = try Self.compare(a, b)
    #expect(!comparison.fails && comparison.figures[0].conclusion.direction == .notShown)
    // Of 20 independent tests the smallest one-sided p is below 0.005 with 10 %, twice as often on either side.
    #expect(0.05...0.3 ~= comparison.figures[0].pAdjusted ?? 0)
    // Alone it is.
    let alone = try Self.compare(a, b, figures: ["f0"])
    #expect(alone.fails && alone.figures.count == 1 && alone.figures[0].pAdjusted ?? 1 < 0.03)
  }

  @Test func `a figure of which one side has few laps is not judged`() throws {
    let a = (0..<20).map { "door,exit,delay,s,smaller,mean,\($0),1,30," }
    let b = ["door,exit,delay,s,smaller,mean,3,1,90,"]
    let row = try Self.compare(Self.folder(a, laps: 20), Self.folder(b, laps: 20)).figures[0]
    #expect(row.b == 90 && row.interval == nil && row.verdict == .open)
  }

  @Test func `deviations and percentiles are those of all values, with an interval over laps`() throws {
    // Levels -60 and -64 in each lap of A: deviation 2. -60 and -68 in B: 4.
    func levels(_ low: Double) -> [String] {
      (0..<6).map { "near,,levelDeviation,dB,smaller,deviation,\($0),2,\(-60 + low),\(3600 + low * low)" }
    }
    let deviation = try Self.compare(Self.folder(levels(-64), laps: 6), Self.folder(levels(-68), laps: 6))
    #expect(abs(deviation.figures[0].a ?? 0) - 2 < 1e-9 && abs((deviation.figures[0].b ?? 0) - 4) < 1e-9)
    #expect(deviation.fails)
    // The numbers 1 to 20: by NumPy's percentile the 95th is 19.05.
    let values = (0..<20).map { "door,exit,delayP95,s,smaller,p95,\($0 / 2),1,\($0 + 1)," }
    let folder = try Self.folder(values, laps: 10)
    let row = try Self.compare(folder, folder).figures[0]
    #expect(abs((row.a ?? 0) - 19.05) < 1e-12 && row.verdict == .within)
  }

  @Test func `false alarms of a kind that only B gives fail`() throws {
    let found = (0..<8).map { "door,exit,falseAlarms,1/h,smaller,mean,\($0),0.5,0," }
    let more = (0..<8).map { "door,enter,falseAlarms,1/h,smaller,mean,\($0),0.5,\(3 + $0 % 2)," }
    let comparison = try Self.compare(
      Self.folder(found, laps: 8), Self.folder(found + more, laps: 8))
    #expect(
      comparison.figures.map(\.a) == [0, 0] && comparison.figures.map(\.b) == [0, 7] && comparison.fails)
    #expect(comparison.unpaired.isEmpty)
  }

  @Test func `a gate decides on what is open, what is better and laps that are missing`() throws {
    func folder(_ seconds: [Double]) throws -> TemporaryFolder {
      try Self.folder(Self.delays(seconds), laps: seconds.count)
    }
    let (a, b) = (try folder([2, 4, 6, 2, 4, 6]), try folder([3, 6, 6, 2, 3, 6]))
    #expect(try !Self.compare(a, b).fails && Self.compare(a, b, gate: .open).fails)
    #expect(try !Self.compare(a, a, gate: .difference).fails)
    let later = try folder([7, 9, 11.1, 7, 9, 11])
    // Of the 32 exchanges only the one at hand is as large.
    #expect(try Self.compare(a, later).figures[0].pAdjusted == 1.0 / 32)
    #expect(try Self.compare(a, later).fails && !Self.compare(a, later, gate: .never).fails)
    let fewer = try Self.compare(a, folder([2, 4, 6, 2, 4]))
    #expect(fewer.fails && fewer.missingLaps == [5])
    let xml = fewer.junit.xml
    #expect(xml.contains("tests=\"2\" failures=\"1\"") && xml.contains("B lacks 1 of A's laps"))
    #expect(try Self.compare(a, later).junit.xml.contains("<failure type=\"worse\""))
  }

  @Test func `another seed, an unknown figure and a wrong table are one sentence`() throws {
    let a = try Self.folder(Self.delays([2, 4, 6]))
    func sentence(_ body: () throws -> Void) throws -> String {
      "\(try #require(#expect(throws: FileProblem.self, performing: body)))"
    }
    #expect(
      try sentence { _ = try Self.compare(a, Self.folder(Self.delays([2, 4, 6]), seed: 2)) }
        .contains("expected results of the seed 1"))
    #expect(
      try sentence { _ = try Self.compare(a, a, figures: ["queue"]) }
        .contains("--metric: expected one or more of delay, separated by commas, found queue"))
    #expect(
      try sentence { _ = try Self.compare(a, Self.folder(Self.delays([2], name: "gate"))) }
        .contains("expected a figure of"))
    for (row, expected) in [
      ("door,exit,delay,s,slower,mean,0,1,2,", "expected smaller or larger or zero, found slower"),
      ("door,exit,delay,s,smaller,mean,3,1,2,", "expected a whole number from 0 to 2, found \"3\""),
      ("door,exit,delay,s,smaller,p95,0,2,2,", "expected 1, since each value"),
    ] {
      let folder = try Self.folder([row])
      let text = try sentence { _ = try SavedResults(contentsOf: folder.path, for: .figures) }
      #expect(text.contains(expected), "\(text)")
    }
    let empty = try Self.folder([])
    #expect(
      try sentence { _ = try SavedResults(contentsOf: empty.path, for: .figures) }.contains(
        "a row for each figure"))
  }
}

extension FolderComparison {
  fileprivate var figures: [ComparedFigure] { rows.flatMap(\.metrics) }
  fileprivate var fails: Bool { failure != nil }
}
