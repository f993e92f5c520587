import Evaluation
import NumericalMethods
import Testing

@Suite struct QuantilesTests {
  @Test func `stands where NumPy's default puts it`() {
    // numpy.percentile(errors, [0, 10, 25, 50, 75, 90, 95, 99, 100]), NumPy 2.4.
    let expected = [0.0, 0.384, 0.97, 1.81, 3.66, 6.202000000000002, 8.799999999999997, 11.68, 12.4]
    let found = Quantiles.of(
      ErrorStatisticsTests.errors, at: [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1])
    #expect(found?.count == expected.count)
    for (value, reference) in zip(found ?? [], expected) { #expect(abs(value - reference) <= 4e-15) }
  }

  @Test func `lies half way between the middle two of an even number`() {
    #expect(Quantiles.of([4, 1, 3, 2], at: [0.5]) == [2.5])
  }

  @Test func `answers in the order asked`() {
    #expect(Quantiles.of([30, 10, 20], at: [1, 0, 0.5, 1]) == [30, 10, 20, 30])
  }

  @Test func `of nothing is nothing`() {
    #expect(Quantiles.of([], at: [0.5]) == nil)
  }

  enum Shape: CaseIterable {
    case even, outlier, crowded, equal, twoValues, tiny, huge, ascending

    func values(_ count: Int, using random: inout RandomStream) -> [Double] {
      (0..<count).map { index in
        switch self {
        case .even: random.uniform()
        case .outlier: index == 7 ? 1e12 : random.uniform()
        case .crowded: index % 3 == 0 ? 5 + random.uniform() * 1e-9 : random.uniform() * 10
        case .equal: 2.25
        case .twoValues: random.uniform() < 0.5 ? 1 : 2
        case .tiny: random.uniform() * .leastNormalMagnitude / 128
        case .huge: count > 2 && index < 2 ? (index == 0 ? 1e308 : -1e308) : random.uniform()
        case .ascending: Double(index)
        }
      }
    }
  }

  @Test(arguments: Shape.allCases, [1, 2, 3, 64, 65, 66, 200, 999])
  func `is what a full sort gives, however the values are spread`(shape: Shape, count: Int) throws {
    var random = RandomStream(Seed(UInt64(count)))
    let values = shape.values(count, using: &random)
    let sorted = values.sorted()
    let places = [0, count / 7, count / 2, 3 * count / 4, count - 1]
    let fractions = places.map { count > 1 ? Double($0) / Double(count - 1) : 0 }
    let found = try #require(Quantiles.of(values, at: fractions))
    for (index, place) in places.enumerated() {
      // The fraction meets its place to a rounding error, so between these neighbours to the same error.
      let neighbours = [sorted[max(place - 1, 0)], sorted[place], sorted[min(place + 1, count - 1)]]
      let width = neighbours[2] / 2 - neighbours[0] / 2
      #expect(abs(found[index] / 2 - neighbours[1] / 2) <= width * 1e-12)
    }
  }

  @Test(arguments: 1...20) func `rises with the fraction`(seed: UInt64) throws {
    var random = RandomStream(Seed(seed))
    let values = (0..<500).map { _ in random.uniform() * random.uniform() * 12 }
    let found = try #require(Quantiles.of(values, at: (0...1000).map { Double($0) / 1000 }))
    #expect(zip(found, found.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(found.first == values.min())
    #expect(found.last == values.max())
  }
}
