package import Captures

/// A part of a report, bound to no way of printing it.
package enum ReportSection: Sendable {
  /// Each of one or more sentences.
  case paragraphs([String])
  case table(ReportTable)
  /// What is said of something under labels of its own.
  case list(heading: String, items: [(label: String, value: String)])
  /// The mean level of each beacon over so many seconds.
  case histories([LevelHistory], seconds: Double)

  /// Where results lie, which no report says of itself, and commands that show more of them.
  case folders([String], next: [String] = [])
  /// What a terminal shows on request.
  case details([ReportSection])

  package static func paragraph(_ text: String) -> ReportSection { .paragraphs([text]) }

  /// A table of figures with what must be known to read it.
  package static func table<Subject>(
    _ subjects: some Sequence<Subject>, _ figures: [Figure<Subject>], keys: Int = 1, notes: [String] = [],
    legend: [String] = []
  ) -> ReportSection {
    .table(ReportTable(of: subjects, figures, keys: keys, notes: notes, legend: legend))
  }
}

extension [ReportSection] {
  /// Without details, and without the legends of tables.
  package var brief: [ReportSection] {
    compactMap { section in
      switch section {
      case .details: return nil
      case .table(var table):
        table.legend = []
        return .table(table)
      default: return section
      }
    }
  }

  /// All tables in their order.
  package var tables: [ReportTable] {
    flatMap { section -> [ReportTable] in
      switch section {
      case .table(let table): [table]
      case .details(let sections): sections.tables
      case .list(_, let items):
        [
          ReportTable(
            of: items, [.init(nil, "property") { $0.label }, .init(nil, "value") { $0.value }])
        ]
      default: []
      }
    }
  }

  /// Everything in lines that are ended and, where words allow, none longer than the width; an empty line stands between
  /// sections, and those that hold nothing are left out.
  package func text(width: Int = OutputWidth.piped) -> String {
    map { $0.text(width: width) }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension ReportSection {
  package func text(width: Int) -> String {
    switch self {
    case .paragraphs(let texts): texts.paragraphs(width: width)
    case .table(let table): table.text(width: width)
    case .list(let heading, let items):
      heading.paragraph(width: width)
        + items.map { LabelledLines.text("  " + $0.label, $0.value, at: 22, width: width) }.joined()
    case .histories(let histories, let seconds): histories.text(over: seconds, width: width)
    case .folders(let folders, let commands):
      ResultsLine.text(folders, width: width) + "\n"
        + commands.enumerated().map { ($0 == 0 ? "Next: " : "      ") + $1 + "\n" }.joined()
    case .details(let sections): sections.text(width: width)
    }
  }
}

extension [String] {
  /// Those that say anything, each in lines of its own.
  package func paragraphs(width: Int) -> String {
    filter { !$0.isEmpty }.map { $0.paragraph(width: width) }.joined()
  }

  /// Each once, in the order of first appearance.
  package var uniqued: [String] {
    reduce(into: []) { kept, text in if !kept.contains(text) { kept.append(text) } }
  }

  /// The sentences about rows, those of several rows together: each with its rows, in the order of first appearance.
  package static func grouped<Row>(
    _ rows: [Row], _ name: (Row) -> String, sentences: (Row) -> [String]
  ) -> [(sentence: String, names: [String])] {
    rows.reduce(into: []) { lines, row in
      for sentence in sentences(row) {
        if let index = lines.firstIndex(where: { $0.sentence == sentence }) {
          lines[index].names.append(name(row))
        } else {
          lines.append((sentence, [name(row)]))
        }
      }
    }
  }
}

extension [LevelHistory] {
  /// A line for each.
  fileprivate func text(over seconds: Double, width: Int) -> String {
    let numbers = "\(count)".count
    var histories = self
    while let first = histories.first, first.shownSteps(upTo: seconds) > Swift.max(width - numbers - 3, 1) {
      for index in histories.indices { histories[index].joinSteps() }
    }
    let step = FixedPoint.text(Double(histories.first?.step ?? 0) / 1e6, decimals: 1)
    let legend = "Mean RSSI over time, \(step) s a step, ▁ for -100 dBm and below, █ for -40 dBm and above:"
    return legend.paragraph(width: width)
      + histories.enumerated().map { index, history in
        "\(index + 1)".indented(to: numbers) + " |\(history.bars(upTo: seconds))|\n"
      }.joined()
  }
}

extension LevelHistory {
  fileprivate func shownSteps(upTo seconds: Double) -> Int {
    Int(min(seconds * 1e6 / Double(step), Double(Self.steps - 1))) + 1
  }

  /// A bar for each step, a blank where nothing was heard.
  fileprivate func bars(upTo seconds: Double) -> String {
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return String(
      means.prefix(shownSteps(upTo: seconds)).map { mean -> Character in
        guard let mean else { return " " }
        return bars[min(max(Int((mean + 100) / 7.5), 0), bars.count - 1)]
      })
  }
}

extension ReportTable {
  /// A header, a rule, the rows, then the notes, each line ended; no line ends in a space.
  ///
  /// What is too wide breaks the texts of columns that ask for it, then its longest texts and its headers over several
  /// lines; after that its columns of the highest rank stand in a table below. Where that is not enough, the columns
  /// stand in several tables in their order. Nothing is left out, and a figure is never broken.
  package func text(width: Int) -> String {
    let whole = columns.indices.map { column in LaidColumn(columns[column], cells: rows.map { $0[column] }) }
    var parts = whole.split(to: width, keys: keys)
    if let (table, others) = whole.fitted(to: width) {
      parts = [table] + (others.isEmpty ? [] : (whole.prefix(keys) + others).split(to: width, keys: keys))
    }
    return parts.map(text).joined(separator: "\n")
      + (notes + legend).map { $0.paragraph(width: width) }.joined()
  }

  private func text(of laid: [LaidColumn]) -> String {
    let titles = laid.map(\.titleLines)
    let height = titles.map(\.count).max() ?? 1
    // Headers stand on the rule; cells hang from the first line of their row.
    let standing = titles.map { Array(repeating: "", count: height - $0.count) + $0 }
    let rule = laid.map { [String(repeating: "-", count: $0.width)] }
    let cells = rows.indices.map { row in laid.map { $0.lines(of: row) } }
    return ([standing, rule] + cells).map { Self.text(of: $0, in: laid) }.joined()
  }

  /// Cells beside each other.
  private static func text(of cells: [[String]], in laid: [LaidColumn]) -> String {
    let height = cells.map(\.count).max() ?? 1
    let lines = (0..<height).map { line in
      zip(cells, laid).map { cell, column in
        (line < cell.count ? cell[line] : "").padded(to: column.width)
      }
    }
    return lines.map { $0.joined(separator: "  ").withoutTrailingSpaces + "\n" }.joined()
  }
}
