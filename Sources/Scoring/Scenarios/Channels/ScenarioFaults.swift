import Documents
import Propagation
import Sites
import World

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
