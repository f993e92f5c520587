import Rendering
import Testing
import World

@Suite struct TerminalTests {
  /// Two by four dots: the left column is 1, 2, 3, 7 and the right one 4, 5, 6, 8 of the Braille patterns.
  @Test func `dots become Braille patterns`() {
    var canvas = BrailleCanvas(columns: 2, rows: 1)
    canvas.dot(0, 0)
    canvas.dot(1, 3)
    canvas.dot(2, 1)
    // Dots 1 and 8, and dot 2.
    #expect(canvas.lines == ["\u{2881}\u{2802}"])
    canvas.mark("o", 3, 3)
    #expect(canvas.lines == ["\u{2881}o"])
  }

  @Test func `what lies outside is left out, and lines have no spaces at their ends`() {
    var canvas = BrailleCanvas(columns: 3, rows: 2)
    canvas.dot(-1, 0)
    canvas.dot(6, 0)
    canvas.dot(0, 8)
    #expect(canvas.lines == ["", ""])
    canvas.line(from: (0, 0), to: (5, 0))
    #expect(canvas.lines == ["\u{2809}\u{2809}\u{2809}", ""])
  }

  @Test(arguments: [10, 60, 100])
  func `a map is no wider than the terminal and shows beacons, fixes and the walk`(width: Int) {
    let path = PathGraph(
      nodes: [.init(name: "a", position: .zero), .init(name: "b", position: Point(x: 20, y: 0))],
      edges: [.init(from: 0, to: 1)])
    let site = Site(
      name: "s", path: path, anchors: [Anchor(id: "one", identity: nil, position: Point(x: 10, y: 4))])
    let walk = Walk(
      knots: [.init(time: 0, position: .zero), .init(time: 20, position: Point(x: 20, y: 0))])
    let map = SiteMap(of: site, walk: walk, fixes: [Fix(position: Point(x: 0, y: 2))]).lines(width: width)
    #expect(map.allSatisfy { $0.displayWidth <= width })
    let all = map.joined()
    #expect(all.contains("^") && all.contains("o"))
    #expect(all.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value })
  }

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
