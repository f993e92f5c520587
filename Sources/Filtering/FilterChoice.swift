public import World

/// The signal filters that a scenario may name, with their settings.
public enum FilterChoice: Hashable, Sendable {
  case kalman(KalmanFilter.Settings)
  case savitzkyGolay(SavitzkyGolayFilter.Settings)
  case feedback(FeedbackFilter.Settings)
  case movingAverage(MovingAverageFilter.Settings)
  /// Over so many seconds, above 0.
  case runningMean(seconds: Double)

  /// What is out of range; nil when all is well.
  public var fault: SettingFault? {
    switch self {
    case .kalman(let settings): settings.fault
    case .savitzkyGolay(let settings): settings.fault
    case .feedback(let settings): settings.fault
    case .movingAverage(let settings): settings.fault
    case .runningMean(let seconds):
      .first(of: ("seconds", seconds > 0 && seconds <= 3600, "above 0 and at most 3600", seconds))
    }
  }

  /// A fresh filter.
  ///
  /// - Precondition: the settings have no fault.
  public func makeFilter() -> any SignalFilter {
    switch self {
    case .kalman(let settings): KalmanFilter(settings)
    case .savitzkyGolay(let settings): SavitzkyGolayFilter(settings)
    case .feedback(let settings): FeedbackFilter(settings)
    case .movingAverage(let settings): MovingAverageFilter(settings)
    case .runningMean(let seconds): RunningMean(seconds: seconds)
    }
  }

  /// A fresh filter that applies each choice to the outputs of the one before it; for none, the readings stand.
  ///
  /// - Precondition: the settings have no fault.
  public static func makeChain(of choices: [FilterChoice]) -> any SignalFilter {
    guard let first = choices.first else { return Unfiltered() }
    var chain = first.makeFilter()
    for choice in choices.dropFirst() {
      let next = choice.makeFilter()
      chain = join(chain, next)
    }
    return chain
  }

  private static func join(_ first: some SignalFilter, _ second: some SignalFilter) -> any SignalFilter {
    FilterChain(first, then: second)
  }
}
