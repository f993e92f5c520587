import Evaluation
import Laps
import SiteFiles
import World

/// The bounds as CSV: a row for each moment of the laps on whose walks they were worked out. docs/results.md tells of the
/// columns.
enum BoundsTable {
  static let name = "bounds.csv"

  static func csv(of bounds: StudyBounds, site: Site, directionNames: DirectionNames) -> String {
    let hasWalkers = bounds.rows.contains { $0.walker != nil }
    var text = "lap,direction,hand\(hasWalkers ? ",walker" : ""),floor,point,time_s,"
    text += "reading_m,reading_plane_m,filter_m,smoother_m\n"
    for row in bounds.rows {
      text += "\(row.lap),\(row.direction.map(directionNames.name) ?? ""),\(row.hand.rawValue)"
      if hasWalkers { text += "," + csvField(row.walker?.name ?? "") }
      text += ",\(row.floor),\(row.testPoint.map { "\(site.testPoints[$0].id)" } ?? ""),\(row.time)"
      text += ",\(row.bounds.epochAlong.map { "\($0)" } ?? ""),\(row.bounds.epochPlane.map { "\($0)" } ?? "")"
      text += ",\(row.bounds.filter),\(row.bounds.smoother)\n"
    }
    return text
  }
}
