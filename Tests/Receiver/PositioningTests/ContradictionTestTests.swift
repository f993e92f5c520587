import NumericalMethods
import Testing

@testable import Positioning

@Suite struct ContradictionTestTests {
  private typealias Observation = ContradictionTest.Observation

  /// An anchor that is 3 standard deviations louder or fainter than expected, and is expected to be heard with a probability of 0.9.
  private static let odd = Observation(residual: (12, 16), heard: 0.9)

  /// With memory 10 s: after 10 s a window counts by 1/e. Two discrepancies of 3 and one of 1, each with the mean 1.
  @Test func `windows are forgotten over ten seconds`() {
    var sum = DiscrepancySum()
    #expect(sum.ratio == 1 && !sum.isImprobable)
    sum.decay(to: 5, correlation: 0)
    sum.add(3, variance: 2)
    sum.add(3, variance: 2)
    sum.decay(to: 15, correlation: 0)
    sum.add(1, variance: 2)
    let old = Elementary.exp(-1)
    #expect(abs(sum.ratio - (6 * old + 1) / (2 * old + 1)) < 1e-12)
  }

  /// A chi-square with 10 degrees of freedom exceeds 35.56 with a probability of 0.0001 (tables); the approximation has 35.97.
  @Test(arguments: [(35.5, false), (36.0, true)])
  func `a window of ten levels is improbable from the upper ten-thousandth of chi-square on`(
    _ total: Double, _ isImprobable: Bool
  ) {
    var sum = DiscrepancySum()
    sum.decay(to: 0, correlation: 0)
    for _ in 0..<10 { sum.add(total / 10, variance: 2) }
    #expect(sum.isImprobable == isImprobable)
  }

  /// Three windows with weights w = exp(-0.1), 0.905, and the mean discrepancy 9. Independent ones have the variance 2 (1 + w² + w⁴) about 1 + w + w², for
  /// which the approximation has the limit 7.31; the same one three times has 2 (1 + w + w²)² and the limit of a single one, 16.21.
  @Test(arguments: [(0.0, 7.2, false), (0, 7.4, true), (1, 16.1, false), (1, 16.3, true)])
  func `a discrepancy that repeats itself is no more evidence than once`(
    _ correlation: Double, _ discrepancy: Double, _ isImprobable: Bool
  ) {
    var sum = DiscrepancySum()
    for second in 0..<3 {
      sum.decay(to: Double(second), correlation: correlation)
      sum.add(discrepancy, variance: 2)
    }
    #expect(sum.isImprobable == isImprobable)
  }

  /// 144 / 16 = 9 for the level. Heard with 0.9: 0.01 / 0.09 = 1/9; not heard: 0.81 / 0.09 = 9.
  @Test func `counts levels by their variance and anchors by how probable it was to hear them`() {
    var test = ContradictionTest()
    let silent = Observation(residual: nil, heard: 0.9)
    test.hear([Self.odd, silent, Observation(residual: nil, heard: 0.05)], correlation: 0.5, at: 3)
    #expect(abs(test.levels.ratio - 9) < 1e-12)
    #expect(abs(test.silences.ratio - (1.0 / 9 + 9) / 2) < 1e-12)
  }

  /// Twelve anchors, each of them 3 standard deviations off; and twelve that ought to be heard and are not: by chance 0.1 to the power of 12.
  @Test func `fails by levels alone and by silences alone, but not by a single odd anchor`() {
    let plain = Observation(residual: (0.5, 16), heard: 0.9)
    func failed(_ observations: [Observation]) -> Bool {
      var test = ContradictionTest()
      test.hear(observations, correlation: 0.6, at: 0)
      return test.isFailed
    }
    let silent = Observation(residual: nil, heard: 0.9)
    #expect(failed([Observation](repeating: Self.odd, count: 12)))
    #expect(failed([Observation](repeating: silent, count: 12)))
    #expect(!failed([Observation](repeating: plain, count: 11) + [Self.odd]))
    #expect(!failed([Observation](repeating: plain, count: 11) + [silent]))
  }
}
