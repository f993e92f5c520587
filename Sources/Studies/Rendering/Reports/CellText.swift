import World

extension FigureValue {
  /// Whether it stands to the left in a table, as text does.
  package var isText: Bool {
    switch self {
    case .text, .flag, .empty, .nested: true
    case .count, .number, .interval, .meanAndDeviation: false
    }
  }

  /// The value and its bounds as text, which columns align separately; empty bounds without an interval.
  package func parts(in column: ReportTable.Column) -> (value: String, bounds: String) {
    func text(_ number: Double?) -> String { number.map { column.text(of: $0) } ?? "–" }
    switch self {
    case .text(let text): return (text.printable(), "")
    case .flag(let flag): return (flag ? "yes" : "no", "")
    case .count(let count): return (Counted.number(count), "")
    case .number(let number): return (text(number), "")
    case .interval(let value?, let from?, let to?): return (text(value), " [\(text(from)), \(text(to))]")
    case .interval(let value, _, _): return (text(value), "")
    case .meanAndDeviation(let mean, let deviation):
      return ([mean, deviation].compactMap(\.self).map(text).joined(separator: " / "), "")
    case .empty, .nested: return ("", "")
    }
  }
}

extension ReportTable.Column {
  /// The title with its unit.
  ///
  /// - Parameter withInterval: false where no cell has bounds, or where they have columns of their own.
  package func header(withInterval: Bool) -> String {
    withInterval ? header : header.replacing(" [95 %]", with: "")
  }

  /// A number with the column's decimals and form.
  package func text(of number: Double) -> String {
    switch form {
    case .plain: FixedPoint.text(number, decimals: decimals)
    case .percent: FixedPoint.text(100 * number, decimals: decimals)
    case .probability: number < 0.0001 ? "< 0.0001" : FixedPoint.text(number, decimals: 4)
    }
  }
}
