import NumericalMethods
public import World

/// The loss beyond one metre that every law of path loss comes down to: a straight line over the logarithm of the
/// distance, which may bend once, and bend only where the line of sight is blocked.
///
/// `loss = a log10 d + (1 - P) b log10(d / d₀)`, the second part from the bend d₀ on only; P is the chance of a
/// line of sight, 0 where the law knows none.
public struct LossCurve: Hashable, Sendable {
  /// Where the line bends.
  public struct Bend: Hashable, Sendable {
    /// Metres from which on the loss grows otherwise.
    public let distance: Double
    /// Decibels a decade by which it then grows faster; negative for slower.
    public let perDecade: Double
    /// Nil for a bend that is always there.
    public let unlessInSight: SightProbability?
  }

  /// Decibels for each tenfold of the distance.
  public let perDecade: Double
  /// Nil for one straight line.
  public let bend: Bend?
  /// Decibels lost at every distance.
  public let constant: Double

  init(perDecade: Double, bend: Bend? = nil, constant: Double = 0) {
    self.perDecade = perDecade
    self.bend = bend
    self.constant = constant
  }

  /// The loss at a distance in space and on the plan, in metres.
  ///
  /// Nearer than ``LogDistance/nearest`` counts as that far away.
  public func loss(at distance: Double, onPlan horizontal: Double) -> Decibels {
    let decades = Elementary.log10(max(distance, LogDistance.nearest))
    guard let bend else { return Decibels(constant + perDecade * decades) }
    let beyond = max(decades - Elementary.log10(bend.distance), 0)
    let blocked = 1 - (bend.unlessInSight?.value(at: horizontal) ?? 0)
    return Decibels(constant + perDecade * decades + blocked * bend.perDecade * beyond)
  }
}
