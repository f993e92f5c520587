/// What a study may choose about its metrics.
public struct MetricSettings: Hashable, Sendable {
  /// Metres at which the distribution of errors is told; in ascending order.
  public var within: [Double]
  /// Seconds that somebody must stand still for it to be a stop; above 0.
  public var stillSeconds: Double
  /// Metres from its resting place within which a fix has settled; above 0.
  public var settledWithin: Double

  public init(
    within: [Double] = [1, 2, 3, 5, 10], stillSeconds: Double = 5, settledWithin: Double = 2
  ) {
    precondition(
      stillSeconds > 0 && settledWithin > 0,
      "still and settled must be above 0, were \(stillSeconds) and \(settledWithin)")
    self.within = within.sorted()
    self.stillSeconds = stillSeconds
    self.settledWithin = settledWithin
  }
}
