import Documents
import Filtering
import Propagation
import Scenarios
import SiteFiles
package import World

extension FingerprintScenario {
  /// Reads a fingerprint scenario, and the site that it names.
  ///
  /// - Parameters:
  ///   - path: of the YAML file; files that it names are relative to it.
  ///   - seed: takes the place of the file's own.
  ///   - laps: likewise.
  /// - Throws: ``FileProblem``, whose sentence names file, line and key.
  package init(contentsOf path: String, seed: UInt64? = nil, laps: Int? = nil) throws(FileProblem) {
    var document = try Document(contentsOf: path)
    try document.check(is: .fingerprints)
    if seed != nil || laps != nil { _ = try FingerprintSchema.schema.resolve(document) }
    if let seed { document = try document.setting("seed", to: Document(Int(seed))) }
    if let laps { document = try document.setting("laps", to: Document(laps)) }
    try self.init(resolved: try FingerprintSchema.schema.resolve(document), path: path)
  }

  private init(resolved document: Document, path: String) throws(FileProblem) {
    resolved = document
    name = try document.text("name")
    about = try document.optional("about").map { value throws(FileProblem) in try value.text }
    seed = UInt64(try document.integer("seed"))
    laps = try document.integer("laps")
    redrawsBuilding = try document.text("building") == "redrawn"
    height = try document.number("height")
    let site = try SiteFile(contentsOf: document["site"].pathOfFile(namedIn: path)).site
    self.site = site
    guard site.testPoints.count >= 2 else {
      throw try document["site"].problem(
        expected: "a site with two test points or more to survey", found: "\(site.testPoints.count)")
    }
    guard site.anchors.allSatisfy({ $0.identity != nil }) else {
      throw try document["site"].problem(expected: "a site with beacons only", found: "one with receivers")
    }
    let visits = try document["visits"]
    surveyReadings = try document["survey"].integer("readings")
    visitReadings = try visits.integer("readings")
    visitedPoints = try visits.optional("points")?.integer ?? site.testPoints.count
    shufflesVisits = try visits.text("order") == "random"
    let surface = site.elevation(ofFloor: site.testPoints[0].floor)
    var unlisted: [Point] = []
    for place in try visits.elements("unlisted") { unlisted.append(try place.point.at(height: surface)) }
    self.unlisted = unlisted
    channel = try ChannelSettings(try document["channel"])
    beacons = try BeaconSettings(try document["beacons"])
    rogues = try RogueBeacon.read(try document["beacons"], on: site)
    receiver = try ReceiverSettings(try document["receiver"])
    phone = try PhoneSettings(try document["phone"])
    var rows: [Row] = []
    for entry in try document.elements("rows") {
      let row = try Row(entry, after: rows)
      if rows.contains(where: { $0.name == row.name }) {
        throw try entry["name"].problem(expected: "a name that no other row has")
      }
      if row.published?[.meanWithUnlisted] != nil, unlisted.isEmpty {
        throw try entry["published"]["meanWithUnlisted"].problem(
          expected: "no such key, since visits.unlisted has no place")
      }
      rows.append(row)
    }
    self.rows = rows
    try check(document)
  }

  private func check(_ document: Document) throws(FileProblem) {
    if let points = try document["visits"].optional("points"), visitedPoints > site.testPoints.count {
      throw points.problem(expected: "at most \(site.testPoints.count), the site's test points")
    }
    try beacons.check(try document["beacons"], on: site)
    if let nearables = try document["beacons"].optional("nearables") {
      throw nearables.problem(expected: "no such key, since fingerprints are of levels alone")
    }
    try Simulation.check(document, "channel") { () throws(SettingFault) in try channel.validate() }
    try Simulation.check(document, "beacons") { () throws(SettingFault) in try beacons.validate() }
    try Simulation.check(document, "receiver") { () throws(SettingFault) in try receiver.validate() }
    let readings = max(
      surveyReadings * site.testPoints.count, visitReadings * (visitedPoints + unlisted.count))
    let seconds = Double(readings) * phone.averageSeconds
    guard seconds <= 864_000 else {
      throw try document["visits"].problem(
        expected: "survey and visits of at most 864000 s each", found: "\(seconds) s")
    }
    let transmitters = site.anchors.reduce(rogues.count) { $0 + $1.transmitters.count }
    let interval = beacons.changes.compactMap(\.interval).reduce(beacons.interval) { min($0, $1) }
    let sent = seconds / interval * Double(transmitters)
    guard sent <= 100_000_000 else {
      throw try document["visits"].problem(
        expected: "at most 100000000 advertisements a lap", found: "\(sent.rounded()) in \(seconds) s")
    }
  }
}
