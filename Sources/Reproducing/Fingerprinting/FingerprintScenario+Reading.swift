import Documents
import Phone
import Propagation
import Scenarios
import Sites
package import World

extension FingerprintScenario {
  /// Reads a fingerprint scenario, and the site that it names.
  ///
  /// - Parameters:
  ///   - path: of the YAML file; files that it names are relative to it.
  ///   - seed: takes the place of the file's own.
  ///   - laps: takes the place of the file's own.
  /// - Throws: ``FileProblem``, whose sentence names file, line and key.
  package init(contentsOf path: String, seed: UInt64? = nil, laps: Int? = nil) throws(FileProblem) {
    var document = try Document(contentsOf: path)
    try document.check(is: .fingerprints)
    if seed != nil || laps != nil { _ = try FingerprintSettings.schema.resolve(document) }
    if let seed { document = try document.setting("seed", to: Document(Int(seed))) }
    if let laps { document = try document.setting("laps", to: Document(laps)) }
    try self.init(resolved: try FingerprintSettings.schema.resolve(document), path: path)
  }

  private init(resolved document: Document, path: String) throws(FileProblem) {
    settings = try FingerprintSettings(document)
    let site = try SiteFile(contentsOf: document["site"].pathOfFile(namedIn: path)).site
    self.site = site
    guard site.testPoints.count >= 2 else {
      throw try document["site"].problem(
        expected: "a site with two test points or more to survey", found: "\(site.testPoints.count)")
    }
    guard site.anchors.allSatisfy({ $0.identity != nil }) else {
      throw try document["site"].problem(expected: "a site with beacons only", found: "one with receivers")
    }
    visits = try StandingVisits(
      try document["visits"], on: site, height: settings.height,
      interval: settings.general.phone.averageSeconds)
    rogues = try RogueBeacon.read(try document["beacons"], on: site)
    var rows: [Row] = []
    for entry in try document.elements("rows") {
      let row = try Row(entry, after: rows)
      if row.published?[.meanWithUnlisted] != nil, visits.settings.unlisted.isEmpty {
        throw try entry["published"]["meanWithUnlisted"].problem(
          expected: "no such key, since visits.unlisted has no place")
      }
      rows.append(row)
    }
    try document.elements("rows").checkEachOnce("name", expected: "a name that no other row has")
    self.rows = rows
    try check(document)
  }

  private func check(_ document: Document) throws(FileProblem) {
    try settings.radio.beacons.check(try document["beacons"], on: site)
    if let nearables = try document["beacons"].optional("nearables") {
      throw nearables.problem(expected: "no such key, since fingerprints are of levels alone")
    }
    let survey =
      Double(settings.surveyReadings * site.testPoints.count) * settings.general.phone.averageSeconds
    let seconds = max(survey, visits.duration)
    guard seconds <= 864_000 else {
      throw try document["visits"].problem(
        expected: "survey and visits of at most 864000 s each", found: "\(seconds) s")
    }
    try settings.radio.beacons.checkSent(inSeconds: seconds, by: site, rogues, try document["visits"])
  }
}
