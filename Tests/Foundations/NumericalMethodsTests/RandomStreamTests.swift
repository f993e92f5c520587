import NumericalMethods
import Testing

@Suite struct RandomStreamTests {
  @Test func `gives the published sequence of xoshiro256++`() {
    // The reference test of rand_xoshiro (Rust), made with the authors' C code from the state 1, 2, 3, 4.
    var stream = RandomStream(state: (1, 2, 3, 4))
    let expected: [UInt64] = [
      41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386, 9_228_616_714_210_784_205,
      9_973_669_472_204_895_162, 14_011_001_112_246_962_877, 12_406_186_145_184_390_807,
      15_849_039_046_786_891_736, 10_450_023_813_501_588_000,
    ]
    #expect(expected.map { _ in stream.next() } == expected)
  }

  @Test func `starts in the state that SplitMix64 gives`() {
    // The first four outputs of splitmix64.c for the seed 1234567 (Rosetta Code).
    var seeded = RandomStream(Seed(1_234_567))
    var stated = RandomStream(
      state: (
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431
      ))
    #expect(seeded == stated)
    #expect((0..<5).map { _ in seeded.next() } == (0..<5).map { _ in stated.next() })
  }

  @Test func `uniform numbers have the mean, spread and range they should`() {
    // n = 1e6: the mean's standard error is 2.89e-4, the variance's 7.45e-5; bounds at 5.5 of them, one false
    // alarm in 2.6e7 each.
    var stream = RandomStream(Seed(1))
    var (sum, squares, least, most) = (0.0, 0.0, 1.0, 0.0)
    for _ in 0..<1_000_000 {
      let value = stream.uniform()
      (least, most) = (min(least, value), max(most, value))
      sum += value
      squares += (value - 0.5) * (value - 0.5)
    }
    #expect(least >= 0 && most < 1)
    #expect(abs(sum / 1e6 - 0.5) < 5.5 * 2.89e-4)
    #expect(abs(squares / 1e6 - 1.0 / 12) < 5.5 * 7.45e-5)
  }

  @Test func `whole numbers below a bound are equally likely`() {
    // n = 700,000 in 7 cells of 100,000: standard error 293 a cell; 5.5 of them, 7 cells: 2.7e-7.
    var stream = RandomStream(Seed(2))
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<700_000 { counts[stream.uniform(below: 7)] += 1 }
    for count in counts { #expect(abs(Double(count) - 100_000) < 5.5 * 293) }
    #expect(stream.uniform(below: 1) == 0)
  }

  @Test func `normal numbers have the moments they should`() {
    // n = 1e6: standard errors 1e-3 (mean), 1.41e-3 (variance), 3.9e-3 (third moment, sqrt 15), 9.8e-3 (fourth,
    // sqrt 96); bounds at 5.5 of them: 1.5e-7 in all.
    var stream = RandomStream(Seed(3))
    var moments = [0.0, 0.0, 0.0, 0.0]
    for _ in 0..<1_000_000 {
      let z = stream.normal()
      for (order, power) in [z, z * z, z * z * z, z * z * z * z].enumerated() {
        moments[order] += power / 1e6
      }
    }
    #expect(abs(moments[0]) < 5.5e-3)
    #expect(abs(moments[1] - 1) < 5.5 * 1.41e-3)
    #expect(abs(moments[2]) < 5.5 * 3.9e-3)
    #expect(abs(moments[3] - 3) < 5.5 * 9.8e-3)
  }
}
