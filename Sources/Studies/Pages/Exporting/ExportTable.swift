import Rendering
import World

/// A table of an export: what its columns mean, how it goes with the others, and the file itself.
struct ExportTable: Sendable {
  /// Which columns name a row of another table.
  struct Link: Sendable {
    let fields: [String]
    let table: String

    init(_ fields: [String], _ table: String) { (self.fields, self.table) = (fields, table) }
  }

  let name: String
  let about: String
  private(set) var fields: [CSVField]
  let primaryKey: [String]
  let links: [Link]
  let text: String

  /// A table that is there as text.
  init(_ name: String, _ about: String, key: [String], links: [Link] = [], _ fields: [CSVField], text: String)
  {
    (self.name, self.about, self.fields, self.text) = (name, about, fields, text)
    (primaryKey, self.links) = (key, links)
  }

  /// A table of rows.
  init<Row>(
    _ name: String, _ about: String, key: [String], links: [Link] = [], _ columns: [CSVColumn<Row>],
    _ rows: [Row]
  ) {
    self.init(
      name, about, key: key, links: links, columns.map(\.field), text: columns.map(\.figure).csv(of: rows))
  }

  var file: String { "\(name).csv" }

  /// The column of test points holds texts where one of the site's has a name.
  func pointsNamed(in site: Site) -> ExportTable {
    guard site.testPoints.contains(where: { if case .name = $0.id { true } else { false } }) else {
      return self
    }
    var table = self
    table.fields = fields.map { field in
      field.name == "point" ? CSVField(field.name, .string, unit: field.unit, field.about) : field
    }
    return table
  }

  /// A resource of a Frictionless data package, as its version 1 has it; `unit` is a property of ours.
  var resource: FigureValue {
    .object([
      ("name", .text(name.replacing("_", with: "-"))), ("path", .text(file)),
      ("description", .text(about)), ("profile", .text("tabular-data-resource")), ("format", .text("csv")),
      ("mediatype", .text("text/csv")), ("encoding", .text("utf-8")), ("schema", .object(schema)),
    ])
  }

  private var schema: [(key: String, value: FigureValue)] {
    let described = fields.map { field in
      FigureValue.object(
        [("name", .text(field.name)), ("type", .text(field.kind.rawValue))]
          + (field.unit.map { [("unit", .text($0))] } ?? []) + [("description", .text(field.about))])
    }
    let foreign = links.map { link in
      let fields = link.fields.figureValue
      return FigureValue.object([
        ("fields", fields), ("reference", .object([("resource", .text(link.table)), ("fields", fields)])),
      ])
    }
    return [
      ("fields", described.figureValue), ("missingValues", [""].figureValue),
      ("primaryKey", primaryKey.figureValue),
    ] + (links.isEmpty ? [] : [("foreignKeys", foreign.figureValue)])
  }
}
