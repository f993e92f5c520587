import Placement
import Testing

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
