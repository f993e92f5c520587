import CLanes
import NumericalMethods
import World

/// Where particles are: by particle, in metres, and on which floor.
struct ParticlePlaces {
  var x: [Double]
  var y: [Double]
  var floors: [Int]
}

/// The weights of particles, which add up to 1.
struct ParticleWeights: Sendable {
  /// By particle.
  var values: [Double]

  /// Equal weights.
  init(of particles: Int) {
    values = [Double](repeating: 1 / Double(particles), count: particles)
  }

  /// Multiplies the weights by likelihoods; where all products vanish, all weights become equal again.
  ///
  /// - Parameter logarithms: of the likelihoods, by particle.
  mutating func multiply(byExpOf logarithms: [Double]) {
    let best = logarithms.reduce(-.infinity) { $1 > $0 ? $1 : $0 }
    guard best > -.infinity else { return }
    Self.multiply(&values, byExpOf: logarithms, less: best)
    let total = values.reduce(0, +)
    if total > 1e-280 {
      for particle in values.indices { values[particle] /= total }
    } else {
      self = ParticleWeights(of: values.count)
    }
  }

  private static func multiply(_ weights: inout [Double], byExpOf logarithms: [Double], less best: Double) {
    var weights = weights.mutableSpan
    let logarithms = logarithms.span
    for first in stride(from: 0, to: weights.count, by: 4) {
      let factors = Elementary.exp(logarithms.four(from: first) - best)
      weights.replace(from: first, with: weights.four(from: first) * factors)
    }
  }

  /// Whether the effective number of particles is below half of them.
  var areUneven: Bool { values.reduce(0) { $0 + $1 * $1 } * Double(values.count) > 2 }

  /// The indices of the particles that are kept: at equal steps through the cumulative weights.
  ///
  /// - Parameter start: 0 to 1, the position of the first draw within its step.
  func systematic(start: Double) -> [Int] {
    let weights = values.span
    var (index, sum) = (0, values.first ?? 0)
    return weights.indices.map { step in
      let target = (Double(step) + start) / Double(weights.count)
      while sum < target, index + 1 < weights.count {
        index += 1
        sum += weights[index]
      }
      return index
    }
  }

  /// The weight of each floor that particles are on, in rising order.
  func sums(byFloor floors: [Int]) -> [(floor: Int, weight: Double)] {
    let (weights, places) = (values.span, floors.span)
    var sums: [(floor: Int, weight: Double)] = []
    var next = floors.min()
    while let floor = next {
      var weight = 0.0
      next = nil
      for particle in weights.indices {
        let here = places[particle]
        if here == floor {
          weight += weights[particle]
        } else if here > floor, here < next ?? .max {
          next = here
        }
      }
      sums.append((floor, weight))
    }
    return sums
  }

  /// The weighted mean of the particles on a floor, and their covariance about it.
  ///
  /// - Parameter total: the weight of the floor.
  func moments(
    of places: ParticlePlaces, onFloor floor: Int, total: Double
  ) -> (x: Double, y: Double, covariance: PlanCovariance) {
    let (weights, x, y, floors) = (values.span, places.x.span, places.y.span, places.floors.span)
    let total = max(total, 1e-300)
    var mean = (x: 0.0, y: 0.0)
    for particle in weights.indices where floors[particle] == floor {
      mean.x += weights[particle] * x[particle]
      mean.y += weights[particle] * y[particle]
    }
    mean = (mean.x / total, mean.y / total)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for particle in weights.indices where floors[particle] == floor {
      let (weight, dx, dy) = (weights[particle], x[particle] - mean.x, y[particle] - mean.y)
      xx += weight * (dx * dx)
      xy += weight * (dx * dy)
      yy += weight * (dy * dy)
    }
    return (mean.x, mean.y, PlanCovariance(xx: xx / total, xy: xy / total, yy: yy / total))
  }
}

extension RandomStream {
  /// Four times two independent draws from the normal distribution, from what `uniform()` gave: Box and Muller's pairs. The first of each
  /// has the bits of `normal()` with the same draws.
  @inline(__always)
  static func normalPairs(
    _ first: SIMD4<Double>, _ second: SIMD4<Double>
  ) -> (SIMD4<Double>, SIMD4<Double>) {
    let radius = beaconbench_root(-2 * Elementary.log(1 - first))
    let (sine, cosine) = Elementary.sinCos(2 * Double.pi * second)
    return (radius * cosine, radius * sine)
  }
}
