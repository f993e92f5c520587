import Evaluation
import TestSupport
import Testing

@Suite struct ErrorStatisticsTests {
  struct Vectors: Decodable {
    let errors: [[Double]]
    let mean: Double
    let std: Double
    let median: Double
    let p95Linear: Double

    enum CodingKeys: String, CodingKey {
      case errors, mean, std, median
      case p95Linear = "p95_linear"
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `pools the laps of the exact vectors`() throws {
    let vectors = try SharedData.vectors("stats", as: Vectors.self)
    let statistics = try #require(ErrorStatistics(of: vectors.errors.flatMap { $0 }))
    #expect(statistics.count == 6)
    #expect(statistics.mean == vectors.mean)
    #expect(statistics.standardDeviation == vectors.std)
    #expect(statistics.median == vectors.median)
    #expect(statistics.quantiles[0.95] == vectors.p95Linear)
    #expect(statistics.largest == 4)
  }

  // NumPy 2.4: mean, std with ddof 0 and 1, percentile, sqrt(mean(x * x)), max.
  static let errors = [
    2.31, 0.42, 5.07, 1.18, 0.0, 3.66, 0.97, 7.9, 1.55, 2.02, 0.61, 12.4, 1.18, 4.25, 2.74, 0.33, 1.81,
  ]

  @Test func `agrees with NumPy on every figure`() throws {
    let statistics = try #require(ErrorStatistics(of: Self.errors))
    #expect(statistics.count == 17)
    expectEqual(statistics.mean, 2.8470588235294123)
    expectEqual(statistics.standardDeviation, 3.0919359340175867)
    expectEqual(statistics.median, 1.81)
    expectEqual(statistics.quantiles[0.75], 3.66)
    expectEqual(statistics.quantiles[0.9], 6.202000000000002)
    expectEqual(statistics.quantiles[0.95], 8.799999999999997)
    expectEqual(statistics.rootMeanSquare, 4.20307170587249)
    #expect(statistics.largest == 12.4)
  }

  @Test func `divides by n - 1 for the spread of a sample`() throws {
    let statistics = try #require(ErrorStatistics(of: Self.errors, spread: .sample))
    expectEqual(statistics.standardDeviation, 3.1870946108993268)
  }

  @Test func `a single error has no spread as a sample and none as a population`() throws {
    #expect(try #require(ErrorStatistics(of: [2.5], spread: .sample)).standardDeviation == nil)
    let alone = try #require(ErrorStatistics(of: [2.5]))
    #expect(alone.standardDeviation == 0)
    #expect([alone.mean, alone.median, alone.quantiles[0.95] ?? 0, alone.largest] == [2.5, 2.5, 2.5, 2.5])
  }

  @Test func `no errors have no statistics`() {
    #expect(ErrorStatistics(of: []) == nil)
  }

  private func expectEqual(
    _ value: Double?, _ expected: Double, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(abs((value ?? .nan) - expected) <= 1e-14 * expected, sourceLocation: location)
  }
}
