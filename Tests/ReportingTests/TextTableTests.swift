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

  @Test func `a column that asks for it is broken before another one goes`() {
    var table = TextTable([
      TextTable.Column("name", breaksFirst: true), TextTable.Column("n"), TextTable.Column("more", rank: 1),
    ])
    table.add([.text("one two three four five"), .count(7), .count(8)])
    #expect(
      table.text(width: 25) == """
        name              n  more
        ----------------  -  ----
        one two three     7     8
          four five

        """)
    #expect(!table.text(width: 25).contains("Left out"))
  }

  private var wide: TextTable {
    var table = TextTable([
      TextTable.Column("filter"), TextTable.Column("mean", rank: 1), TextTable.Column("what it is"),
      TextTable.Column("RMSE", rank: 2),
    ])
    table.add([.text("feedback"), .number(2), .text("half of this and half of that"), .number(3)])
    return table
  }

  @Test func `what is too wide gives up its ranked columns, the highest first, and says so`() {
    #expect(
      wide.text(width: 48) == """
        filter    mean  what it is
        --------  ----  -----------------------------
        feedback  2.00  half of this and half of that
        Left out at this width: RMSE; --json has all.

        """)
  }

  @Test func `and then breaks its longest texts over several lines`() {
    #expect(
      wide.text(width: 24) == """
        filter    what it is
        --------  --------------
        feedback  half of this
                    and half of
                    that
        Left out at this width:
          mean, RMSE; --json has
          all.

        """)
  }

  @Test func `whole numbers of five digits and more have commas`() {
    var table = TextTable([TextTable.Column("n")])
    for count in [9999, 10_000, 1_234_567, -12_345] { table.add([.count(count)]) }
    #expect(table.description == "        n\n---------\n     9999\n   10,000\n1,234,567\n  -12,345\n")
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
