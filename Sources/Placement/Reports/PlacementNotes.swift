import Documents
import Rendering
import World

/// What stands below the tables of a placement study, on the terminal and on the page of its folder.
struct PlacementNotes: Sendable {
  static let key = "tableNotes"

  var best: [String] = []
  var rooms: [String] = []
  var searches: [String] = []
  var bill: [String] = []

  init() {}

  /// - Parameter saved: `placement.json`; a folder of an earlier version has no notes.
  init(_ saved: Document) throws(FileProblem) {
    guard let notes = saved.optional(Self.key) else { return }
    func read(_ table: String) throws(FileProblem) -> [String] {
      try notes.elements(table).map { note throws(FileProblem) in try note.text }
    }
    (best, rooms) = (try read("best"), try read("bestByRooms"))
    (searches, bill) = (try read("searches"), try read("bill"))
  }

  var document: Document {
    [
      "best": Document(best.map { Document($0) }), "bestByRooms": Document(rooms.map { Document($0) }),
      "searches": Document(searches.map { Document($0) }), "bill": Document(bill.map { Document($0) }),
    ]
  }
}

extension PlacementResult {
  var tableNotes: PlacementNotes {
    var notes = PlacementNotes()
    notes.best = [
      "[95 %]: Student's t over walks. More than chosen: than the best pipeline with the chosen layout, paired at the same "
        + "moments. A missed fix counts as one at the middle of the site, which the constant baseline always answers."
    ]
    notes.rooms = ["Share of the fixes in the walker's room, each room counting equally."]
    if constraints.least > 0 {
      notes.searches = [
        "At every point at least \(constraints.least) beacons are heard in half of the readings or more."
      ]
    }
    notes.bill = [
      "Mounting, programming and labelling take about \(FixedPoint.text(installation.hours, decimals: 1)) h, with "
        + "\(FixedPoint.text(installation.metres, decimals: 0)) m on foot from beacon to beacon. Battery: by the kind's "
        + "charge for each advertising event, without self-discharge."
    ]
    return notes
  }
}
