import Documents
import World

/// What the server keeps, kind by kind: each declares its keys once, from which reading and the OpenAPI document follow.
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

  private init(
    _ name: String, hasIdentifier: Bool = false, isPersonal: Bool = false, needsBeacon: Bool = false,
    person: String = "person", isTold: Bool? = nil, isDelivered: Bool = false, _ about: String,
    _ keys: [Schema.Field], rules: [Schema.KeyRule] = []
  ) {
    // Records without an identifier have a key of the client's.
    let last = hasIdentifier ? [Self.time] : [Self.time, Self.clientKey]
    (self.name, self.about, schema) = (name, about, .object(keys + last, rules: rules))
    (self.hasIdentifier, self.isPersonal, self.needsBeacon) = (hasIdentifier, isPersonal, needsBeacon)
    (personKey, self.isTold, self.isDelivered) = (person, isTold ?? !isPersonal, isDelivered)
  }

  static let all = [
    RecordKind(
      "beacons", hasIdentifier: true, "Beacons, and where they hang.",
      [
        .required("id", .text(.name), "The beacon's name, by which other records mean it."),
        .optional("name", .text(.line), "What people call its place."),
        .optional("uuid", .text(.uuid), "The proximity UUID."),
        .optional("major", .integer(.between(0, 65_535)), "The major number."),
        .optional("minor", .integer(.between(0, 65_535)), "The minor number."),
        .optional("x", .number(.coordinate), unit: "m", "East of the site's origin."),
        .optional("y", .number(.coordinate), unit: "m", "North of the site's origin."),
      ]),
    RecordKind(
      "regions", hasIdentifier: true, "Regions to be monitored.",
      [
        .required("id", .text(.name), "The region's name."),
        .required("uuid", .text(.uuid), "The proximity UUID."),
        .optional("major", .integer(.between(0, 65_535)), "The major number; by default any."),
        .optional("minor", .integer(.between(0, 65_535)), "The minor number; by default any."),
      ]),
    RecordKind(
      "patients", hasIdentifier: true, isPersonal: true, person: "name",
      "Patients of home care: the items that should be there, and tasks.",
      [
        .required("id", .text(.name), "The master beacon, which names the patient."),
        .required("name", .text(.line), "The patient's name."),
        .defaulted(
          "items",
          .array(
            of: .object([
              .required("id", .text(.name), "The beacon on the item."),
              .required("name", .text(.line), "What it is."),
            ]), count: .between(0, 200)), to: [], "What should be there."),
        .defaulted(
          "tasks", .array(of: .text(.line), count: .between(0, 200)), to: [], "What is to be done."),
      ]),
    RecordKind(
      "readings", needsBeacon: true,
      "What a beacon reported or how it was heard: temperature, battery, RSSI.",
      [
        .required("beacon", .text(.name), "The id of a known beacon."),
        .optional("rssi", .number(.between(-128, 20)), unit: "dBm", "How strongly it was heard."),
        .optional("temperature", .number(.between(-273.15, 1000)), unit: "°C", "Its temperature."),
        .optional("battery", .number(.between(0, 10)), unit: "V", "Its battery's voltage."),
        .optional("moving", .boolean, "Whether it moves."),
      ] + coordinates, rules: [.together("latitude", "longitude")]),
    RecordKind(
      "incidents", isPersonal: true, "What an application noticed.",
      [
        .required("kind", .text(.line), "What happened, such as fallen."),
        .optional("subject", .text(), "To what, such as a region, an item or a task."),
        .optional("application", .text(.line), "The application that noticed it."),
        .optional("beacon", .text(.name), "The beacon it is about."),
        .optional("person", .text(.line), "Whom it happened to."),
        .optional("place", .text(.line), "Where."),
        .optional("value", .number(), "By how much, such as a deviation in degrees."),
        .defaulted(
          "identities", .array(of: .text(.line), count: .between(0, 100)), to: [],
          "All beacons that were ranged at that moment."),
      ] + coordinates, rules: [.together("latitude", "longitude")]),
    RecordKind(
      "sightings", isPersonal: true, needsBeacon: true, isTold: true, "Who was nearest to which beacon.",
      [
        .required("person", .text(.line), "Who."),
        .required("beacon", .text(.name), "The id of the known beacon that is nearest."),
      ]),
    RecordKind(
      messages, isPersonal: true, person: "from", isDelivered: true,
      "Messages from one person to another, or to all who are in a region when it is sent.",
      [
        .required("from", .text(.line), "Who sends it."),
        .optional("to", .text(.line), "Who is to receive it."),
        .optional(
          "region", .text(.name),
          "The id of a known region: all whose last sighting of the last 5 minutes is at one of its beacons receive it."
        ),
        .required("text", .text(), "What it says."),
      ], rules: [.exactlyOne(of: "to", "region")]),
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

extension RecordKind {
  /// The moment of a record, in seconds of Unix time.
  private static let time = Schema.Field.optional(
    "unixSeconds", .number(.between(0, 4_102_444_800)), unit: "s",
    "When it was, in Unix time; by default when it arrived. At most 5 minutes ahead of the server's clock.")

  /// What names a record of a kind without identifier, so that it is kept once however often it is sent.
  private static let clientKey = Schema.Field.optional(
    "key", .text(.name),
    "A name that the client chooses. Another record with the same key is not stored; the answer is then 200 with the first."
  )

  /// Where something was on Earth.
  private static let coordinates: [Schema.Field] = [
    .optional(
      "latitude", .number(.between(-90, 90)), unit: "degrees", "Where on Earth (WGS 84), north positive."),
    .optional("longitude", .number(.between(-180, 180)), unit: "degrees", "The same, east positive."),
  ]
}
