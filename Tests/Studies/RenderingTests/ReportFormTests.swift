import Rendering
import Testing

@Suite struct ReportFormTests {
  /// Every kind of cell, and texts that each form must escape.
  private static var report: [ReportSection] {
    var table = ReportTable([
      ReportTable.Column("a|b & c_d"), ReportTable.Column("n"), ReportTable.Column("mean", unit: "m [95 %]"),
      ReportTable.Column("share", form: .percent), ReportTable.Column("p", form: .probability),
    ])
    table.add([
      .text("x, \"y\" 50 % $ #1"), .count(12345), .interval(-2.236, from: -3, to: 1.5), .number(0.125),
      .number(0.00002),
    ])
    table.add([.text("[{~^\\}] <5 *"), .count(7), .interval(10, from: nil, to: nil), .number(nil), .empty])
    table.notes = ["[95 %]: over laps."]
    return [
      .paragraphs(["Errors < 3 m.", "", "100 % of *all*."]), .table(table),
      .list(heading: "file", items: [("span", "1 s")]), .folders(["a/", "b/"]),
    ]
  }

  @Test func `text is what it is without a form`() {
    #expect(Self.report.text(as: .text, width: 60) == Self.report.text(width: 60))
  }

  @Test func `Markdown has tables whose pipes are escaped`() {
    #expect(
      Self.report.text(as: .markdown, width: 10) == #"""
        Errors \< 3 m.

        100 % of \*all\*.

        | a\|b & c\_d | n | mean m [95 %] | share % | p |
        | --- | ---: | ---: | ---: | ---: |
        | x, "y" 50 % $ #1 | 12345 | -2.24 [-3.00, 1.50] | 12.5 | \< 0.0001 |
        | [{~^\\}] \<5 \* | 7 | 10.00 | – |  |

        \[95 %]: over laps.

        file

        | property | value |
        | --- | --- |
        | span | 1 s |

        Results: a/, b/

        """#)
  }

  @Test func `Markdown makes no link, no entity and no HTML of a name`() {
    var table = ReportTable([ReportTable.Column("name")])
    for name in ["[x](javascript:alert)", "[x][y]", "<img src=x>", "&lt;", "a|b", "[1, 2]"] {
      table.add([.text(name)])
    }
    let text = [ReportSection.table(table), .paragraphs(["  [x]: javascript:alert"])].text(
      as: .markdown, width: 80)
    #expect(
      text == #"""
        | name |
        | --- |
        | [x\](javascript:alert) |
        | [x\][y] |
        | \<img src=x> |
        | \&lt; |
        | a\|b |
        | [1, 2] |

        - \[x]: javascript:alert

        """#)
  }

  @Test func `CSV is the first table, with a column for each bound and quotes after RFC 4180`() {
    #expect(
      Self.report.text(as: .csv, width: 10) == #"""
        a|b & c_d,n,mean m,mean lower 95 %,mean upper 95 %,share %,p
        "x, ""y"" 50 % $ #1",12345,-2.24,-3.00,1.50,12.5,2.0e-05
        [{~^\}] <5 *,7,10.00,,,,

        """#)
  }

  @Test
  func `LaTeX has booktabs, S columns as wide as their numbers, and no character that TeX reads otherwise`() {
    #expect(
      Self.report.text(as: .latex, width: 10) == ##"""
        % \usepackage{booktabs, siunitx}
        \begin{tabular}{l S[table-format=5] S[table-format=-2.2] l S[table-format=2.1] S[table-format=1]}
          \toprule
          a\textbar{}b \& c\_d & {n} & {mean m} & 95\,\% & {share \%} & {p} \\
          \midrule
          x, "y" 50 \% \$ \#1 & 12345 & -2.24 & [-3.00, 1.50] & 12.5 & {$<$ 0.0001} \\
          {[}\{\textasciitilde{}\textasciicircum{}\textbackslash{}\}] $<$5 {*} & 7 & 10.00 &  & {--} &  \\
          \bottomrule
        \end{tabular}

        """##)
  }

  @Test func `a table gives the columns that are asked for, and what is brief has no legend and no details`()
    throws
  {
    let report = Self.report
    let table = try #require(report.tables.first)
    let chosen = try #require(table.only(["N", "mean"]))
    #expect(chosen.columns.map(\.title) == ["n", "mean"] && chosen.notes.isEmpty && table.only(["x"]) == nil)
    #expect(chosen.rows.map(\.first) == [.count(12345), .count(7)])
    var legend = table
    legend.legend = ["How to read it."]
    let whole: [ReportSection] = [.table(legend), .details([.paragraph("More."), .table(table)])]
    #expect(whole.tables.count == 2 && whole.text(width: 60).contains("How to read it.\n\nMore.\n"))
    #expect(whole.brief.text(width: 60) == [ReportSection.table(table)].text(width: 60))
    #expect(whole.text(as: .markdown, width: 60).contains("How to read it.\n\nMore.\n"))
  }
}
