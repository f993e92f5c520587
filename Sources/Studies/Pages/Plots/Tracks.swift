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
    // The walk is the broadest and lies below, so that it is seen beside what is compared with it.
    let walk: Line = (
      SymbolKey(line: "true walk", .broad, "#AAAAAA"),
      { $0.walk?.knots.map { ($0.position, $0.floor) } ?? [] }
    )
    let method = SymbolKey(
      line: "fixes of the method", isSnapped ? .dotted : .solid, isSnapped ? "#777777" : colour)
    let path = SymbolKey(line: "fixes on the path", .solid, colour)
    let own: Line = (isSnapped ? path : method, { $0.fixes.map { ($0.position, $0.floor) } })
    let estimates: [Line] = (isSnapped ? [(method, { $0.raw.map { ($0.position, $0.floor) } })] : []) + [own]
    let lines = (tracks.contains { $0.walk != nil } ? [walk] : []) + estimates
    let laps = tracks.map(\.lap)
    return Plot(
      .tracks, name: laps.count == 1 ? "tracks-lap\(laps[0])" : "tracks",
      caption:
        "\(pipeline) on lap\(laps.count == 1 ? "" : "s") \(laps.map { "\($0)" }.joined(separator: ", ")): "
        + lines.map(\.key.name).joined(separator: ", ") + ". " + origin,
      plan.chart(.background, key: lines.map(\.key)) { floor in
        func rows(_ line: Line) -> [Document] {
          tracks.flatMap { Self.rows(line.places($0), ofLap: $0.lap, on: floor.level) }
        }
        let (x, y) = (plan.horizontal, plan.vertical)
        return lines.map { line in
          Layer(
            .line, line.key.line, rows: rows(line),
            [.x: x, .y: y, .detail: .field("lap"), .order: .field("order", isNumber: true)])
        }
          + estimates.map { line in
            Layer(.point, line.key.dot, rows: rows(line), [.x: x, .y: y])
          }
      })
  }

  private typealias Line = (key: SymbolKey, places: (PlottedTrack) -> [(Point, Int)])

  /// The part of a track on one floor.
  private static func rows(_ places: [(Point, Int)], ofLap lap: Int, on floor: Int) -> [Document] {
    places.enumerated().filter { $0.element.1 == floor }.map { order, place in
      [
        "lap": Document("\(lap)"), "order": Document(order), "x": place.0.x.plotted, "y": place.0.y.plotted,
      ]
    }
  }
}
