import Propagation
import SiteFiles
import World

extension BeaconSettings {
  init(_ document: Document) throws(FileProblem) {
    self.init(
      interval: try document.number("interval"), delay: try document.number("delay"),
      loss: try document.number("loss"), lossPerMetre: try document.optional("lossPerMetre")?.number ?? 0,
      powerDeviation: Decibels(try document.optional("powerDeviation")?.number ?? 0),
      batteryLoss: Decibels(try document.optional("batteryLoss")?.number ?? 0))
    for entry in try document.optional("changes")?.elements ?? [] { changes.append(try BeaconChange(entry)) }
  }

  /// - Throws: a change whose beacon the site does not have.
  func check(_ document: Document, on site: Site) throws(FileProblem) {
    for entry in try document.optional("changes")?.elements ?? [] {
      try entry["beacon"].checkIsBeacon(of: site)
    }
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
  static func read(_ document: Document, on site: Site) throws(FileProblem) -> [RogueBeacon] {
    var rogues: [RogueBeacon] = []
    for entry in try document.optional("rogues")?.elements ?? [] {
      let beacon = try entry["beacon"]
      try beacon.checkIsBeacon(of: site)
      let level = try entry.integer("floor")
      guard site.floors.contains(where: { $0.level == level }) else {
        throw try entry["floor"].problem(expected: "a floor of the site")
      }
      rogues.append(
        RogueBeacon(
          beacon: try beacon.text, position: try entry.point("position"), floor: level,
          power: Decibels(try entry.number("power"))))
    }
    return rogues
  }
}

extension Nearable {
  /// The stickers among a scenario's beacons.
  static func read(_ document: Document, on site: Site) throws(FileProblem) -> [Nearable] {
    var nearables: [Nearable] = []
    for entry in try document.optional("nearables")?.elements ?? [] {
      try entry["beacon"].checkIsBeacon(of: site)
      var nearable = Nearable(
        beacon: try entry.text("beacon"), temperature: try entry.number("temperature"),
        warming: try entry.number("warming"),
        orientation: try entry.choice("orientation", of: SensorReport.Orientation.self))
      for move in try entry.optional("moves")?.elements ?? [] {
        nearable.moves.append(
          Move(
            from: try move.number("from"), until: try move.number("until"),
            orientation: try move.choice("orientation", of: SensorReport.Orientation.self)))
      }
      do throws(SettingFault) { try nearable.validate() } catch { throw entry.problem(with: error) }
      nearables.append(nearable)
    }
    return nearables
  }
}

extension Document {
  fileprivate func checkIsBeacon(of site: Site) throws(FileProblem) {
    let name = try text
    guard site.anchors.contains(where: { $0.id == name }) else {
      throw problem(expected: "the id of a beacon, or the name of a pillar, of the site")
    }
  }
}

extension ReceiverSettings {
  init(_ document: Document) throws(FileProblem) {
    self.init(
      sensitivity: DBm(try document.number("sensitivity")),
      unitOffset: Decibels(try document.number("offsetDeviation")),
      noise: Decibels(try document.number("noiseDeviation")),
      sensitivityEdge: Decibels(try document.optional("sensitivityDeviation")?.number ?? 0),
      saturation: DBm(try document.optional("saturation")?.number ?? 20))
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
