import Rendering
import Testing

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
    worse       0.00  none, within
    \u{4E2D}\u{4E2D}       -0.10  better, open
    proximity   0.01  none, open
    Kalman      0.02  worse, within
    1 worse is no verdict.

    worse
    """

  @Test func `only words in columns of verdicts get colours`() {
    let coloured = VerdictColours.colouring(Self.table).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(coloured[2] == "feedback    0.43  \u{1B}[31mworse\u{1B}[0m, beyond, rooms worse")
    #expect(coloured[3] == "worse       0.00  \u{1B}[32mnone, within\u{1B}[0m")
    #expect(coloured[4] == "\u{4E2D}\u{4E2D}       -0.10  \u{1B}[32mbetter\u{1B}[0m, open")
    #expect(coloured[5].hasSuffix("\u{1B}[33mnone\u{1B}[0m, open"))
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
