import NumericalMethods
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

extension ErrorClaim.Forecast {
  /// How good the probabilities were that a method gives to floors; nil where it gives none, and on sites with a single floor.
  init?(floorsOf fix: Fix, truth: Int, site: Site) {
    guard site.floors.count > 1, let stated = fix.floorProbabilities else { return nil }
    self.init(
      of: stated.map(\.probability), answer: stated.firstIndex { $0.floor == fix.floor },
      truth: stated.firstIndex { $0.floor == truth })
  }

  /// How good the probabilities were that follow for rooms; nil without a covariance, and on sites without rooms.
  ///
  /// The probability of a room is the share of 128 equally probable places of the stated normal distribution that lie in it, on each
  /// floor times the floor's probability; outside all rooms is an answer like any other.
  init?(roomsOf fix: Fix, truth: Int?, answer: Int?, site: Site) {
    guard !site.rooms.isEmpty, let covariance = fix.statedCovariance, covariance.trace.isFinite else {
      return nil
    }
    let places = covariance.probablePlaces(around: fix.position)
    let floors = fix.floorProbabilities ?? [FloorProbability(floor: fix.floor, probability: 1)]
    let outside = site.rooms.count
    var probabilities = [Double](repeating: 0, count: outside + 1)
    for floor in floors where floor.probability > 0 {
      for place in places {
        probabilities[site.room(at: place, floor: floor.floor) ?? outside] +=
          floor.probability / Double(places.count)
      }
    }
    self.init(of: probabilities, answer: answer ?? outside, truth: truth ?? outside)
  }
}

extension PlanCovariance {
  /// In standard deviations along and across: 8 rings, each the middle of an eighth of the distribution, with 16 directions each,
  /// turned from ring to ring.
  private static let probable = (0..<8).flatMap { ring in
    let radius = (-2 * Elementary.log(1 - (Double(ring) + 0.5) / 8)).squareRoot()
    return (0..<16).map { direction in
      let (sine, cosine) = Elementary.sinCos((Double(direction) + Double(ring) / 8) * .pi / 8)
      return (along: radius * cosine, across: radius * sine)
    }
  }

  /// 128 places of equal probability of the normal distribution around a place.
  func probablePlaces(around place: Point) -> [Point] {
    let axes = axes
    return Self.probable.map {
      place + axes.vector(along: $0.along * axes.major, across: $0.across * axes.minor)
    }
  }
}
