import Captures
import Documents
import World

/// Messages of receivers in a home, one JSON object a line, as `mosquitto_sub -F %J` or `-F %j` prints them:
/// `{"tst":"2026-01-02T03:04:05.678901+0100","topic":"…","payload":…}`.
///
/// Source: mosquitto_sub(1), the output formats `%j` (the payload as a text) and `%J` (as JSON). `time` or `timestamp` may stand
/// for `tst`, in the same form or in seconds since 1970.
struct MQTTLog: LineLog {
  static let name = "ESPresense or room-assistant"
  static let countsFrom1970 = true

  /// Who publishes; one line adds another.
  private static let publishers: [any MQTTPublisher.Type] = [ESPresense.self, RoomAssistant.self]

  static func begins(_ start: String) -> Bool {
    guard start.hasPrefix("{\"") || start.hasPrefix("{ \"") else { return false }
    let text = start.prefix(200)
    return text.contains("\"tst\"") || text.contains("\"topic\"")
  }

  mutating func read(_ line: String) -> LogLine {
    guard line.utf8.count > 1 else { return .nothing }
    guard let message = try? Document(json: line, file: ""), let topic = try? message.text("topic") else {
      return .damage("an MQTT message as JSON, with tst, topic and payload", line)
    }
    let time = ["tst", "time", "timestamp"].lazy.map { message.field($0) }.first { !$0.isEmpty }
    guard let time, let microseconds = LogTime.microseconds(time) else {
      return .damage(
        expected: "the time of the message as tst, such as 2026-01-02T03:04:05.678901+0100",
        found: time.map { "\"\($0)\"" } ?? "none")
    }
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard let publisher = Self.publishers.first(where: { $0.published(levels) }) else {
      return .row(LogRow(microseconds: microseconds, content: .other))
    }
    guard let payload = message.optional("payload") else { return .damage("a payload", line) }
    return Self.reading(of: payload, levels, publisher).row(at: microseconds)
  }

  /// Reads a payload that is JSON, or a text of JSON.
  private static func reading(
    of payload: Document, _ levels: [Substring], _ publisher: any MQTTPublisher.Type
  ) -> MQTTReading {
    let document =
      if case .text(let text) = payload.content { try? Document(json: text, file: "") } else { payload }
    guard let document, case .object = document.content else { return .damage("a payload of JSON") }
    return publisher.reading(document, levels)
  }
}

/// What a message says.
enum MQTTReading: Sendable {
  case advertisement(LogAdvertisement)
  /// Nothing new of an RSSI.
  case none
  case damage(String)

  fileprivate func row(at microseconds: Int64) -> LogLine {
    switch self {
    case .advertisement(let heard):
      .row(LogRow(microseconds: microseconds, content: .advertisement(heard)))
    case .none: .row(LogRow(microseconds: microseconds, content: .other))
    case .damage(let expected): .damage(expected: expected, found: "another")
    }
  }
}

/// Software of receivers that publish what they hear.
protocol MQTTPublisher: Sendable {
  /// Whether a topic, in its levels, is that of something heard.
  static func published(_ levels: [Substring]) -> Bool

  static func reading(_ payload: Document, _ levels: [Substring]) -> MQTTReading
}

/// ESPresense: `espresense/devices/DEVICE/RECEIVER` with `mac`, `id`, `rssi`, `rssi@1m` and, in newer versions, `channel`.
///
/// Source: the firmware's `BleFingerprint`, which fills the message. `id` is `iBeacon:UUID-major-minor` or
/// `altBeacon:UUID-major-minor` for those, and otherwise says only what kind of device it is.
private enum ESPresense: MQTTPublisher {
  static func published(_ levels: [Substring]) -> Bool {
    levels.count >= 4 && levels[levels.count - 3] == "devices"
  }

  static func reading(_ payload: Document, _ levels: [Substring]) -> MQTTReading {
    guard let level = payload.field("rssi").decimal else { return .damage("a number as rssi") }
    guard let whole = LogAdvertisement.level(level) else { return .damage("an rssi from -128 to 127") }
    var heard = LogAdvertisement(
      address: payload.field("mac").deviceAddress ?? 0, level: whole)
    heard.receiver = LogReceiver(
      name: String(levels[levels.count - 1]), device: String(levels[levels.count - 2]))
    heard.channel = payload.channel
    let power: Int8? = payload.field("rssi@1m").integer()
    let id = levels[levels.count - 2]
    if let identity = ProximityName.identity(id, after: "iBeacon:") {
      heard.frame = .iBeacon(identity, power: power ?? 0)
    } else if let identity = ProximityName.identity(id, after: "altBeacon:") {
      heard.frame = .altBeacon(identity, power: power ?? 0)
    }
    return .advertisement(heard)
  }
}

/// room-assistant: `room-assistant/entity/RECEIVER/bluetooth-low-energy-presence-sensor/ble-DEVICE`, where `diff` says that
/// `/measuredValues/RECEIVER` has a new `rssi` and `measuredPower`.
///
/// Source: room-assistant's documentation, "MQTT". Every instance of a cluster publishes what all of them hear: only what a receiver
/// says of itself is read. The RSSI has passed a Kalman filter.
private enum RoomAssistant: MQTTPublisher {
  static func published(_ levels: [Substring]) -> Bool {
    levels.count >= 4 && levels[levels.count - 2] == "bluetooth-low-energy-presence-sensor"
  }

  static func reading(_ payload: Document, _ levels: [Substring]) -> MQTTReading {
    let receiver = String(levels[levels.count - 3])
    guard let changes = payload.optional("diff") else { return .none }
    guard let changes = try? changes.elements else { return .damage("a list as diff") }
    let paths = ["/measuredValues/\(receiver)", "/measuredValues/\(receiver)/rssi"]
    guard let change = changes.first(where: { paths.contains(String($0.field("path"))) }) else {
      return .none
    }
    return reading(change, receiver, String(levels[levels.count - 1]))
  }

  private static func reading(_ change: Document, _ receiver: String, _ device: String) -> MQTTReading {
    let values = change.optional("newValue")
    let rssi = values?.has("rssi") == true ? values?.field("rssi") : change.field("newValue")
    guard let level = rssi?.decimal.flatMap({ LogAdvertisement.level($0) })
    else { return .damage("a number as rssi from -128 to 127") }
    var heard = LogAdvertisement(address: 0, level: level)
    heard.receiver = LogReceiver(name: receiver, device: device)
    if let identity = ProximityName.identity(device[...], after: "ble-") {
      let power: Int8? = values?.field("measuredPower").integer()
      heard.frame = .iBeacon(identity, power: power ?? 0)
    } else {
      heard.address = device.dropFirst(4).deviceAddress ?? 0
    }
    return .advertisement(heard)
  }
}

/// UUID, major and minor in one name.
private enum ProximityName {
  /// Of `UUID-major-minor` after a prefix; nil for another name.
  static func identity(_ name: Substring, after prefix: String) -> IBeaconIdentity? {
    guard name.hasPrefix(prefix) else { return nil }
    let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 3, let minor = UInt16(parts[parts.count - 1]),
      let major = UInt16(parts[parts.count - 2]),
      let uuid = BeaconUUID(parts.dropLast(2).joined())
    else { return nil }
    return IBeaconIdentity(uuid: uuid, major: major, minor: minor)
  }
}
