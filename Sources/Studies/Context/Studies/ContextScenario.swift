package import Documents
import Foundation
package import Laps
package import Scenarios
import Sites
package import World

/// The settings under the key `context` of a scenario.
package struct ContextSettings: DeclaredSettings {
  /// The phone as the applications see it, the same on every lap.
  package var handset = HandsetSettings()
  /// In the order of the tables; at least one.
  package var applications: [ApplicationDefinition] = []
  /// A server that several walkers' phones report to; nil for none.
  package var conference: ConferenceSettings?
  /// Listening schedules and currents to compare; nil for none.
  package var energy: EnergySettings?

  package init() {}
  package static let keys: [SettingKey<ContextSettings>] = [
    .defaulted(
      "handset", \.handset, .settings,
      "The application's state over time, the system and the permissions, the same on every lap."),
    .required(
      "applications", \.applications, .list(of: .settings, count: .atLeast(1)),
      "The applications, in the order of the tables; paired differences are against the first with states."),
    .optional(
      "conference", \.conference, .settings,
      "What a server makes of the places that several walkers' phones report; by default there is none."),
    .optional(
      "energy", \.energy, .settings,
      "Rhythms of listening to compare, and currents; by default energy is not looked at."),
  ]

  /// The conference takes its places from one of the applications.
  package var conflict: SettingFault? {
    guard let name = conference?.application else { return nil }
    return applications.contains { $0.name == name }
      ? nil
      : SettingFault(
        key: "conference.application", expected: "the name of one of the applications", found: "\"\(name)\"")
  }
}

/// A scenario with applications: an ordinary simulated or recorded one with one more key.
package struct ContextScenario: Sendable {
  /// The scenario without the key `context`.
  package let scenario: Scenario
  /// Where the advertisements come from, simulated or recorded.
  package let study: Study
  /// What stands under the key `context`.
  package let settings: ContextSettings
  /// What stands under the key, with every default written out.
  private let document: Document
  /// Reads the scenario again with further values.
  private let reread: @Sendable ([ScenarioChanges.Setting]) throws -> ContextScenario
  /// The data of patients, by application.
  private let patients: [Int: Document]

  /// The same scenario with another listening schedule.
  func with(_ scan: EnergySettings.Scan) throws -> ContextScenario {
    try reread([
      ScenarioChanges.Setting("receiver.scan={interval: \(scan.interval), window: \(scan.window)}"),
      ScenarioChanges.Setting("phone.average.seconds=\(scan.interval)"),
    ])
  }

  /// The keys of a simulated scenario and `context`.
  package static let simulatedSchema = schema(of: ScenarioSchema.simulated)
  /// The keys of a recorded scenario and `context`.
  package static let recordedSchema = schema(of: ScenarioSchema.recorded)

  private static let key = "context"

  /// Pipelines may be absent, since applications do not use them.
  private static func schema(of ordinary: Schema) -> Schema {
    guard case .object(let fields, let rules) = ordinary else { return ordinary }
    let own = fields.map { field in
      switch field.key {
      case "assumes": field.defaulted(to: ["n": 2])
      case "pipelines": field.defaulted(to: [["name": "room centre", "method": "roomCentre", "snap": false]])
      // Only pipelines are scored like this, and applications need no test points.
      case "score": field.defaulted(to: ["at": "callbacks"])
      default: field
      }
    }
    let context = SettingForm<ContextSettings>.settings.schema
    return .object(
      own + [.required(key, context, "What the phone allows, and the applications.")], rules: rules)
  }

  /// The published JSON Schema of a simulated one.
  package static var jsonSchema: Document {
    published(simulatedSchema, "BeaconBench context scenario", "A simulated scenario")
  }

  /// The same of one of recorded walks.
  package static var recordedJSONSchema: Document {
    published(
      recordedSchema, "BeaconBench context scenario of recorded walks", "A scenario of recorded walks")
  }

  private static func published(_ schema: Schema, _ title: String, _ what: String) -> Document {
    schema.jsonSchema(
      title: title,
      about:
        "\(what) with context-aware applications. Lengths are in metres, times in seconds, RSSI in dBm.")
  }

  /// Reads a scenario, its site and the other files that it names.
  ///
  /// - Parameters:
  ///   - seed: takes the place of the file's own; so does `laps`.
  ///   - dataRoot: the folder in which data sets lie.
  package init(
    contentsOf path: String, seed: UInt64? = nil, laps: Int? = nil,
    changes: ScenarioChanges = ScenarioChanges(), dataRoot: String
  ) throws {
    reread = { settings in
      try ContextScenario(
        contentsOf: path, seed: seed, laps: laps,
        changes: ScenarioChanges(changes.settings + settings, without: changes.without), dataRoot: dataRoot)
    }
    let file = try Document(contentsOf: path)
    try file.check(is: .context)
    let schema = file.has("dataset") ? Self.recordedSchema : Self.simulatedSchema
    let resolved = try schema.resolve(changes.applied(to: file, schema))
    document = try resolved[Self.key]
    (settings, patients) = try Self.read(document, path: path)
    let ordinary = Document(
      .object(try resolved.members.filter { $0.key != Self.key }), at: resolved.location)
    scenario = try Scenario(
      ordinary, path: path, seed: seed, laps: laps, changes: ScenarioChanges(without: changes.without))
    if let background = try scenario.resolved["phone"].optional("background") {
      throw background.problem(
        expected: "no such key in a context scenario, which has context.handset.states", found: "it")
    }
    study = try Study(scenario, dataRoot: dataRoot)
    try Self.check(settings, document, on: study.site)
    try checkWalkers()
  }

  /// Refuses visitors who do not walk, places that do not exist, and energy without a phone's receiver.
  private func checkWalkers() throws(FileProblem) {
    if settings.energy != nil, scenario.simulation == nil {
      throw try document["energy"].problem(expected: "a simulated scenario", found: "recorded walks")
    }
    guard let conference = settings.conference else { return }
    let key = try document["conference"]
    let walkers = scenario.simulation?.walkers.map(\.name) ?? []
    guard !walkers.isEmpty else {
      throw key.problem(expected: "a scenario with walkers", found: "one without")
    }
    let visitors = try key.elements("visitors")
    try visitors.checkEachOnce("name")
    for (visitor, entry) in zip(conference.visitors, visitors)
    where !walkers.contains(visitor.name) {
      throw try entry["name"].problem(expected: "the name of a walker")
    }
    let places = conferencePlaces
    for (name, place) in [("back", conference.queue?.back), ("front", conference.queue?.front)] {
      if let place, !places.contains(place) {
        throw try key["queue"][name].problem(expected: "a place of the application \(conference.application)")
      }
    }
    guard !places.isEmpty else {
      throw try key["application"].problem(expected: "an application that claims places")
    }
  }

  /// The places that the conference's application claims.
  var conferencePlaces: [String] {
    settings.applications.first { $0.name == settings.conference?.application }?.application.settings.states(
      on: study.site) ?? []
  }

  /// The settings, with the files that they name.
  private static func read(
    _ document: Document, path: String
  ) throws(FileProblem) -> (ContextSettings, [Int: Document]) {
    var settings = try ContextSettings(document)
    var patients: [Int: Document] = [:]
    for (index, entry) in try document.elements("applications").enumerated() {
      guard var care = settings.applications[index].application.settings as? HomeCareSettings else {
        continue
      }
      let key = try entry["application"].choice.settings["data"]
      let data = try Document(contentsOf: key.pathOfFile(namedIn: path))
      care.patient = try PatientData(file: data)
      settings.applications[index].application = ApplicationChoice(care)
      patients[index] = data
    }
    return (settings, patients)
  }

  /// Checks the applications of a scenario against the site of a replay, or against none.
  static func check(_ settings: ContextSettings, _ document: Document, on site: Site?) throws(FileProblem) {
    let entries = try document.elements("applications")
    try entries.checkEachOnce("name")
    for (entry, definition) in zip(entries, settings.applications) {
      if let fault = definition.application.settings.fault(on: site) {
        throw try entry["application"].choice.settings.problem(with: fault)
      }
    }
  }

  /// The same check on another site.
  package func check(on site: Site?) throws(FileProblem) { try Self.check(settings, document, on: site) }

  /// The files from which it can be run again.
  package var saved: SavedScenario {
    get throws(FileProblem) {
      var document = document
      var tables: [(name: String, text: String)] = []
      for (index, data) in patients.sorted(by: { $0.key < $1.key }) {
        let name = "patient-\(tables.count + 1).json"
        tables.append((name, data.json + "\n"))
        document = try document.setting(
          "applications[\(index)].application.homeCare.data", to: Document(name))
      }
      return try study.saved.addingKey(Self.key, document, tables: tables)
    }
  }
}

extension Study {
  /// The site of either source.
  package var site: Site {
    switch self {
    case .simulated(let study): study.simulation.site
    case .recorded(let study): study.dataset.site.site
    }
  }
}
