import Documents
import Hummingbird

extension ContextRoutes {
  /// Seconds for which a person counts as still there, and of a bin of visits.
  private static let stillThere = 300.0
  private static let bin = 1800

  /// What follows from records.
  var derived: [Operation] {
    [
      query(
        "presence", "Who is at which beacon: the last sighting, for 5 minutes.", .personal,
        ["person", "beacon", "unixSeconds"]
      ) {
        (
          "SELECT person, beacon, max(time) FROM sightings WHERE time > ? GROUP BY person ORDER BY person LIMIT 1000",
          [.integer(Int64(($0 - Self.stillThere) * 1e6))]
        )
      },
      query(
        "visits", "Different visitors of each beacon, in bins of 30 minutes.", .personal,
        ["beacon", "unixSeconds", "visitors"]
      ) { _ in
        (
          """
          SELECT beacon, time / \(Self.bin)000000 * \(Self.bin)000000, count(DISTINCT person) FROM sightings
          GROUP BY time / \(Self.bin)000000, beacon ORDER BY time / \(Self.bin)000000 DESC, beacon LIMIT 1000
          """, []
        )
      },
      query(
        "fleet", "The health of each beacon: readings, the last one, and its battery.", .open,
        ["beacon", "unixSeconds", "readings", "battery"]
      ) { _ in
        (
          """
          SELECT b.id, f.time, ifnull(f.readings, 0), f.battery FROM beacons b LEFT JOIN fleet f ON f.beacon = b.id
          ORDER BY b.id LIMIT 1000
          """, []
        )
      },
      query(
        "tasks", "The tasks of each patient, and when each was last ticked off; null for never.", .personal,
        ["patient", "name", "task", "unixSeconds"]
      ) { _ in
        (
          """
          SELECT p.id, p.person, t.value, (
            SELECT max(time) FROM incidents WHERE beacon = p.id AND json_extract(body, '$.kind') = 'ticked'
            AND json_extract(body, '$.subject') = t.value)
          FROM patients p, json_each(p.body, '$.tasks') t ORDER BY p.id, t.key LIMIT 1000
          """, []
        )
      },
      query(
        "map",
        "Temperatures and incidents with latitude and longitude, the newest first, each with a link to a map.",
        .personal, Self.mapColumns
      ) { _ in (Self.mapQuery, []) },
    ]
  }

  private static let mapColumns = [
    "unixSeconds", "kind", "subject", "person", "beacon", "temperature", "value", "latitude", "longitude",
    "map",
  ]

  private static let mapQuery = {
    func newest(_ kind: String, of table: String, _ condition: String) -> String {
      let place = "json_extract(body, '$.latitude') latitude, json_extract(body, '$.longitude') longitude"
      return """
        SELECT * FROM (
          SELECT time, \(kind), json_extract(body, '$.subject'), person, beacon, json_extract(body, '$.temperature'),
            json_extract(body, '$.value'), \(place)
          FROM \(table) WHERE \(condition) ORDER BY time DESC LIMIT 1000)
        """
    }
    // OpenStreetMap marks the place, and shows a block or two around it.
    return """
      SELECT *, 'https://www.openstreetmap.org/?mlat=' || latitude || '&mlon=' || longitude || '#map=18/' || latitude || '/'
        || longitude
      FROM (
        \(newest("'reading'", of: "readings", "\(DatabaseForm.isOnMap) AND \(DatabaseForm.hasTemperature)"))
        UNION ALL \(newest("json_extract(body, '$.kind')", of: "incidents", DatabaseForm.isOnMap)))
      ORDER BY time DESC LIMIT 1000
      """
  }()

  private func query(
    _ name: String, _ about: String, _ protection: Operation.Protection, _ columns: [String],
    _ sql: @escaping @Sendable (_ now: Double) -> (String, [DatabaseValue])
  ) -> Operation {
    Operation(
      method: .get, path: "/v1/\(name)", summary: about, protection: protection,
      answer: Self.listSchema(name, ["type": "object"])
    ) { _ in
      let (text, values) = sql(clock())
      let found = try await rows(text, values, from: overview)
      let items = found.map { row in
        Document(zip(columns, row).map { Document.Member(key: $0, value: Self.document($1, $0)) })
      }
      return Response(
        json: Document([
          .init(key: "n", value: Document(items.count)), .init(key: name, value: Document(items)),
        ]).json)
    }
  }

  private static func document(_ value: DatabaseValue, _ column: String) -> Document {
    switch value {
    case .empty: nil
    case .number(let number): Document(number)
    case .integer(let integer):
      column == "unixSeconds" ? Document(Double(integer) / 1e6) : Document(Int(integer))
    case .text(let text): numbers.contains(column) ? Document(Double(text)) : Document(text)
    }
  }

  /// The columns whose texts are numbers with decimals.
  private static let numbers: Set = ["battery", "temperature", "value", "latitude", "longitude"]

  /// Who receives a message: the person whom it is for, or all whose last sighting is at a beacon of a region.
  ///
  /// - Throws: `Problem` for a region that is not known.
  func receivers(of message: Document, from author: String?, now: Double) async throws(Problem) -> [String] {
    if let person = message.optional("to").flatMap({ try? $0.text }) { return [person] }
    let region = message.optional("region").flatMap { try? $0.text } ?? ""
    guard try await !rows("SELECT 1 FROM regions WHERE id = ?", [.text(region)], from: reader).isEmpty else {
      throw Problem(.conflict, "region: expected the id of a known region, found \(region)")
    }
    let found = try await rows(
      """
      SELECT s.person FROM (SELECT person, beacon, max(time) FROM sightings WHERE time > ?1 GROUP BY person) s
      JOIN beacons b ON b.id = s.beacon JOIN regions r ON r.id = ?2
      WHERE \(Self.uuid("b")) = \(Self.uuid("r")) AND \(Self.fits("major")) AND \(Self.fits("minor")) AND s.person IS NOT ?3
      ORDER BY s.person LIMIT 1000
      """, [.integer(Int64((now - Self.stillThere) * 1e6)), .text(region), .of(author)], from: reader)
    return found.compactMap { row in if case .text(let person)? = row.first { person } else { nil } }
  }

  /// A UUID in one form.
  private static func uuid(_ table: String) -> String {
    "replace(upper(json_extract(\(table).body, '$.uuid')), '-', '')"
  }

  /// Whether a number of a beacon is that of the region, where the region has one.
  private static func fits(_ number: String) -> String {
    "ifnull(json_extract(r.body, '$.\(number)') = json_extract(b.body, '$.\(number)'), json_extract(r.body, '$.\(number)') IS NULL)"
  }
}
