import NumericalMethods
import Placement
import Testing
import World

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

  @Test func `a fix in the Gaussian approximation is in the wrong room where the draw leads out of it`() {
    // A walker 2 m west of a wall between two rooms, with 10 m of prior along each axis and no beacon.
    let rooms = [
      Room(
        name: "a",
        corners: [Point(x: -100, y: -100), Point(x: 0, y: -100), Point(x: 0, y: 100), Point(x: -100, y: 100)]),
      Room(
        name: "b",
        corners: [Point(x: 0, y: -100), Point(x: 100, y: -100), Point(x: 100, y: 100), Point(x: 0, y: 100)]),
    ]
    let site = Site(name: "two", rooms: rooms, anchors: [])
    let table = InformationTable(candidates: 1, weights: [1], prior: 10) { _, _ in
      .init(slope: SIMD2(100, 0), precision: 1)
    }
    let score = GaussianRooms(
      table, places: [(Point(x: -2, y: 0), 0)], site: site,
      draws: [SIMD2(0.1, 0), SIMD2(0.3, 0), SIMD2(-3, 1), SIMD2(1, -1)])
    // Draws of 1, 3, -30 and 10 m: two end in the other room. With the beacon, 0.01 m is known along x.
    #expect(score.value() == 0.5)
    #expect(score.value(adding: 0) == 0)
  }
}
