import Evaluation
import NumericalMethods
import Testing

@Suite struct StoppingRuleTests {
  /// By NumPy: logarithms of mean and standard deviation of all, and the root of 2/3 of the sum of squares about the mean of
  /// those with a lap left out.
  @Test func `a jackknife of three laps is NumPy's`() throws {
    let errors = ErrorsByLap(byLap: [[1, 3], [2, 2, 5], [0.5, 4]])
    let figures = try #require(LapJackknife(errors))
    let (mean, deviation) = (try #require(figures.mean), try #require(figures.deviation))
    #expect(abs(mean.value - 0.9162907318741551) < 1e-14 && abs(mean.error - 0.14867853) < 1e-8)
    #expect(abs(deviation.value - 0.3974649374349438) < 1e-14 && abs(deviation.error - 0.09731129) < 1e-8)
    let sample = try #require(LapJackknife(errors, spread: .sample)?.deviation)
    #expect(abs(sample.value - 0.474540277348573) < 1e-14 && abs(sample.error - 0.09535331) < 1e-8)
  }

  @Test func `without errors, or with one lap, there is nothing to say`() {
    #expect(LapJackknife(ErrorsByLap(byLap: [[1, 2]])) == nil)
    #expect(LapJackknife(ErrorsByLap(byLap: [[], []])) == nil)
    // All alike: they have a mean, but no spread whose logarithm there is.
    let same = LapJackknife(ErrorsByLap(byLap: [[2, 2], [2, 2]]))
    #expect(same?.mean?.error == 0 && same?.deviation == nil)
  }

  /// Errors that are drawn from so many equally likely values, times one of a few equally likely factors that all errors of a
  /// lap share: so mean and standard deviation of the law are known exactly.
  struct Law: CustomTestStringConvertible {
    let testDescription: String
    let values: [Double]
    let factors: [Double]

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    var mean: Double { Self.mean(values) * Self.mean(factors) }
    var deviation: Double {
      let squares = Self.mean(values.map { $0 * $0 }) * Self.mean(factors.map { $0 * $0 })
      return (squares - mean * mean).squareRoot()
    }

    func errors(ofLaps laps: Int, using random: inout RandomStream) -> [[Double]] {
      (0..<laps).map { _ in
        let factor = factors[random.uniform(below: factors.count)]
        return (0..<12).map { _ in factor * values[random.uniform(below: values.count)] }
      }
    }

    /// As a Rayleigh law, whose spread is half its mean, as for proximity.
    static let rayleigh = Law(
      testDescription: "Rayleigh", values: quantiles { (-2 * Elementary.log($0)).squareRoot() },
      factors: [0.9, 1.1])
    /// With a spread as large as the mean, as for feedback.
    static let exponential = Law(
      testDescription: "exponential", values: quantiles { -2 * Elementary.log($0) }, factors: [0.8, 1, 1.2])
    /// With few and large outliers: a spread of 0.92 means.
    static let logNormal = Law(
      testDescription: "log-normal",
      values: {
        var random = RandomStream(Seed(20))
        return (0..<4096).map { _ in Elementary.exp(0.78 * random.normal()) }
      }(), factors: [0.9, 1.1])

    private static func quantiles(_ value: (Double) -> Double) -> [Double] {
      (0..<2048).map { value((Double($0) + 0.5) / 2048) }
    }
  }

  private static let rule = StoppingRule(looks: [8, 20, 40], figures: 2, falseStops: 0.05)

  /// The look at which a row is stopped whose errors follow a law; nil for never.
  private func stop(
    _ law: Law, means: ClosedRange<Double>, deviations: ClosedRange<Double>, _ random: inout RandomStream
  ) -> Int? {
    let errors = law.errors(ofLaps: 40, using: &random)
    return Self.rule.looks.indices.first { look in
      let figures = LapJackknife(ErrorsByLap(byLap: Array(errors.prefix(Self.rule.looks[look]))))
      return Self.rule.excludes(.mean, within: means, by: figures, at: look)
        || Self.rule.excludes(.deviation, within: deviations, by: figures, at: look)
    }
  }

  /// Both figures lie on the edge of their limits: nowhere inside is a stop more likely. A thousand rows are stopped at most
  /// 50 times in the mean; more than 90 have a chance below 1e-7 (binomial).
  @Test(arguments: [Law.rayleigh, .exponential, .logNormal], [true, false])
  func `what is inside is stopped no more often than stated`(law: Law, isLowEdge: Bool) {
    let (mean, deviation) = (law.mean, law.deviation)
    let means = isLowEdge ? mean...mean + 0.6 : mean - 0.6...mean
    let deviations = isLowEdge ? deviation...deviation + 0.8 : deviation - 0.8...deviation
    var random = RandomStream(Seed(5))
    let stopped = (0..<1000).count { _ in
      stop(law, means: means, deviations: deviations, &random) != nil
    }
    #expect(stopped <= 90, "\(stopped) of 1000")
  }

  /// A mean three metres off is ten standard errors of eight laps away.
  @Test func `what is far outside is stopped at the first look`() {
    var random = RandomStream(Seed(6))
    let law = Law.exponential
    for means in [law.mean + 3...law.mean + 4, 0.1...0.4] {
      #expect(stop(law, means: means, deviations: 0.1...9, &random) == 0)
    }
  }

  @Test func `a standard deviation is never too small, and other laps than those of the look say nothing`()
    throws
  {
    let rule = StoppingRule(looks: [3, 6], figures: 2, falseStops: 0.05)
    let figures = LapJackknife(ErrorsByLap(byLap: [[1, 1.1], [1.1, 1], [1, 1.1]]))
    #expect(!rule.excludes(.deviation, within: 5...6, by: figures, at: 0))
    #expect(rule.excludes(.deviation, within: 0.001...0.002, by: figures, at: 0))
    #expect(rule.excludes(.mean, within: 5...6, by: figures, at: 0))
    #expect(!rule.excludes(.mean, within: 5...6, by: figures, at: 1))
    #expect(!rule.excludes(.mean, within: 5...6, by: nil, at: 0))
  }
}
