package import Documents
package import Laps
import World

extension LiveReplay {
  /// The line of one callback: `{"time": …, "ranges": […], "fixes": […]}`.
  package func document(of moment: Moment) -> Document {
    [
      "time": Document(moment.time), "ranges": Document(moment.ranges.map(\.document)),
      "fixes": Document(zip(definitions, moment.callbacks).map { $1.document(of: $0) }),
    ]
  }

  /// The last line: `{"seconds": …, "tracks": […], "ranges": […], "advertisements": {…}, "damages": […], "notes": […]}`.
  package var document: Document {
    [
      "seconds": Document(seconds), "tracks": Document(endings.map(\.document)),
      "ranges": Document(ranges.map(\.document)), "advertisements": tally.document,
      "damages": Document(damages.map(\.document)), "notes": noteDocument,
    ]
  }
}

extension RangeMoment {
  /// One element of a line's `ranges`.
  fileprivate var document: Document {
    [
      "beacon": Document(beacon), "advertisements": Document(advertisements),
      "meanDbm": Document(level.value), "metres": Document(distance), "zone": Document("\(zone)"),
    ]
  }
}

extension TrackEnding {
  /// One element of `tracks`.
  fileprivate var document: Document {
    [
      "pipeline": Document(pipeline), "callbacks": Document(callbacks), "fixes": Document(fixes),
      "fallbacks": Document(fallbacks), "lastX": Document(last?.position.x),
      "lastY": Document(last?.position.y), "lastFloor": last.map { Document($0.floor) } ?? nil,
    ]
  }
}
