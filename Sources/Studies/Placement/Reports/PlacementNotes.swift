import Documents
import Rendering
import World

/// What stands below the tables of a placement study, on the terminal and on the page of its folder.
struct PlacementNotes: Sendable {
  /// The tables with notes, by their keys.
  enum Table: String, CaseIterable {
    case best
    case rooms = "bestByRooms"
    case searches, bill
  }

  static let key = "tableNotes"

  private var notes: [Table: [String]] = [:]

  init() {}

  /// - Parameter saved: `placement.json`.
  init(_ saved: Document) throws(FileProblem) {
    let notes = try saved[Self.key]
    for table in Table.allCases {
      self[table] = try notes.elements(table.rawValue).map { note throws(FileProblem) in try note.text }
    }
  }

  subscript(table: Table) -> [String] {
    get { notes[table] ?? [] }
    set { notes[table] = newValue }
  }

  var document: Document {
    Document(
      Table.allCases.map { table in
        .init(key: table.rawValue, value: Document(self[table].map { Document($0) }))
      })
  }
}

extension PlacementResult {
  var tableNotes: PlacementNotes {
    var notes = PlacementNotes()
    let isOfPositions = verdict.figure.isOfPositions
    notes[.best] = [
      "[95 %]: Student's t over walks. More than chosen: than the best \(isOfPositions ? "pipeline" : "one") with the chosen layout, paired "
        + (isOfPositions
          ? "at the same moments. A missed fix counts as one at the middle of the site, which the constant baseline always answers."
          : "by walk.")
    ]
    notes[.rooms] = ["Share of the fixes in the walker's room, each room counting equally."]
    if constraints.least > 0 {
      notes[.searches] = [
        "At every point at least \(constraints.least) beacons are heard in half of the readings or more."
      ]
    }
    notes[.bill] = [
      "Mounting, programming and labelling take about \(FixedPoint.text(installation.hours, decimals: 1)) h, with "
        + "\(FixedPoint.text(installation.metres, decimals: 0)) m on foot from beacon to beacon. Battery: by the kind's "
        + "charge for each advertising event, without self-discharge."
    ]
    return notes
  }
}
