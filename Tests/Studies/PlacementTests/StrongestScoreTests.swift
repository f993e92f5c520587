import NumericalMethods
import Placement
import Testing

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
