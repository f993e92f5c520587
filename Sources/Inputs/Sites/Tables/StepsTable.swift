import Documents
public import World

/// The steps of a walk as CSV: `time_s,length_m,heading_deg[,lap]`.
public struct StepsTable: Sendable {
  private enum Column: Int {
    case time, length, heading, lap
  }

  private static let names = ["time_s", "length_m", "heading_deg", "lap"]
  private let laps: LapTable<[Step]>

  /// - Parameters:
  ///   - path: of the table, in CSV.
  ///   - clockOffset: seconds that are added to every time, to bring another clock's steps to the stream's.
  /// - Throws: one sentence that names the line and the column. Within a lap the times must not fall.
  public init(contentsOf path: String, clockOffset: Double = 0) throws(FileProblem) {
    laps = try LapTable(contentsOf: path, columns: Self.names, required: 3, start: []) {
      row, steps throws(FileProblem) in
      let time = try row.time(Column.time.rawValue, offset: clockOffset)
      let length = try row.requiredNumber(Column.length.rawValue, in: .between(0, 5))
      let heading = try row.requiredNumber(Column.heading.rawValue, in: .between(-36_000, 36_000))
      if let last = steps.last, last.microseconds > time.microseconds {
        throw row.problem(
          Column.time.rawValue, expected: "times that do not fall", found: "\(time) after \(last.time)")
      }
      steps.append(Step(microseconds: time.microseconds, length: length, heading: heading * .pi / 180))
    }
  }

  /// The steps of one lap.
  ///
  /// - Parameter lap: nil for a file with one lap.
  public func steps(lap: Int? = nil) throws(FileProblem) -> [Step] { try laps.value(of: lap) }

  /// Steps as a table, whose first row names the columns.
  public static func text(of steps: [Step]) -> String {
    var text = names.dropLast().joined(separator: ",") + "\n"
    for step in steps {
      // Finer than any sensor, and reading it back gives the same heading.
      let degrees = (step.heading * 180 / .pi * 1e9).rounded() / 1e9
      text += "\(step.time),\(step.length),\(degrees)\n"
    }
    return text
  }
}

/// Sensor values of stickers as CSV: `time_s,beacon,temperature_c,moving,orientation`.
public enum SensorsTable {
  /// Times are in seconds, temperatures in degrees Celsius, `moving` is 0 or 1. What a frame does not say is empty.
  public static func text(of reports: [SensorReport], directory: StreamDirectory) -> String {
    var text = "time_s,beacon,temperature_c,moving,orientation\n"
    for report in reports {
      let beacon = csvField(directory.anchors[report.anchor].id)
      text +=
        "\(report.time),\(beacon),\(report.temperature),\(report.isMoving.map { $0 ? "1" : "0" } ?? ""),"
      text += "\(report.orientation?.rawValue ?? "")\n"
    }
    return text
  }
}
