import Documents
package import Laps
import Positioning
import Scenarios
package import Sites
import World

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
