import Evaluation
import Testing

@Suite struct SignTestTests {
  private func signs(_ positive: Int, _ negative: Int, _ zero: Int = 0) -> SignTest {
    SignTest(
      [Double](repeating: 0.3, count: positive) + [Double](repeating: -2, count: negative)
        + [Double](repeating: 0, count: zero))
  }

  @Test func `counts signs, worked by hand`() {
    // One of five: 2 × (1 + 5) / 32. None of four: 2 × 1 / 16.
    #expect(signs(4, 1).p == 0.375)
    #expect(signs(0, 4).p == 0.125)
    #expect(signs(4, 1).positive == 4 && signs(4, 1).negative == 1)
  }

  @Test func `leaves out zeros, and knows nothing without signs or with as many of either`() {
    #expect(signs(4, 1, 7) == signs(4, 1))
    #expect(signs(0, 0, 9).p == 1 && SignTest([]).p == 1)
    #expect(signs(3, 3).p == 1 && signs(1, 0).p == 1)
  }

  /// scipy.stats.binomtest(k, n).pvalue
  @Test(arguments: [
    (3, 12, 0.14599609375), (120, 300, 0.0006342200069283566), (900, 2000, 8.45708953550381e-06),
  ])
  func `agrees with SciPy`(fewer: Int, count: Int, p: Double) {
    #expect(abs(signs(fewer, count - fewer).p - p) < 1e-12 * p)
    #expect(signs(count - fewer, fewer).p == signs(fewer, count - fewer).p)
  }

  @Test func `a chance too small for a number is zero`() { #expect(signs(5000, 0).p == 0) }
}

@Suite struct SignedRankTestTests {
  /// For i from 1 on, the magnitude and whether it is negative.
  private func differences(_ count: Int, _ rule: (Int) -> (magnitude: Int, isNegative: Bool)) -> [Double] {
    (1...count).map { i in
      let (magnitude, isNegative) = rule(i)
      return Double(isNegative ? -magnitude : magnitude)
    }
  }

  @Test func `counts all signs of a few ranks, worked by hand`() {
    // Ranks 1, 2 and 3, all positive: one way of eight on either side.
    #expect(SignedRankTest([0.1, 0.2, 0.7]).p == 0.25)
    // -1 + 2 + 3: sums of at most 1 are {} and {1}, two ways of eight on either side.
    let mixed = SignedRankTest([-0.1, 0.2, 0.7])
    #expect(mixed.p == 0.5 && mixed.positiveRanks == 5)
  }

  @Test func `agrees with SciPy on twelve differences`() {
    // scipy.stats.wilcoxon(d, method='exact'): rank sums 63 and 15, p 0.06396484375.
    let test = SignedRankTest([
      0.8, -0.3, 1.1, 0.45, -0.05, 0.62, 0.9, -0.71, 1.3, 0.27, 0.33, -0.12,
    ])
    #expect(test.positiveRanks == 63 && test.p == 0.06396484375)
  }

  @Test func `shares ranks among equal magnitudes and leaves out zeros`() {
    // Ranks by scipy.stats.rankdata, and all 1024 signs tried in Python: 194 lie as far out.
    let test = SignedRankTest([1, -1, 2, 2, -3, 4, 4, 4, -4, 5, 0, 0])
    #expect(test.count == 10 && test.positiveRanks == 41 && test.p == 194.0 / 1024)
  }

  @Test func `is exact up to fifty`() {
    // Every third is negative. scipy.stats.wilcoxon(d, method='exact'): 867 and 408, p 0.02616696817119646.
    let test = SignedRankTest(differences(50) { ($0, $0 % 3 == 0) })
    #expect(test.positiveRanks == 867)
    #expect(abs(test.p - 0.02616696817119646) < 1e-14)
  }

  @Test func `beyond that it is the normal law with the correction for ties, as SciPy has it`() {
    // scipy.stats.wilcoxon(d, method='asymptotic', correction=False).
    let pairsOfTies = SignedRankTest(differences(60) { (($0 + 1) / 2, $0 % 3 == 0) })
    #expect(pairsOfTies.positiveRanks == 1200)
    #expect(abs(pairsOfTies.p - 0.035881294336904276) < 1e-13)
    let manyTies = SignedRankTest(differences(300) { ($0 % 37 + 1, $0 * 7 % 11 < 5) })
    #expect(manyTies.positiveRanks == 24770)
    #expect(abs(manyTies.p - 0.14434069221752632) < 1e-13)
  }

  @Test func `round-off makes neither a rank nor a sign`() {
    // 0.1 + 0.2 is larger than 0.3 in its last bit: ranks 1.5 and 1.5, then 3 and 4; 1e-16 is no difference.
    let differences = [0.1 + 0.2, -0.3, 0.5, 1, 1e-16]
    let test = SignedRankTest(differences, resolution: 1e-12)
    #expect(test.count == 4 && test.positiveRanks == 8.5)
    #expect(SignedRankTest(differences).positiveRanks == 13)
    let signs = SignTest(differences, resolution: 1e-12)
    #expect(signs.positive == 3 && signs.negative == 1)
  }

  @Test func `knows nothing of zeros`() {
    #expect(SignedRankTest([]).p == 1 && SignedRankTest([0, 0]).p == 1 && SignedRankTest([3]).p == 1)
  }
}

@Suite struct HolmCorrectionTests {
  @Test func `multiplies by what is left, never falls and never passes 1, worked by hand`() {
    // 4 × 0.01 = 0.04; 3 × 0.015 = 0.045; 2 × 0.02 = 0.04, held at 0.045; 1 × 0.4.
    let adjusted = HolmCorrection.adjusted([0.02, 0.01, 0.4, 0.015])
    for (value, expected) in zip(adjusted, [0.045, 0.04, 0.4, 0.045]) {
      #expect(abs(value - expected) < 1e-15)
    }
    #expect(HolmCorrection.adjusted([0.6, 0.5]) == [1, 1])
  }

  @Test func `leaves a single p as it is`() {
    #expect(HolmCorrection.adjusted([0.03]) == [0.03])
    #expect(HolmCorrection.adjusted([]) == [])
  }
}
