import NumericalMethods
import World

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
