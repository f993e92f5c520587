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
        KalmanFilter.Settings {
          ($0.processVariance, $0.readingVariance, $0.startVariance) = (
            processVariance, readingVariance, startVariance
          )
        })
      switch second {
      case "none": return [kalman]
      case "ma": return [kalman, FilterChoice(MovingAverageFilter.Settings())]
      case "feedback": return [kalman, FilterChoice(FeedbackFilter.Settings { $0.alpha = alpha })]
      case "feedback_rec":
        return [kalman, FilterChoice(FeedbackFilter.Settings { ($0.alpha, $0.form) = (alpha, .recursive) })]
      case "sg":
        return [kalman, FilterChoice(SavitzkyGolayFilter.Settings())]
      case "sgc":
        return [kalman, FilterChoice(SavitzkyGolayFilter.Settings { $0.point = .centred })]
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
      #expect(column.difference(of: FilterChoice.makeChain(of: example.filters)) < 1e-11)
    }
  }

  static let kalman = FilterChoice(
    KalmanFilter.Settings { $0.processVariance = 20 })

  static let chains: [[FilterChoice]] = [
    [],
    [kalman],
    [FilterChoice(KalmanFilter.Settings { ($0.processVariance, $0.missedSecond) = (0.1, .predict) })],
    [FilterChoice(KalmanFilter.Settings { $0.startLevel = -70.3 })],
    [FilterChoice(KalmanFilter.Settings { $0.resetAfter = 4 })],
    [FilterChoice(KalmanFilter.Settings { $0.processVariance = 0 })],
    [FilterChoice(FeedbackFilter.Settings { $0.alpha = 1 })],
    [FilterChoice(FeedbackFilter.Settings { ($0.alpha, $0.form) = (0.6, .recursive) })],
    [FilterChoice(MovingAverageFilter.Settings { $0.window = .readings(1) })],
    [FilterChoice(MovingAverageFilter.Settings { $0.window = .seconds(5) })],
    [FilterChoice(MovingAverageFilter.Settings { $0.shortWindow = .none })],
    [FilterChoice(MovingAverageFilter.Settings { ($0.window, $0.shortWindow) = (.seconds(2.5), .latest) })],
    [FilterChoice(SavitzkyGolayFilter.Settings { $0.point = .centred })],
    [FilterChoice(SavitzkyGolayFilter.Settings { ($0.window, $0.order, $0.point) = (11, 4, .centred) })],
    [FilterChoice(SavitzkyGolayFilter.Settings { ($0.window, $0.order) = (7, 0) })],
    [FilterChoice(MedianFilter.Settings { $0.window = 1 })],
    [FilterChoice(MedianFilter.Settings { $0.window = 6 })],
    [FilterChoice(HampelFilter.Settings { ($0.window, $0.threshold) = (6, 1) })],
    [FilterChoice(HampelFilter.Settings { ($0.window, $0.threshold) = (8, 0) })],
    [FilterChoice(ExponentialFilter.Settings { ($0.timeConstant, $0.resetAfter) = (0.4, 5) })],
    [FilterChoice(OneEuroFilter.Settings { ($0.smallestCutoff, $0.beta) = (0.5, 0) })],
    [FilterChoice(AlphaBetaFilter.Settings { ($0.alpha, $0.beta) = (1, 1.9) })],
    [FilterChoice(AlphaBetaFilter.Settings { ($0.alpha, $0.beta, $0.resetAfter) = (0.2, 0.01, 6) })],
    [FilterChoice(AdaptiveKalmanFilter.Settings { ($0.adapting, $0.missedSecond) = (.process, .predict) })],
    [FilterChoice(KalmanSlopeFilter.Settings { ($0.processDensity, $0.resetAfter) = (0.01, 4) })],
    [FilterChoice(HampelFilter.Settings()), kalman],
    [kalman, FilterChoice(FeedbackFilter.Settings())],
    [kalman, FilterChoice(MovingAverageFilter.Settings())],
    [kalman, FilterChoice(SavitzkyGolayFilter.Settings())],
    [FilterChoice(MovingAverageFilter.Settings()), FilterChoice(FeedbackFilter.Settings()), kalman],
    [FilterChoice(RunningMean.Settings { $0.seconds = 1 })],
    [FilterChoice(RunningMean.Settings { $0.seconds = 2.5 })],
    [kalman, FilterChoice(RunningMean.Settings { $0.seconds = 4 })],
    [FilterChoice(OneEuroFilter.Settings { ($0.smallestCutoff, $0.beta, $0.speedCutoff) = (2, 1, 1) })],
  ]

  static let defaults = BuiltInFilters.all.map { [FilterChoice($0.init())] }

  @Test(arguments: [
    (FilterChoice(ExponentialFilter.Settings { $0.timeConstant = 0 }), "timeConstant"),
    (FilterChoice(ExponentialFilter.Settings { $0.resetAfter = 0 }), "resetAfter"),
    (FilterChoice(RunningMean.Settings { $0.seconds = 0 }), "seconds"),
    (FilterChoice(KalmanFilter.Settings { $0.readingVariance = -1 }), "r"),
    (FilterChoice(FeedbackFilter.Settings { $0.alpha = 0 }), "alpha"),
    (FilterChoice(FeedbackFilter.Settings { $0.alpha = 1.01 }), "alpha"),
    (FilterChoice(HampelFilter.Settings { $0.window = 2 }), "window"),
    (FilterChoice(HampelFilter.Settings { $0.threshold = -1 }), "threshold"),
    (FilterChoice(KalmanFilter.Settings { $0.processVariance = -1 }), "q"),
    (FilterChoice(KalmanFilter.Settings { $0.startVariance = .nan }), "p0"),
    (FilterChoice(KalmanFilter.Settings { $0.startLevel = DBm(.infinity) }), "first"),
    (FilterChoice(KalmanFilter.Settings { $0.startLevel = -128 }), "first"),
    (FilterChoice(KalmanFilter.Settings { $0.resetAfter = 0 }), "resetAfter"),
    (FilterChoice(MedianFilter.Settings { $0.window = 0 }), "window"),
    (FilterChoice(MovingAverageFilter.Settings { $0.window = .readings(0) }), "window"),
    (FilterChoice(MovingAverageFilter.Settings { $0.window = .seconds(0) }), "window.seconds"),
    (FilterChoice(OneEuroFilter.Settings { $0.smallestCutoff = 0 }), "minCutoff"),
    (FilterChoice(OneEuroFilter.Settings { $0.beta = -1 }), "beta"),
    (FilterChoice(OneEuroFilter.Settings { $0.speedCutoff = 0 }), "dCutoff"),
    (FilterChoice(AlphaBetaFilter.Settings { $0.alpha = 0 }), "alpha"),
    (FilterChoice(AlphaBetaFilter.Settings { ($0.alpha, $0.beta) = (1, 2) }), "beta"),
    (FilterChoice(AdaptiveKalmanFilter.Settings { $0.processVariance = 0 }), "q"),
    (FilterChoice(AdaptiveKalmanFilter.Settings { $0.window = 1 }), "window"),
    (FilterChoice(AdaptiveKalmanFilter.Settings { $0.leastVariance = 0 }), "least"),
    (FilterChoice(KalmanSlopeFilter.Settings { $0.processDensity = 0 }), "q"),
    (FilterChoice(KalmanSlopeFilter.Settings { $0.readingVariance = 0 }), "r"),
    (FilterChoice(SavitzkyGolayFilter.Settings { $0.order = -1 }), "order"),
    (FilterChoice(SavitzkyGolayFilter.Settings { $0.window = 2 }), "window"),
    (FilterChoice(SavitzkyGolayFilter.Settings { $0.window = 103 }), "window"),
  ])
  func `a filter says which setting is out of range`(choice: FilterChoice, key: String) {
    #expect(choice.fault?.key == key)
  }

  /// A missed second moves the window of a running mean on, and the delay of 1€ with a β is that of a ramp so slow that it does not
  /// raise the cutoff.
  @Test(arguments: chains + defaults)
  func `every filter and chain keeps the contract, also with its defaults`(choices: [FilterChoice]) {
    #expect(choices.allSatisfy { $0.fault == nil })
    let forgets = choices.contains { $0.settings is RunningMean.Settings }
    let rises = choices.contains { ($0.settings as? OneEuroFilter.Settings)?.beta ?? 0 > 0 }
    let chain = FilterChoice.makeChain(of: choices)
    #expect(
      SignalFilterContract.violations(of: chain, forgets: forgets, slope: rises ? 1e-8 : 0.01) == [])
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
}
