import Comparisons
import Documents
import Foundation
import TestSupport
import Testing

@Suite struct ChooseTests {
  private static let text = """
    name: lines
    datasets:
      - {name: one, site: one, dataset: dataset.yaml}
      - {name: two, site: two, dataset: dataset.yaml, walks: 2}
      - {name: three, site: three, dataset: absent.yaml}
    rivals:
      - {name: nearest, method: nearest, snap: false}
      - {name: circles, method: {leastSquares: {k: 3}}, snap: false}
      - {name: room centre, method: roomCentre, snap: false}
      - {name: fingerprints, method: {nearestFingerprints: {k: 1}}, given: [survey], snap: false}
    classes:
      - name: site
        path: withheld
        survey: withheld
        assumes: {n: 2, c: -40}
        candidate: {name: mine, method: {weightedCentroid: {k: 2, exponent: 4}}, snap: false}
    constants: [{key: exponent, values: [0.5, 1, 4]}, {key: k, values: [2]}]

    """

  private static func folder(_ text: String = text) throws -> TemporaryFolder {
    let folder = try MethodsTests.folder(text)
    let dataset = try String(contentsOfFile: folder.path("dataset.yaml"), encoding: .utf8)
    try folder.write(dataset.replacing("path: r0.csv", with: "path: elsewhere/r0.csv"), to: "absent.yaml")
    return folder
  }

  private func document(_ options: String = "") async throws -> Document {
    let outcome = try await Self.folder().succeed("choose lines.yaml --json \(options)")
    return try Document(json: outcome.output, file: "choose")
  }

  @Test func `chooses constants on the other site, and compares with the rival that was best there`()
    async throws
  {
    let document = try await document()
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    let group = try document.elements("classes")[0]
    let sites = try group.elements("sites")
    #expect(try sites.map { try $0.text("site") } == ["one", "two"])
    // Three stands at 0, 4 and 10 m between receivers at 0 and 10 m, whose ranges have the ratios 10, 10^0.3 and 0.1: with the exponent 1
    // the centroid is at 10/11, 10/(1 + 10^0.3) = 3.33861 and 100/11 m. With 0.5 or 4 it errs by more on either site.
    let (side, middle) = (10.0 / 11, 0.661393)
    let expected = [(side * 2 + middle) / 3, (side + middle) / 2]
    for (site, mean) in zip(sites, expected) {
      #expect(abs(try site.number("candidateMetres") - mean) < 1e-5)
    }
    // The nearest receiver is 0, 4 and 0 m away; the room centre, the test point at 1 m, 1, 3 and 9 m: equal on the first two stands.
    #expect(try sites.map { try $0.text("rival") } == ["nearest", "nearest"])
    #expect(abs(try sites[0].number("rivalMetres") - 4.0 / 3) < 1e-12)
    #expect(abs(try sites[1].number("rivalMetres") - 2) < 1e-12)
    let ratios = [expected[0] / (4.0 / 3), expected[1] / 2]
    #expect(abs(try sites[0].number("ratio") - ratios[0]) < 1e-5)
    #expect(abs(try group.number("ratio") - (ratios[0] * ratios[1]).squareRoot()) < 1e-5)
    #expect(abs(try sites[1].number("regret") - (ratios[1] - 1)) < 1e-5)
    // Two anchors are too few for circles: each missed fix costs what the room centre errs.
    let rivals = try group.elements("rivals")
    #expect(try rivals.map { try $0.text("pipeline") } == ["nearest", "circles", "room centre"])
    for rival in rivals[1...] {
      #expect(abs(try rival.elements("metres")[0].number - 13.0 / 3) < 1e-12)
    }
    let constants = try document.elements("chosen").map { chosen in
      try chosen.elements("constants").map { "\(try $0.text("key")) \(try $0["value"].json)" }
    }
    #expect(constants == [[String]](repeating: ["exponent 1", "k 2"], count: 3))
    #expect(
      try document.elements("notes").map { try $0.text }[0].contains(
        "three is left out, since elsewhere/r0.csv is not below"))
  }

  @Test func `one site alone has the same row, and no verdict`() async throws {
    let (whole, alone) = (try await document(), try await document("--leave two"))
    let (all, row) = (
      try whole.elements("classes")[0].elements("sites"), try alone.elements("classes")[0].elements("sites")
    )
    #expect(row.map(\.json) == [all[1].json])
    #expect(try alone.elements("classes")[0]["ratio"].json == "null")
    let refused = try await Self.folder().run("choose lines.yaml --leave three")
    #expect(
      refused.status == 2
        && refused.errors.contains("--leave: expected a site with data: one, two, found three"))
    let lacking = try await Self.folder(Self.text.replacing("path: withheld", with: "path: given"))
      .run("choose lines.yaml")
    #expect(lacking.errors.contains("class site: expected data sets of two sites or more, found none"))
  }

  @Test func `coordinate descent keeps what stands unless another value is better`() async throws {
    // (a - 1)² + (b - a)² over a, b in 0...2 is least at a = b = 1; equal scores change nothing.
    var asked: [[Int?]] = []
    let best = try await ChoiceSearch.best([3, 3], from: [nil, nil], passes: 3) { choices, _ in
      asked += choices
      return choices.map { choice in
        let (a, b) = (Double(choice[0] ?? 0), Double(choice[1] ?? 0))
        return (a - 1) * (a - 1) + (b - a) * (b - a)
      }
    }
    // From (0, 0) a = 1 is no better than 0 (1 and 1), b stays, and the second pass has nothing to change.
    #expect(best == [nil, nil] && asked.count == 8)
    let flat = try await ChoiceSearch.best([2, 2], from: [nil, 0], passes: 2) { choices, _ in
      choices.map { choice in Double(abs((choice[0] ?? 9) - 1) + abs((choice[1] ?? 9) - 1)) }
    }
    #expect(flat == [1, 1])
    // Where no class that chooses a constant runs, it stays.
    let still = try await ChoiceSearch.best([2, 2], from: [nil, 0], passes: 1) { choices, constant in
      constant == 0 ? [] : choices.map { Double($0[1] ?? 9) }
    }
    #expect(still == [nil, 0])
  }
}
