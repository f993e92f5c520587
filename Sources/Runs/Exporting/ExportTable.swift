import Documents
import Rendering

/// A table of an export: what its columns mean, and how it goes with the others.
struct ExportTable: Hashable, Sendable {
  struct Link: Hashable, Sendable {
    let fields: [String]
    let table: String
    let targets: [String]

    init(_ fields: [String], _ table: String, _ targets: [String]? = nil) {
      (self.fields, self.table, self.targets) = (fields, table, targets ?? fields)
    }
  }

  let name: String
  let about: String
  let fields: [CSVField]
  let primaryKey: [String]
  let links: [Link]

  var file: String { "\(name).csv" }

  /// A resource of a Frictionless data package, as its version 1 has it; `unit` is a property of ours.
  var resource: FigureValue {
    var schema: [(key: String, value: FigureValue)] = [
      (
        "fields",
        fields.map { field in
          FigureValue.object(
            [("name", .text(field.name)), ("type", .text(field.kind.rawValue))]
              + (field.unit.map { [("unit", .text($0))] } ?? []) + [("description", .text(field.about))])
        }.figureValue
      ), ("missingValues", [""].figureValue), ("primaryKey", primaryKey.figureValue),
    ]
    if !links.isEmpty {
      schema.append(
        (
          "foreignKeys",
          links.map { link in
            FigureValue.object([
              ("fields", link.fields.figureValue),
              (
                "reference",
                .object([("resource", .text(link.table)), ("fields", link.targets.figureValue)])
              ),
            ])
          }.figureValue
        ))
    }
    return .object([
      ("name", .text(name.replacing("_", with: "-"))), ("path", .text(file)),
      ("description", .text(about)), ("profile", .text("tabular-data-resource")), ("format", .text("csv")),
      ("mediatype", .text("text/csv")), ("encoding", .text("utf-8")), ("schema", .object(schema)),
    ])
  }
}
