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

  private let xx: Float
  private let xy: Float
  private let yy: Float
  /// -1 for none, like the confidence in the room.
  private let floorConfidence: Float
  private let floorBrier: Float
  private let roomConfidence: Float
  private let roomBrier: Float

  /// - Parameters:
  ///   - covariance: of the error on the plan; nil where the method states none; numbers that are not finite count as none.
  ///   - floor: of the probabilities of floors.
  ///   - room: of the probabilities of rooms.
  public init(_ covariance: PlanCovariance?, floor: Forecast? = nil, room: Forecast? = nil) {
    let stated = covariance.flatMap { $0.trace >= 0 && Float($0.trace).isFinite ? $0 : nil }
    (xx, xy, yy) = (Float(stated?.xx ?? -1), Float(stated?.xy ?? 0), Float(stated?.yy ?? -1))
    (floorConfidence, floorBrier) = (Float(floor?.confidence ?? -1), Float(floor?.brier ?? 0))
    (roomConfidence, roomBrier) = (Float(room?.confidence ?? -1), Float(room?.brier ?? 0))
  }

  /// What is kept, as ``numbers`` gives it.
  ///
  /// - Returns: nil for other than seven finite numbers.
  public init?(numbers: [Float]) {
    guard numbers.count == 7, numbers.allSatisfy(\.isFinite) else { return nil }
    (xx, xy, yy) = (numbers[0], numbers[1], numbers[2])
    (floorConfidence, floorBrier) = (numbers[3], numbers[4])
    (roomConfidence, roomBrier) = (numbers[5], numbers[6])
  }

  /// All that is kept, to be stored: the covariance, and confidence and Brier score of floors and of rooms, with -1 for none.
  public var numbers: [Float] {
    [xx, xy, yy, floorConfidence, floorBrier, roomConfidence, roomBrier]
  }

  /// In m²; nil where the method states none.
  public var covariance: PlanCovariance? {
    xx < 0 && yy < 0 ? nil : PlanCovariance(xx: Double(xx), xy: Double(xy), yy: Double(yy))
  }

  /// Nil where the method gives no probabilities of floors, and on sites with a single one.
  public var floor: Forecast? {
    floorConfidence < 0
      ? nil : Forecast(confidence: Double(floorConfidence), brier: Double(floorBrier))
  }

  /// Nil without a covariance, and on sites without rooms.
  public var room: Forecast? {
    roomConfidence < 0 ? nil : Forecast(confidence: Double(roomConfidence), brier: Double(roomBrier))
  }

  /// Whether nothing was stated.
  var isEmpty: Bool { covariance == nil && floor == nil && room == nil }
}
