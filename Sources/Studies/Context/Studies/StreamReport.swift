import Documents
import NumericalMethods
import Scenarios
import Sites
package import World

/// What one phone reports of one stream: each event, claim and measurement once, as it comes.
package struct StreamReport: Sendable {
  private let plan: ReportPlan
  /// The beginning of the keys of all records.
  private let name: String
  /// Microseconds of Unix time at t = 0.
  private let began: Int64
  private let person: String
  /// By log, how many of its events have become records; and how many readings.
  private var shown: [Int]
  private var readings = 0
  /// Where the phone was, in order of time.
  private var places: [(microseconds: Int64, place: String)] = []
  /// How many seconds of claims have been looked at, and the beacon that was reported last, with its second.
  private var seconds = 0
  private var sighted: (beacon: String, second: Int)?

  /// A person who stays where they are is reported again after this number of seconds, since the server counts somebody as present for
  /// five minutes.
  private static let patience = 60

  /// - Parameters:
  ///   - name: of the scenario or recording; with `lap` and `walker` it makes keys unique.
  ///   - walker: the index and name of the walker where the scenario names them.
  ///   - began: microseconds of Unix time at t = 0 of the stream.
  package init(
    _ plan: ReportPlan, of name: String, lap: Int = 0, walker: (index: Int, name: String)? = nil, began: Int64
  ) {
    (self.plan, self.began) = (plan, began)
    self.name = "\(name).\(lap).\(walker?.index ?? 0)"
    person = walker?.name ?? plan.person
    shown = [Int](repeating: 0, count: plan.applications.count + 1)
  }

  /// The records of what is new.
  ///
  /// - Parameter logs: of the applications, and then that of ``ReportMachine``.
  package mutating func records(of logs: [ContextLog]) -> [ReportRecord] {
    guard logs.count == shown.count, let notes = logs.last else { return [] }
    places += notes.events[shown[logs.count - 1]...].map { ($0.microseconds, $0.subject) }
    var records = sightings(of: logs)
    for (index, definition) in plan.applications.enumerated() {
      records += logs[index].events.indices[shown[index]...].map { number in
        incident(logs[index].events[number], of: definition, key: "\(name).\(index).\(number)")
      }
    }
    records += notes.readings.indices[readings...].map {
      reading(notes.readings[$0], key: "\(name).r\($0)")
    }
    (shown, readings) = (logs.map(\.events.count), notes.readings.count)
    return records
  }

  private func time(_ microseconds: Int64) -> [Document.Member] {
    .init(present: ["unixSeconds": Document(Double(began + microseconds) / 1e6)])
  }

  private func incident(
    _ event: ContextEvent, of definition: ApplicationDefinition, key: String
  ) -> ReportRecord {
    let place = event.place ?? places.last { $0.microseconds <= event.microseconds }?.place
    let master = (definition.application.settings as? HomeCareSettings)?.master
    let beacon = master ?? (plan.beacons.contains(event.subject) ? event.subject : nil)
    let members = [Document.Member](present: [
      "kind": Document(event.kind), "subject": Document(event.subject),
      "application": Document(definition.name), "person": Document(person),
      "beacon": beacon.map { Document($0) }, "place": place.map { Document($0) },
      "value": event.value.map { Document($0) },
      // A bare nil would be the null of JSON.
      "identities": event.identities.isEmpty
        ? Document?.none : Document(event.identities.map { Document($0) }),
    ])
    return ReportRecord(
      .incidents, key: key, members + plan.coordinates(of: place) + time(event.microseconds))
  }

  private func reading(_ reading: BeaconReading, key: String) -> ReportRecord {
    ReportRecord(
      .readings, key: key,
      .init(present: ["beacon": Document(reading.beacon)]) + reading.values
        + plan.coordinates(of: reading.place) + time(reading.microseconds))
  }

  private mutating func sightings(of logs: [ContextLog]) -> [ReportRecord] {
    guard let (application, beacons) = plan.sightings else { return [] }
    let offered = plan.applications[application].application.settings.offered
    let claims = logs[application].claims
    var records: [ReportRecord] = []
    while (seconds + 1) * offered <= claims.count {
      let claim = Int(claims[seconds * offered])
      seconds += 1
      guard beacons.indices.contains(claim), let beacon = beacons[claim] else {
        sighted = nil
        continue
      }
      if let sighted, sighted.beacon == beacon, seconds - sighted.second < Self.patience { continue }
      sighted = (beacon, seconds)
      records.append(
        ReportRecord(
          .sightings, key: "\(name).s\(seconds)",
          .init(present: ["person": Document(person), "beacon": Document(beacon)])
            + time(Int64(seconds) * 1_000_000)))
    }
    return records
  }
}

/// How what the applications of a scenario notice becomes records for the server.
package struct ReportPlan: Sendable {
  /// Who carries the phone, where the scenario names no walkers.
  let person: String
  let applications: [ApplicationDefinition]
  /// The application whose states say where the person is, and the beacon of each of its states; nil without one.
  let sightings: (application: Int, beacons: [String?])?
  /// The ids of the site's beacons.
  let beacons: Set<String>
  private let places: GeodeticPlaces?
  private let preparation: [ReportRecord]

  /// - Parameters:
  ///   - places: nil for a site without a geodetic origin; records then have no latitude and longitude.
  package init(_ settings: ContextSettings, on site: Site, places: GeodeticPlaces?, person: String) {
    (self.places, self.person, applications) = (places, person, settings.applications)
    beacons = Set(site.anchors.map(\.id))
    let name = settings.conference?.application
    let claiming = settings.applications.firstIndex {
      (name == nil || $0.name == name) && !$0.application.settings.states(on: site).isEmpty
    }
    sightings = claiming.map { index in
      let states = settings.applications[index].application.settings.states(on: site)
      return (index, states.map { Self.beacon(of: $0, on: site) })
    }
    preparation =
      site.anchors.map { ReportRecord($0) }
      + settings.applications.compactMap { definition in
        (definition.application.settings as? HomeCareSettings).flatMap { ReportRecord($0) }
      }
  }

  /// What the server must know before it takes what applications report: the site's beacons, and patients with their tasks.
  package var preparations: [ReportRecord] { preparation }

  /// An anchor of this name, or the first fixed one in the room of this name.
  private static func beacon(of place: String, on site: Site) -> String? {
    if site.anchors.contains(where: { $0.id == place }) { return place }
    return site.anchors.first { anchor in
      guard !anchor.isMobile, let room = site.room(at: anchor.position, floor: anchor.floor) else {
        return false
      }
      return site.rooms[room].name == place
    }?.id
  }

  /// Latitude and longitude of a place, as members of a record; empty where they are not known.
  func coordinates(of place: String?) -> [Document.Member] {
    let found = place.flatMap { places?.coordinates(of: $0) }
    return .init(present: [
      "latitude": found.map { Document($0.latitude) }, "longitude": found.map { Document($0.longitude) },
    ])
  }

  /// The name of all that is reported of a scenario's laps, however many they are: 16 hexadecimal digits and the seed.
  package static func name(of scenario: ContextScenario) throws -> String {
    let saved = try scenario.saved
    let documents = saved.files.map { (try? $0.document.setting("laps.count", to: 1)) ?? $0.document }
    let texts = documents.map(\.json) + saved.tables.map(\.text)
    return "\(digits(of: texts.joined(separator: "\0"))).\(scenario.scenario.seed)"
  }

  static func digits(of text: String) -> String {
    padded(Seed.mixed(Seed.hash(text)), to: 16)
  }
}

extension ReportRecord {
  /// Of a beacon.
  fileprivate init(_ anchor: Anchor) {
    let numbers = anchor.identity?.numbers
    let document = Document(present: [
      "id": Document(anchor.id), "x": Document(anchor.position.x), "y": Document(anchor.position.y),
      "uuid": numbers.map { Document("\($0.uuid)") }, "major": numbers.map { Document(Int($0.major)) },
      "minor": numbers.map { Document(Int($0.minor)) },
    ])
    self.init(.beacons, key: anchor.id, body: document.json)
  }

  /// Of a patient, whom the master beacon names; nil without data.
  fileprivate init?(_ care: HomeCareSettings) {
    guard let patient = care.patient else { return nil }
    let items = patient.items.map { item -> Document in
      ["id": Document(item.id), "name": Document(item.name)]
    }
    let document: Document = [
      "id": Document(care.master), "name": Document(patient.name), "items": Document(items),
      "tasks": Document(patient.tasks.map { Document($0) }),
    ]
    self.init(.patients, key: care.master, body: document.json)
  }
}
