import Documents
import World

/// What the server keeps, kind by kind: each declares its keys once, from which reading, the table and the OpenAPI document
/// follow.
struct RecordKind: Sendable {
  /// As paths and tables name it.
  let name: String
  let about: String
  let schema: Schema
  /// Whether a record is found by its key `id`, which is unique, or by its number.
  let hasIdentifier: Bool
  /// Whether reading it needs the token too, where there is one.
  let isPersonal: Bool
  /// Whether the beacon that it names must be known.
  let needsBeacon: Bool
  /// The key that names whom a record is about.
  let personKey: String
  /// Whether each new record is told to all who listen; most that is personal is not.
  let isTold: Bool
  /// Whether records are delivered to persons, whom the server adds to them.
  let isDelivered: Bool

  private init<Settings: DeclaredSettings>(
    _ name: String, _: Settings.Type, hasIdentifier: Bool = false, isPersonal: Bool = false,
    needsBeacon: Bool = false, person: String = "person", isTold: Bool? = nil, isDelivered: Bool = false,
    _ about: String
  ) {
    (self.name, self.about, schema) = (name, about, Settings.schema)
    (self.hasIdentifier, self.isPersonal, self.needsBeacon) = (hasIdentifier, isPersonal, needsBeacon)
    (personKey, self.isTold, self.isDelivered) = (person, isTold ?? !isPersonal, isDelivered)
  }

  static let all = [
    RecordKind("beacons", BeaconRecord.self, hasIdentifier: true, "Beacons, and where they hang."),
    RecordKind("regions", RegionRecord.self, hasIdentifier: true, "Regions to be monitored."),
    RecordKind(
      "patients", PatientRecord.self, hasIdentifier: true, isPersonal: true, person: "name",
      "Patients of home care: the items that should be there, and tasks."),
    RecordKind(
      "readings", ReadingRecord.self, needsBeacon: true,
      "What a beacon reported or how it was heard: temperature, battery, RSSI."),
    RecordKind("incidents", IncidentRecord.self, isPersonal: true, "What an application noticed."),
    RecordKind(
      "sightings", SightingRecord.self, isPersonal: true, needsBeacon: true, isTold: true,
      "Who was nearest to which beacon."),
    RecordKind(
      messages, MessageRecord.self, isPersonal: true, person: "from", isDelivered: true,
      "Messages from one person to another, or to all who are in a region when it is sent."),
  ]

  /// The name of the kind whose records are delivered to persons.
  static let messages = "messages"

  /// The JSON Schema of what is posted.
  var posted: Document { RecordText.limited(schema.jsonSchema(title: name, about: about)) }

  /// The JSON Schema of what is given back: the same with its number and its time.
  var given: Document {
    let added: [Document.Member] =
      isDelivered ? [.init(key: "receivers", value: ["type": "array", "items": ["type": "string"]])] : []
    let properties =
      (posted.optional("properties").flatMap { try? $0.members } ?? []) + added + [
        .init(
          key: "n", value: ["type": "integer", "description": "The record's number within its kind, from 1."]),
        .init(key: "unixSeconds", value: ["type": "number"]),
      ]
    var seen: Set<String> = []
    return [
      "type": "object", "required": ["n", "unixSeconds"],
      "properties": Document(properties.filter { seen.insert($0.key).inserted }),
    ]
  }
}

/// The moment of a record, in seconds of Unix time.
private func time<Owner>(_ property: any SettingKey<Owner>.Property<Double?>) -> SettingKey<Owner> {
  .optional(
    "unixSeconds", property, .number(.between(0, 4_102_444_800)), unit: "s",
    "When it was, in Unix time; by default when it arrived. At most 5 minutes ahead of the server's clock.")
}

/// What names a record of a kind without identifier, so that it is kept once however often it is sent.
private func clientKey<Owner>(_ property: any SettingKey<Owner>.Property<String?>) -> SettingKey<Owner> {
  .optional(
    "key", property, .text(.name),
    "A name that the client chooses. Another record with the same key is not stored; the answer is then 200 with the first."
  )
}

/// Where something was on Earth.
private func coordinates<Owner>(
  _ latitude: any SettingKey<Owner>.Property<Double?>, _ longitude: any SettingKey<Owner>.Property<Double?>
) -> [SettingKey<Owner>] {
  [
    .optional(
      "latitude", latitude, .number(.between(-90, 90)), unit: "degrees",
      "Where on Earth (WGS 84), north positive."),
    .optional(
      "longitude", longitude, .number(.between(-180, 180)), unit: "degrees", "The same, east positive."),
  ]
}

private struct BeaconRecord: DeclaredSettings {
  var id = ""
  var name: String?
  var uuid: String?
  var major: Int?
  var minor: Int?
  var x: Double?
  var y: Double?
  var unixSeconds: Double?

  static let keys: [SettingKey<BeaconRecord>] = [
    .required("id", \.id, .text(.name), "The beacon's name, by which other records mean it."),
    .optional("name", \.name, .text(.line), "What people call its place."),
    .optional("uuid", \.uuid, .text(.uuid), "The proximity UUID."),
    .optional("major", \.major, .integer(.between(0, 65_535)), "The major number."),
    .optional("minor", \.minor, .integer(.between(0, 65_535)), "The minor number."),
    .optional("x", \.x, .number(.coordinate), unit: "m", "East of the site's origin."),
    .optional("y", \.y, .number(.coordinate), unit: "m", "North of the site's origin."),
    time(\.unixSeconds),
  ]
}

private struct RegionRecord: DeclaredSettings {
  var id = ""
  var uuid = ""
  var major: Int?
  var minor: Int?
  var unixSeconds: Double?

  static let keys: [SettingKey<RegionRecord>] = [
    .required("id", \.id, .text(.name), "The region's name."),
    .required("uuid", \.uuid, .text(.uuid), "The proximity UUID."),
    .optional("major", \.major, .integer(.between(0, 65_535)), "The major number; by default any."),
    .optional("minor", \.minor, .integer(.between(0, 65_535)), "The minor number; by default any."),
    time(\.unixSeconds),
  ]
}

private struct PatientRecord: DeclaredSettings {
  struct Item: DeclaredSettings {
    var id = ""
    var name = ""

    static let keys: [SettingKey<Item>] = [
      .required("id", \.id, .text(.name), "The beacon on the item."),
      .required("name", \.name, .text(.line), "What it is."),
    ]
  }

  var id = ""
  var name = ""
  var items: [Item] = []
  var tasks: [String] = []
  var unixSeconds: Double?

  static let keys: [SettingKey<PatientRecord>] = [
    .required("id", \.id, .text(.name), "The master beacon, which names the patient."),
    .required("name", \.name, .text(.line), "The patient's name."),
    .defaulted("items", \.items, .list(of: .settings, count: .between(0, 200)), "What should be there."),
    .defaulted("tasks", \.tasks, .list(of: .text(.line), count: .between(0, 200)), "What is to be done."),
    time(\.unixSeconds),
  ]
}

private struct ReadingRecord: DeclaredSettings {
  var beacon = ""
  var rssi: Double?
  var temperature: Double?
  var battery: Double?
  var moving: Bool?
  var latitude: Double?
  var longitude: Double?
  var unixSeconds: Double?
  var key: String?

  static let rules: [Schema.KeyRule] = [.together("latitude", "longitude")]
  static let keys: [SettingKey<ReadingRecord>] =
    [
      .required("beacon", \.beacon, .text(.name), "The id of a known beacon."),
      .optional("rssi", \.rssi, .number(.between(-128, 20)), unit: "dBm", "How strongly it was heard."),
      .optional(
        "temperature", \.temperature, .number(.between(-273.15, 1000)), unit: "°C", "Its temperature."),
      .optional("battery", \.battery, .number(.between(0, 10)), unit: "V", "Its battery's voltage."),
      .optional("moving", \.moving, .flag, "Whether it moves."),
    ] + coordinates(\.latitude, \.longitude) + [time(\.unixSeconds), clientKey(\.key)]
}

private struct IncidentRecord: DeclaredSettings {
  var kind = ""
  var subject: String?
  var application: String?
  var beacon: String?
  var person: String?
  var place: String?
  var value: Double?
  var identities: [String] = []
  var latitude: Double?
  var longitude: Double?
  var unixSeconds: Double?
  var key: String?

  static let rules: [Schema.KeyRule] = [.together("latitude", "longitude")]
  static let keys: [SettingKey<IncidentRecord>] =
    [
      .required("kind", \.kind, .text(.line), "What happened, such as fallen."),
      .optional("subject", \.subject, .text(), "To what, such as a region, an item or a task."),
      .optional("application", \.application, .text(.line), "The application that noticed it."),
      .optional("beacon", \.beacon, .text(.name), "The beacon it is about."),
      .optional("person", \.person, .text(.line), "Whom it happened to."),
      .optional("place", \.place, .text(.line), "Where."),
      .optional("value", \.value, .number(), "By how much, such as a deviation in degrees."),
      .defaulted(
        "identities", \.identities, .list(of: .text(.line), count: .between(0, 100)),
        "All beacons that were ranged at that moment."),
    ] + coordinates(\.latitude, \.longitude) + [time(\.unixSeconds), clientKey(\.key)]
}

private struct SightingRecord: DeclaredSettings {
  var person = ""
  var beacon = ""
  var unixSeconds: Double?
  var key: String?

  static let keys: [SettingKey<SightingRecord>] = [
    .required("person", \.person, .text(.line), "Who."),
    .required("beacon", \.beacon, .text(.name), "The id of the known beacon that is nearest."),
    time(\.unixSeconds), clientKey(\.key),
  ]
}

private struct MessageRecord: DeclaredSettings {
  var from = ""
  var to: String?
  var region: String?
  var text = ""
  var unixSeconds: Double?
  var key: String?

  static let rules: [Schema.KeyRule] = [.exactlyOne(of: "to", "region")]
  static let keys: [SettingKey<MessageRecord>] = [
    .required("from", \.from, .text(.line), "Who sends it."),
    .optional("to", \.to, .text(.line), "Who is to receive it."),
    .optional(
      "region", \.region, .text(.name),
      "The id of a known region: all whose last sighting of the last 5 minutes is at one of its beacons receive it."
    ),
    .required("text", \.text, .text(), "What it says."),
    time(\.unixSeconds), clientKey(\.key),
  ]
}
