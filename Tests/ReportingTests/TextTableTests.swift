import Reporting
import Testing

@Suite struct TextTableTests {
  @Test func `aligns text to the left, numbers to the right, and bounds behind the numbers`() {
    var table = TextTable([
      TextTable.Column("filter"), TextTable.Column("n"), TextTable.Column("mean", unit: "m [95 %]"),
      TextTable.Column("std", unit: "m", decimals: 1),
    ])
    table.add([.text("feedback"), .count(3600), .interval(2.236, from: 2.17, to: 2.314), .number(1.96)])
    table.add([.text("room centre"), .count(12), .interval(12.5, from: 12, to: 13), .number(nil)])
    table.add([.text("published"), .empty, .interval(2.23, from: nil, to: nil), .number(2.05)])
    table.notes = ["a note"]
    #expect(
      table.description == """
        filter          n  mean m [95 %]         std m
        -----------  ----  --------------------  -----
        feedback     3600   2.24 [2.17, 2.31]      2.0
        room centre    12  12.50 [12.00, 13.00]      –
        published           2.23                   2.0
        a note

        """)
  }

  @Test func `a header wider than its column makes room for itself`() {
    var table = TextTable([TextTable.Column("missed"), TextTable.Column("why")])
    table.add([.count(3), .text("x")])
    #expect(table.description == "missed  why\n------  ---\n     3  x\n")
  }

  @Test func `without rows there is a header`() {
    #expect(
      TextTable([TextTable.Column("n"), TextTable.Column("std", unit: "m")]).description
        == "n  std m\n-  -----\n")
  }

  @Test(arguments: [
    ("", 0), ("mean", 4), ("σ ≥ 1", 5), ("–", 1), ("Łódź", 4), ("e\u{301}", 1), ("階", 2), ("Ａ", 2), ("한글", 4),
    ("🚶", 2), ("✔", 1), ("✔\u{FE0F}", 2), ("a\u{200B}b", 2),
  ])
  func `knows how wide text is`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `wide text keeps the columns in line`() {
    var table = TextTable([TextTable.Column("beacon"), TextTable.Column("n")])
    table.add([.text("階段室"), .count(1)])
    table.add([.text("e\u{301}tage"), .count(22)])
    #expect(table.description == "beacon   n\n------  --\n階段室   1\ne\u{301}tage   22\n")
  }
}
