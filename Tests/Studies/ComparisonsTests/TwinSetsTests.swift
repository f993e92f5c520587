import Comparisons
import Documents
import Foundation
import Rendering
import Scenarios
import TestSupport
import Testing
import World

@Suite struct TwinSetsTests {
  private static let path = "scenarios/methods/reality.yaml"

  private func result(
    of datasets: [String], replicas: Int, pipelines: [String]? = nil, width: Int = 2
  ) async throws -> TwinSetsResult {
    let methods = try MethodsScenario(
      contentsOf: Checkout.path(Self.path), datasets: datasets, changes: ScenarioChanges(pipelines: pipelines)
    )
    return try await TwinSetsStudy(methods, path: Self.path, root: "", replicas: replicas).run(width: width) {
      _ in
    }
  }

  /// The parts of a page below its headings, by heading.
  private func parts(of page: String) -> [String: String] {
    let parts = page.components(separatedBy: "\n## ").dropFirst().map { part in
      (String(part.prefix { $0 != "\n" }), part.trimmingCharacters(in: .newlines))
    }
    return Dictionary(parts) { first, _ in first }
  }

  /// The page says how it is made; a change of methods or channels changes it.
  @Test func `docs/reality.md says of rriesebos and shops what the command says`() async throws {
    let page = try String(contentsOfFile: Checkout.path("docs/reality.md"), encoding: .utf8)
    let shown = parts(of: page)
    let made = parts(of: try await result(of: ["rriesebos", "shops"], replicas: 40).page)
    #expect(made.keys.sorted() == ["rriesebos", "shops"])
    for (name, part) in made {
      #expect(shown[name] == part, "\(name): run the command that docs/reality.md names")
    }
    #expect(shown.keys.sorted() == ["danis", "kolakowski", "rriesebos", "shops", "starksm64", "uji-ble"])
  }

  @Test func `a data set that cannot be simulated says why`() async throws {
    let result = try await result(of: ["shops", "starksm64"], replicas: 20)
    #expect(
      result.parts.map(\.reason) == [
        "the positions of the beacons are unknown, so no channel can be fitted",
        "only the rooms are known, and errors in metres would mean nothing",
      ])
    #expect(result.parts.allSatisfy { $0.twin == nil })
  }

  @Test func `gives the same bytes at any width, and documents every key`() async throws {
    let pipelines = ["nearest", "centroid", "self-calibrating smoother"]
    let one = try await result(of: ["rriesebos"], replicas: 3, pipelines: pipelines, width: 1)
    let three = try await result(of: ["rriesebos"], replicas: 3, pipelines: pipelines, width: 3)
    #expect(one.page == three.page && one.document.json == three.document.json)
    try DocumentedKeys.expect(one.document, in: "docs/columns.md", elsewhere: ["channel"])
  }

  /// Two anchors at 0 and 10 m hear a walker who stands at 2 m. The expected levels are -50 and -60 dBm; residuals are 4 and -2 dB in the
  /// first second, where the mean of two readings counts, and -4 and 2 in the second, which have a mean of 0 for each anchor.
  @Test func `figures of the signal are those worked by hand`() throws {
    let anchors = [0.0, 10].map { Anchor(id: "\($0)", identity: nil, position: Point(x: $0, y: 0)) }
    var stream = AdvertisementStream()
    for (time, anchor, level) in [
      (0.2, 0, -45.0), (0.4, 0, -47), (0.5, 1, -62), (1.5, 0, -54), (1.6, 1, -58),
    ] {
      stream.append(
        Advertisement(microseconds: Int64(time * 1e6), anchor: anchor, transmitter: 0, level: DBm(level)))
    }
    let walk = Walk(knots: [0.0, 2].map { Walk.Knot(time: $0, position: Point(x: 2, y: 0), floor: 0) })
    let figures = SignalFigures([stream], walks: [walk], anchors: anchors, deviation: 1.5) { anchor, _, _ in
      [-50, -60][anchor]
    }.values
    // Two anchors in each of two seconds.
    #expect(figures[.heard] == 2 && figures[.nearest] == 1)
    // Mean square (16 + 4 + 16 + 4) / 4; below -3 dB is one of four.
    #expect(try abs(#require(figures[.deviation]) - 10.0.squareRoot()) < 1e-12)
    #expect(figures[.deep] == 0.25)
    // -16 and -4 one second apart, -8 and -8 within a second, over the mean square of 10.
    #expect(try abs(#require(figures[.lasting]) + 1) < 1e-12)
    #expect(try abs(#require(figures[.together]) + 0.8) < 1e-12)
    // One walk does not tell how walks differ.
    #expect(figures[.walks] == nil)
  }
}
