import Documents
import Foundation
import TestSupport
import Testing

@Suite struct FaultsTests {
  private static let faults = [
    "{misplaced: {beacon: one, position: [6, 4, 3]}}", "{dead: {beacon: two, from: {lap: 1}}}",
  ]

  private static func folder(_ faults: [String]) throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try folder.write(SmallFiles.scenario + "faults: [\(faults.joined(separator: ", "))]\n", to: "tiny.yaml")
    return folder
  }

  private func means(_ faults: [String]) async throws -> [Double] {
    let outcome = try await Self.folder(faults).succeed("run tiny.yaml --json --quiet")
    return try Document(json: outcome.output, file: "run").elements("scores").map {
      try $0.number("meanMetres")
    }
  }

  @Test(arguments: ["1", "3"])
  func `has the errors of a run without faults, and with each alone`(threads: String) async throws {
    let folder = try Self.folder(Self.faults)
    let outcome = try await folder.run("sensitivity tiny.yaml --faults --json --threads \(threads)")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let document = try Document(json: outcome.output, file: "sensitivity")
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    let groups = try document.elements("settings")
    #expect(try groups.map { try $0.text("title") } == ["misplaced one", "dead two from lap 1, 0 s"])
    let whole = try await means([])
    for (fault, group) in zip(Self.faults, groups) {
      let faulty = try await means([fault])
      for (index, row) in try group.elements("pipelines").enumerated() {
        #expect(abs(try row.number("meanMetres") - whole[index]) < 1e-9)
        #expect(abs(try row.number("wrongMeanMetres") - faulty[index]) < 1e-9)
      }
    }
  }

  @Test func `site check has documented keys, and names a beacon that is dead`() async throws {
    let folder = try SmallFiles.folder()
    let scenario = Checkout.path("scenarios/floor35.yaml")
    try await folder.succeed(
      "simulate \(scenario) --lap 3 --readings r.csv --truth t.csv --set faults=[{\"dead\":{\"beacon\":\"b15\"}}]"
    )
    let site = Checkout.path("scenarios/sites/floor35.yaml")
    let check = "site check \(site) --capture r.csv --truth t.csv"
    let table = try await folder.run(check)
    #expect(table.status == 1 && table.errors.contains("contradicts b15 (dead)"), "\(table.errors)")
    #expect(table.output.contains("never received"))
    let outcome = try await folder.run(check + " --json")
    let document = try Document(json: outcome.output, file: "site check")
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    let row = try document.elements("beacons")[14]
    let (fault, since, received) = (
      try row.text("fault"), try row.number("sinceSeconds"), try row.integer("received")
    )
    #expect(fault == "dead" && since == 0 && received == 0)
  }
}
