package import Documents
package import Propagation
import SiteFiles
package import World

extension BeaconSettings {
  package init(_ document: Document) throws(FileProblem) {
    self.init(
      interval: try document.number("interval"), delay: try document.number("delay"),
      loss: try document.number("loss"), lossPerMetre: try document.optional("lossPerMetre")?.number ?? 0,
      powerDeviation: Decibels(try document.optional("powerDeviation")?.number ?? 0),
      batteryLoss: Decibels(try document.optional("batteryLoss")?.number ?? 0))
    for entry in try document.optional("changes")?.elements ?? [] { changes.append(try BeaconChange(entry)) }
  }

  /// - Throws: a change whose beacon the site does not have.
  package func check(_ document: Document, on site: Site) throws(FileProblem) {
    let changes = try document.optional("changes")?.elements ?? []
    for entry in changes { try entry["beacon"].checkIsBeacon(of: site) }
    try Document.checkBeaconsDiffer(changes)
  }
}

extension BeaconChange {
  fileprivate init(_ document: Document) throws(FileProblem) {
    self.init(
      beacon: try document.text("beacon"), interval: try document.optional("interval")?.number,
      delay: try document.optional("delay")?.number,
      power: Decibels(try document.number("power")))
    if let loss = try document.optional("batteryLoss")?.number { batteryLoss = Decibels(loss) }
    if let silent = document.optional("silentFrom") {
      silence = Silence(lap: try silent.integer("lap"), time: try silent.number("time"))
    }
  }
}

extension RogueBeacon {
  /// The rogues of a scenario's beacons.
  package static func read(_ document: Document, on site: Site) throws(FileProblem) -> [RogueBeacon] {
    var rogues: [RogueBeacon] = []
    for entry in try document.optional("rogues")?.elements ?? [] {
      let beacon = try entry["beacon"]
      try beacon.checkIsBeacon(of: site)
      let level = try entry.integer("floor")
      guard site.floors.contains(where: { $0.level == level }) else {
        throw try entry["floor"].problem(expected: "a floor of the site")
      }
      let place = try entry["position"]
      try place.checkHeight(of: place.point, on: level, of: site.floors)
      rogues.append(
        RogueBeacon(
          beacon: try beacon.text, position: try place.point, floor: level,
          power: Decibels(try entry.number("power"))))
    }
    return rogues
  }
}

extension Nearable {
  /// The stickers among a scenario's beacons.
  static func read(_ document: Document, on site: Site) throws(FileProblem) -> [Nearable] {
    var nearables: [Nearable] = []
    let entries = try document.optional("nearables")?.elements ?? []
    try Document.checkBeaconsDiffer(entries)
    for entry in entries {
      try entry["beacon"].checkIsBeacon(of: site)
      var nearable = Nearable(
        beacon: try entry.text("beacon"), temperature: try entry.number("temperature"),
        warming: try entry.number("warming"),
        orientation: try entry.choice("orientation", of: SensorReport.Orientation.self))
      for move in try entry.optional("moves")?.elements ?? [] {
        let (from, until) = (try move.number("from"), try move.number("until"))
        if let last = nearable.moves.last, from < last.until {
          throw try move["from"].problem(expected: "at least \(last.until), when the move before it ends")
        }
        guard from <= until else { throw try move["until"].problem(expected: "at least `from`, \(from)") }
        nearable.moves.append(
          Move(
            from: from, until: until,
            orientation: try move.choice("orientation", of: SensorReport.Orientation.self)))
      }
      do throws(SettingFault) { try nearable.validate() } catch { throw entry.problem(with: error) }
      nearables.append(nearable)
    }
    return nearables
  }
}

extension Document {
  /// - Throws: an entry about a beacon that one before it is about.
  fileprivate static func checkBeaconsDiffer(_ entries: [Document]) throws(FileProblem) {
    var seen: Set<String> = []
    for entry in entries {
      let name = try entry.text("beacon")
      guard seen.insert(name).inserted else {
        throw try entry["beacon"].problem(expected: "each beacon once", found: "\(name) a second time")
      }
    }
  }

  fileprivate func checkIsBeacon(of site: Site) throws(FileProblem) {
    let name = try text
    guard site.anchors.contains(where: { $0.id == name }) else {
      throw problem(expected: "the id of a beacon, or the name of a pillar, of the site")
    }
  }
}

extension ReceiverSettings {
  package init(_ document: Document) throws(FileProblem) {
    self.init(
      sensitivity: DBm(try document.number("sensitivity")),
      unitOffset: Decibels(try document.number("offsetDeviation")),
      noise: Decibels(try document.number("noiseDeviation")),
      sensitivityEdge: Decibels(try document.optional("sensitivityDeviation")?.number ?? 0),
      saturation: DBm(try document.optional("saturation")?.number ?? 20))
    if let saturation = document.optional("saturation"), try saturation.number < sensitivity.value {
      throw saturation.problem(expected: "at least receiver.sensitivity, \(sensitivity.value)")
    }
    if let settings = document.optional("scan") {
      let interval = try settings.number("interval")
      let window = settings.optional("window")
      if let window, try window.number > interval {
        throw window.problem(expected: "at most receiver.scan.interval, \(interval)")
      }
      scan = ScanSettings(interval: interval, window: try window?.number ?? interval)
    }
    if let settings = document.optional("collisions") {
      capture = Decibels(try settings.number("capture"))
    }
    if let settings = document.optional("interference") {
      interference = InterferenceSettings(
        burst: try settings.number("burst"), quiet: try settings.number("quiet"),
        loss: try settings.number("loss"))
    }
    duplicatePeriod = try document.optional("duplicates")?.number
  }
}
