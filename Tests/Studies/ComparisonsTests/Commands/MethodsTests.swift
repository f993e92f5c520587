import Documents
import Foundation
import Sites
import TestSupport
import Testing

@Suite struct MethodsTests {
  /// Three recordings at a place each, on a line between two receivers: places, and levels at both.
  private static let stands = [(0, -50, -70), (4, -58, -64), (10, -70, -50)]

  private static let comparison = """
    name: lines
    pipelines:
      - {name: nearest, method: nearest, snap: false}
      - {name: fingerprints, method: {nearestFingerprints: {k: 1}}, given: [survey], snap: false}
      - {name: grid, method: gridBayes, snap: false}
      - {name: steps, method: deadReckoning, snap: false}
      - {name: presses, method: {deadReckoning: {start: press}}, given: [presses], snap: false}
      - {name: channel, method: {gridBayes: {calibration: channel}}, given: [channel], snap: false}
      - {name: circles, method: {leastSquares: {k: 3}}, snap: false}
    datasets:
      - {name: others, dataset: dataset.yaml, leaveOneOut: true, assumes: {n: 2, c: -40}}
      - {name: none, dataset: dataset.yaml, assumes: {n: 2, c: -40}}
      - {name: rooms, dataset: dataset.yaml, assumes: {n: 2, c: -40}, measure: rightRoom}

    """

  /// - Parameter more: keys of the data set.
  static func folder(_ comparison: String = comparison, more: String = "", presses: Bool = false) throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: line
      testPoints: [{id: 1, position: [1, 0]}]
      rooms:
        - {name: west, corners: [[-1, -1], [3, -1], [3, 1], [-1, 1]]}
        - {name: east, corners: [[3, -1], [11, -1], [11, 1], [3, 1]]}
      receivers: [{id: a, position: [0, 0, 0]}, {id: b, position: [10, 0, 0]}]

      """, to: "site.yaml")
    var walks = ""
    for (index, stand) in stands.enumerated() {
      let times = 0..<10
      try folder.write(
        "time_s,beacon,rssi_dbm\n" + times.map { "\($0).5,a,\(stand.1)\n\($0).6,b,\(stand.2)\n" }.joined(),
        to: "r\(index).csv")
      try folder.write("time_s,x_m,y_m\n0,\(stand.0),0\n10,\(stand.0),0\n", to: "t\(index).csv")
      try folder.write("time_s,point\n9.5,1\n", to: "p\(index).csv")
      func file(_ name: String) throws -> String {
        "{path: \(name), sha256: \(try FileDigest.sha256(ofFile: folder.path(name)))}"
      }
      let readings = try file("r\(index).csv").dropFirst().dropLast()
      walks += "  - {name: w\(index), \(readings), truth: \(try file("t\(index).csv"))"
      walks += presses ? ", presses: \(try file("p\(index).csv"))}\n" : "}\n"
    }
    try folder.write(
      """
      name: line
      about: Three places.
      source: This test.
      licence: None.
      site: site.yaml
      faults: [gaps]
      layout: tables
      \(more)
      walks:
      \(walks)
      """, to: "dataset.yaml")
    try folder.write(comparison, to: "lines.yaml")
    return folder
  }

  private func cells(_ document: Document, _ dataset: Int) throws -> [String: Document] {
    var cells: [String: Document] = [:]
    for row in try document.elements("datasets")[dataset].elements("pipelines") {
      cells[try row.text("pipeline")] = row
    }
    return cells
  }

  @Test(arguments: ["1", "3"])
  func `scores each walk by a radio map of the others`(threads: String) async throws {
    let outcome = try await Self.folder().run("methods lines.yaml --json --threads \(threads)")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let document = try Document(json: outcome.output, file: "methods")
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    let cells = try cells(document, 0)
    // The nearest of the other two fingerprints is 4, 4 and 6 m away. With a standard deviation of 2 / sqrt(3), Student's t of two degrees
    // of freedom, 4.302653, reaches 4.302653 * 2 / 3 m.
    let fingerprints = try #require(cells["fingerprints"])
    #expect(abs(try fingerprints.number("value") - 14.0 / 3) < 1e-12)
    let interval = try fingerprints.elements("interval95").map { try $0.number }
    #expect(
      abs(interval[0] - (14.0 / 3 - 2.868435)) < 1e-5 && abs(interval[1] - (14.0 / 3 + 2.868435)) < 1e-5)
    #expect(try fingerprints.integer("observations") == 3 && fingerprints.integer("missed") == 0)
    // The nearest receivers are at 0, 0 and 10 m.
    #expect(abs(try #require(cells["nearest"]).number("value") - 4.0 / 3) < 1e-12)
  }

  @Test func `an unsupported cell says why`() async throws {
    let json = try await Self.folder().run("methods lines.yaml --json")
    let document = try Document(json: json.output, file: "methods")
    let reasons = try ["grid", "steps", "presses", "channel"].map { name in
      try #require(try cells(document, 0)[name]).text("unsupported")
    }
    #expect(
      reasons == [
        "method needs a site with a path, and this site has none",
        "method needs the walker's steps, and not every walk was recorded with them",
        "method needs the walker's steps, and not every walk was recorded with them",
        "method needs the statistics of the channel, which only simulated laps have",
      ])
    // There is no calibration part to make a radio map from.
    #expect(
      try #require(try cells(document, 1)["fingerprints"]).text("unsupported")
        == "method needs a survey of this site, but there is none")
    let table = try await Self.folder().run("methods lines.yaml")
    #expect(table.output.contains("no path: method needs a site with a path, and this site has none.\n"))
    #expect(table.output.contains("no fix: too few beacons are received.\n"))
  }

  @Test func `refuses the figure of a pipeline on a site that it leaves out and was chosen on`() async throws
  {
    let comparison = Self.comparison.replacing(
      "{name: nearest, method: nearest,", with: "{name: nearest, chosenOn: [line], method: nearest,"
    )
    .replacing("{name: none, ", with: "{name: none, leavesOut: line, ").replacing(
      "{name: rooms, ", with: "{name: rooms, leavesOut: other, ")
    let json = try await Self.folder(comparison).run("methods lines.yaml --json")
    let document = try Document(json: json.output, file: "methods")
    let nearest = try (0..<3).map { try #require(try cells(document, $0)["nearest"])["unsupported"].json }
    #expect(
      nearest[0] == "null" && nearest[2] == "null" && nearest[1].contains("chosen on this site"), "\(nearest)"
    )
    #expect(
      try #require(try cells(document, 1)["channel"]).text("unsupported").contains(
        "statistics of the channel"))
  }

  @Test func `a row with windows has the filter that is best on the other sites`() async throws {
    let comparison = """
      name: lines
      tables: byInformation
      windows: [2]
      pipelines:
        - {name: nearest, method: nearest, snap: false, windows: true}
        - {name: fingerprints, method: {nearestFingerprints: {k: 1}}, given: [survey], snap: false}
      datasets:
        - {name: one, site: here, dataset: here.yaml, leaveOneOut: true, assumes: {n: 2, c: -40}}
        - {name: two, site: there, dataset: there.yaml, leaveOneOut: true, assumes: {n: 2, c: -40}}

      """
    let folder = try Self.folder(comparison)
    let plain = try String(contentsOfFile: folder.path("dataset.yaml"), encoding: .utf8)
    /// The same declaration with other readings by second, of receivers a and b, and another truth.
    func write(_ name: String, truth: String, _ levels: (Int) -> (a: Int, b: Int)) throws {
      var declared = plain.replacing("name: line", with: "name: \(name)")
      func exchange(_ file: String, for text: String) throws {
        let old = try FileDigest.sha256(ofFile: folder.path(file))
        try folder.write(text, to: "\(name)-\(file)")
        declared = declared.replacing("path: \(file)", with: "path: \(name)-\(file)").replacing(
          old, with: try FileDigest.sha256(ofFile: folder.path("\(name)-\(file)")))
      }
      for index in Self.stands.indices {
        try exchange(
          "r\(index).csv",
          for: "time_s,beacon,rssi_dbm\n"
            + (0..<10).map { "\($0).5,a,\(levels($0).a)\n\($0).6,b,\(levels($0).b)\n" }.joined())
        try exchange("t\(index).csv", for: "time_s,x_m,y_m\n\(truth)")
      }
      try folder.write(declared, to: "\(name).yaml")
    }
    // Beside a, which every third reading is too weak: a mean of two is right, and a single one is not.
    try write("here", truth: "0,0,0\n10,0,0\n") { ($0 % 3 == 2 ? -80 : -50, -70) }
    // Beside a, and from 5 s on beside b: a mean is late.
    try write("there", truth: "0,0,0\n5,0,0\n5.001,10,0\n10,10,0\n") { $0 < 5 ? (-50, -70) : (-70, -50) }
    let outcome = try await folder.run("methods lines.yaml --json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let document = try Document(json: outcome.output, file: "methods")
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    let rows = try document.elements("rows")
    #expect(
      try rows.map { try $0.text("pipeline") } == [
        "nearest", "nearest, filtered", "fingerprints", "room centre",
      ])
    #expect(try rows[1].elements("filters").map { try $0.text } == ["no filter", "mean of 2 s"])
    #expect(
      try rows.map { try $0.text("information") } == [
        "the site alone", "the site alone", "a survey", "the site alone",
      ])
    // Walks that stand still have no lag.
    let table = try await folder.succeed("methods lines.yaml").output
    let places = [
      "Pipelines that use the site alone:", "nearest, filtered  ", "room centre  ",
      "Pipelines that use a survey:",
    ].map {
      table.range(of: $0)?.lowerBound
    }
    #expect(
      places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted(),
      "\(table)")
    // With one site nothing can be chosen.
    let alone = try await folder.succeed("methods lines.yaml --datasets one").output
    #expect(alone.contains("one site: filters are chosen on other sites, and there are none."))
  }

  @Test func `counts right rooms where the comparison says so`() async throws {
    let outcome = try await Self.folder().run("methods lines.yaml --json")
    let document = try Document(json: outcome.output, file: "methods")
    // At 0 and 10 m the nearest receiver is in the same room; at 4 m, in the eastern room, it is that at 0 m.
    let nearest = try #require(try cells(document, 2)["nearest"])
    #expect(abs(try nearest.number("value") - 2.0 / 3) < 1e-12)
    #expect(try nearest.elements("interval95").map { try $0.number } == [0, 1])
  }

  @Test func `methods that use positions of beacons are refused where these are unknown`() async throws {
    let json = try await Self.folder(more: "places: unknown").run(
      "methods lines.yaml --json --datasets others")
    let cells = try cells(try Document(json: json.output, file: "methods"), 0)
    #expect(
      try #require(cells["nearest"]).text("unsupported")
        == "method needs the positions of the beacons, which are not known")
    #expect(abs(try #require(cells["fingerprints"]).number("value") - 14.0 / 3) < 1e-12)
    let folder = try Self.folder(more: "places: unknown")
    try folder.write(
      "name: s\ndataset: dataset.yaml\nassumes: {n: 2}\npipelines: [{name: p, method: nearest, snap: false}]\n",
      to: "s.yaml")
    let run = try await folder.run("run s.yaml")
    #expect(run.status == 2)
    #expect(
      run.errors
        == "beaconbench: pipeline p: method needs the positions of the beacons, which are not known\n")
  }

  @Test func `recorded presses and steps reach the scorer and the methods`() async throws {
    let folder = try Self.folder(presses: true)
    // Two steps of 0.5 m to the east after the press at 9.5 s.
    try folder.write("time_s,length_m,heading_deg\n9.7,0.5,0\n9.8,0.5,0\n", to: "steps.csv")
    let steps = "{path: steps.csv, sha256: \(try FileDigest.sha256(ofFile: folder.path("steps.csv")))}"
    let dataset = try String(contentsOfFile: folder.path("dataset.yaml"), encoding: .utf8)
    try folder.write(dataset.replacing(", presses:", with: ", steps: \(steps), presses:"), to: "dataset.yaml")
    let scenario = """
      name: s
      dataset: dataset.yaml
      assumes: {n: 2, c: -40}
      pipelines: [{name: p, method: {deadReckoning: {start: press}}, given: [presses], snap: false}]
      score: {at: presses, callback: next}

      """
    try folder.write(scenario, to: "s.yaml")
    let run = try await folder.succeed("run s.yaml --json")
    let score = try #require(try Document(json: run.output, file: "run").elements("scores").first)
    // One press a walk at (1, 0); the callback at 10 s is two steps further, 1 m.
    #expect(try score.integer("n") == 3)
    #expect(abs(try score.number("meanMetres") - 1) < 1e-12)
  }
}
