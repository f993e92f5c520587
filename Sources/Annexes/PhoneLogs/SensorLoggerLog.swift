import Captures
import Documents
import World

/// A recording of Sensor Logger (Kelvin Choi), exported as a zip of tables, as a folder of them, as one table or as JSON.
///
/// Source: the app's repository awesome-sensor-logger: `time` in nanoseconds since 1970; for each beacon a table or a sensor
/// `bluetooth-…` with `id`, its address on Android, `rssi` and `manufacturerData` in hexadecimal digits, the company first; what the
/// user noted is in `Annotation` with `text`. On iPhones `id` is no address and is not used. In JSON all values are texts.
struct SensorLoggerLog: WholeLog {
  static let name = "Sensor Logger"

  static func begins(_ text: String) -> Bool {
    let line = text.prefix { $0 != "\n" }
    if line.contains("seconds_elapsed"), line.contains(",") { return !text.hasPrefix("[") || isJSON(text) }
    return isJSON(text)
  }

  private static func isJSON(_ text: String) -> Bool { text.hasPrefix("[") && text.contains("\"sensor\"") }

  static func parts(among names: [String]) -> [String] {
    let tables = names.filter { name in
      let file = name.split(separator: "/").last.map { $0.lowercased() } ?? ""
      return file.hasSuffix(".csv") && (file.hasPrefix("bluetooth-") || file == "annotation.csv")
    }
    guard tables.contains(where: { !$0.lowercased().hasSuffix("annotation.csv") }) else { return [] }
    return tables
  }

  static func read(_ part: LogPart, into rows: inout LogRows) throws {
    if part.bytes.first == 0x5B { return try readJSON(part, into: &rows) }
    let isNote = part.name.lowercased().hasPrefix("annotation")
    let columns = isNote ? ["time", "text"] : ["time", "id", "rssi"]
    try part.forEachRow(columns: columns, optional: ["manufacturerData"]) { line, fields, offset, places in
      let values = places.map { fields[$0] }
      rows.take(
        isNote
          ? note(time: values[0], text: values[1])
          : beacon(time: values[0], id: values[1], level: values[2], data: values[3]), line, at: offset)
    }
  }

  private static func readJSON(_ part: LogPart, into rows: inout LogRows) throws {
    try part.forEachObject { object, offset in
      let (sensor, time) = (object.field("sensor"), object.field("time"))
      if sensor.isEmpty {
        rows.damages.addJSON("sensor", at: offset)
      } else if sensor == "Annotation" {
        rows.take(note(time: time, text: object.field("text")), object.json, at: offset)
      } else if sensor.hasPrefix("bluetooth-") {
        rows.take(
          beacon(
            time: time, id: object.field("id"), level: object.field("rssi"),
            data: object.field("manufacturerData")), object.json, at: offset)
      } else if let microseconds = nanoseconds(time) {
        rows.append(LogRow(microseconds: microseconds, content: .other), at: offset)
      }
    }
  }

  private static func nanoseconds(_ text: Substring) -> Int64? {
    let time: Int64? = text.integer()
    return time.map { $0 / 1000 }
  }

  private static func note(time: Substring, text: Substring) -> LogRow? {
    nanoseconds(time).map { microseconds in
      LogRow(
        microseconds: microseconds, content: .observation(.mark(.point(TestPoint.ID(String(text))))))
    }
  }

  private static func beacon(
    time: Substring, id: Substring, level: Substring, data: Substring
  ) -> LogRow? {
    guard let microseconds = nanoseconds(time),
      let level = level.decimal.flatMap({ LogAdvertisement.level($0) })
    else { return nil }
    var heard = LogAdvertisement(address: id.deviceAddress ?? 0, level: level)
    let octets = data.octets
    // A structure has room for 254.
    if 2...254 ~= octets.count { heard.frame = .manufacturer(octets) }
    return LogRow(microseconds: microseconds, content: .advertisement(heard))
  }
}

extension LogRows {
  /// Takes a row, or counts the damage where there is none.
  fileprivate mutating func take(_ row: LogRow?, _ line: @autoclosure () -> String, at offset: Int) {
    if let row { return append(row, at: offset) }
    damages.add(
      at: offset, expected: "a row of Sensor Logger with time in nanoseconds and rssi",
      found: "\"\(line().prefix(60))\"")
  }
}

extension Substring {
  /// The octets of pairs of hexadecimal digits; empty for anything else.
  fileprivate var octets: [UInt8] {
    guard let digits = hexadecimal, digits.utf8.count == utf8.count, digits.utf8.count.isMultiple(of: 2)
    else { return [] }
    let octets = Array(digits.utf8)
    return stride(from: 0, to: octets.count, by: 2).compactMap { place in
      UInt8(String(decoding: octets[place..<place + 2], as: UTF8.self), radix: 16)
    }
  }
}

extension DamageLog {
  /// An object of JSON without a member that it must have.
  mutating func addJSON(_ name: String, at offset: Int) {
    add(at: offset, expected: "an object with \(name)", found: "one without it, or no object")
  }
}

extension LogPart {
  /// The objects of a list in JSON, each with its place.
  ///
  /// - Throws: for a damaged list; what an object lacks is for the caller to count.
  func forEachObject(_ body: (_ object: Document, _ offset: Int) -> Void) throws(FileProblem) {
    try Document.forEachElement(json: bytes, file: file, most: 10_000, body)
  }
}
