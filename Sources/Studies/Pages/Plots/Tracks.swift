import Documents
import Evaluation
package import Laps
import Positioning
package import Rendering
import Scenarios
import World

extension PlotKind {
  /// `plot --kind tracks`.
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
    let method = Document(isSnapped ? SeriesStyle.grey : colour)
    let all: [(kind: String, colour: Document, dash: Document, isShown: Bool)] = [
      (walk, "#000000", [1, 0], tracks.contains { $0.walk != nil }), (ofMethod, method, [2, 2], true),
      (onPath, Document(colour), [5, 2], isSnapped),
    ]
    let looks = all.filter { $0.isShown }
    let shown = looks.map(\.kind)
    let legend: Document = ["orient": "bottom", "columns": 3, "title": nil, "symbolType": "stroke"]
    let ink = Channel.category("track", order: shown, range: looks.map(\.colour))
    let dash = Channel.category("track", order: shown, range: looks.map(\.dash))
    let laps = tracks.map(\.lap)
    return Plot(
      .tracks, name: laps.count == 1 ? "tracks-lap\(laps[0])" : "tracks",
      caption:
        "\(pipeline) on lap\(laps.count == 1 ? "" : "s") \(laps.map { "\($0)" }.joined(separator: ", ")): "
        + shown.joined(separator: ", ") + ". " + origin,
      plan.chart(.background) { floor in
        let rows = tracks.flatMap { Self.rows(of: $0, on: floor.level) }
        let points = rows.filter { (try? $0.text("track")) != walk }
        return [
          Layer(
            .line, ["strokeWidth": 1, "opacity": 0.9], rows: rows,
            [
              .x: plan.horizontal, .y: plan.vertical, .color: ink.with("legend", legend),
              .strokeDash: dash.with("legend", legend), .detail: .field("lap"),
              .order: .field("order", isNumber: true),
            ]),
          .points(6, points, [.x: plan.horizontal, .y: plan.vertical, .color: ink.withoutLegend]),
        ]
      })
  }

  // What a line is, in the words of the legend.
  private static let (walk, ofMethod) = ("true walk", "fixes of the method")
  private static let onPath = "fixes on the path"

  /// The part of a track on one floor.
  private static func rows(of track: PlottedTrack, on floor: Int) -> [Document] {
    func rows(_ kind: String, _ places: [(Point, Int)]) -> [Document] {
      places.enumerated().filter { $0.element.1 == floor }.map { order, place in
        [
          "track": kind.plotted, "lap": Document("\(track.lap)"), "order": Document(order),
          "x": place.0.x.plotted, "y": place.0.y.plotted,
        ]
      }
    }
    let truth = track.walk.map { rows(walk, $0.knots.map { ($0.position, $0.floor) }) } ?? []
    let own = track.fixes.map { ($0.position, $0.floor) }
    guard !track.raw.isEmpty else { return truth + rows(ofMethod, own) }
    return truth + rows(ofMethod, track.raw.map { ($0.position, $0.floor) }) + rows(onPath, own)
  }
}
