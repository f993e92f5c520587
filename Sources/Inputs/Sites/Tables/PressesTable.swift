import Documents
public import World

/// A presses file, `[lap,]time_s,point`: when the walker pressed the button at which test point.
public struct PressesTable: Sendable {
  private enum Column: Int {
    case time, point, lap
  }

  private static let names = ["time_s", "point", "lap"]

  private let laps: LapTable<[Press]>
  /// Whether it says which lap each row is of.
  public var hasLaps: Bool { !laps.numbers.isEmpty }

  /// - Parameters:
  ///   - path: Of the table, in CSV.
  ///   - site: Its test points are what the column `point` names by their ids.
  ///   - clockOffset: Seconds that are added to every time, to bring another clock's presses to the stream's.
  /// - Throws: One sentence that names the line and the column. Within a lap the times must not fall.
  public init(contentsOf path: String, site: Site, clockOffset: Double = 0) throws(FileProblem) {
    laps = try LapTable(
      contentsOf: path, columns: Self.names, required: 2, least: "one press", start: []
    ) { row, lap throws(FileProblem) in
      let time = try row.time(Column.time.rawValue, offset: clockOffset)
      let id = row.testPoint(Column.point.rawValue)
      guard let point = site.testPoints.firstIndex(where: { $0.id == id }) else {
        let ids = site.testPoints.map { "\($0.id)" }
        throw row.problem(
          Column.point.rawValue,
          expected: ids.isEmpty
            ? "a test point, but the site \(site.name) has none"
            : "a test point of the site, \(listing(ids))")
      }
      if let last = lap.last, last.time > time {
        throw row.problem(
          Column.time.rawValue, expected: "times in order", found: "\(time) after \(last.time)")
      }
      lap.append(Press(time: time, testPoint: point))
    }
  }

  /// The laps of the file, in rising order; empty for a file without that column.
  public var lapNumbers: [Int] { laps.numbers }

  /// The presses of one lap, in order of time.
  ///
  /// - Parameter lap: nil for a file with one lap. A file without the column `lap` has the same presses for all.
  public func presses(lap: Int? = nil) throws(FileProblem) -> [Press] { try laps.value(of: lap) }

  /// The whole table as it was read.
  ///
  /// - Parameter site: the one with which it was read.
  public func text(site: Site) throws(FileProblem) -> String {
    guard hasLaps else { return Self.text(of: try presses(), site: site) }
    let rows = try lapNumbers.map { lap throws(FileProblem) in
      Self.rows(of: try presses(lap: lap), site: site, lap: lap)
    }
    return "lap,time_s,point\n" + rows.joined()
  }

  /// Presses as a table, whose first row names the columns; reading it back gives the same presses.
  ///
  /// - Parameters:
  ///   - presses: One for each row, in this order.
  ///   - site: Its test points give the ids.
  ///   - lap: Written in a column of its own when given.
  public static func text(of presses: [Press], site: Site, lap: Int? = nil) -> String {
    (lap == nil ? "time_s,point\n" : "lap,time_s,point\n") + rows(of: presses, site: site, lap: lap)
  }

  private static func rows(of presses: [Press], site: Site, lap: Int?) -> String {
    presses.reduce(into: "") { text, press in
      text += lap.map { "\($0)," } ?? ""
      text += "\(press.time),\(csvField(site.testPoints[press.testPoint].id.description))\n"
    }
  }
}
