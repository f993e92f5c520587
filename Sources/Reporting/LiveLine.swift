import Positioning
public import Studies
import World

/// What one second of a live replay came to, on one line.
public enum LiveLine {
  /// How many beacons stand on a line, the nearest first.
  private static let shown = 3

  /// Nil when nothing was heard and nothing found.
  public static func text(of moment: LiveReplay.Moment, _ pipelines: [PipelineDefinition]) -> String? {
    let fixes = zip(pipelines, moment.callbacks).compactMap { pipeline, callback in
      (try? callback.fix.get()).map { (name: pipeline.name, position: $0.position) }
    }
    guard !moment.ranges.isEmpty || !fixes.isEmpty else { return nil }
    var parts = [beacons(of: moment)]
    if let first = fixes.first {
      let (x, y) = (first.position.x, first.position.y)
      parts.append(
        "\(first.name) at \(FixedPoint.text(x, decimals: 2)), \(FixedPoint.text(y, decimals: 2)) m")
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
