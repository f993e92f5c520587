import Testing

@testable import Rendering

@Suite struct TerminalTests {
  @Test func `a bar stands in front of the progress where there is room`() {
    let line = ProgressLine(of: 300, "laps")
    #expect(line.barred(done: 120, seconds: 2, width: 46) == "[████░░░░░░] 120 of 300 laps, 40 %, 3 s to go")
    #expect(line.barred(done: 120, seconds: 2, width: 40) == "120 of 300 laps, 40 %, 3 s to go")
    #expect(
      line.barred(done: 300, seconds: 2, width: 200).hasPrefix("[\(String(repeating: "█", count: 24))] 300"))
  }

  private static let table = """
    pipeline   B - A  verdict
    ---------  -----  ---------------------
    feedback    0.43  worse, beyond, rooms worse
    worse       0.00  not shown, within
    \u{4E2D}\u{4E2D}       -0.10  better, open
    proximity   0.01  not shown, open
    Kalman      0.02  worse, within
    1 worse is no verdict.

    worse
    """

  @Test func `only words in columns of verdicts get colours`() {
    let coloured = VerdictColours.colouring(Self.table).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(coloured[2] == "feedback    0.43  \u{1B}[31mworse\u{1B}[0m, beyond, rooms worse")
    #expect(coloured[3] == "worse       0.00  \u{1B}[32mnot shown, within\u{1B}[0m")
    #expect(coloured[4] == "\u{4E2D}\u{4E2D}       -0.10  \u{1B}[32mbetter\u{1B}[0m, open")
    #expect(coloured[5].hasSuffix("\u{1B}[33mnot shown\u{1B}[0m, open"))
    #expect(coloured[6].hasSuffix("\u{1B}[33mworse, within\u{1B}[0m"))
    #expect(coloured[7] == "1 worse is no verdict.")
    #expect(coloured[9] == "worse")
  }

  @Test func `colours are for terminals, and NO_COLOR forbids them`() {
    #expect(VerdictColours.areWanted(isTerminal: true, noColor: nil, terminal: "xterm"))
    #expect(VerdictColours.areWanted(isTerminal: true, noColor: "", terminal: "xterm"))
    #expect(!VerdictColours.areWanted(isTerminal: true, noColor: "1", terminal: "xterm"))
    #expect(!VerdictColours.areWanted(isTerminal: true, noColor: nil, terminal: "dumb"))
    #expect(!VerdictColours.areWanted(isTerminal: false, noColor: nil, terminal: "xterm"))
  }
}

@Suite struct OutputWidthTests {
  @Test(arguments: [
    (120, nil, 120), (0, nil, 100), (45, nil, 45), (30, nil, 40), (999, nil, 240), (120, "90", 90),
    (0, "90", 90),
    (120, "", 120), (120, "wide", 120), (120, "0", 120), (120, "-5", 120),
  ])
  func `the width is that of COLUMNS, else that of the terminal, else 100`(
    columns: Int, variable: String?, width: Int
  ) {
    #expect(OutputWidth.width(columns: columns, variable: variable) == width)
  }
}

@Suite struct ProgressLineTests {
  private let line = ProgressLine(of: 300, "laps")

  @Test func `says how much is done and how long the rest takes at this pace`() {
    #expect(line.text(done: 0, seconds: 0.5) == "0 of 300 laps, 0 %")
    #expect(line.text(done: 120, seconds: 2) == "120 of 300 laps, 40 %, 3 s to go")
    #expect(line.text(done: 299, seconds: 30) == "299 of 300 laps, 99 %, 1 s to go")
    #expect(line.text(done: 300, seconds: 30) == "300 of 300 laps, 100 %")
  }

  @Test func `a job of nothing is done`() {
    #expect(ProgressLine(of: 0, "laps").text(done: 0, seconds: 0) == "0 of 0 laps, 100 %")
  }
}
