import Documents
package import Evaluation
package import Laps
import Scenarios
import Sites
package import World

/// Reads a table written by ``ErrorsTable``, or by another program in the same form.
struct SavedErrors {
  private typealias Column = ErrorsTable.Column

  private let hasRooms: Bool
  private(set) var pipelines: [SavedResults.Pipeline] = []
  private var points = Numbers<TestPoint.ID>()
  private var rooms = Numbers<String>()
  private var walkers = Numbers<String>()
  private var places: [Substring: Int] = [:]
  private var seen: Set<Moment> = []

  /// What the numbers of test points and rooms stand for.
  var names: SavedResults.Names { SavedResults.Names(points: points.names, rooms: rooms.names) }

  init(contentsOf path: String) throws(FileProblem) {
    var rows = try TableReader(contentsOf: path, columns: ErrorsTable.names, required: Column.required)
    hasRooms = rows.has(Column.trueRoom.rawValue) && rows.has(Column.fixRoom.rawValue)
    while let row = try rows.next() { try add(row) }
    guard !pipelines.isEmpty else {
      throw FileProblem(file: path, expected: "at least one error", found: "none")
    }
  }

  /// The names that occur, numbered in the order in which they first appear.
  private struct Numbers<Name: Hashable> {
    private(set) var names: [Name] = []
    private var numbers: [Name: Int] = [:]

    mutating func number(_ name: Name?) -> Int? {
      guard let name else { return nil }
      if let known = numbers[name] { return known }
      numbers[name] = names.count
      names.append(name)
      return names.count - 1
    }
  }

  /// What is unique among all errors.
  private struct Moment: Hashable {
    let pipeline: Int
    let lap: Int
    let walker: Int?
    let point: Int?
    let time: Double
  }

  private mutating func add(_ row: TableRow) throws(FileProblem) {
    let name = try row.requiredText(Column.pipeline.rawValue)
    let place = places[name] ?? pipelines.count
    let error = try error(in: row)
    let moment = Moment(
      pipeline: place, lap: error.lap, walker: error.walker?.index, point: error.testPoint, time: error.time)
    guard seen.insert(moment).inserted else {
      throw row.problem(
        Column.time.rawValue, expected: "each moment of a lap once", found: "\(error.time) s twice")
    }
    if place == pipelines.count {
      places[name] = place
      pipelines.append(SavedResults.Pipeline(name: String(name), errors: []))
    }
    pipelines[place].errors.append(error)
  }

  private mutating func error(in row: TableRow) throws(FileProblem) -> PositionError {
    let (x, y) = (try row.number(Column.trueX), try row.number(Column.trueY))
    let walker = row.text(Column.walker.rawValue).map { String($0) }
    let floor = try row.integer(Column.floor.rawValue)
    return PositionError(
      lap: try row.requiredInteger(Column.lap.rawValue, in: .between(0, 1_000_000_000)),
      walker: walker.map { Walker(index: walkers.number($0) ?? 0, name: $0) }, floor: floor,
      place: x.flatMap { x in y.map { Point(x: x, y: $0) } }, room: room(Column.trueRoom, in: row),
      testPoint: points.number(row.testPoint(Column.point.rawValue)),
      time: try row.requiredNumber(Column.time.rawValue), outcome: try outcome(in: row, floor))
  }

  private mutating func room(_ column: Column, in row: TableRow) -> Int? {
    hasRooms ? rooms.number(row.text(column.rawValue).map { String($0) }) : nil
  }

  private mutating func outcome(
    in row: TableRow, _ floor: Int?
  ) throws(FileProblem) -> Result<PositionError.Offset, NoFix> {
    let metres = try row.number(Column.error, in: .between(0, 1e9))
    let status = row.text(Column.status.rawValue).map { String($0) }
    if let status, (status == "ok") != (metres != nil) {
      throw row.problem(
        Column.error.rawValue,
        expected: status == "ok" ? "metres, since the status is ok" : "nothing, since the status is \(status)"
      )
    }
    guard let metres else {
      return .failure(
        status.map { NoFix.Reason(rawValue: $0).map { NoFix($0) } ?? .failed($0) } ?? .noCallback)
    }
    let (east, north) = (try row.number(Column.east), try row.number(Column.north))
    let found = try row.integer(Column.fixFloor.rawValue)
    return .success(
      PositionError.Offset(
        metres: metres, along: try row.number(Column.along), cross: try row.number(Column.cross),
        floors: floor.flatMap { floor in found.map { $0 - floor } },
        vector: east.flatMap { east in north.map { Point(x: east, y: $0) } },
        room: room(Column.fixRoom, in: row), age: try row.number(Column.age) ?? 0, claim: try claim(in: row)))
  }

  /// Nil where the method stated nothing.
  private func claim(in row: TableRow) throws(FileProblem) -> ErrorClaim? {
    func forecast(_ confidence: Column, _ brier: Column) throws(FileProblem) -> ErrorClaim.Forecast? {
      guard let probability = try row.number(confidence, in: .between(0, 1)),
        let score = try row.number(brier, in: .between(0, 2))
      else { return nil }
      return ErrorClaim.Forecast(confidence: probability, brier: score)
    }
    let (floor, room) = (
      try forecast(.floorConfidence, .floorBrier), try forecast(.roomConfidence, .roomBrier)
    )
    var covariance: PlanCovariance?
    if let xx = try row.number(Column.xx), let xy = try row.number(Column.xy),
      let yy = try row.number(Column.yy)
    {
      covariance = PlanCovariance(xx: xx, xy: xy, yy: yy)
    }
    guard covariance != nil || floor != nil || room != nil else { return nil }
    return ErrorClaim(covariance, floor: floor, room: room)
  }
}

extension TableRow {
  fileprivate func number(
    _ column: ErrorsTable.Column, in range: NumberRange = .any
  ) throws(FileProblem) -> Double? {
    try number(column.rawValue, in: range)
  }
}

/// The errors of one pipeline in a results folder, by lap and walker, which running the laps again must reproduce.
package struct SavedLaps: Sendable {
  private struct Key: Hashable {
    let lap: Int
    let walker: String?
  }

  private let path: String
  private let pipeline: String
  private let errors: [Key: [PositionError]]

  package init(_ pipeline: SavedResults.Pipeline, path: String) {
    (self.path, self.pipeline) = (path, pipeline.name)
    errors = Dictionary(grouping: pipeline.errors) { Key(lap: $0.lap, walker: $0.walker?.name) }
  }

  /// - Throws: `FileProblem` where the errors computed now differ from those of the folder in any bit.
  package func check(_ made: [PositionError], lap: Int, walker: String?) throws(FileProblem) {
    let kept = errors[Key(lap: lap, walker: walker)] ?? []
    guard kept.elementsEqual(made, by: { $0.time == $1.time && $0.metres == $1.metres }) else {
      throw FileProblem(
        file: "\(path)/errors.csv",
        expected:
          "the errors of \(pipeline) that \(SavedScenario.scenarioName) beside it gives with this version",
        found: "others on lap \(lap); run the scenario again with this version")
    }
  }

  /// The same for all laps of the pipeline, in their order.
  package func check(allOf made: [PositionError]) throws(FileProblem) {
    let laps = Dictionary(grouping: made) { Key(lap: $0.lap, walker: $0.walker?.name) }
    for key in (Array(laps.keys) + Array(errors.keys)).sorted(by: {
      ($0.lap, $0.walker ?? "") < ($1.lap, $1.walker ?? "")
    }) {
      try check(laps[key] ?? [], lap: key.lap, walker: key.walker)
    }
  }
}

extension SavedResults {
  /// Refuses a study whose errors, when it is run again, differ from those of the folder in any bit.
  package func check(reproducedBy result: StudyResult) throws(FileProblem) {
    for pipeline in pipelines {
      try SavedLaps(pipeline, path: path).check(
        allOf: result.pipelines.first { $0.definition.name == pipeline.name }?.errors ?? [])
    }
  }
}
