// The methods whose fixes say how large their errors may be.

extension GridTracker.Settings {
  /// The covariance of the belief, and the probabilities of floors.
  public var statesUncertainty: Bool { true }
}

extension ParticleFilter.Settings {
  /// The covariance of the particles, and the probabilities of floors.
  public var statesUncertainty: Bool { true }
}

extension KalmanTracker.Settings {
  /// The covariance of the state.
  public var statesUncertainty: Bool { true }
}

extension MaximumLikelihood.Settings {
  /// The spread of the cells about their mean; the most probable cell alone states none.
  public var statesUncertainty: Bool { estimate == .mean }
}

extension Trilateration.Settings {
  /// The standard error of least squares; robust losses state none.
  public var statesUncertainty: Bool { loss == .squares }
}

extension ProgramMethod.Settings {
  /// A program may state one.
  public var statesUncertainty: Bool { true }
}
