import Documents
import Evaluation
import Rendering
import Testing

@Suite struct FigureTests {
  private struct Trial: Described {
    let name: String
    let count: Int
    let share: Double
    let mean: Double?
    let note: String?

    static let figures: [Figure<Trial>] = [
      .init("name", "trial", \.name), .init("n", "n", \.count),
      .init("share", "found", form: .percent, better: .larger, \.share),
      .init(
        "mean", "mean", unit: "m [95 %]", better: .smaller, \.mean,
        interval: { $0.mean.map { ConfidenceInterval(lower: $0 - 1, upper: $0 + 1) } }),
      .init(nil, "p", form: .probability) { _ in 0.00001 }, .init("note", isOptional: true, \.note),
    ]
  }

  private let whole = Trial(name: "a, b", count: 12_345, share: 0.125, mean: 2.5, note: "x")
  private let without = Trial(name: "c", count: 0, share: 1, mean: nil, note: nil)

  @Test func `JSON has shares as they are, intervals under keys of their own, and no figure of tables`() {
    #expect(
      whole.document.json
        == #"{"interval95":[1.5,3.5],"mean":2.5,"n":12345,"name":"a, b","note":"x","share":0.125}"#)
    #expect(
      without.document.json == #"{"interval95":null,"mean":null,"n":0,"name":"c","share":1.0}"#)
    #expect([whole, without].figureValue.document == Document([whole.document, without.document]))
  }

  @Test func `a table has shares in hundredths, and a column for each figure with a title`() {
    let report: [ReportSection] = [
      .table(ReportTable(of: [whole, without], Trial.figures, notes: ["a note"]))
    ]
    #expect(
      report.text(width: 100) == """
        trial       n  found %  mean m [95 %]      p
        -----  ------  -------  -----------------  --------
        a, b   12,345     12.5  2.50 [1.50, 3.50]  < 0.0001
        c           0    100.0     –               < 0.0001
        a note

        """)
  }

  @Test func `CSV has the shortest numbers that read back, and nothing where there is no value`() {
    let figures: [Figure<Trial>] = [
      .init(field: "trial", key: "name", \.name), .init(field: "share", \.share),
      .init(field: "mean_m", \.mean), .init("n", "n", \.count), .init(field: "note", \.note),
    ]
    #expect(
      figures.csv(of: [whole, without]) == """
        trial,share,mean_m,note
        "a, b",0.125,2.5,x
        c,1.0,,

        """)
  }

  @Test func `figures of a part are figures of the whole, and those of a missing part do not exist`() {
    let pairs: [Figure<(first: Trial, second: Trial?)>] =
      Trial.figures.of { $0.first } + Trial.figures.ifAny { $0.second }
    let table = ReportTable(of: [(whole, nil)], pairs)
    #expect(
      table.columns.map(\.title) == ["trial", "n", "found", "mean", "p", "trial", "n", "found", "mean", "p"])
    #expect(table.rows[0][1] == .count(12_345))
    #expect(table.rows[0][6] == .number(nil))
  }

  @Test func `a row of another kind stands in the columns of its titles`() {
    let other: [Figure<Double>] = [.init(nil, "mean") { $0 }, .init(nil, "elsewhere") { $0 }]
    var table = ReportTable(of: [whole], Trial.figures)
    table.add(1.5, other)
    #expect(table.rows[1] == [.empty, .empty, .empty, .number(1.5), .empty])
  }

  @Test func `sections stand apart by an empty line, and those that say nothing are left out`() {
    let report: [ReportSection] = [.paragraphs(["one", "", "two"]), .paragraphs([]), .paragraphs(["three"])]
    #expect(report.text(width: 100) == "one\ntwo\n\nthree\n")
  }
}

@Suite struct FixedPointTests {
  @Test(arguments: [
    (2.236, 2, "2.24"), (2.2, 2, "2.20"), (3600, 0, "3600"), (0, 2, "0.00"), (0.004, 2, "0.00"),
    (0.996, 2, "1.00"), (99.996, 2, "100.00"), (9.5, 0, "10"), (0.6, 0, "1"), (0.05, 1, "0.0"),
    (0.051, 1, "0.1"), (12, 3, "12.000"), (1234567.891, 1, "1234567.9"), (1e-7, 3, "0.000"),
    (1.5e-5, 5, "0.00002"), (2.5e-5, 5, "0.00002"), (1e20, 1, "100000000000000000000.0"),
    (1.2345678901234568e20, 0, "123456789012345680000"), (.leastNonzeroMagnitude, 2, "0.00"),
  ])
  func `writes so many decimals`(value: Double, decimals: Int, text: String) {
    #expect(FixedPoint.text(value, decimals: decimals) == text)
  }

  @Test(arguments: [
    (0.125, 2, "0.12"), (0.375, 2, "0.38"), (2.5, 0, "2"), (3.5, 0, "4"), (0.5, 0, "0"), (1.5, 0, "2"),
    (2.665, 2, "2.66"), (2.675, 2, "2.68"), (1.005, 2, "1.00"), (1.015, 2, "1.02"), (2.6650001, 2, "2.67"),
  ])
  func `rounds the printed decimal half to even`(value: Double, decimals: Int, text: String) {
    #expect(FixedPoint.text(value, decimals: decimals) == text)
    #expect(FixedPoint.text(-value, decimals: decimals) == (text == "0" ? "0" : "-" + text))
  }

  @Test func `the shortest text ends in no zero that can go, and keeps those of an exponent`() {
    let numbers = [2.50, 2, 0.1234, 1.5e120].map { FixedPoint.shortest($0) }
    #expect(numbers == ["2.5", "2", "0.123", "1.5e+120"])
  }

  @Test func `a zero has no sign, and what is no number is a dash`() {
    #expect(FixedPoint.text(-0.0, decimals: 1) == "0.0")
    #expect(FixedPoint.text(-0.0004, decimals: 2) == "0.00")
    #expect(FixedPoint.text(.nan, decimals: 2) == "–")
    #expect(FixedPoint.text(-.infinity, decimals: 2) == "–")
  }

  @Test func `every hundredth comes back as itself`() {
    for hundredths in 0...20_000 {
      let text = FixedPoint.text(Double(hundredths) / 100, decimals: 2)
      guard Double(text) == Double(hundredths) / 100, text.count >= 4 else {
        Issue.record("\(hundredths) hundredths came out as \(text)")
        return
      }
    }
  }
}
