import NumericalMethods
import Testing

@testable import Placement

@Suite struct SearchTests {
  private let example = PlacementExample.drawn(14, 60)

  private func problem(_ beacons: Int, fixed: [Int] = []) -> PlacementProblem<BoundScore> {
    PlacementProblem(BoundScore(example.table), fixed: fixed, budget: beacons)
  }

  /// The best of all layouts, by loops that share nothing with the search.
  private func best(of four: Int = 4) -> (layout: [Int], mean: Double) {
    var best: (layout: [Int], mean: Double) = ([], .infinity)
    for a in 0..<14 {
      for b in (a + 1)..<14 {
        for c in (b + 1)..<14 {
          for d in (c + 1)..<14 {
            let mean = example.mean([a, b, c, d])
            if mean < best.mean { best = ([a, b, c, d], mean) }
          }
        }
      }
    }
    return best
  }

  @Test func `no search is better than the best of all layouts, and swaps find it here`() {
    let known = best()
    let greedy = GreedySearch.run(problem(4))
    let swapped = SwapSearch.run(problem(4), from: greedy.layout)
    #expect(greedy.rating.value >= known.mean - 1e-4 && swapped.rating <= greedy.rating)
    #expect(swapped.layout == known.layout && abs(swapped.rating.value - known.mean) < 1e-4)
  }

  @Test func `greedy adds the best beacon each time`() {
    let found = GreedySearch.run(problem(3))
    var layout: [Int] = []
    for step in 0..<3 {
      let next = (0..<14).filter { !layout.contains($0) }.min {
        example.mean(layout + [$0]) < example.mean(layout + [$1])
      }
      layout.append(next ?? -1)
      #expect(found.layout[step] == layout[step])
    }
    // 14 + 13 + 12.
    #expect(found.evaluations == 39)
  }

  @Test func `beacons that stay are in every layout, and one place holds one beacon`() {
    let places = (0..<14).map { $0 / 2 }
    let problem = PlacementProblem(
      BoundScore(example.table), fixed: [2], places: places, budget: 5)
    let greedy = GreedySearch.run(problem)
    for found in [greedy, SwapSearch.run(problem, from: greedy.layout)] {
      #expect(found.layout.contains(2) && found.layout.count == 5)
      #expect(Set(found.layout.map { places[$0] }).count == 5)
    }
  }

  @Test func `constraints come before the objective`() {
    // The first candidate is so far off that it tells nothing, but it alone is heard at the second point.
    let heard = HeardCounts([[true, true], [true, false], [true, false]], points: 2, least: 1)
    let example = PlacementExample(
      beacons: [SIMD2(30, 30), SIMD2(1, 0), SIMD2(0, 1)], points: [.zero, SIMD2(9, 9)])
    let free = GreedySearch.run(PlacementProblem(BoundScore(example.table), budget: 1))
    let bound = GreedySearch.run(
      PlacementProblem(BoundScore(example.table), heard: heard, budget: 1))
    #expect(free.layout != [0] && bound.layout == [0] && bound.rating.missing == 0)
    #expect(HeardCounts([[true, false]], points: 2, least: 1).impossible == [1])
  }
}

@Suite struct PlacementProblemTests {
  private let example = PlacementExample(
    beacons: [SIMD2(5, 0), SIMD2(0, 5), SIMD2(-5, 0), SIMD2(0, -5)], points: [.zero])

  /// By candidate, then by point: the first is heard at both points, the last at none.
  private func counts(least: Int) -> HeardCounts {
    HeardCounts([[true, true], [true, false], [false, true], [false, false]], points: 2, least: least)
  }

  @Test func `the missing beacons are summed over all points`() {
    var counts = counts(least: 2)
    #expect(counts.missing() == 4)
    counts.set([0, 1])
    #expect(counts.all == [2, 1] && counts.missing() == 1)
    #expect(counts.missing(adding: 2) == 0 && counts.missing(adding: 3) == 1)
    // In place of the first, the third is heard at one point only.
    #expect(counts.missing(adding: 2, without: 0) == 2)
    #expect(counts.missing(without: 1) == 2)
    // More than is needed at one point makes up for nothing at another.
    counts.set([0, 1, 1])
    #expect(counts.all == [3, 1] && counts.missing() == 1)
  }

  @Test func `without a constraint nothing is missing, and nothing is impossible`() {
    #expect(counts(least: 0).missing() == 0 && counts(least: 0).impossible.isEmpty)
    #expect(counts(least: 2).impossible.isEmpty)
    #expect(counts(least: 3).impossible == [0, 1])
  }

  @Test func `missing beacons come before the value of a rating`() {
    let ratings = [Rating(missing: 1, value: 0), Rating(missing: 0, value: 9), Rating(missing: 0, value: 2)]
    #expect(ratings.sorted() == [ratings[2], ratings[1], ratings[0]])
  }

  @Test func `a budget of beacons counts those that stay`() {
    var problem = PlacementProblem(BoundScore(example.table), fixed: [3], budget: 2)
    #expect(problem.layout == [3] && problem.allows(0) && problem.fixed == [3])
    problem.set([0, 3])
    #expect(!problem.allows(1) && problem.allows(1, inPlaceOf: 0))
  }

  @Test func `one place holds one beacon, which another of the same place may replace`() {
    var problem = PlacementProblem(BoundScore(example.table), places: [0, 0, 1, 1], budget: 4)
    problem.set([0])
    #expect(!problem.allows(1) && problem.allows(2) && problem.allows(1, inPlaceOf: 0))
  }

  @Test func `each layout that is tried is counted, and the present one stays`() {
    var problem = PlacementProblem(BoundScore(example.table), budget: 3)
    problem.set([0])
    let before = problem.rating
    let more = problem.rating(adding: 1)
    let other = problem.rating(replacing: 0, by: 2)
    // Beacons to the east and to the west tell the same.
    #expect(more < before && abs(other.value - before.value) < 1e-5)
    #expect(problem.evaluations == 2 && problem.layout == [0] && problem.rating == before)
  }
}

@Suite struct BoundScoreTests {
  /// One beacon 5 m to the east and one 5 m to the north, n 2, 4 dB, known to 10 m before: along each axis the slope is
  /// 10 n / ln 10 / 5 = 1.73718 dB/m, so the information is 1.73718² / 16 + 1 / 100 = 0.198612 and the bound
  /// √(2 / 0.198612) = 3.17332 m.
  @Test func `two beacons at right angles have the bound worked by hand`() {
    let example = PlacementExample(beacons: [SIMD2(5, 0), SIMD2(0, 5)], points: [.zero])
    var score = BoundScore(example.table)
    score.set([0, 1])
    #expect(abs(score.value() - 3.17332) < 2e-5)
  }

  /// Without beacons only the prior is left: √2 × 10 m.
  @Test func `no beacon leaves the prior`() {
    let score = BoundScore(PlacementExample.drawn(3, 11).table)
    #expect(abs(score.value() - 14.142136) < 1e-4)
  }

  /// `InformationMatrix` is what the project's Cramér-Rao bounds are worked out with.
  @Test(arguments: [0.0, 3.0])
  func `bounds are those of whole matrices in double precision, with a known and an unknown offset`(
    offset: Double
  ) {
    var example = PlacementExample.drawn(12, 37)
    example.offset = offset
    var score = BoundScore(example.table)
    score.set([1, 3, 4, 9, 11])
    for (own, other) in zip(score.bounds, example.bounds([1, 3, 4, 9, 11])) {
      #expect(abs(own - other) < 1e-4 * other)
    }
    #expect(abs(score.value() - example.mean([1, 3, 4, 9, 11])) < 1e-4)
  }

  @Test func `adding and replacing a beacon give the value of the changed layout`() {
    let example = PlacementExample.drawn(12, 37)
    var score = BoundScore(example.table)
    score.set([1, 3, 4])
    #expect(abs(score.value(adding: 7) - example.mean([1, 3, 4, 7])) < 1e-4)
    #expect(abs(score.value(replacing: 3, by: 7) - example.mean([1, 4, 7])) < 1e-4)
    #expect(score.layout == [1, 3, 4])
  }
}

@Suite struct StrongestScoreTests {
  /// Three candidates and four moments; the last hears nothing.
  private let score = StrongestScore(
    StrongestScore.Table(
      levels: [[-60, -70, nil, nil], [-65, -62, nil, nil], [-50, nil, -80, nil]],
      costs: [[1, 5, 9, 9], [2, 1, 9, 9], [4, 9, 3, 9]], missed: [10, 10, 10, 20]))

  @Test func `each moment costs what a fix at its strongest beacon costs`() {
    #expect(score.value(of: [0]) == 1 + 5 + 10 + 20)
    #expect(score.value(of: [0, 1]) == 1 + 1 + 10 + 20)
    #expect(score.value(of: [0, 1, 2]) == 4 + 1 + 3 + 20)
  }

  @Test func `trying a change gives the value of the changed layout`() {
    var own = score
    own.set([0, 1])
    #expect(own.value(adding: 2) == score.value(of: [0, 1, 2]))
    #expect(own.value(replacing: 0, by: 2) == score.value(of: [1, 2]))
    #expect(own.layout == [0, 1])
  }

  /// Every layout of four candidates, its changes by one, and the strongest candidate looked for by a loop.
  @Test func `values are those of a search through all moments, whatever the layout`() {
    var random = RandomStream(Seed(9))
    let levels = (0..<4).map { _ in
      (0..<30).map { _ in random.uniform() < 0.3 ? nil : -90 + 40 * random.uniform() }
    }
    let costs = levels.map { $0.map { _ in Double(random.uniform(below: 20)) } }
    let score = StrongestScore(
      StrongestScore.Table(levels: levels, costs: costs, missed: [Double](repeating: 30, count: 30)))
    func expected(_ layout: [Int]) -> Double {
      (0..<30).reduce(0.0) { sum, moment in
        let heard = layout.filter { levels[$0][moment] != nil }
        let strongest = heard.max { (levels[$0][moment] ?? 0) < (levels[$1][moment] ?? 0) }
        return sum + (strongest.map { costs[$0][moment] } ?? 30)
      }
    }
    for mask in 0..<16 {
      let layout = (0..<4).filter { mask >> $0 & 1 == 1 }
      var own = score
      own.set(layout)
      #expect(own.value() == expected(layout))
      for candidate in (0..<4) where !layout.contains(candidate) {
        #expect(own.value(adding: candidate) == expected(layout + [candidate]))
        for old in layout {
          #expect(
            own.value(replacing: old, by: candidate) == expected(layout.filter { $0 != old } + [candidate]))
        }
      }
    }
  }
}

/// Beacons and points on a plan, with the information of the log-distance law.
struct PlacementExample {
  let beacons: [SIMD2<Double>]
  let points: [SIMD2<Double>]
  /// Of all readings, in dB.
  var deviation = 4.0
  var exponent = 2.0
  var prior = 10.0
  var offset = 0.0

  /// Drawn evenly over a square of 30 m.
  static func drawn(_ beacons: Int, _ points: Int, seed: UInt64 = 1) -> PlacementExample {
    var random = RandomStream(Seed(seed))
    func places(_ count: Int) -> [SIMD2<Double>] {
      (0..<count).map { _ in SIMD2(30 * random.uniform(), 30 * random.uniform()) }
    }
    return PlacementExample(beacons: places(beacons), points: places(points))
  }

  /// dB/m at a distance vector, heard up to 12 m: `10 n / ln 10 / d`.
  func reading(_ beacon: Int, _ point: Int) -> InformationTable.Reading {
    let offset = beacons[beacon] - points[point]
    let squared = max((offset * offset).sum(), 0.25)
    guard squared < 144 else { return .init(slope: .zero, precision: 0) }
    return .init(
      slope: offset * (10 * exponent / 2.302585092994046 / squared), precision: 1 / (deviation * deviation))
  }

  var table: InformationTable {
    InformationTable(
      candidates: beacons.count, weights: points.map { _ in 1 }, prior: prior, offset: offset,
      reading: reading)
  }

  /// The bounds of a layout in double precision, from whole matrices.
  func bounds(_ layout: [Int]) -> [Double] {
    points.indices.map { point in
      var information = InformationMatrix(size: offset > 0 ? 3 : 2)
      information[0, 0] = 1 / (prior * prior)
      information[1, 1] = 1 / (prior * prior)
      if offset > 0 { information[2, 2] = 1 / (offset * offset) }
      for beacon in layout {
        let reading = reading(beacon, point)
        let slopes = [reading.slope.x, reading.slope.y, 1]
        for row in 0..<information.size {
          for column in 0..<information.size {
            information[row, column] += slopes[row] * slopes[column] * reading.precision
          }
        }
      }
      let axes: [[Double]] = offset > 0 ? [[1, 0, 0], [0, 1, 0]] : [[1, 0], [0, 1]]
      return (information.variance(of: axes[0]) + information.variance(of: axes[1])).squareRoot()
    }
  }

  func mean(_ layout: [Int]) -> Double {
    let bounds = bounds(layout)
    return bounds.reduce(0, +) / Double(bounds.count)
  }
}
