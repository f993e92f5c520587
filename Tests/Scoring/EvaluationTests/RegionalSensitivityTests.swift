import Evaluation
import NumericalMethods
import Testing

@Suite struct RegionalSensitivityTests {
  private static let values = [0.1, 0.4, 0.2, 0.9, 0.8, 0.7, 0.3, 0.4]
  private static let groups = [0.0, 1, 2, 0, 1, 2, 0, 1]
  private static let labels: [Bool?] = [true, true, true, false, false, false, false, true]
  private static let figure: [Double?] = [3.1, 2.2, 2.2, 5.0, 1.0, 4.4, 2.0, 0.5]

  /// Distances by `scipy.stats.ks_2samp` and by hand, correlations by `spearmanr` and the root of `kruskal` over n - 1.
  @Test func `distances and correlations are SciPy's`() throws {
    let result = RegionalSensitivity(
      of: [.init(Self.values, isOrdered: true), .init(Self.groups, isOrdered: false)],
      labels: Self.labels, figures: [Self.figure], seed: Seed(1))
    #expect(result.rows.map(\.distance) == [0.75, 0.25])
    let correlations = try result.rows.map { try #require($0.correlations[0]) }
    #expect(abs(correlations[0] - 0.16265060240963852) < 1e-12)
    #expect(abs(correlations[1] - 0.6803318349324027) < 1e-12)
  }

  @Test func `points on neither side, and points without a figure, are left out`() {
    let whole = RegionalSensitivity(
      of: [.init(Self.values, isOrdered: true)], labels: Self.labels, figures: [Self.figure], seed: Seed(1))
    let more = RegionalSensitivity(
      of: [.init(Self.values + [0.5], isOrdered: true)], labels: Self.labels + [nil],
      figures: [Self.figure + [nil]], seed: Seed(1))
    #expect(more.rows == whole.rows && more.distanceLevel == whole.distanceLevel)
  }

  @Test func `with one side only nothing is said of the region`() {
    let result = RegionalSensitivity(
      of: [.init(Self.values, isOrdered: true)], labels: Array(repeating: false, count: 8),
      figures: [Self.figure], seed: Seed(1))
    #expect(result.rows[0].distance == nil && result.distanceLevel == nil && result.correlationLevel != nil)
  }

  /// 200 times five parameters without effect: the most striking exceeds a level with a chance of 0.05, or of 6 in 101 where
  /// the level comes from 100 shufflings, so about 12 times. That is a binomial number with a standard deviation of 3.4; more
  /// than 32 and none at all have a chance below 1e-5.
  @Test func `what has no effect goes beyond the level in one of twenty searches`() throws {
    var random = RandomStream(Seed(3))
    var beyond = (distance: 0, correlation: 0)
    for search in 0..<200 {
      let parameters = (0..<5).map { parameter in
        RegionalSensitivity.Parameter(
          (0..<24).map { _ in parameter < 4 ? random.uniform() : Double(random.uniform(below: 3)) },
          isOrdered: parameter < 4)
      }
      let labels: [Bool?] = (0..<24).map { _ in random.uniform() < 0.3 }
      let result = RegionalSensitivity(
        of: parameters, labels: labels, figures: [(0..<24).map { _ in random.uniform() }],
        seed: Seed(UInt64(search)), shufflings: 100)
      let distances = result.rows.compactMap(\.distance)
      if let level = result.distanceLevel, distances.contains(where: { $0 > level }) { beyond.distance += 1 }
      let level = try #require(result.correlationLevel)
      if result.rows.contains(where: { ($0.correlations[0] ?? 0).magnitude > level }) {
        beyond.correlation += 1
      }
    }
    #expect(beyond.distance <= 32 && 1...32 ~= beyond.correlation, "\(beyond)")
  }

  @Test func `what alone makes the region goes far beyond it`() throws {
    var random = RandomStream(Seed(4))
    let parameters = (0..<6).map { _ in (0..<200).map { _ in random.uniform() } }
    let result = RegionalSensitivity(
      of: parameters.map { .init($0, isOrdered: true) }, labels: parameters[2].map { $0 > 0.8 },
      figures: [parameters[4].map { -$0 * $0 }], seed: Seed(1))
    let level = try #require(result.distanceLevel)
    #expect(result.rows[2].distance == 1 && level < 0.5)
    #expect(result.rows[4].correlations[0] == -1)
  }
}
