/// The filters that a scenario may name.
public enum BuiltInFilters {
  /// In the order of the documentation.
  public static let all = registered()

  /// How a scenario states a filter.
  public static let form = FilterChoice.form(of: all)

  /// In a function's body the list is no part of this module's interface: a filter that is added recompiles what names it,
  /// not every file above.
  private static func registered() -> [any FilterSettings.Type] {
    [
      KalmanFilter.Settings.self, SavitzkyGolayFilter.Settings.self, FeedbackFilter.Settings.self,
      MovingAverageFilter.Settings.self, RunningMean.Settings.self, MedianFilter.Settings.self,
      HampelFilter.Settings.self, ExponentialFilter.Settings.self, OneEuroFilter.Settings.self,
      AlphaBetaFilter.Settings.self, AdaptiveKalmanFilter.Settings.self, KalmanSlopeFilter.Settings.self,
    ]
  }
}
