import Documents
import Testing
import World

@testable import Rendering

/// The width of texts, and how they are broken into lines.
@Suite struct WrappedTextTests {
  /// By Unicode Standard Annex 11.
  @Test(arguments: [
    ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("🙂", 2), ("❤️", 2),
    ("a\u{200B}b", 2), ("한글", 4), ("±≤", 2), ("Łódź", 4), ("階", 2), ("✔", 1), ("✔\u{FE0F}", 2),
  ])
  func `a text is as wide as the columns that it takes`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `padding and indenting count columns, and cut nothing off`() {
    #expect("日".padded(to: 4) == "日  " && "日".indented(to: 4) == "  日")
    #expect("abcd".padded(to: 2) == "abcd" && "abcd".indented(to: 2) == "abcd")
    #expect(["a", "日本", "abc"].widest == 4 && [String]().widest == 0)
  }

  @Test func `lines are broken at spaces, and go on further in`() {
    #expect("aa bb cc".wrapped(to: 8) == ["aa bb cc"])
    #expect("aa bb cc".wrapped(to: 5) == ["aa bb", "cc"])
    #expect("aa bb cc".wrapped(to: 5, indent: 2) == ["aa bb", "  cc"])
    #expect("  aa bb cc".wrapped(to: 7, indent: 4) == ["  aa bb", "    cc"])
    #expect("日本 日本".wrapped(to: 5) == ["日本", "日本"])
  }

  @Test func `a word that is too long has a line of its own, or is broken behind a mark`() {
    #expect("a bbbbbbbb c".wrapped(to: 4) == ["a", "bbbbbbbb", "c"])
    #expect("scenarios/floor35.yaml".wrapped(to: 12, breaksWords: true) == ["scenarios/", "floor35.yaml"])
    #expect("abcdefgh".wrapped(to: 4, breaksWords: true) == ["abcd", "efgh"])
    // Figures stay whole.
    #expect("1234567890".wrapped(to: 4, breaksWords: true) == ["1234567890"])
  }

  @Test func `a number stays with its sign, its unit and its interval`() {
    #expect("at 12 m".wrapped(to: 5) == ["at", "12 m"])
    #expect("error < 5 of".wrapped(to: 8) == ["error", "< 5 of"])
    #expect("mean [1, 2] m.".wrapped(to: 9) == ["mean", "[1, 2] m."])
    #expect("a 5 metres".wrapped(to: 4) == ["a 5", "metres"])
  }

  @Test func `paragraphs end their lines, and lines of their own are kept`() {
    #expect("aa bb cc".paragraph(width: 5) == "aa bb\n  cc\n")
    #expect("aa bb\n\n  cc dd ee".wrappingLines(to: 7) == "aa bb\n\n  cc dd\n    ee")
    #expect("x".asNote == "Note: x." && "x.".asNote == "Note: x." && "a  ".withoutTrailingSpaces == "a")
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (9999, "9999"), (10_000, "10,000"), (-38_007, "-38,007"),
    (11_400_184, "11,400,184"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `thousands are parted from five digits on`(count: Int, text: String) {
    #expect(Counted.number(count) == text)
  }

  @Test func `one has no plural`() {
    #expect(Counted.text(1, "lap") == "1 lap" && Counted.text(0, "lap") == "0 laps")
    #expect(
      Counted.text(2, "press", "presses") == "2 presses" && Counted.text(12_345, "lap") == "12,345 laps")
  }
}

/// Reports in pages, and what pictures are made of.
@Suite struct PagePartsTests {
  @Test func `a page's table says what its rows and columns are, and escapes every text`() {
    var table = ReportTable([.init("a<b"), .init("mean", unit: "m")])
    table.add([.text("x & \"y\""), .interval(1.5, from: 1, to: 2)])
    let html = [ReportSection.table(table)].html
    #expect(html.contains("<th scope=\"col\">a&lt;b</th><th scope=\"col\" colspan=\"2\" class=\"number\">"))
    #expect(
      html.contains("<th scope=\"row\">x &amp; &quot;y&quot;</th>") || html.contains("x &amp; \"y\"</th>"))
    #expect(
      html.contains("<td class=\"number bounds\">[1.00, 2.00]</td>") || html.contains("[1.000, 2.000]</td>"))
  }

  @Test func `notes have a box, and lines that must stay are kept`() {
    let page = HTMLTable()
    #expect(page.notes([]).isEmpty && page.notes([""]).isEmpty)
    #expect(page.notes(["a", "b"]) == "<div class=\"notes\">\n<p>a</p>\n<p>b</p>\n</div>\n")
    #expect(page.verbatim("a  b\n<c>\n") == "<pre>a  b\n&lt;c&gt;</pre>\n")
  }

  /// A name of one letter at 10 points is 5.6 wide and 8 high. Above a mark at (50, 50) it takes 47.2…52.8 by 40…48.
  @Test func `a name goes where it covers no mark and no other name`() {
    var places = LabelPlaces(besides: [Point(x: 50, y: 50), Point(x: 50, y: 44)])
    // The usual place is covered by the other mark, the next one below is free.
    #expect(
      places.place("a", at: Point(x: 50, y: 50), size: 10, usual: LabelPlaces.above)
        == .init(x: 0, y: 7, align: .center))
    // The same name once more finds that taken too, and goes to the right.
    #expect(
      places.place("b", at: Point(x: 50, y: 50), size: 10, usual: LabelPlaces.above)
        == .init(x: 5, y: 0, align: .left))
    var empty = LabelPlaces(besides: [])
    #expect(empty.place("a", at: .zero, size: 10, usual: LabelPlaces.belowRight) == LabelPlaces.belowRight)
  }

  @Test func `where there is no room a name is at its usual place`() {
    let crowd = (-20...20).flatMap { x in (-20...20).map { Point(x: Double(x), y: Double($0)) } }
    var places = LabelPlaces(besides: crowd)
    #expect(places.place("name", at: .zero, size: 8, usual: LabelPlaces.above) == LabelPlaces.above)
  }

  @Test(arguments: [
    ("a.svg", PlotFormat.svg), ("b.PNG", .png), ("a.b/c.pdf", .pdf), ("x.json", .json), (".html", .html),
  ])
  func `a picture's format is the ending of its file`(name: String, format: PlotFormat) throws {
    #expect(try PlotFormat(ofFile: name) == format)
    #expect(format.needsNoRenderer == (format == .json))
  }

  @Test(arguments: [("a.gif", ".gif"), ("a", "no ending"), ("a.svg/b", "no ending"), ("a.", ".")])
  func `another ending is refused`(name: String, found: String) {
    let problem = #expect(throws: FileProblem.self) { try PlotFormat(ofFile: name) }
    #expect(
      problem?.description
        == "\(name): expected a name that ends in .svg, .png, .pdf, .html or .json, found \(found)")
  }

  @Test func `forty-nine series differ in colour or dashes, and a baseline is grey`() throws {
    let names = (0..<49).map { "p\($0)" }
    let style = SeriesStyle(names)
    let colours = names.indices.map { SeriesStyle.colour(at: $0) }
    let dashes = try style.dash.document["scale"].elements("range").map(\.json)
    #expect(Set(zip(colours, dashes).map { "\($0) \($1)" }).count == 49)
    #expect(SeriesStyle.colour(at: nil) == SeriesStyle.grey)
  }
}

@Suite struct LabelledLinesTests {
  @Test func `further lines of a value begin below its first, and long words are broken`() {
    #expect(
      LabelledLines.text("octets", "02 01 1A 1A FF 4C", at: 8, width: 18)
        == "octets  02 01 1A\n        1A FF 4C\n")
    #expect(LabelledLines.text("id", "ABCD-EFGHIJK", at: 4, width: 11) == "id  ABCD-\n    EFGHIJK\n")
  }

  @Test func `a label that takes more than its column has a space behind it`() {
    #expect(LabelledLines.text("octets", "02", at: 4, width: 40) == "octets 02\n")
  }

  @Test func `a command goes on behind a backslash, as a shell reads it`() {
    #expect(LabelledLines.command("", "hcitool cmd 0x08", at: 2, width: 18) == "  hcitool cmd 0x08\n")
    #expect(
      LabelledLines.command("", "hcitool cmd 0x08 00", at: 2, width: 18) == "  hcitool cmd \\\n  0x08 00\n")
    // What is pasted stays whole.
    #expect(
      LabelledLines.command("run", "add 0011223344 1", at: 4, width: 12)
        == "run add \\\n    0011223344 \\\n    1\n")
  }

  @Test func `results folders that have no room beside each other stand below each other`() {
    #expect(ResultsLine.text(["a/b/", "c/d/"], width: 20) == "Results: a/b/, c/d/")
    #expect(ResultsLine.text(["a/b/", "c/d/"], width: 18) == "Results: a/b/,\n  c/d/")
  }
}
