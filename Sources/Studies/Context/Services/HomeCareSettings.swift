package import Documents
package import World

/// The data of a master beacon: the patient, items that should be present, and tasks.
package struct PatientData: DeclaredSettings {
  /// A thing that should be with the patient.
  package struct Item: DeclaredSettings {
    /// The id of its beacon in the site.
    package var id = ""
    /// What the thing is called on the screen.
    package var name = ""

    package init() {}
    package static let keys: [SettingKey<Item>] = [
      .required("id", \.id, .text(), "The id of its beacon in the site."),
      .required("name", \.name, .text(.line), "Its name."),
    ]
  }

  /// In the order of the file.
  package var items: [Item] = []
  /// The patient's name.
  package var name = ""
  /// The tasks of a visit, in the order of the file.
  package var tasks: [String] = []

  package init() {}
  package static let keys: [SettingKey<PatientData>] = [
    .required("items", \.items, .list(of: .settings), "The things that should be there."),
    .required("name", \.name, .text(.line), "The patient's name."),
    .required("tasks", \.tasks, .list(of: .text(.line)), "What has to be done."),
  ]
}

extension PatientData {
  /// - Throws: a key or value that the file may not have, and a beacon that it names twice.
  init(file: Document) throws(FileProblem) {
    let document = try Self.schema.resolve(file)
    try document.elements("items").checkEachOnce("id")
    try self.init(document)
  }
}

/// Home care: a master beacon names the patient, whose items are present or missing, and whose tasks are ticked off.
package struct HomeCareSettings: ContextApplication {
  /// A task that the user ticks off.
  package struct Tick: DeclaredSettings {
    /// Seconds since the lap's stream began.
    package var time = 0.0
    /// The task, as the patient's data have it.
    package var task = ""

    package init() {}
    package static let keys: [SettingKey<Tick>] = [
      .required("time", \.time, .number(.between(0, 864_000)), unit: "s", "When it is ticked off."),
      .required("task", \.task, .text(), "The task, as the patient's data have it."),
    ]
  }

  /// The id of the master beacon.
  package var master = ""
  /// The path of the JSON file with the patient's data, relative to the scenario.
  package var file = ""
  /// Seconds.
  package var revert = 30.0
  /// The tasks that the user ticks off.
  package var ticks: [Tick] = []
  /// Metres.
  package var radius = 10.0
  /// The contents of the file; a copy, so that ticking off a task leaves the original unchanged.
  package var patient: PatientData?

  package init() {}
  package static let name = "homeCare"
  package static let about =
    "A master beacon names the patient; items are present while they are received, and tasks are ticked off locally."
  package static let keys: [SettingKey<HomeCareSettings>] = [
    .required("master", \.master, .text(), "The id of the master beacon."),
    .required("data", \.file, .text(), "The JSON file with the patient's data, relative to this file."),
    .defaulted(
      "revert", \.revert, .number(.between(1, 86_400)), unit: "s",
      "After how long without an advertisement an item counts as missing again."),
    .defaulted("ticks", \.ticks, .list(of: .settings), "The tasks that the user ticks off."),
    .defaulted(
      "radius", \.radius, .number(.above(0)), unit: "m",
      "The distance within which an item is present, by the ground truth."),
  ]

  /// A master beacon, item or task that the site or the patient's data do not have.
  package func fault(on site: Site?) -> SettingFault? {
    if let fault = master.fault(on: site, key: "master") { return fault }
    for item in patient?.items ?? [] {
      guard let fault = item.id.fault(on: site, key: "data") else { continue }
      return SettingFault(
        key: "data", expected: "items that are beacons of the site", found: "the item \(fault.found)")
    }
    for (index, tick) in ticks.enumerated() where patient?.tasks.contains(tick.task) == false {
      return SettingFault(
        key: "ticks[\(index)].task", expected: "a task of the patient's data", found: "\"\(tick.task)\"")
    }
    return nil
  }

  package func lack(in received: Received) -> String? { received.lack(of: [master]) }

  package func machine(on site: Site?) -> any ContextMachine { HomeCareMachine(self) }

  /// The patient is known, and an item present, within the given distance of the walker.
  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    func changes(_ id: String) -> [(microseconds: Int64, holds: Bool)] {
      guard let anchor = lap.site.anchors.firstIndex(where: { $0.id == id }) else { return [] }
      return lap.visits(of: [anchor], within: radius)
    }
    guard let patient, let start = changes(master).first?.microseconds else { return ApplicationTruth() }
    var events = [ContextEvent("patient", patient.name, at: start)]
    for item in patient.items {
      for change in changes(item.id) {
        events.append(ContextEvent(change.holds ? "present" : "missing", item.name, at: change.microseconds))
      }
    }
    events += ticks.filter { $0.time.microseconds >= start && $0.time.microseconds < lap.end }.map {
      ContextEvent("ticked", $0.task, at: $0.time.microseconds)
    }
    return ApplicationTruth(events: events)
  }
}

struct HomeCareMachine: ContextMachine {
  private let settings: HomeCareSettings
  private let patient: PatientData?
  /// The item of each anchor of the directory, -1 for none; the master is behind the last item.
  private var items: [Int] = []
  /// By item; `.min` before it was received.
  private var lastHeard: [Int64]
  private var isPresent: [Bool]
  private var isNamed = false
  private var ticks: [HomeCareSettings.Tick]

  init(_ settings: HomeCareSettings) {
    self.settings = settings
    patient = settings.patient
    let count = settings.patient?.items.count ?? 0
    lastHeard = [Int64](repeating: .min, count: count + 1)
    isPresent = [Bool](repeating: false, count: count)
    ticks = settings.ticks.sorted { $0.time < $1.time }
  }

  mutating func meet(_ directory: StreamDirectory) {
    for anchor in directory.anchors[items.count...] {
      let item = patient?.items.firstIndex { $0.id == anchor.id }
      items.append(anchor.id == settings.master ? isPresent.count : item ?? -1)
    }
  }

  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    guard let patient, let first = range.first, handset.mayMonitor(at: stream.microseconds[first]) else {
      return
    }
    for index in range {
      let item = items[Int(stream.anchors[index])]
      guard item >= 0 else { continue }
      let now = stream.microseconds[index]
      lastHeard[item] = now
      if item == isPresent.count {
        if !isNamed { log.add(ContextEvent("patient", patient.name, at: now)) }
        isNamed = true
      } else if isNamed, !isPresent[item] {
        isPresent[item] = true
        log.add(ContextEvent("present", patient.items[item].name, at: now))
      }
    }
  }

  mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    guard let patient else { return }
    for item in isPresent.indices where isPresent[item] {
      let end = lastHeard[item] + settings.revert.microseconds
      guard end <= now else { continue }
      isPresent[item] = false
      log.add(ContextEvent("missing", patient.items[item].name, at: end))
    }
    while let tick = ticks.first, tick.time.microseconds < now {
      ticks.removeFirst()
      if isNamed { log.add(ContextEvent("ticked", tick.task, at: now)) }
    }
  }
}
