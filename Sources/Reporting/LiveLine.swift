package import Laps
import Positioning
package import Scenarios
package import World

/// What one second of a live replay came to, on one line.
package enum LiveLine {
  /// How many beacons stand on a line, the nearest first.
  private static let shown = 3

  /// Nil when nothing was heard and nothing found.
  ///
  /// - Parameter site: of several floors, whose number then stands behind the place.
  package static func text(
    of moment: LiveReplay.Moment, _ pipelines: [PipelineDefinition], site: Site?
  ) -> String? {
    let fixes = zip(pipelines, moment.callbacks).compactMap { pipeline, callback in
      (try? callback.fix.get()).map { (name: pipeline.name, fix: $0) }
    }
    guard !moment.ranges.isEmpty || !fixes.isEmpty else { return nil }
    var parts = [beacons(of: moment)]
    if let first = fixes.first {
      let (x, y) = (first.fix.position.x, first.fix.position.y)
      let floor = site?.hasFloors == true ? " on floor \(first.fix.floor)" : ""
      parts.append(
        "\(first.name) at \(FixedPoint.text(x, decimals: 2)), \(FixedPoint.text(y, decimals: 2)) m\(floor)")
    }
    return "\(FixedPoint.text(moment.time, decimals: 1)) s: " + parts.joined(separator: "; ") + "\n"
  }

  private static func beacons(of moment: LiveReplay.Moment) -> String {
    guard !moment.ranges.isEmpty else { return "nothing heard" }
    var parts = moment.ranges.prefix(shown).map { range in
      "\(range.beacon) \(FixedPoint.text(range.distance, decimals: 2)) m \(range.zone) "
        + "(\(FixedPoint.text(range.level.value, decimals: 1)) dBm)"
    }
    if moment.ranges.count > shown { parts.append("\(moment.ranges.count - shown) more") }
    return parts.joined(separator: ", ")
  }
}
