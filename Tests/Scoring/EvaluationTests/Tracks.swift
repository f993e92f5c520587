import Evaluation
import World

/// Walks and tracks that are made by hand.
enum Tracks {
  static func walk(_ knots: [(Double, Double, Double)]) -> Walk {
    Walk(knots: knots.map { Walk.Knot(time: $0, position: Point(x: $1, y: $2, z: 1.2)) })
  }

  /// Round a square of 20 m at 1.25 m/s, 16 s a side, from t = 3.3 on.
  static let square = walk(
    (0...8).map { corner in
      let (x, y) = [(0.0, 0.0), (20, 0), (20, 20), (0, 20)][corner % 4]
      return (3.3 + 16 * Double(corner), x, y)
    })

  static func fix(_ point: Point, floor: Int = 0) -> Result<Fix, NoFix> {
    .success(Fix(position: point.at(height: 0), floor: floor))
  }

  static let none: Result<Fix, NoFix> = .failure(.undetermined)

  static func score(
    _ fixes: [Result<Fix, NoFix>], at times: [Double], on walk: Walk,
    site: Site = Site(name: "s", anchors: []), settings: MetricSettings = MetricSettings()
  ) -> TrackScore {
    TrackScore(
      of: fixes, truth: TrackTruth(of: walk, at: times, interval: 1, site: site, settings: settings))
  }

  static func metrics(_ laps: [TrackScore]) -> TrackMetrics? {
    TrackMetrics(of: laps.reduce(into: TrackTotals()) { $0.add($1) })
  }
}
