import Documents
import NumericalMethods
import Scenarios
package import World

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
    guard let found = place.flatMap({ places?.coordinates(of: $0) }) else { return [] }
    return [
      .init(key: "latitude", value: Document(found.latitude)),
      .init(key: "longitude", value: Document(found.longitude)),
    ]
  }

  /// The name of all that is reported of a scenario's laps, however many they are: 16 hexadecimal digits and the seed.
  package static func name(of scenario: ContextScenario) throws -> String {
    let saved = try scenario.saved
    let documents = saved.files.map { (try? $0.document.setting("laps.count", to: 1)) ?? $0.document }
    let texts = documents.map(\.json) + saved.tables.map(\.contents)
    return "\(digits(of: texts.joined(separator: "\0"))).\(scenario.scenario.seed)"
  }

  static func digits(of text: String) -> String {
    let digits = String(Seed.mixed(Seed.hash(text)), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension ReportRecord {
  /// Of a beacon.
  fileprivate init(_ anchor: Anchor) {
    let numbers = anchor.identity?.numbers
    self.init(
      .beacons, key: anchor.id,
      body: Document(
        [
          .init(key: "id", value: Document(anchor.id)), .init(key: "x", value: Document(anchor.position.x)),
          .init(key: "y", value: Document(anchor.position.y)),
        ]
          + (numbers.map { numbers in
            [
              .init(key: "uuid", value: Document("\(numbers.uuid)")),
              .init(key: "major", value: Document(Int(numbers.major))),
              .init(key: "minor", value: Document(Int(numbers.minor))),
            ]
          } ?? [])
      ).json)
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
