public import World

/// What a method itself stated about one of its fixes, as far as it can be scored.
///
/// There are millions of them, so numbers are kept to seven digits.
public struct ErrorClaim: Hashable, Sendable {
  /// The probabilities that a method gave to floors or to rooms, and how good they were.
  public struct Forecast: Hashable, Sendable {
    /// The probability of the answer that the fix gives, 0 to 1.
    public let confidence: Double
    /// The sum over all answers of the squared difference between its probability and 1, if it was the true one, or 0: from 0
    /// to 2. Source: Brier 1950, "Verification of forecasts expressed in terms of probability".
    public let brier: Double

    public init(confidence: Double, brier: Double) { (self.confidence, self.brier) = (confidence, brier) }

    /// - Parameters:
    ///   - probabilities: of each answer.
    ///   - answer: the one that the fix gives; nil for one that has no probability.
    ///   - truth: the true one; nil for one that has no probability.
    public init(of probabilities: [Double], answer: Int?, truth: Int?) {
      let squares = probabilities.enumerated().reduce(0) { sum, each in
        let missing = (each.offset == truth ? 1 : 0) - each.element
        return sum + missing * missing
      }
      self.init(confidence: answer.map { probabilities[$0] } ?? 0, brier: squares + (truth == nil ? 1 : 0))
    }
  }

  private let plan: SIMD3<Float>?
  private let ofFloor: SIMD2<Float>?
  private let ofRoom: SIMD2<Float>?

  /// - Parameters:
  ///   - covariance: of the error on the plan; nil where the method states none; numbers that are not finite count as none.
  ///   - floor: of the probabilities of floors.
  ///   - room: of the probabilities of rooms.
  public init(_ covariance: PlanCovariance?, floor: Forecast? = nil, room: Forecast? = nil) {
    let stated = covariance.flatMap { $0.trace >= 0 && Float($0.trace).isFinite ? $0 : nil }
    plan = stated.map { SIMD3(Float($0.xx), Float($0.xy), Float($0.yy)) }
    (ofFloor, ofRoom) = (floor?.numbers, room?.numbers)
  }

  /// In m²; nil where the method states none.
  public var covariance: PlanCovariance? {
    plan.map { PlanCovariance(xx: Double($0.x), xy: Double($0.y), yy: Double($0.z)) }
  }

  /// Nil where the method gives no probabilities of floors, and on sites with a single one.
  public var floor: Forecast? { ofFloor.map { Forecast($0) } }

  /// Nil without a covariance, and on sites without rooms.
  public var room: Forecast? { ofRoom.map { Forecast($0) } }

  /// Whether nothing was stated.
  package var isEmpty: Bool { plan == nil && ofFloor == nil && ofRoom == nil }
}

extension ErrorClaim.Forecast {
  fileprivate init(_ numbers: SIMD2<Float>) {
    self.init(confidence: Double(numbers.x), brier: Double(numbers.y))
  }

  fileprivate var numbers: SIMD2<Float> { SIMD2(Float(confidence), Float(brier)) }
}
