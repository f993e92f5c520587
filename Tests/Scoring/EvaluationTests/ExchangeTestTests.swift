import Evaluation
import Testing

@Suite struct ExchangeTestTests {
  private static func figure(_ totals: [SIMD2<Double>]) -> LapFigure {
    LapFigure(LapFigure.Name("door", figure: "delay"), unit: "s", better: .smaller, totals: totals)
  }

  /// One value in each lap: 0 in A, and these in B.
  private static func pair(_ differences: [Double]) -> (a: LapFigure, b: LapFigure) {
    (figure(differences.map { _ in SIMD2(0, 1) }), figure(differences.map { SIMD2($0, 1) }))
  }

  @Test func `p is twice the share of exchanges that are as much worse`() {
    // 7 of -7, -5, -3, -1, 1, 3, 5 and 7.
    #expect(ExchangeTest([Self.pair([1, 2, 4])]).p == [0.25])
    #expect(ExchangeTest([Self.pair([-1, -2, -4])]).p == [0.25])
    // 3 = 1 - 2 + 4 is the third.
    #expect(ExchangeTest([Self.pair([1, -2, 4])]).p == [0.75])
    // Nothing differs: all exchanges are alike.
    #expect(ExchangeTest([Self.pair([0, 0, 0])]).p == [1])
    #expect(ExchangeTest([]).adjusted == [])
  }

  @Test func `equal figures count once, and others by how often the smallest p is as small`() {
    let first = Self.pair([1, 2, 4])
    #expect(ExchangeTest([first, first]).adjusted == [0.25, 0.25])
    // Where the first is 7 the other is 4 - 2 - 1 = 1; where that is 7, 4 + 2 + 1, the first is 1 - 2 - 4 = -5: two of eight exchanges have one
    // of them at its largest.
    let test = ExchangeTest([Self.pair([4, -2, -1]), first])
    #expect(test.p == [1, 0.25] && test.adjusted == [1, 0.5])
    // A figure that differs in one lap has half of the exchanges on its side at best, and does not count.
    #expect(ExchangeTest([first, Self.pair([0, 0, 9])]).adjusted == [0.25, 1])
  }

  @Test func `what is better when it is larger, or nearer to 0, is worse the other way`() {
    func p(_ better: Better, _ a: Double, _ b: [Double]) -> Double {
      func figure(_ values: [Double]) -> LapFigure {
        LapFigure(
          LapFigure.Name("hall", figure: "turn"), unit: "m", better: better,
          totals: values.map { SIMD2($0, 1) })
      }
      return ExchangeTest([(figure(b.map { _ in a }), figure(b))]).p[0]
    }
    #expect(p(.larger, 0, [1, 2, 4]) == 0.25)
    // As far from 0 on the other side, in whatever laps are exchanged.
    #expect(p(.zero, -3, [3, 3, 3]) == 1 && p(.zero, 1, [-5, -6, -7]) == 0.25)
  }

  /// Of all 2^20 exchanges 1.4755 % are as large on either side (NumPy). The standard error of twice a share of 0.74 % of 9,999 is 0.17 %;
  /// five of them are 0.9 %.
  @Test func `many laps are exchanged at random`() {
    let (n, m) = (
      [3.0, 1, 1, 1, 1, 3, 3, 2, 1, 1, 1, 2, 2, 2, 1, 1, 3, 3, 1, 1],
      [2.0, 2, 1, 1, 2, 2, 2, 3, 3, 1, 2, 2, 1, 1, 2, 3, 1, 3, 2, 1]
    )
    let (a, b) = (
      [0.0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 2, 0, 0, 1, 0, 1, 1, 0, 0],
      [0.0, 1, 0, 0, 1, 1, 0, 3, 1, 1, 1, 2, 0, 1, 0, 2, 0, 2, 1, 1]
    )
    let p = ExchangeTest([
      (Self.figure(zip(a, n).map { SIMD2($0, $1) }), Self.figure(zip(b, m).map { SIMD2($0, $1) }))
    ]).p[0]
    #expect(abs(p - 0.0147552) < 0.009)
  }

  @Test func `deviations and percentiles are those of the exchanged laps`() {
    func parts(_ values: [Double]) -> [LapFigure.Part] { values.map { LapFigure.Part($0, $0 * $0, 1) } }
    func figure(_ statistic: LapFigure.Statistic, _ laps: [[Double]]) -> LapFigure {
      LapFigure(
        LapFigure.Name("near", figure: "level"), unit: "dB", better: .smaller, statistic,
        laps: laps.map { statistic == .p95 ? parts($0) : [parts($0).reduce(.zero, +)] })
    }
    // Deviations 1 and 3 in both laps: 1 and 3, after one exchange √5 on both sides, and after two 3 and 1.
    let (narrow, wide) = ([[-1.0, 1], [-1, 1]], [[-3.0, 3], [-3, 3]])
    #expect(ExchangeTest([(figure(.deviation, narrow), figure(.deviation, wide))]).p == [0.5])
    #expect(ExchangeTest([(figure(.p95, narrow), figure(.p95, wide))]).p == [0.5])
    // Without any value on one side after an exchange, the difference counts as large.
    #expect(ExchangeTest([(figure(.p95, [[1], []]), figure(.p95, [[], [9]]))]).p == [1])
  }
}
