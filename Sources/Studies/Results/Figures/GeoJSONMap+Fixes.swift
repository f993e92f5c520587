import Documents
package import Positioning
package import Sites
package import World

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
