package import Documents
package import Evaluation
import Sites

/// One figure of a subject, described once: JSON, CSV and tables follow from it.
package struct Figure<Subject>: Sendable {
  /// The key in JSON; nil where it stands in tables only.
  package let key: String?
  /// The key of its bounds in JSON.
  package let intervalKey: String?
  /// The name of its column in CSV; nil where it is in none.
  package let field: String?
  /// Its column in a table; nil where it is in none.
  package let column: ReportTable.Column?
  /// Whether the key is missing where there is no value; otherwise null stands there.
  package let isOptional: Bool
  /// What it means, for docs/columns.md; nil where key, unit and heading say it.
  package let about: String?
  /// The value of one subject.
  package let value: @Sendable (Subject) -> FigureValue

  package init(
    key: String? = nil, intervalKey: String? = nil, field: String? = nil, column: ReportTable.Column?,
    isOptional: Bool = false, about: String? = nil, value: @escaping @Sendable (Subject) -> FigureValue
  ) {
    (self.key, self.intervalKey, self.field, self.column) = (key, intervalKey, field, column)
    (self.isOptional, self.about, self.value) = (isOptional, about, value)
  }

  /// A figure of JSON.
  package init(
    _ key: String, isOptional: Bool = false, about: String? = nil,
    _ value: @escaping @Sendable (Subject) -> some FigureConvertible
  ) {
    self.init(key: key, column: nil, isOptional: isOptional, about: about) { value($0).figureValue }
  }

  /// A figure of a table, and of JSON unless its key is nil.
  package init(
    _ key: String?, _ title: String, unit: String? = nil, decimals: Int? = nil,
    form: ReportTable.Column.Form = .plain, rank: Int = 0, better: ReportTable.Column.Better = .neither,
    about: String? = nil, _ value: @escaping @Sendable (Subject) -> some FigureConvertible
  ) {
    self.init(
      key: key,
      column: .init(title, unit: unit, decimals: decimals, form: form, rank: rank, better: better),
      about: about
    ) { value($0).figureValue }
  }

  /// A figure of JSON with an interval, which has a key of its own there.
  package init(
    _ key: String, about: String? = nil, _ value: @escaping @Sendable (Subject) -> Double?,
    interval: @escaping @Sendable (Subject) -> ConfidenceInterval?
  ) {
    self.init(key: key, intervalKey: "interval95", column: nil, about: about) {
      .interval(value($0), interval($0))
    }
  }

  /// A figure of a table with an interval.
  package init(
    _ key: String?, intervalKey: String = "interval95", _ title: String, unit: String? = nil,
    decimals: Int? = nil, form: ReportTable.Column.Form = .plain, rank: Int = 0,
    better: ReportTable.Column.Better = .neither, about: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Double?,
    interval: @escaping @Sendable (Subject) -> ConfidenceInterval?
  ) {
    self.init(
      key: key, intervalKey: intervalKey,
      column: .init(title, unit: unit, decimals: decimals, form: form, rank: rank, better: better),
      about: about
    ) { .interval(value($0), interval($0)) }
  }

  /// An estimate with its interval: a figure of JSON, and of a table where it has a title.
  package init<Estimate: IntervalEstimate>(
    _ key: String?, intervalKey: String = "interval95", _ title: String? = nil, unit: String? = nil,
    decimals: Int? = nil, form: ReportTable.Column.Form = .plain, rank: Int = 0,
    better: ReportTable.Column.Better = .neither, about: String? = nil,
    estimate: @escaping @Sendable (Subject) -> Estimate?
  ) {
    self.init(
      key: key, intervalKey: intervalKey,
      column: title.map {
        .init($0, unit: unit, decimals: decimals, form: form, rank: rank, better: better)
      }, about: about
    ) { subject in
      let found = estimate(subject)
      return .interval(found?.value, found?.interval)
    }
  }

  /// A figure in the unit and direction of a metric.
  ///
  /// - Parameters:
  ///   - key: in JSON; nil for a figure of tables only.
  ///   - title: nil for the metric's heading.
  ///   - rank: nil for the metric's.
  package init(
    _ metric: Metric, _ key: String?, _ title: String? = nil, rank: Int? = nil,
    _ value: @escaping @Sendable (Subject) -> Double?
  ) {
    self.init(
      key, title ?? metric.heading, unit: metric.sign, decimals: metric.decimals,
      form: metric.columnForm, rank: rank ?? metric.rank, better: metric.better, value)
  }

  /// A column of a long CSV table: values of any kind would be converted through their types at run time.
  package init(field: String, value: @escaping @Sendable (Subject) -> FigureValue) {
    self.init(key: nil, field: field, column: nil, value: value)
  }

  /// A column of CSV, which may be a figure of JSON too.
  package init(
    field: String, key: String? = nil, about: String? = nil,
    _ value: @escaping @Sendable (Subject) -> some FigureConvertible
  ) {
    self.init(key: key, field: field, column: nil, about: about) { value($0).figureValue }
  }
}

extension Metric {
  /// Shares are shown as percentages.
  package var columnForm: ReportTable.Column.Form { isShare ? .percent : .plain }
  /// The sign of its unit; nil for a number without one.
  package var sign: String? { unit == .number ? nil : unit.rawValue }
  /// The unit of a column with intervals.
  package var signWithInterval: String { (sign.map { "\($0) " } ?? "") + "[95 %]" }
}

extension Array {
  /// The same figures of a subject that holds theirs.
  package func of<Whole, Part>(_ part: @escaping @Sendable (Whole) -> Part) -> [Figure<Whole>]
  where Element == Figure<Part> {
    ifAny(part)
  }

  /// The same figures of a subject that may hold theirs; `–` where it does not.
  package func ifAny<Whole, Part>(_ part: @escaping @Sendable (Whole) -> Part?) -> [Figure<Whole>]
  where Element == Figure<Part> {
    map { figure in
      Figure<Whole>(
        key: figure.key, intervalKey: figure.intervalKey, field: figure.field, column: figure.column,
        isOptional: figure.isOptional, about: figure.about
      ) { whole in part(whole).map(figure.value) ?? .number(nil) }
    }
  }

  /// A JSON object.
  package func value<Subject>(of subject: Subject) -> FigureValue where Element == Figure<Subject> {
    var members: [Document.Member] = []
    for figure in self {
      guard let key = figure.key else { continue }
      let value = figure.value(subject)
      if figure.isOptional, case .null = value.document.content { continue }
      members.append(.init(key: key, value: value.document))
      if let bounds = figure.intervalKey { members.append(.init(key: bounds, value: value.bounds)) }
    }
    return .nested(Document(members))
  }

  /// The first line of CSV.
  package func fieldNames<Subject>() -> String where Element == Figure<Subject> {
    compactMap(\.field).map(csvField).joined(separator: ",") + "\n"
  }

  /// What stands in CSV, column by column.
  package func fields<Subject>() -> [@Sendable (Subject) -> FigureValue] where Element == Figure<Subject> {
    compactMap { $0.field == nil ? nil : $0.value }
  }

  /// A table as CSV.
  package func csv<Subject>(of subjects: some Sequence<Subject>) -> String where Element == Figure<Subject> {
    let fields = fields()
    let rows = subjects.reduce(into: [UInt8](fieldNames().utf8)) { fields.write($1, to: &$0) }
    return String(decoding: rows, as: UTF8.self)
  }

  /// Appends a row of CSV with these fields: as octets, since long tables are made of them.
  package func write<Subject>(_ subject: Subject, to rows: inout [UInt8])
  where Element == @Sendable (Subject) -> FigureValue {
    var isFirst = true
    for field in self {
      if !isFirst { rows.append(0x2C) }
      isFirst = false
      field(subject).write(to: &rows)
    }
    rows.append(0x0A)
  }
}

/// What has one description, whatever it is part of.
package protocol Described: FigureConvertible {
  static var figures: [Figure<Self>] { get }
}

extension Described {
  /// A JSON object with all figures.
  package var figureValue: FigureValue { Self.figures.value(of: self) }
  /// The JSON object with all figures.
  package var document: Document { figureValue.document }
}
