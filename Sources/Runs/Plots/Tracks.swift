import Documents
import Evaluation
package import Laps
import Positioning
package import Rendering
import Scenarios
package import World

extension PlotKind {
  package static let tracks = PlotKind(
    "tracks", "Tracks", .page,
    about: "The true walk and the fixes of one pipeline, as the method gives them and on the path.")
}

/// One lap of one pipeline: where the walker was and where the fixes are.
package struct PlottedTrack: Sendable {
  package let lap: Int
  /// Nil where only presses are known.
  let walk: Walk?
  /// As the pipeline gives them.
  let fixes: [Fix]
  /// As its method gives them, before they are moved to the path; empty where they are not moved.
  let raw: [Fix]

  package init(lap: Int, walk: Walk?, fixes: [Fix], raw: [Fix]) {
    (self.lap, self.walk, self.fixes, self.raw) = (lap, walk, fixes, raw)
  }
}

extension Study {
  /// The tracks of one pipeline on some laps, which are run again.
  ///
  /// - Parameter pipeline: an index.
  package func tracks(of pipeline: Int, laps: [Int], dataRoot: String) throws -> [PlottedTrack] {
    let definition = source.pipelines.definitions[pipeline]
    let path = source.pipelines.site.path
    var plain = source.scenario
    plain.pipelines[pipeline].snap = false
    let unsnapped = definition.snap && path != nil ? try Study(plain, dataRoot: dataRoot) : nil
    return try laps.flatMap { lap in
      let raw = try unsnapped?.records(ofLap: lap)
      return try records(ofLap: lap).enumerated().map { walker, record in
        PlottedTrack(
          lap: lap, walk: record.truth.walk,
          fixes: record.callbacks[pipeline].compactMap { try? $0.fix.get() },
          raw: raw?[walker].callbacks[pipeline].compactMap { try? $0.fix.get() } ?? [])
      }
    }
  }
}

extension Plot {
  /// Tracks on the plan.
  ///
  /// - Parameters:
  ///   - colour: that of the pipeline.
  ///   - origin: whose laps they are, for the end of the caption.
  package static func tracks(
    _ tracks: [PlottedTrack], of pipeline: String, colour: String, on plotted: PlottedSite, origin: String,
    width: PlotWidth = .page
  ) throws -> Plot {
    let fixes = tracks.flatMap { $0.fixes + $0.raw }
    guard !fixes.isEmpty else { throw PlotProblem("\(pipeline): expected fixes on the laps, found none") }
    let plan = PlanView(plotted, width: width, others: fixes.map(\.position))
    let isSnapped = tracks.contains { !$0.raw.isEmpty }
    let kinds = ["true walk", "fixes of the method", "fixes on the path"]
    let shown = kinds.filter { kind in
      switch kind {
      case "true walk": tracks.contains { $0.walk != nil }
      case "fixes on the path": isSnapped
      default: true
      }
    }
    let looks: [String: (colour: Document, dash: Document)] = [
      "true walk": ("#000000", [1, 0]),
      "fixes of the method": (Document(isSnapped ? SeriesStyle.grey : colour), [2, 2]),
      "fixes on the path": (Document(colour), [5, 2]),
    ]
    let legend: Document = ["orient": "bottom", "columns": 3, "title": nil, "symbolType": "stroke"]
    let ink = Channel.category("track", order: shown, range: shown.map { looks[$0]?.colour ?? nil })
    let dash = Channel.category("track", order: shown, range: shown.map { looks[$0]?.dash ?? nil })
    let laps = tracks.map(\.lap)
    return Plot(
      .tracks, name: laps.count == 1 ? "tracks-lap\(laps[0])" : "tracks",
      caption:
        "\(pipeline) on lap\(laps.count == 1 ? "" : "s") \(laps.map { "\($0)" }.joined(separator: ", ")): "
        + shown.joined(separator: ", ") + ". " + origin,
      plan.chart(.background) { floor in
        let rows = tracks.flatMap { Self.rows(of: $0, on: floor.level, kinds) }
        let points = rows.filter { (try? $0.text("track")) != kinds[0] }
        return [
          Layer(
            .line, ["strokeWidth": 1, "opacity": 0.9], rows: rows,
            [
              .x: plan.horizontal, .y: plan.vertical, .color: ink.with("legend", legend),
              .strokeDash: dash.with("legend", legend), .detail: .field("lap"),
              .order: .field("order", isNumber: true),
            ]),
          Layer(
            .point, ["filled": true, "size": 6, "opacity": 1], rows: points,
            [.x: plan.horizontal, .y: plan.vertical, .color: ink.withoutLegend]),
        ]
      })
  }

  /// The part of a track on one floor.
  private static func rows(of track: PlottedTrack, on floor: Int, _ kinds: [String]) -> [Document] {
    func rows(_ kind: String, _ places: [(Point, Int)]) -> [Document] {
      places.enumerated().filter { $0.element.1 == floor }.map { order, place in
        [
          "track": kind.plotted, "lap": Document("\(track.lap)"), "order": Document(order),
          "x": place.0.x.plotted, "y": place.0.y.plotted,
        ]
      }
    }
    let truth = track.walk.map { rows(kinds[0], $0.knots.map { ($0.position, $0.floor) }) } ?? []
    let own = track.fixes.map { ($0.position, $0.floor) }
    guard !track.raw.isEmpty else { return truth + rows(kinds[1], own) }
    return truth + rows(kinds[1], track.raw.map { ($0.position, $0.floor) }) + rows(kinds[2], own)
  }
}
