package import Evaluation

/// A table whose columns say what they hold, bound to no way of printing it.
package struct ReportTable: Hashable, Sendable {
  /// The title of a column, and how its values are shown.
  package struct Column: Hashable, Sendable {
    /// How numbers are shown.
    package enum Form: Hashable, Sendable {
      case plain
      /// A share in hundredths.
      case percent
      /// A probability; a small one is given as an upper bound.
      case probability
    }

    /// Which way a figure gets better.
    package typealias Better = Evaluation.Better

    /// The title without its unit.
    package let title: String
    /// The unit after the title; nil for columns without one.
    package let unit: String?
    /// Decimals of its numbers; whole counts have none in any case.
    package let decimals: Int
    /// Whether a number is printed plain, as a percentage or otherwise.
    package let form: Form
    /// Where a table is too wide, columns go in the order of their rank, the highest first; 0 stays.
    package let rank: Int
    /// By which a reader sees which of two rows is better.
    package let better: Better
    /// Whether its texts are broken over several lines before any column goes.
    package let breaksFirst: Bool

    /// - Parameters:
    ///   - unit: a share has % unless another is given.
    ///   - decimals: nil for one of a share and two of anything else.
    package init(
      _ title: String, unit: String? = nil, decimals: Int? = nil, form: Form = .plain, rank: Int = 0,
      better: Better = .neither, breaksFirst: Bool = false
    ) {
      self.title = title
      self.unit = unit ?? (form == .percent ? "%" : nil)
      self.decimals = decimals ?? (form == .percent ? 1 : 2)
      (self.form, self.rank, self.better, self.breaksFirst) = (form, rank, better, breaksFirst)
    }

    /// The title and the unit, as a table's first line has them.
    package var header: String { unit.map { "\(title) \($0)" } ?? title }
  }

  /// In the order of the table.
  package let columns: [Column]
  /// How many of the first columns say which row it is; each part of a table that is split begins with them.
  package let keys: Int
  /// Each with a value for every column.
  package private(set) var rows: [[FigureValue]] = []
  /// Lines below the table that belong to its figures, such as why fixes were missed.
  package var notes: [String] = []
  /// Lines below these that say how to read it, which a terminal shows on request.
  package var legend: [String] = []

  /// - Parameters:
  ///   - columns: in the order of the table.
  ///   - keys: how many of the first columns say which row it is.
  package init(_ columns: [Column], keys: Int = 1) {
    self.columns = columns
    self.keys = keys
  }

  /// A row for each subject, a column for each figure that has one.
  package init<Subject>(
    of subjects: some Sequence<Subject>, _ figures: [Figure<Subject>], keys: Int = 1, notes: [String] = [],
    legend: [String] = []
  ) {
    self.init(figures.compactMap(\.column), keys: keys)
    (self.notes, self.legend) = (notes, legend)
    let shown = figures.filter { $0.column != nil }
    for subject in subjects { rows.append(shown.map { $0.value(subject) }) }
  }

  /// The columns of some titles, in their order and without any text below them; nil where it lacks one of them.
  package func only(_ titles: [String]) -> ReportTable? {
    let chosen = titles.compactMap { title in
      columns.firstIndex { $0.title.lowercased() == title.lowercased() }
    }
    guard chosen.count == titles.count else { return nil }
    var table = ReportTable(chosen.map { columns[$0] }, keys: min(keys, chosen.count))
    for row in rows { table.add(chosen.map { row[$0] }) }
    return table
  }

  /// - Precondition: one cell for each column.
  package mutating func add(_ row: [FigureValue]) {
    precondition(row.count == columns.count, "\(row.count) cells for \(columns.count) columns")
    rows.append(row)
  }

  /// A row of another kind: the figures that it has stand in the columns of their titles, and the others are empty.
  package mutating func add<Subject>(_ subject: Subject, _ figures: [Figure<Subject>]) {
    rows.append(
      columns.map { column in
        let value = figures.first { $0.column?.title == column.title }?.value(subject)
        return value == .number(nil) ? .empty : value ?? .empty
      })
  }
}
