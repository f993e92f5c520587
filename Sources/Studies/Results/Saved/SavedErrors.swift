import Documents
import Evaluation
import Sites
import World

/// Reads a table written by ``ErrorsTable``, or by another program in the same form.
enum SavedErrors {
  private typealias Column = ErrorsTable.Column

  static func read(_ path: String) throws(FileProblem) -> [SavedResults.Pipeline] {
    var pipelines: [SavedResults.Pipeline] = []
    var rooms: [[Substring: Int]] = []
    var seen: Set<Moment> = []
    try read(path) { row, name, index, hasRooms throws(FileProblem) in
      let error = try error(in: row)
      guard seen.insert(Moment(pipeline: name, error)).inserted else {
        throw row.problem(
          Column.time.rawValue, expected: "each moment of a lap once", found: "\(error.time) s twice")
      }
      if index == pipelines.count {
        pipelines.append(SavedResults.Pipeline(name: name, errors: []))
        rooms.append([:])
      }
      pipelines[index].errors.append(error)
      if let floor = row.text(Column.floor.rawValue), let found = row.text(Column.fixFloor.rawValue) {
        pipelines[index].floors.append(error.with(metres: floor == found ? 0 : 1))
      }
      if let metres = error.metres, let claim = try claim(in: row) {
        pipelines[index].stated[error.lap, default: []].append(
          PositionError.Offset(metres: metres, vector: try vector(in: row), claim: claim))
      }
      guard hasRooms, let room = row.text(Column.trueRoom.rawValue) else { return }
      let place = rooms[index][room] ?? pipelines[index].rooms.count
      if place == pipelines[index].rooms.count {
        rooms[index][room] = place
        pipelines[index].rooms.append(RoomErrors(room: String(room)))
      }
      pipelines[index].rooms[place].add(error, isFound: row.text(Column.fixRoom.rawValue) == room)
    }
    guard !pipelines.isEmpty else {
      throw FileProblem(file: path, expected: "at least one error", found: "none")
    }
    return pipelines
  }

  /// Reads the rows of a file, each with the name of its pipeline, the place of that name among all, in the order in which
  /// they first appear, and whether the file states the rooms of walker and fix.
  static func read(
    _ path: String,
    _ use: (TableRow, _ pipeline: String, _ place: Int, _ hasRooms: Bool) throws(FileProblem) -> Void
  ) throws(FileProblem) {
    var rows = try TableReader(contentsOf: path, columns: ErrorsTable.names, required: Column.required)
    let hasRooms = rows.has(Column.trueRoom.rawValue) && rows.has(Column.fixRoom.rawValue)
    var places: [Substring: Int] = [:]
    while let row = try rows.next() {
      let name = try row.requiredText(Column.pipeline.rawValue)
      let place = places[name] ?? places.count
      places[name] = place
      try use(row, String(name), place, hasRooms)
    }
  }

  /// The key that is unique among the errors of a pipeline.
  private struct Moment: Hashable {
    let pipeline: String
    let lap: Int
    let walker: String?
    let point: TestPoint.ID?
    let time: Double

    init(pipeline: String, _ error: DueError) {
      self.pipeline = pipeline
      (lap, walker, point, time) = (error.lap, error.walker, error.point, error.time)
    }
  }

  /// Nil where the method stated nothing.
  private static func claim(in row: TableRow) throws(FileProblem) -> ErrorClaim? {
    func forecast(_ confidence: Column, _ brier: Column) throws(FileProblem) -> ErrorClaim.Forecast? {
      guard let probability = try row.number(confidence.rawValue, in: .between(0, 1)),
        let score = try row.number(brier.rawValue, in: .between(0, 2))
      else { return nil }
      return ErrorClaim.Forecast(confidence: probability, brier: score)
    }
    let (floor, room) = (
      try forecast(.floorConfidence, .floorBrier), try forecast(.roomConfidence, .roomBrier)
    )
    var covariance: PlanCovariance?
    if let xx = try row.number(Column.xx.rawValue), let xy = try row.number(Column.xy.rawValue),
      let yy = try row.number(Column.yy.rawValue)
    {
      covariance = PlanCovariance(xx: xx, xy: xy, yy: yy)
    }
    guard covariance != nil || floor != nil || room != nil else { return nil }
    return ErrorClaim(covariance, floor: floor, room: room)
  }

  private static func vector(in row: TableRow) throws(FileProblem) -> Point? {
    guard let east = try row.number(Column.east.rawValue), let north = try row.number(Column.north.rawValue)
    else { return nil }
    return Point(x: east, y: north)
  }

  private static func error(in row: TableRow) throws(FileProblem) -> DueError {
    let metres = try row.number(Column.error.rawValue, in: .between(0, 1e9))
    if let status = row.text(Column.status.rawValue), (status == "ok") != (metres != nil) {
      throw row.problem(
        Column.error.rawValue,
        expected: status == "ok" ? "metres, since the status is ok" : "nothing, since the status is \(status)"
      )
    }
    return DueError(
      lap: try row.requiredInteger(Column.lap.rawValue, in: .between(0, 1_000_000_000)),
      walker: row.text(Column.walker.rawValue).map { String($0) },
      point: row.testPoint(Column.point.rawValue), time: try row.requiredNumber(Column.time.rawValue),
      metres: metres)
  }
}
