public import World

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
