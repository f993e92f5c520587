import Documents
package import Laps
package import Positioning
import Scenarios
package import Sites
package import World

extension Replay {
  /// Fixes, ground truth and beacons as GeoJSON.
  ///
  /// - Parameters:
  ///   - map: of the site.
  ///   - lap: the lap that each feature names.
  package func map(on map: GeoJSONMap, lap: Int) -> String {
    var map = map
    let walk = truth.walk
    for callback in tracks.first?.callbacks ?? [] {
      guard let walk, walk.isKnown(at: callback.time) else { continue }
      map.addTruth(
        walk.position(at: callback.time), floor: walk.floor(at: callback.time), lap: lap,
        time: callback.time, since: start)
    }
    for press in truth.presses ?? [] {
      guard let point = site?.testPoints[press.testPoint] else { continue }
      map.add(
        point.position,
        [
          "kind": "press", "name": Document("\(point.id)"), "floor": Document(point.floor),
          "lap": Document(lap), "time_s": Document(press.time),
          "time": start.map { GeoJSONMap.moment($0 + press.time) },
        ])
    }
    for track in tracks {
      for callback in track.callbacks {
        map.add(callback, of: track.definition.name, lap: lap, walker: nil, since: start)
      }
    }
    return map.text
  }
}

extension GeoJSONMap {
  /// Adds the fix of a callback, if there is one.
  ///
  /// - Parameter start: when t = 0 was, in seconds since 1970; nil where that is unknown.
  package mutating func add(
    _ callback: Callback, of pipeline: String, lap: Int, walker: String?, since start: Double? = nil
  ) {
    guard let fix = try? callback.fix.get(), fix.position.isFinite else { return }
    add(
      fix.position,
      [
        "kind": "fix", "pipeline": Document(pipeline), "floor": Document(fix.floor), "lap": Document(lap),
        "walker": walker.map { Document($0) }, "time_s": Document(callback.time),
        "time": start.map { GeoJSONMap.moment($0 + callback.time) },
        "uncertainty_m": fix.uncertainty.map { Document($0) }, "origin": Document(fix.origin.rawValue),
      ])
  }

  /// Adds where the walker truly was.
  package mutating func addTruth(
    _ place: Point, floor: Int, lap: Int, walker: String? = nil, time: Double, since start: Double? = nil
  ) {
    add(
      place,
      [
        "kind": "truth", "floor": Document(floor), "lap": Document(lap),
        "walker": walker.map { Document($0) }, "time_s": Document(time),
        "time": start.map { GeoJSONMap.moment($0 + time) },
      ])
  }
}
