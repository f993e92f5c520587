import World

/// What the app of Riesebos, Degeler and Tello (2022) stores: lists of objects in JSON, as exported from its database.
///
/// Source: the published data set (github.com/rriesebos/indoor-positioning-system). `measurements.json` has `beacon_address`, `rssi`,
/// `channel` and a time; `checkpoints.json` beside it the numbers of the test points that the walker passed. A file of one standing
/// beacon has no addresses: its name may be one, with hyphens.
struct CheckpointLog: WholeLog {
  static let name = "the app of rriesebos"
  private static let time: StaticString = "system.totimestamp(timeuuid)"

  static func begins(_ start: RawSpan) -> Bool {
    start.byteCount > 0 && start.byte(at: 0) == 0x5B
      && start.text(in: 0..<min(start.byteCount, 512)).contains("\"\(time)\"")
  }

  static func parts(among names: [String]) -> [String] {
    let parts = names.filter {
      ["measurements.json", "checkpoints.json"].contains($0.split(separator: "/").last ?? "")
    }
    return parts.contains { $0.hasSuffix("measurements.json") } ? parts : []
  }

  static func read(_ part: LogPart, into rows: inout LogRows) throws {
    let name = Array(part.name.prefix { $0 != "." }.utf8)
    let named = name.span.bytes.deviceAddress(in: 0..<name.count) ?? 0
    try part.forEachObject { text, members, offset in
      guard let microseconds = members.value(time, text).flatMap({ LogTime.microseconds(text, in: $0) })
      else { return rows.damages.addJSON("a time as \(time)", at: offset) }
      if let number: Int = members.value("checkpoint", text).flatMap({ text.integer(in: $0) }) {
        rows.append(
          LogRow(microseconds: microseconds, content: .observation(.mark(.point(.number(number))))),
          at: offset)
      } else if let heard = advertisement(members, text, named) {
        rows.append(LogRow(microseconds: microseconds, content: .advertisement(heard)), at: offset)
      } else {
        rows.damages.addJSON("rssi or checkpoint", at: offset)
      }
    }
  }

  private static func advertisement(
    _ members: JSONMembers, _ text: RawSpan, _ named: UInt64
  ) -> LogAdvertisement? {
    guard let level: Int8 = members.value("rssi", text).flatMap({ text.integer(in: $0) }) else { return nil }
    let address = members.value("beacon_address", text)
    var heard = LogAdvertisement(
      address: address.map { text.deviceAddress(in: $0) ?? 0 } ?? named, level: level)
    if let channel: UInt8 = members.value("channel", text).flatMap({ text.integer(in: $0) }),
      AdvertisingChannel.numbers ~= channel
    {
      heard.channel = channel
    }
    return heard
  }
}
