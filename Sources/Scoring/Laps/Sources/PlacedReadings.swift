import NumericalMethods
import Phone
import World

/// The readings of one lap with the true distance behind each.
struct PlacedReadings: Sendable {
  private let readings: Readings
  /// By anchor of the site, then by callback: the common logarithm of metres; nil where nothing was heard, or
  /// the walker's position is unknown.
  private let distances: [[Double?]]

  init(_ lap: HeardLap, site: Site) {
    readings = lap.readings
    let middles = lap.readings.times.map { $0 - lap.readings.interval / 2 }
    let places = middles.map { lap.position(at: $0) }
    distances = site.anchors.enumerated().map { index, anchor in
      places.indices.map { callback in
        guard let place = places[callback], lap.readings.levels[index][callback] != nil else { return nil }
        let beacon = lap.beaconWalks[index]?.position(at: middles[callback]) ?? anchor.position
        // No phone is nearer than a centimetre, and the logarithm of 0 is infinite.
        return Elementary.log10(max(beacon.distance(to: place), 0.01))
      }
    }
  }

  /// By anchor of the site.
  func moments(drawing draws: RandomStream) -> [LevelMoments] {
    var draws = draws
    return distances.enumerated().map { anchor, distances in
      var moments = LevelMoments()
      for (distance, level) in zip(distances, readings.levels[anchor]) {
        guard let distance, let level else { continue }
        moments.add(distance: distance, level: level.value, draw: draws.normal())
      }
      return moments
    }
  }

  /// The same readings with other levels, and what that changed.
  ///
  /// - Parameters:
  ///   - noise: by anchor of the site.
  ///   - draws: the same as for the moments.
  func whitened(_ noise: [BeaconNoise], drawing draws: RandomStream) -> (Readings, NoiseTally) {
    var draws = draws
    var levels = readings.levels
    var tally = NoiseTally(anchors: distances.count)
    for (anchor, distances) in distances.enumerated() {
      var last: (measured: Double, white: Double)?
      for (callback, distance) in distances.enumerated() {
        guard let level = readings.levels[anchor][callback] else {
          last = nil
          continue
        }
        guard let distance else {
          tally.unplaced += 1
          last = nil
          continue
        }
        let white = noise[anchor].level(
          distance: distance, draw: draws.normal(), measured: level.value)
        levels[anchor][callback] = DBm(white)
        let residuals = (
          measured: noise[anchor].residual(of: level.value, distance: distance),
          white: noise[anchor].residual(of: white, distance: distance)
        )
        tally.add(
          anchor: anchor, measured: level.value, white: white, residuals: residuals, after: last)
        last = residuals
      }
    }
    return (readings.replacing(levels: levels), tally)
  }
}
