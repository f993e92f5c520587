import Comparisons
import Documents
import Evaluation
import NumericalMethods
import Rendering
import Scenarios
import TestSupport
import Testing

@Suite struct MeasuredLayoutTests {
  private func result(counts: [Int], width: Int) async throws -> MeasuredLayoutResult {
    let methods = try MethodsScenario(
      contentsOf: Checkout.path("scenarios/placement/measured.yaml"), walks: 2, datasets: ["danis"],
      changes: ScenarioChanges(pipelines: ["nearest", "5 nearest fingerprints"]))
    return try await MeasuredLayoutStudy(methods, root: "", counts: counts, subsets: 5).run(width: width) {
      _ in
    }
  }

  @Test func `gives the same bytes at any width, and documents every key`() async throws {
    let one = try await result(counts: [4, 12], width: 1)
    let three = try await result(counts: [4, 12], width: 3)
    #expect(one.document.json == three.document.json)
    try DocumentedKeys.expect(one.document, in: "docs/columns.md")
    // All twelve are no choice.
    #expect(one.parts[0].runs.map(\.beacons) == [4])
    #expect(one.parts[0].runs[0].chosen[0].count == 4 && one.parts[0].runs[0].random == 5)
    #expect(one.parts[0].runs[0].rows.map(\.pipeline) == ["nearest", "5 nearest fingerprints"])
    // The search minimises the simulated error.
    #expect(one.parts[0].runs[0].simulatedChosen < one.parts[0].runs[0].simulatedRandom)
  }

  /// At (3, 0) and (5, 0) of one floor, and at (5, 0) of the floor above.
  @Test func `surveyed places above each other are two`() async throws {
    let methods = try MethodsScenario(
      contentsOf: Checkout.path("Tests/Scoring/LapsTests/Floors/stacked-layouts.yaml"),
      changes: ScenarioChanges())
    let result = try await MeasuredLayoutStudy(methods, root: "", counts: [1], subsets: 2).run(width: 1) {
      _ in
    }
    #expect(result.parts[0].places == [3])
  }

  /// 4 over 2 is 6.
  @Test func `few layouts are all taken, of many some distinct ones`() {
    var random = RandomStream(Seed(1))
    let all = RandomLayouts.subsets(of: 4, size: 2, count: 6, using: &random)
    #expect(all == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
    let some = RandomLayouts.subsets(of: 24, size: 12, count: 200, using: &random)
    #expect(Set(some).count == 200 && some.allSatisfy { $0 == Set($0).sorted() && $0.count == 12 })
    #expect(RandomLayouts.number(of: 12, from: 24) == 2_704_156)
  }

  /// Of 3,000 draws each of the ten beacons is in 1,200 on average, with a standard deviation of 27; six of them are exceeded in
  /// fewer than one of ten million runs.
  @Test func `each beacon is drawn as often as any other`() {
    var random = RandomStream(Seed(2))
    var counts = [Int](repeating: 0, count: 10)
    for _ in 0..<3000 {
      for beacon in RandomLayouts.subsets(of: 10, size: 4, count: 1, using: &random)[0] {
        counts[beacon] += 1
      }
    }
    #expect(counts.allSatisfy { abs($0 - 1200) < 162 }, "\(counts)")
  }

  /// One stretch with mean errors of 2 m (chosen) and 1, 2, 3 and 4 m.
  @Test func `the figures of a chosen layout are those worked by hand`() throws {
    func totals(_ metres: Double) -> LayoutComparison.Totals { [SIMD2(0, 0): SIMD2(10 * metres, 10)] }
    let comparison = try #require(
      LayoutComparison(
        chosen: totals(2), random: [1, 2, 3, 4].map(totals), simulated: [5, 6, 8, 7], areAll: true,
        seed: Seed(1)))
    #expect(comparison.chosen == 2 && comparison.random.value == 2.5)
    // One is better, one is equal, of four; the mean of all is 2.5.
    #expect(comparison.better.value == 1.5 / 4 && comparison.difference.value == -0.5)
    // 1 - 6 * 2 / (4 * 15).
    #expect(comparison.correlation?.value == 0.8)
    // The only stretch is in every resample, and there are no other layouts.
    #expect(comparison.better.interval?.lower == comparison.better.interval?.upper)
  }
}
