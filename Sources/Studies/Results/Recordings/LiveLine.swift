package import Laps
import Positioning
import Rendering
package import Scenarios
package import World

/// The result of one second of a live replay, on one line.
package enum LiveLine {
  /// How many beacons stand on a line at most, the nearest first.
  private static let shown = 3

  /// Nil when nothing was heard and nothing found. Where there is no room for three beacons, only the nearest are named.
  ///
  /// - Parameters:
  ///   - site: of several floors, whose number then stands behind the place.
  ///   - width: of a line.
  package static func text(
    of moment: LiveReplay.Moment, _ pipelines: [PipelineDefinition], site: Site?,
    width: Int = OutputWidth.piped
  ) -> String? {
    let fixes = zip(pipelines, moment.callbacks).compactMap { pipeline, callback in
      (try? callback.fix.get()).map { (name: pipeline.name, fix: $0) }
    }
    guard !moment.ranges.isEmpty || !fixes.isEmpty else { return nil }
    var place = ""
    if let first = fixes.first {
      let (x, y) = (first.fix.position.x, first.fix.position.y)
      let floor = site?.hasFloors == true ? " on floor \(first.fix.floor)" : ""
      place =
        "; \(first.name) at \(FixedPoint.text(x, decimals: 2)), \(FixedPoint.text(y, decimals: 2)) m\(floor)"
    }
    let time = FixedPoint.text(moment.time, decimals: 1)
    let lines = (1...shown).reversed().map { "\(time) s: \(beacons(of: moment, shown: $0))\(place)" }
    return (lines.first { $0.printable().displayWidth <= width } ?? lines[shown - 1]).paragraph(width: width)
  }

  private static func beacons(of moment: LiveReplay.Moment, shown: Int) -> String {
    guard !moment.ranges.isEmpty else { return "nothing heard" }
    var parts = moment.ranges.prefix(shown).map { range in
      "\(range.beacon) \(FixedPoint.text(range.distance, decimals: 2)) m \(range.zone) "
        + "(\(FixedPoint.text(range.level.value, decimals: 1)) dBm)"
    }
    if moment.ranges.count > shown { parts.append("\(moment.ranges.count - shown) more") }
    return parts.joined(separator: ", ")
  }
}
