import Documents
import Foundation
import Rendering
import TestSupport
import Testing

/// `place` with a plan: from the plan to beacons on the walls.
@Suite struct PlanTests {
  @discardableResult private func place(_ arguments: String, in folder: TemporaryFolder) async throws
    -> Outcome
  {
    try await folder.succeed("place \(arguments) --laps 3 --set search.walks=1 --quiet")
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(SmallFiles.plan, to: "ward.geojson")
    return folder
  }

  @Test func `a plan becomes a folder with a list, a drawing, a report and files that run`() async throws {
    let folder = try folder()
    let outcome = try await place(
      "ward.geojson --metres --beacons 4 --building hospital --owner example.org", in: folder)
    #expect(
      outcome.output.hasPrefix("ward: places for 4 beacons in 3 rooms with 77 m², chosen for metres.\n"))
    #expect(outcome.unwrapped.contains("A position is off by "))
    #expect(
      outcome.unwrapped.contains(
        "2 doors are assumed in the middle of the wall, to the corridor where there is one."))
    #expect(outcome.unwrapped.contains("taken for heavy walls"))
    // Recorded and simulated means stand in the fourth and fifth cells of the tables of docs/reality.md.
    let compared = try String(contentsOfFile: Checkout.path("docs/reality.md"), encoding: .utf8)
    let ratios = compared.matches(of: /\n\| [^|]+ \| [0-9]+ \| [0-9]+ \| ([0-9.]+) \| ([0-9.]+) \[/)
      .compactMap { row in
        Double(row.1).flatMap { recorded in Double(row.2).map { recorded / $0 } }
      }
    let range = try [#require(ratios.min()), #require(ratios.max())].map { FixedPoint.text($0, decimals: 1) }
    #expect(outcome.unwrapped.contains("\(range[0]) to \(range[1]) times as large"))
    #expect(outcome.output.hasSuffix("Results: ward-beacons/\n"))
    let always = [
      "batteries.csv", "beacons.csv", "curve.csv", "map.csv", "mounting.html", "placement.json",
      "placement.yaml", "plan.svg",
      "provenance.json", "report.html", "scenario.yaml", "site.yaml",
    ]
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("ward-beacons")).sorted()
    #expect(files.filter { !["plan.png", "plan.pdf"].contains($0) } == always)
    let rows = try folder.read("ward-beacons/beacons.csv").split(separator: "\n")
    #expect(
      rows.count == 5
        && rows.dropFirst().allSatisfy { $0.contains(" wall, ") && $0.contains("above the floor") })
    // Version 5 of RFC 9562 in the name space of domains, by Python's uuid.uuid5(uuid.NAMESPACE_DNS, "example.org").
    #expect(rows.dropFirst().allSatisfy { $0.uppercased().contains("AAD03681-8B63-5304-89E0-8CA8F49461B5") })
    let page = try folder.read("ward-beacons/mounting.html")
    #expect(page.contains("<svg") && page.components(separatedBy: "class=\"tick\">").count == 5)
    try await folder.succeed("run ward-beacons/scenario.yaml --laps 2 --quiet")
    try await place("ward-beacons/placement.yaml --into again", in: folder)
    #expect(try folder.read("again/beacons.csv") == folder.read("ward-beacons/beacons.csv"))
  }

  @Test(arguments: ["rooms", "navigation"])
  func `what matters is judged: named rooms, or directions in time`(aim: String) async throws {
    let folder = try folder()
    // A third ward, past whose neighbour's door walkers go straight on.
    let third = SmallFiles.plan.replacing("Ward 2", with: "Ward 3").replacing(
      "[6, 0], [12, 0], [12, 4], [6, 4], [6, 0]", with: "[12, 0], [18, 0], [18, 4], [12, 4], [12, 0]")
    let ward = try #require(third.split(separator: "\n").first { $0.contains("Ward 3") })
    try folder.write(
      SmallFiles.plan.replacing("[12, 4], [12, 6.4]", with: "[18, 4], [18, 6.4]").replacing(
        "\n{\"type\": \"Feature\", \"properties\": {\"name\": \"Corridor\"}",
        with: "\n\(ward)\n{\"type\": \"Feature\", \"properties\": {\"name\": \"Corridor\"}"),
      to: "ward.geojson")
    let outcome = try await place(
      "ward.geojson --metres --beacons 3 --for \(aim) --set search.moves=1 --json", in: folder)
    let document = try Document(json: outcome.output, file: "place")
    let expected = ["rooms": "wrong seconds", "navigation": "instructions not in time"]
    #expect(try document["verdict"].text("figure") == expected[aim])
    let first = try document.elements("expectations")[0].text
    #expect(first.contains(aim == "rooms" ? "The right room is named in" : "of 100 directions come in time"))
    #expect(try !document.elements("assumptions").isEmpty)
    let verb = aim == "rooms" ? "context" : "navigate"
    try await folder.succeed("\(verb) ward-beacons/scenario.yaml --laps 2 --quiet")
  }

  @Test func `the same plan and seed give the same folder on one thread and on two`() async throws {
    let folder = try folder()
    for threads in ["1", "2"] {
      try await place(
        "ward.geojson --metres --beacons 3 --into t\(threads) --threads \(threads)", in: folder)
    }
    for file in ["beacons.csv", "mounting.html", "placement.json", "plan.svg", "scenario.yaml", "site.yaml"] {
      #expect(try folder.bytes("t1/\(file)") == folder.bytes("t2/\(file)"), "\(file)")
    }
  }

  @Test func `a folder that holds something is kept, and replaced when asked for`() async throws {
    let folder = try folder()
    try folder.write("mine", to: "ward-beacons/notes.txt")
    let refused = try await folder.run("place ward.geojson --metres --beacons 3")
    #expect(
      refused.status == 2
        && refused.errors.contains("ward-beacons: expected a new or an empty folder for --into"))
    try await place("ward.geojson --metres --beacons 3 --replace", in: folder)
    #expect(try folder.read("ward-beacons/notes.txt") == "mine")
  }

  @Test func `a site is a plan too, whose walls and ways are as it states them`() async throws {
    let folder = try folder()
    try await place("ward.geojson --metres --beacons 3", in: folder)
    let outcome = try await place("ward-beacons/site.yaml --beacons 5 --building hospital", in: folder)
    #expect(!outcome.output.contains("are assumed"))
    #expect(try folder.read("site-beacons/beacons.csv").split(separator: "\n").count == 6)
  }
}
