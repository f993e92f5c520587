/// A column of a CSV file as a data package describes it.
package struct CSVField: Hashable, Sendable {
  /// The types of Frictionless table schemas that occur.
  package enum Kind: String, Hashable, Sendable { case string, integer, number, boolean }

  /// The title in the file's first line.
  package let name: String
  /// The type of its values.
  package let kind: Kind
  /// Nil for what has none.
  package let unit: String?
  /// One sentence on what the column holds.
  package let about: String

  package init(_ name: String, _ kind: Kind, unit: String? = nil, _ about: String) {
    (self.name, self.kind, self.unit, self.about) = (name, kind, unit, about)
  }
}

/// A column with its value in a row.
package struct CSVColumn<Row>: Sendable {
  /// The column's description.
  package let field: CSVField
  /// Where a row's value comes from.
  package let figure: Figure<Row>

  /// - Parameter key: in JSON; nil where it stands in CSV only.
  package init(
    _ name: String, _ kind: CSVField.Kind, unit: String? = nil, key: String? = nil, _ about: String,
    _ value: @escaping @Sendable (Row) -> FigureValue
  ) {
    field = CSVField(name, kind, unit: unit, about)
    figure = Figure(key: key, field: name, column: nil, value: value)
  }
}
