import Documents
import Phone
import TestSupport
import Testing
import World

@Suite struct FilterChoiceTests {
  struct Example: Decodable {
    let processVariance: Double
    let readingVariance: Double
    let startVariance: Double
    let second: String
    let alpha: Double

    enum CodingKeys: String, CodingKey {
      case processVariance = "Q"
      case readingVariance = "R"
      case startVariance = "P0"
      case second
      case alpha
    }

    var filters: [FilterChoice] {
      let kalman = FilterChoice(
        KalmanFilter.Settings(
          processVariance: processVariance, readingVariance: readingVariance, startVariance: startVariance))
      switch second {
      case "none": return [kalman]
      case "ma": return [kalman, FilterChoice(MovingAverageFilter.Settings(window: .readings(5)))]
      case "feedback": return [kalman, FilterChoice(FeedbackFilter.Settings(alpha: alpha, form: .literal))]
      case "feedback_rec":
        return [kalman, FilterChoice(FeedbackFilter.Settings(alpha: alpha, form: .recursive))]
      case "sg":
        return [kalman, FilterChoice(SavitzkyGolayFilter.Settings(window: 5, order: 2, point: .endPoint))]
      case "sgc":
        return [kalman, FilterChoice(SavitzkyGolayFilter.Settings(window: 5, order: 2, point: .centred))]
      default: return []
      }
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `Kalman and then another give the outputs of the exact vectors`() throws {
    let columns = try SharedData.vectors("pipeline", as: [Columns].self)
    let examples = try SharedData.vectors("pipeline", as: [Example].self)
    #expect(examples.count == 6)
    for (example, column) in zip(examples, columns) {
      #expect(!example.filters.isEmpty)
      var filter = FilterChoice.makeChain(of: example.filters)
      var levels = column.readings
      filter.smooth(&levels, at: column.times)
      #expect(column.difference(from: levels) < 1e-11)
    }
  }

  static let kalman = FilterChoice(
    KalmanFilter.Settings(processVariance: 20, readingVariance: 5, startVariance: 10))

  static let chains: [[FilterChoice]] = [
    [],
    [kalman],
    [FilterChoice(KalmanFilter.Settings(processVariance: 0.1, readingVariance: 5, missedSecond: .predict))],
    [FilterChoice(KalmanFilter.Settings(processVariance: 5, readingVariance: 5, startLevel: -70.3))],
    [FilterChoice(KalmanFilter.Settings(processVariance: 5, readingVariance: 5, resetAfter: 4))],
    [FilterChoice(KalmanFilter.Settings(processVariance: 0, readingVariance: 5, startVariance: 10))],
    [FilterChoice(FeedbackFilter.Settings(alpha: 0.75, form: .literal))],
    [FilterChoice(FeedbackFilter.Settings(alpha: 0.6, form: .recursive))],
    [FilterChoice(MovingAverageFilter.Settings(window: .readings(1)))],
    [FilterChoice(MovingAverageFilter.Settings(window: .seconds(5)))],
    [FilterChoice(MovingAverageFilter.Settings(window: .seconds(2.5), shortWindow: .latest))],
    [FilterChoice(SavitzkyGolayFilter.Settings(window: 5, order: 2, point: .centred))],
    [FilterChoice(SavitzkyGolayFilter.Settings(window: 11, order: 4, point: .centred))],
    [FilterChoice(SavitzkyGolayFilter.Settings(window: 7, order: 0, point: .endPoint))],
    [FilterChoice(MedianFilter.Settings(window: 1))],
    [FilterChoice(MedianFilter.Settings(window: 6))],
    [FilterChoice(HampelFilter.Settings(window: 6, threshold: 1))],
    [FilterChoice(HampelFilter.Settings(window: 8, threshold: 0))],
    [FilterChoice(ExponentialFilter.Settings(timeConstant: 0.4, resetAfter: 5))],
    [FilterChoice(OneEuroFilter.Settings(smallestCutoff: 0.5, beta: 0))],
    [FilterChoice(AlphaBetaFilter.Settings(alpha: 1, beta: 1.9))],
    [FilterChoice(AlphaBetaFilter.Settings(alpha: 0.2, beta: 0.01, resetAfter: 6))],
    [FilterChoice(AdaptiveKalmanFilter.Settings(adapting: .process, missedSecond: .predict))],
    [FilterChoice(KalmanSlopeFilter.Settings(processDensity: 0.01, resetAfter: 4))],
    [FilterChoice(HampelFilter.Settings()), kalman],
    [kalman, FilterChoice(FeedbackFilter.Settings())],
    [kalman, FilterChoice(MovingAverageFilter.Settings())],
    [kalman, FilterChoice(SavitzkyGolayFilter.Settings())],
    [FilterChoice(MovingAverageFilter.Settings()), FilterChoice(FeedbackFilter.Settings()), kalman],
  ]

  /// Of these a missed second moves the window on.
  static let forgetful: Set = [RunningMean.Settings.name]

  /// 1€'s delay is that of a ramp so slow that it does not raise the cutoff.
  static let slopes = [OneEuroFilter.Settings.name: 1e-8]

  @Test(arguments: BuiltInFilters.all.map { $0.name })
  func `every filter that a scenario may name keeps the contract with its defaults`(name: String) throws {
    let settings = try #require(BuiltInFilters.all.first { $0.name == name })
    let broken = SignalFilterContract.violations(
      of: settings.defaults.makeFilter(), forgets: Self.forgetful.contains(name),
      slope: Self.slopes[name] ?? 0.01)
    #expect(broken == [])
  }

  @Test(arguments: chains)
  func `every filter and chain keeps the contract`(choices: [FilterChoice]) {
    #expect(choices.allSatisfy { $0.fault == nil })
    let broken = violations(FilterChoice.makeChain(of: choices))
    #expect(broken == [])
  }

  @Test(arguments: [
    [FilterChoice(RunningMean.Settings(seconds: 1))],
    [FilterChoice(RunningMean.Settings(seconds: 2.5))],
    [kalman, FilterChoice(RunningMean.Settings(seconds: 4))],
  ])
  func `the running mean keeps the contract, but forgets`(choices: [FilterChoice]) {
    let broken = violations(FilterChoice.makeChain(of: choices), forgets: true)
    #expect(broken == [])
  }

  @Test func `1€ keeps the contract on a very slow ramp`() {
    let filter = OneEuroFilter(.init(smallestCutoff: 2, beta: 1, speedCutoff: 1))
    #expect(SignalFilterContract.violations(of: filter, slope: 1e-8) == [])
  }

  private func violations(_ filter: some SignalFilter, forgets: Bool = false) -> [String] {
    SignalFilterContract.violations(of: filter, forgets: forgets)
  }

  @Test func `a filter that waits for a full window keeps the contract`() {
    let filter = MovingAverageFilter(.init(window: .readings(5), shortWindow: .none))
    #expect(SignalFilterContract.violations(of: filter) == [])
  }

  @Test func `a chain's delay is the sum`() {
    let chain = FilterChoice.makeChain(of: [Self.kalman, FilterChoice(MovingAverageFilter.Settings())])
    #expect(abs(chain.delay(every: 1) - 2.20710678118654757) < 1e-12)
  }

  @Test func `the contract finds a filter that breaks it`() {
    #expect(!SignalFilterContract.violations(of: Broken()).isEmpty)
  }

  /// Falls back to nothing in missed seconds, lies about its delay and drifts.
  struct Broken: SignalFilter {
    func delay(every interval: Double) -> Double { 1 }
    mutating func smooth(_ level: DBm?, at time: Double) -> DBm? { level.map { DBm($0.value * 1.001) } }
  }

  @Test func `says which setting is out of range`() {
    #expect(FilterChoice(RunningMean.Settings(seconds: 0)).fault?.key == "seconds")
    #expect(FilterChoice(KalmanFilter.Settings(readingVariance: -1)).fault?.key == "r")
    #expect(FilterChoice(FeedbackFilter.Settings(alpha: 2)).fault?.key == "alpha")
  }
}
