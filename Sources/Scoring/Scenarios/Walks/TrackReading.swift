import Documents
import Propagation
import Sites
import World

extension RecordedTrack {
  /// The laps of a truth table, and the presses that belong to them.
  ///
  /// - Throws: what is wrong with a table; a walk that leaves its floor.
  static func read(
    _ document: Document, site: Site, settings: WalkSettings, scenarioPath: String
  ) throws(FileProblem) -> (tracks: [RecordedTrack], tables: [WalkPlan.Table]) {
    let path = try document["truth"].pathOfFile(namedIn: scenarioPath)
    let truth = try TruthTable(contentsOf: path, site: site, carriedHeight: settings.height)
    let presses = try document.optional("presses").map { value throws(FileProblem) in
      try PressesTable(contentsOf: value.pathOfFile(namedIn: scenarioPath), site: site)
    }
    let laps: [Int?] = truth.laps.isEmpty ? [nil] : truth.laps
    var tracks: [RecordedTrack] = []
    for lap in laps {
      let walk = try truth.walk(lap: lap)
      try check(walk, lap: lap, site: site, settings: settings, path, try document["truth"])
      tracks.append(RecordedTrack(walk: walk, presses: try presses?.presses(lap: lap)))
    }
    var tables = [WalkPlan.Table(key: try document["truth"].location.path, contents: try truth.text)]
    if let presses {
      tables.append(
        WalkPlan.Table(key: try document["presses"].location.path, contents: try presses.text(site: site)))
    }
    return (tracks, tables)
  }

  private static func check(
    _ walk: Walk, lap: Int?, site: Site, settings: WalkSettings, _ path: String, _ key: Document
  ) throws(FileProblem) {
    let ofLap = lap.map { " in lap \($0)" } ?? ""
    guard walk.span.upperBound >= 1 || settings.duration != nil else {
      throw key.problem(
        expected: "a track that lasts until 1 s or later",
        found: "its end at \(walk.span.upperBound) s\(ofLap)")
    }
    for knot in walk.knots {
      let storey = site.floors.storey(ofLevel: knot.floor)
      guard storey ~= knot.position.z else {
        throw key.problem(
          expected:
            "a track that keeps to its floor: on floor \(knot.floor) from z \(storey.lowerBound) to \(storey.upperBound) m",
          found: "z \(knot.position.z) at \(knot.time) s\(ofLap)")
      }
    }
  }
}
