import Documents
package import Evaluation
import Sites
package import World

/// One row of `errors.csv` with the columns that pictures use; columns that the file lacks are nil.
package struct SavedErrorRow: Hashable, Sendable {
  package let lap: Int
  /// Nil where errors are due at callbacks.
  package let point: TestPoint.ID?
  /// Seconds since the beginning of the lap.
  package let time: Double
  /// Nil where it was missed.
  package let metres: Double?
  /// The walker's.
  package let floor: Int?
  /// Where the walker was on the plan.
  package let place: Point?

  package init(
    lap: Int, point: TestPoint.ID? = nil, time: Double = 0, metres: Double?, floor: Int? = nil,
    place: Point? = nil
  ) {
    (self.lap, self.point, self.time, self.metres) = (lap, point, time, metres)
    (self.floor, self.place) = (floor, place)
  }

  private typealias Column = ErrorsTable.Column

  /// The rows of a results folder by pipeline, in the order in which they first appear.
  package static func read(
    inFolder folder: String
  ) throws(FileProblem) -> [(pipeline: String, rows: [SavedErrorRow])] {
    var found: [(pipeline: String, rows: [SavedErrorRow])] = []
    try SavedErrors.read("\(folder)/errors.csv") { row, name, pipeline, _ throws(FileProblem) in
      if pipeline == found.count { found.append((name, [])) }
      let (x, y) = (try row.number(Column.trueX.rawValue), try row.number(Column.trueY.rawValue))
      var place: Point?
      if let x, let y { place = Point(x: x, y: y) }
      found[pipeline].rows.append(
        SavedErrorRow(
          lap: try row.requiredInteger(Column.lap.rawValue, in: .between(0, 1_000_000_000)),
          point: row.testPoint(Column.point.rawValue), time: try row.requiredNumber(Column.time.rawValue),
          metres: try row.number(Column.error.rawValue, in: .between(0, 1e9)),
          floor: try row.integer(Column.floor.rawValue), place: place))
    }
    return found
  }
}

extension SavedErrorRow {
  /// The same row, made of an error of this process.
  package init(_ error: PositionError, points: [TestPoint]) {
    self.init(
      lap: error.lap, point: error.testPoint.map { points[$0].id }, time: error.time, metres: error.metres,
      floor: error.floor, place: error.place)
  }
}
