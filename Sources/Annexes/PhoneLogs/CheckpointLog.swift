import Captures
import Documents
import World

/// What the app of Riesebos, Degeler and Tello (2022) stores: lists of objects in JSON, as exported from its database.
///
/// Source: the published data set (github.com/rriesebos/indoor-positioning-system). `measurements.json` has `beacon_address`, `rssi`,
/// `channel` and a time; `checkpoints.json` beside it the numbers of the test points that the walker passed. A file of one standing
/// beacon has no addresses: its name may be one, with hyphens.
struct CheckpointLog: WholeLog {
  static let name = "the app of rriesebos"
  private static let time = "system.totimestamp(timeuuid)"

  static func begins(_ start: String) -> Bool { start.hasPrefix("[") && start.contains("\"\(time)\"") }

  static func parts(among names: [String]) -> [String] {
    let parts = names.filter {
      ["measurements.json", "checkpoints.json"].contains($0.split(separator: "/").last ?? "")
    }
    return parts.contains { $0.hasSuffix("measurements.json") } ? parts : []
  }

  static func read(_ part: LogPart, into rows: inout LogRows) throws {
    let named = part.name.prefix { $0 != "." }.deviceAddress ?? 0
    try part.forEachObject { object, offset in
      guard let microseconds = LogTime.microseconds(object.field(time)) else {
        return rows.damages.addJSON("a time as \(time)", at: offset)
      }
      if let number: Int = object.field("checkpoint").integer() {
        rows.append(
          LogRow(microseconds: microseconds, content: .observation(.mark(.point(.number(number))))),
          at: offset)
      } else if let level: Int8 = object.field("rssi").integer() {
        let address = object.has("beacon_address") ? object.field("beacon_address").deviceAddress ?? 0 : named
        let heard = LogAdvertisement(address: address, level: level, channel: object.channel)
        rows.append(LogRow(microseconds: microseconds, content: .advertisement(heard)), at: offset)
      } else {
        rows.damages.addJSON("rssi or checkpoint", at: offset)
      }
    }
  }
}

extension Document {
  /// The advertising channel under that key; 0 without one.
  var channel: UInt8 {
    guard let channel: UInt8 = field("channel").integer(), AdvertisingChannel.numbers ~= channel else {
      return 0
    }
    return channel
  }
}
