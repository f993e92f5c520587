import Documents
import Evaluation
package import Laps
import Phone
import Positioning
package import Rendering
package import World

extension PlotKind {
  /// `plot --kind rssi`.
  package static let rssi = PlotKind(
    "rssi", "RSSI over time", .page,
    about: "The RSSI of one beacon over time: advertisements, readings, and the readings after each filter.")

  /// `plot --kind lag`.
  package static let lag = PlotKind(
    "lag", "Lag", .column,
    about: "The RMSE of each pipeline against a walk shifted in time; the lag is where it is smallest.")
}

extension Plot {
  /// The RSSI of one beacon on one lap: readings, and what each filter makes of them.
  ///
  /// - Parameters:
  ///   - anchor: an index of the site; nil for the beacon with the most readings.
  ///   - filters: by pipeline of the study what its filters are called; empty for those that are not drawn. A line looks
  ///     like the first pipeline with its filters.
  package static func rssi(
    of record: LapRecord, anchor: Int?, filters: [(pipeline: String, summary: String)], looks: PipelineLooks,
    origin: String,
    width: PlotWidth = .page
  ) throws -> Plot {
    let heard = record.readings.levels.indices.map { anchor in
      record.readings.levels[anchor].count { $0 != nil }
    }
    let most = heard.indices.max { (heard[$0], -$0) < (heard[$1], -$1) }
    guard let anchor = anchor ?? most, anchor < heard.count, heard[anchor] > 0 else {
      throw PlotProblem("lap \(record.truth.lap): expected readings of the beacon, found none")
    }
    let times = record.readings.times
    let drawn = filters.indices.filter { pipeline in
      let title = filters[pipeline].summary
      return !title.isEmpty && filters.firstIndex { $0.summary == title } == pipeline
        && anchor < record.levels[pipeline].anchors
    }
    let rows = drawn.flatMap { pipeline in
      zip(times, record.levels[pipeline].of(anchor)).map { time, level -> Document in
        // A gap in the line where nothing is known.
        [
          "series": filters[pipeline].summary.plotted, "time": time.plotted,
          "rssi": (level?.value).plotted,
        ]
      }
    }
    let readings = zip(times, record.readings.levels[anchor]).compactMap { time, level -> Document? in
      level.map { ["time": time.plotted, "rssi": $0.value.plotted] }
    }
    let style = SeriesStyle(
      drawn.map { filters[$0].summary }, field: "series",
      places: drawn.map { looks.place(of: filters[$0].pipeline) }, room: width.inside())
    return Plot(
      .rssi,
      caption:
        "RSSI of the beacon \(record.directory.anchors[anchor].id) on lap \(record.truth.lap): readings (points) and the readings "
        + "after each filter (lines). " + origin,
      .layers(
        width, height: 170, picks: "series",
        [.points(10, opacity: 0.7, readings, [.x: time, .y: rssi, .color: .value("#888888")])]
          + Layer.banded(rows, time, rssi, style) + [.key([.init("reading", "#888888")], on: "top")]))
  }

  private static let time = Channel.quantity("time", "time", unit: "s")
  private static let rssi = Channel.quantity("rssi", "RSSI", unit: "dBm")

  /// The RSSI of the beacons of a recording, those heard most often.
  package static func rssi(
    of stream: AdvertisementStream, directory: StreamDirectory, beacon: String?, source: String,
    width: PlotWidth = .page
  ) throws -> Plot {
    var counts = [Int](repeating: 0, count: directory.anchors.count)
    for element in stream { counts[element.anchor] += 1 }
    let order = counts.indices.filter { counts[$0] > 0 }.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
    let asked = beacon.map { name in order.filter { directory.anchors[$0].id == name }.prefix(1) }
    let chosen = Array(asked ?? order.prefix(6))
    if let beacon, chosen.isEmpty {
      throw PlotProblem(
        "--beacon: expected one of the \(order.count) beacons of \(source), such as \(directory.anchors[order.first ?? 0].id), found \(beacon)"
      )
    }
    let names = chosen.map { directory.anchors[$0].id }
    // Of very many advertisements 1 in so many of each beacon.
    let step = max((chosen.map { counts[$0] }.max() ?? 0) / 4000, 1)
    var seen = [Int](repeating: 0, count: counts.count)
    var rows: [Document] = []
    for element in stream {
      guard let place = chosen.firstIndex(of: element.anchor) else { continue }
      seen[element.anchor] += 1
      guard seen[element.anchor] % step == 0 else { continue }
      rows.append([
        "beacon": names[place].plotted, "time": element.time.plotted, "rssi": element.level.value.plotted,
      ])
    }
    let style = SeriesStyle(names, field: "beacon", room: width.inside())
    return Plot(
      .rssi,
      caption:
        "RSSI of \(chosen.count) of \(order.count) beacons over time, \(Counted.number(chosen.reduce(0) { $0 + counts[$1] })) "
        + (stream.kind == .advertisements ? "advertisements" : "readings")
        + (step > 1 ? ", of which 1 in \(step) is drawn" : "") + ". Source: \(source).",
      .layers(
        width, height: 190, picks: "beacon",
        [
          .points(
            8, opacity: 0.7, rows, [.x: time, .y: rssi, .color: style.pointColour, .shape: style.shape])
        ]))
  }

  /// The RMSE of each pipeline against the walk shifted in time.
  package static func lag(
    _ records: [LapRecord], pipelines: [(index: Int, name: String)], looks: PipelineLooks, origin: String,
    width: PlotWidth = .column
  ) throws -> Plot {
    let curves = pipelines.compactMap { index, name in
      LagCurve(of: index, on: records).map { (name: name.plotted, curve: $0) }
    }
    func row(_ name: Document, _ curve: LagCurve, at place: Int) -> Document {
      ["pipeline": name, "shift": curve.shifts[place].plotted, "error": curve.errors[place].plotted]
    }
    let lines = curves.flatMap { name, curve in curve.shifts.indices.map { row(name, curve, at: $0) } }
    let least = curves.compactMap { name, curve in curve.best.map { row(name, curve, at: $0) } }
    guard !lines.isEmpty else {
      throw PlotProblem(
        "--kind lag requires walks of more than 25 s with fixes, and the laps that were run again have none")
    }
    let series = SeriesStyle(pipelines.map(\.name), looks: looks, room: width.inside())
    let shift = Channel.quantity("shift", "shift of the walk", unit: "s", domain: LagCurve.range)
    let error = Channel.quantity("error", "RMSE", unit: "m", fromZero: true)
    return Plot(
      .lag,
      caption:
        "RMSE of the fixes against the walk shifted in time; the lag is the shift at which it is smallest (points); in steps "
        + "of 0.25 s, from \(Counted.text(records.count, "lap")). " + origin,
      .layers(
        width, height: 150, picks: "pipeline",
        Layer.banded(lines, shift, error, series) + [
          .points(22, least, [.x: shift, .y: error, .color: series.colour.withoutLegend]),
          .key([.init("lag", "#000000")], on: "top"),
        ]))
  }
}

/// The root mean square error of fixes against where the walker was some seconds before them.
package struct LagCurve: Hashable, Sendable {
  /// Seconds by which a track may trail the walker; the same as for the lag of a study.
  static let range = -5.0...20.0

  package let shifts: [Double]
  /// Metres on the plan.
  package let errors: [Double]

  /// Of one pipeline, by its index, on some laps.
  fileprivate init?(of pipeline: Int, on records: [LapRecord]) {
    self.init(
      records.compactMap { record in
        record.truth.walk.map { walk in
          (
            walk,
            record.callbacks[pipeline].compactMap { callback in
              (try? callback.fix.get()).map { (callback.time, $0.position) }
            }
          )
        }
      })
  }

  /// Nil where no fix has the truth on both sides for as long as the shifts reach.
  package init?(_ laps: [(walk: Walk, fixes: [(time: Double, position: Point)])]) {
    let counted = laps.map { lap in
      (
        walk: lap.walk,
        fixes: lap.fixes.filter {
          lap.walk.span.contains($0.time - Self.range.upperBound)
            && lap.walk.span.contains($0.time - Self.range.lowerBound)
        }
      )
    }
    let count = counted.reduce(0) { $0 + $1.fixes.count }
    guard count > 0 else { return nil }
    shifts = (0...100).map { -5 + 0.25 * Double($0) }
    errors = shifts.map { shift in
      var squares = 0.0
      for lap in counted {
        for fix in lap.fixes {
          let offset = fix.position - lap.walk.position(at: fix.time - shift)
          squares += offset.x * offset.x + offset.y * offset.y
        }
      }
      return (squares / Double(count)).squareRoot()
    }
  }

  /// The index of the smallest error, the first of several; nil where it lies at an end of the range.
  package var best: Int? {
    let best = errors.indices.min { (errors[$0], $0) < (errors[$1], $1) } ?? 0
    return best == 0 || best == errors.count - 1 ? nil : best
  }
}

extension FilteredLevels {
  /// The levels of one anchor, callback by callback.
  fileprivate func of(_ anchor: Int) -> ArraySlice<DBm?> {
    cells[anchor * callbacks..<(anchor + 1) * callbacks]
  }
}
