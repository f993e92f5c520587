import Rendering
import Testing

@Suite struct ReportTableTests {
  @Test func `aligns text to the left, numbers to the right, and bounds behind the numbers`() {
    var table = ReportTable([
      ReportTable.Column("filter"), ReportTable.Column("n"), ReportTable.Column("mean", unit: "m [95 %]"),
      ReportTable.Column("std", unit: "m", decimals: 1),
    ])
    table.add([.text("feedback"), .count(3600), .interval(2.236, from: 2.17, to: 2.314), .number(1.96)])
    table.add([.text("room centre"), .count(12), .interval(12.5, from: 12, to: 13), .number(nil)])
    table.add([.text("published"), .empty, .interval(2.23, from: nil, to: nil), .number(2.05)])
    table.notes = ["a note"]
    #expect(
      table.text(width: .max) == """
        filter          n  mean m [95 %]         std m
        -----------  ----  --------------------  -----
        feedback     3600   2.24 [2.17, 2.31]      2.0
        room centre    12  12.50 [12.00, 13.00]      –
        published           2.23                   2.0
        a note

        """)
  }

  @Test func `a header wider than its column makes room for itself`() {
    var table = ReportTable([ReportTable.Column("missed"), ReportTable.Column("why")])
    table.add([.count(3), .text("x")])
    #expect(table.text(width: .max) == "missed  why\n------  ---\n     3  x\n")
  }

  @Test func `without rows there is a header`() {
    #expect(
      ReportTable([ReportTable.Column("n"), ReportTable.Column("std", unit: "m")]).text(width: .max)
        == "n  std m\n-  -----\n")
  }

  @Test func `a column that asks for it is broken before another one goes`() {
    var table = ReportTable([
      ReportTable.Column("name", breaksFirst: true), ReportTable.Column("n"),
      ReportTable.Column("more", rank: 1),
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

  private var wide: ReportTable {
    var table = ReportTable([
      ReportTable.Column("filter"), ReportTable.Column("mean", rank: 1), ReportTable.Column("what it is"),
      ReportTable.Column("RMSE", rank: 2),
    ])
    table.add([.text("feedback"), .number(2), .text("half of this and half of that"), .number(3)])
    return table
  }

  @Test func `what is too wide breaks its longest texts over several lines`() {
    #expect(
      wide.text(width: 48) == """
        filter    mean  what it is                  RMSE
        --------  ----  --------------------------  ----
        feedback  2.00  half of this and half of    3.00
                          that

        """)
  }

  @Test func `and then moves its ranked columns, the highest first, to a table below`() {
    #expect(
      wide.text(width: 24) == """
        filter    what it is
        --------  --------------
        feedback  half of this
                    and half of
                    that

        filter    mean  RMSE
        --------  ----  ----
        feedback  2.00  3.00

        """)
  }

  @Test func `headers of one width are broken together`() {
    var table = ReportTable(["row", "missed A", "missed B"].map { ReportTable.Column($0) })
    table.add([.text("one"), .count(1), .count(2)])
    #expect(
      table.text(width: 20) == """
             missed  missed
        row       A       B
        ---  ------  ------
        one       1       2

        """)
  }

  @Test func `a column has no sign of an interval where no cell has one`() {
    var table = ReportTable([.init("row"), .init("mean", unit: "m [95 %]")])
    table.add([.text("one"), .interval(1, from: nil, to: nil)])
    #expect(table.text(width: 40).hasPrefix("row  mean m\n"))
    for form in [ReportForm.markdown, .csv, .latex] {
      #expect(![ReportSection.table(table)].text(as: form, width: 40).contains("95"))
    }
    table.add([.text("two"), .interval(1, from: 0, to: 2)])
    #expect(table.text(width: 40).hasPrefix("row  mean m [95 %]\n"))
  }

  @Test func `a header breaks where its figures leave it no room, and stands on the rule`() {
    var table = ReportTable([
      ReportTable.Column("row"), ReportTable.Column("right room", unit: "%", decimals: 1),
      ReportTable.Column("in no room"),
    ])
    table.add([.text("feedback"), .number(91.5), .count(36)])
    #expect(
      table.text(width: 25) == """
                   right  in no
        row       room %   room
        --------  ------  -----
        feedback    91.5     36

        """)
  }

  /// Two figures and bounds that no line of 30 columns has room for.
  private var long: ReportTable {
    var table = ReportTable([
      ReportTable.Column("pipeline"), ReportTable.Column("mean", unit: "[95 %]"),
      ReportTable.Column("P95", rank: 1), ReportTable.Column("largest"), ReportTable.Column("verdict"),
    ])
    table.add([
      .text("feedback"), .interval(2.2, from: 2.1, to: 2.3), .number(5.33), .number(8.25), .text("alike"),
    ])
    table.add([
      .text("centroid"), .interval(12.25, from: 11, to: 13.5), .number(20), .number(31.5), .text("worse"),
    ])
    table.notes = ["a note"]
    return table
  }

  @Test func `what is still too wide is split, with nothing left out and the first column repeated`() {
    #expect(
      long.text(width: 34) == """
        pipeline  mean [95 %]
        --------  --------------------
        feedback   2.20 [2.10, 2.30]
        centroid  12.25 [11.00, 13.50]

        pipeline    P95  largest  verdict
        --------  -----  -------  -------
        feedback   5.33     8.25  alike
        centroid  20.00    31.50  worse
        a note

        """)
  }

  @Test func `a split table repeats all columns that say which row it is`() {
    var table = ReportTable(
      [
        ReportTable.Column("right room"), ReportTable.Column("share"), ReportTable.Column("A", unit: "%"),
        ReportTable.Column("B", unit: "%"),
      ], keys: 2)
    table.add([.text("feedback"), .text("pooled"), .number(91.5), .number(90)])
    table.add([.empty, .text("macro"), .number(88), .number(87.25)])
    #expect(
      table.text(width: 26) == """
        right room  share     A %
        ----------  ------  -----
        feedback    pooled  91.50
                    macro   88.00

        right room  share     B %
        ----------  ------  -----
        feedback    pooled  90.00
                    macro   87.25

        """)
  }

  @Test func `where all else fails identifiers break behind a mark and bounds go below their value`() {
    var table = ReportTable([ReportTable.Column("beacon"), ReportTable.Column("level", unit: "[95 %]")])
    table.add([.text("9024/1030@EE:62:66:7C:3E:77"), .interval(-82.5, from: -83.5, to: -81)])
    #expect(
      table.text(width: 30) == """
        beacon        level [95 %]
        ------------  ----------------
        9024/1030@    -82.50
          EE:62:66:   [-83.50, -81.00]
          7C:3E:77

        """)
  }

  @Test func `an interval and a sign with its number stay on one line`() {
    var table = ReportTable([ReportTable.Column("n")])
    table.notes = ["the mean is 2.20 [2.10, 2.30] m and p < 0.05 here"]
    #expect(
      table.text(width: 21) == """
        n
        -
        the mean is 2.20
          [2.10, 2.30] m and
          p < 0.05 here

        """)
    #expect(table.text(width: 23).contains("\n  [2.10, 2.30] m and p\n  < 0.05 here\n"))
  }

  @Test(arguments: [40, 44, 52, 60, 68, 80, 100])
  func `whatever the width, lines keep to it and every figure is whole`(width: Int) {
    let titles = ["mean m", "right room %", "settling s mean", "≤ 10 m %", "std along", "unmatched"]
    var table = ReportTable(
      [ReportTable.Column("pipeline"), ReportTable.Column("what it is")]
        + titles.map { ReportTable.Column($0, decimals: 3) }
        + ["difference", "RMSE / filter"].map { ReportTable.Column($0, unit: "[95 %]", decimals: 3) })
    var figures: [String] = []
    for row in 0..<4 {
      let numbers = titles.indices.map { 12_345.125 + Double(100 * row + $0) }
      let intervals = [7.5, -321.25].map { $0 + Double(row) }
      figures += numbers.map { FixedPoint.text($0, decimals: 3) }
      figures += intervals.flatMap { [$0, $0 - 1, $0 + 1] }.map { FixedPoint.text($0, decimals: 3) }
      table.add(
        [.text("a pipeline of number \(row)"), .text("[-0.123456, 0.654321] by Kalman Q 20 R 5, p < 0.0001")]
          + numbers.map { .number($0) } + intervals.map { .interval($0, from: $0 - 1, to: $0 + 1) })
    }
    let text = table.text(width: width)
    #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= width }, "\(text)")
    let words = Set(text.split { " \n[],".contains($0) }.map(String.init))
    figures += ["-0.123456", "0.654321"]
    #expect(figures.allSatisfy(words.contains), "\(text)")
    #expect(text.contains("< 0.0001"))
  }

  @Test func `whole numbers of five digits and more have commas`() {
    var table = ReportTable([ReportTable.Column("n")])
    for count in [9999, 10_000, 1_234_567, -12_345] { table.add([.count(count)]) }
    #expect(table.text(width: .max) == "        n\n---------\n     9999\n   10,000\n1,234,567\n  -12,345\n")
  }

  @Test func `wide text keeps the columns in line`() {
    var table = ReportTable([ReportTable.Column("beacon"), ReportTable.Column("n")])
    table.add([.text("階段室"), .count(1)])
    table.add([.text("e\u{301}tage"), .count(22)])
    #expect(table.text(width: .max) == "beacon   n\n------  --\n階段室   1\ne\u{301}tage   22\n")
  }
}
