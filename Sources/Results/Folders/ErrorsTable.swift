import Evaluation
import Laps
import Scenarios
import SiteFiles
import World

/// Every error of a study as CSV: a row for each pipeline and each moment at which an error was due.
///
/// Laps count from 0. Behind `status` stands what metrics are made from. `point` is the test point's id. `status` is `ok`,
/// or why there is no error; the three columns of metres are then empty. `walker` is there where there are several. Numbers are Swift's shortest that read back
/// exactly.
enum ErrorsTable {
  static let columns = [
    "pipeline", "lap", "direction", "hand", "floor", "point", "time_s", "error_m", "along_m", "cross_m",
    "status", "true_x_m", "true_y_m", "true_room", "east_m", "north_m", "fix_floor", "fix_room", "age_s",
  ]

  /// The column behind `hand`.
  static let walker = "walker"

  /// Writes the table a lap at a time: as a whole it would take more memory than the laps themselves.
  static func write<Problem: Error>(
    _ results: [PipelineResult], site: Site, directionNames: DirectionNames,
    to append: (String) throws(Problem) -> Void
  ) throws(Problem) {
    let hasWalkers = results.first?.kept.byLap.contains { $0.first?.walker != nil } ?? false
    let names = hasWalkers ? columns.prefix(4) + [walker] + columns.dropFirst(4) : columns[...]
    try append(names.joined(separator: ",") + "\n")
    let rooms = site.rooms.map { csvField($0.name) }
    for result in results {
      let name = csvField(result.definition.name)
      for lap in result.kept.laps {
        let errors = lap.errors(of: result.kept.pipeline)
        try append(
          errors.map { row(of: $0, name, hasWalkers: hasWalkers, site, directionNames, rooms) }.joined())
      }
    }
  }

  private static func row(
    of error: PositionError, _ name: String, hasWalkers: Bool, _ site: Site, _ directionNames: DirectionNames,
    _ rooms: [String]
  ) -> String {
    var text = name
    text += ",\(error.lap),\(error.direction.map(directionNames.name) ?? ""),\(error.hand?.rawValue ?? "")"
    if hasWalkers { text += "," + csvField(error.walker?.name ?? "") }
    text += ",\(error.floor),\(error.testPoint.map { "\(site.testPoints[$0].id)" } ?? ""),\(error.time)"
    switch error.outcome {
    case .success(let offset):
      text +=
        ",\(offset.metres),\(offset.along.map { "\($0)" } ?? ""),\(offset.cross.map { "\($0)" } ?? ""),ok"
    case .failure(let missed): text += ",,,,\(missed.reason.rawValue)"
    }
    text += error.place.map { ",\($0.x),\($0.y)," } ?? ",,,"
    text += error.room.map { rooms[$0] } ?? ""
    text += error.offset.map { metricCells(of: $0, floor: error.floor, rooms) } ?? ",,,,,"
    return text + "\n"
  }

  private static func metricCells(of offset: PositionError.Offset, floor: Int, _ rooms: [String]) -> String {
    let vector = offset.vector.map { ",\($0.x),\($0.y)" } ?? ",,"
    return vector + ",\(floor + offset.floors),\(offset.room.map { rooms[$0] } ?? ""),\(offset.age)"
  }
}
