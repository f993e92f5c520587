/// The 95 % interval of a score: from the 2.5 % to the 97.5 % quantile of what resamples come to, in metres.
public struct BootstrapInterval: Hashable, Sendable {
  public let lower: Double
  public let upper: Double

  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }
}
