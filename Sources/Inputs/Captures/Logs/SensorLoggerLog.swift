import World

/// A recording of Sensor Logger (Kelvin Choi), exported as a zip of tables, as a folder of them, as one table or as JSON.
///
/// Source: the app's repository awesome-sensor-logger: `time` in nanoseconds since 1970; for each beacon a table or a sensor
/// `bluetooth-…` with `id`, its address on Android, `rssi` and `manufacturerData` in hexadecimal digits, the company first; what the
/// user noted is in `Annotation` with `text`. On iPhones `id` is no address and is not used. In JSON all values are texts.
struct SensorLoggerLog: WholeLog {
  static let name = "Sensor Logger"

  static func begins(_ start: RawSpan) -> Bool {
    let text = start.text(in: 0..<min(start.byteCount, 512))
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
    let columns: [StaticString] = isNote ? ["time", "text"] : ["time", "id", "rssi"]
    try part.forEachRow(columns: columns, optional: ["manufacturerData"]) { line, fields, offset, places in
      let values = places.map { fields[$0] }
      rows.take(
        isNote
          ? note(line, time: values[0], text: values[1])
          : beacon(line, time: values[0], id: values[1], level: values[2], data: values[3]), line, at: offset)
    }
  }

  private static func readJSON(_ part: LogPart, into rows: inout LogRows) throws {
    try part.forEachObject { text, members, offset in
      guard let sensor = members.value("sensor", text) else {
        return rows.damages.addJSON("sensor", at: offset)
      }
      let empty = 0..<0
      let time = members.value("time", text) ?? empty
      if text.holds("Annotation", in: sensor) {
        rows.take(note(text, time: time, text: members.value("text", text) ?? empty), text, at: offset)
      } else if text.holds("bluetooth-", at: sensor.lowerBound) {
        rows.take(
          beacon(
            text, time: time, id: members.value("id", text) ?? empty,
            level: members.value("rssi", text) ?? empty,
            data: members.value("manufacturerData", text) ?? empty), text, at: offset)
      } else if let microseconds = nanoseconds(text, time) {
        rows.append(LogRow(microseconds: microseconds, content: .other), at: offset)
      }
    }
  }

  private static func nanoseconds(_ text: RawSpan, _ range: Range<Int>) -> Int64? {
    let time: Int64? = text.integer(in: range)
    return time.map { $0 / 1000 }
  }

  private static func note(_ line: RawSpan, time: Range<Int>, text: Range<Int>) -> LogRow? {
    nanoseconds(line, time).map { microseconds in
      LogRow(
        microseconds: microseconds,
        content: .observation(.mark(.point(TestPoint.ID(line.text(in: text))))))
    }
  }

  private static func beacon(
    _ line: RawSpan, time: Range<Int>, id: Range<Int>, level: Range<Int>, data: Range<Int>
  ) -> LogRow? {
    guard let microseconds = nanoseconds(line, time),
      let level = line.decimal(in: level).flatMap({ LogAdvertisement.level($0) })
    else { return nil }
    var heard = LogAdvertisement(address: line.deviceAddress(in: id) ?? 0, level: level)
    let octets = line.octets(in: data)
    // A structure has room for 254.
    if 2...254 ~= octets.count { heard.frame = .manufacturer(octets) }
    return LogRow(microseconds: microseconds, content: .advertisement(heard))
  }
}

extension LogRows {
  /// Takes a row, or counts the damage where there is none.
  fileprivate mutating func take(_ row: LogRow?, _ line: RawSpan, at offset: Int) {
    if let row { return append(row, at: offset) }
    damages.add(
      at: offset, expected: "a row of Sensor Logger with time in nanoseconds and rssi",
      found: "\"\(line.text(in: 0..<min(60, line.byteCount)))\"")
  }
}

extension RawSpan {
  /// The octets of pairs of hexadecimal digits; empty for anything else.
  fileprivate func octets(in range: Range<Int>) -> [UInt8] {
    guard range.count % 2 == 0 else { return [] }
    var octets: [UInt8] = []
    for place in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      guard let (digits, number) = hexadecimal(in: place..<place + 2), digits == 2 else { return [] }
      octets.append(UInt8(truncatingIfNeeded: number.low))
    }
    return octets
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
  /// - Throws: when there is no object at all; later damage is counted in the caller's rows by the body's members being absent.
  func forEachObject(
    _ body: (_ text: RawSpan, _ members: JSONMembers, _ offset: Int) -> Void
  ) throws(FileProblem) {
    let text = bytes.span.bytes
    var scanner = JSONScanner(0..<text.byteCount)
    guard scanner.take(0x5B, text) else {
      throw FileProblem(file: file, offset: 0, expected: "a list of objects in JSON", found: "something else")
    }
    guard !scanner.take(0x5D, text) else { return }
    repeat {
      let place = scanner.place
      guard let members = scanner.object(text) else {
        throw FileProblem(
          file: file, offset: place, expected: "a whole object in JSON",
          found: place + 40 < bytes.count ? "something else" : "the end of the file")
      }
      body(text, JSONMembers(members), place)
    } while scanner.take(0x2C, text)
    guard scanner.take(0x5D, text) else {
      throw FileProblem(
        file: file, offset: scanner.place, expected: "a comma or the end of the list",
        found: "the end of the file"
      )
    }
  }
}
