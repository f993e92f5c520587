package import Documents
package import Propagation
import Sites
package import World

// The keys that name beacons of the site are read together with it.

extension BeaconSettings {
  /// Of beacons that keep their places.
  package static let form = SettingForm<BeaconSettings>.settings(keys + [rogues, nearables])

  static let formWithMovers = SettingForm<BeaconSettings>.settings(
    keys + [rogues, nearables]
      + [
        .elsewhere(
          .optional(
            "moving", .array(of: Mover.schema),
            "Beacons that move. Positioning assumes their position in the site, unless they are `mobile` there."
          ))
      ])

  private static let rogues = SettingKey<BeaconSettings>.elsewhere(
    .optional(
      "rogues", .array(of: RogueBeacon.schema),
      "Foreign transmitters that use the identity of a beacon of the site."))
  private static let nearables = SettingKey<BeaconSettings>.elsewhere(
    .optional(
      "nearables", .array(of: Nearable.schema),
      "Sensor beacons attached to objects, whose advertisements report temperature, motion "
        + "and orientation, or Eddystone's telemetry; `simulate --sensors` writes the reports received."))

  /// - Throws: a change whose beacon the site does not have.
  package func check(_ document: Document, on site: Site) throws(FileProblem) {
    let changes = try document.optional("changes")?.elements ?? []
    for entry in changes { try entry["beacon"].checkIsBeacon(of: site) }
    try changes.checkEachOnce("beacon")
  }
}

extension RogueBeacon {
  /// The rogues of a scenario's beacons.
  package static func read(_ document: Document, on site: Site) throws(FileProblem) -> [RogueBeacon] {
    var rogues: [RogueBeacon] = []
    for entry in try document.optional("rogues")?.elements ?? [] {
      let rogue = try RogueBeacon(entry)
      try entry["beacon"].checkIsBeacon(of: site)
      guard site.floors.contains(where: { $0.level == rogue.floor }) else {
        throw try entry["floor"].problem(expected: "a floor of the site")
      }
      try entry["position"].checkHeight(of: rogue.position, on: rogue.floor, of: site.floors)
      rogues.append(rogue)
    }
    return rogues
  }
}

extension Nearable {
  /// The stickers among a scenario's beacons.
  static func read(_ document: Document, on site: Site) throws(FileProblem) -> [Nearable] {
    let entries = try document.optional("nearables")?.elements ?? []
    try entries.checkEachOnce("beacon")
    for entry in entries { try entry["beacon"].checkIsBeacon(of: site) }
    var nearables = try SettingForm.list(of: SettingForm<Nearable>.settings).read(
      document.optional("nearables") ?? [])
    for (index, entry) in entries.enumerated() {
      switch site.anchors.first(where: { $0.id == nearables[index].beacon })?.identity {
      case .eddystone, .eddystoneURL: nearables[index].sendsTelemetry = true
      default: continue
      }
      guard nearables[index].moves.isEmpty else {
        throw try entry["moves"].problem(
          expected: "no moves of an Eddystone beacon, whose telemetry has no motion",
          found: "\(nearables[index].moves.count)")
      }
    }
    return nearables
  }
}

extension Document {
  func checkIsBeacon(of site: Site) throws(FileProblem) {
    let name = try text
    guard site.anchors.contains(where: { $0.id == name }) else {
      throw problem(expected: "the id of a beacon, or the name of a pillar, of the site")
    }
  }
}

extension BeaconSettings {
  /// - Throws: more advertisements than memory should hold, at the key that makes a lap so long.
  package func checkSent(
    inSeconds seconds: Double, by site: Site, _ rogues: [RogueBeacon], _ key: Document
  ) throws(FileProblem) {
    let transmitters = site.anchors.reduce(rogues.count) { $0 + $1.transmitters.count }
    let sent = seconds / changes.compactMap(\.interval).reduce(interval, min) * Double(transmitters)
    guard sent <= 100_000_000 else {
      throw key.problem(
        expected: "at most 100000000 advertisements a lap", found: "\(sent.rounded()) in \(seconds) s")
    }
  }
}

extension Fault {
  /// The faults of a scenario, whose beacons the site has.
  ///
  /// - Parameter movers: beacons that have no place of their own.
  static func read(_ document: Document?, on site: Site, movers: [Mover]) throws(FileProblem) -> [Fault] {
    var faults: [Fault] = []
    for entry in try document?.elements ?? [] {
      var fault = try form.read(entry)
      let settings = try entry.choice.settings
      let names =
        fault.kind == .exchanged
        ? try settings.elements("beacons") : [settings.optional("beacon")].compactMap(\.self)
      for name in names { try name.checkIsBeacon(of: site) }
      if let first = names.first, names.dropFirst().contains(where: { $0.content == first.content }) {
        throw names[1].problem(expected: "another beacon than the first")
      }
      if fault.kind == .misplaced || fault.kind == .exchanged {
        for name in names { try name.checkStays(on: site, movers: movers) }
      }
      if fault.kind == .misplaced || fault.kind == .cloned {
        let anchor = site.anchors.first { $0.id == fault.beacon }
        let floor = fault.floor ?? anchor?.floor ?? 0
        guard site.floors.contains(where: { $0.level == floor }) else {
          throw try settings["floor"].problem(expected: "a floor of the site")
        }
        try settings["position"].checkHeight(of: fault.position, on: floor, of: site.floors)
        fault.floor = floor
      }
      faults.append(fault)
    }
    return faults
  }
}

extension Document {
  /// - Throws: for a beacon without a single place, which can therefore not be misplaced.
  fileprivate func checkStays(on site: Site, movers: [Mover]) throws(FileProblem) {
    let name = try text
    if movers.contains(where: { $0.name == name }) {
      throw problem(expected: "a beacon that stays in its place", found: "\(name), which moves")
    }
    if let anchor = site.anchors.first(where: { $0.id == name }), anchor.transmitters.count > 1 {
      throw problem(expected: "a single beacon", found: "the pillar \(name)")
    }
  }
}
