import Evaluation
import NumericalMethods
import Testing

@Suite struct RegionalSensitivityTests {
  private static let values = [0.1, 0.4, 0.2, 0.9, 0.8, 0.7, 0.3, 0.4]
  private static let groups = [0.0, 1, 2, 0, 1, 2, 0, 1]
  private static let labels = [true, true, true, false, false, false, false, true]

  /// By `scipy.stats.ks_2samp` and by hand.
  @Test func `distances are SciPy's`() {
    let result = RegionalSensitivity(
      of: [.init(Self.values, isOrdered: true), .init(Self.groups, isOrdered: false)],
      inside: Self.labels, seed: Seed(1))
    #expect(result.distances == [0.75, 0.25])
  }

  @Test func `with one side only nothing is said of the region`() {
    let result = RegionalSensitivity(
      of: [.init(Self.values, isOrdered: true)], inside: Array(repeating: false, count: 8), seed: Seed(1))
    #expect(result.distances == [nil] && result.level == nil)
  }

  /// 200 times five parameters without effect: the most striking exceeds a level with a chance of 0.05, or of 6 in 101 where
  /// the level comes from 100 shufflings, so about 12 times. That is a binomial number with a standard deviation of 3.4; more
  /// than 32 have a chance below 1e-5.
  @Test func `what has no effect goes beyond the level in one of twenty searches`() throws {
    var random = RandomStream(Seed(3))
    var beyond = 0
    for search in 0..<200 {
      let parameters = (0..<5).map { parameter in
        RegionalSensitivity.Parameter(
          (0..<24).map { _ in parameter < 4 ? random.uniform() : Double(random.uniform(below: 3)) },
          isOrdered: parameter < 4)
      }
      let result = RegionalSensitivity(
        of: parameters, inside: (0..<24).map { _ in random.uniform() < 0.3 }, seed: Seed(UInt64(search)),
        shufflings: 100)
      let largest = result.distances.compactMap(\.self).max() ?? 0
      if largest > result.level ?? 1 { beyond += 1 }
    }
    #expect(beyond <= 32, "\(beyond)")
  }

  @Test func `what alone makes the region goes far beyond it`() throws {
    var random = RandomStream(Seed(4))
    let parameters = (0..<6).map { _ in (0..<200).map { _ in random.uniform() } }
    let result = RegionalSensitivity(
      of: parameters.map { .init($0, isOrdered: true) }, inside: parameters[2].map { $0 > 0.8 },
      seed: Seed(1))
    let level = try #require(result.level)
    #expect(result.distances[2] == 1 && level < 0.5)
  }
}
