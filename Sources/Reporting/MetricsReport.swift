import Calibrating
import Evaluation
package import Laps
import Scenarios
import Studies
import World

/// The metrics of a study beyond its first table: how errors are spread and where they point, what tracks do in time,
/// rooms, stops, and what cannot be told.
package struct MetricsReport: Sendable {
  private let result: StudyResult

  package init(_ result: StudyResult) { self.result = result }

  /// One table after another, each line ended; those that a study has nothing for are left out.
  package func text(width: Int = OutputWidth.piped) -> String {
    let sections = [errors, directions, tracks].compactMap { $0?.text(width: width) }
    return
      (sections + [
        RoomReport(result).text(width: width), stops?.text(width: width) ?? "",
        RangingReport(result).text(width: width), absent(width: width),
      ])
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func table(
    _ columns: [TextTable.Column], _ notes: [String], _ row: (PipelineResult) -> [TextTable.Cell]?
  ) -> TextTable? {
    var table = TextTable([TextTable.Column("pipeline")] + columns)
    for pipeline in result.pipelines {
      guard let cells = row(pipeline) else { continue }
      table.add([.text(pipeline.definition.name)] + cells)
    }
    table.notes = notes
    return table.rows.isEmpty ? nil : table
  }

  private func percent(_ share: Double?) -> TextTable.Cell { .number(share.map { 100 * $0 }) }

  private var errors: TextTable? {
    let thresholds =
      result.pipelines.lazy.compactMap(\.metrics.distribution).first?.shares.map(\.metres) ?? []
    let columns =
      [
        TextTable.Column("CEP"), TextTable.Column("CE95"), TextTable.Column("EvAAL"),
        TextTable.Column("std n-1", rank: 2),
      ]
      + thresholds.enumerated().map { index, metres in
        TextTable.Column(
          "≤ \(FixedPoint.shortest(metres)) m", unit: "%", decimals: 1, rank: index > 4 ? 1 : 0)
      } + [TextTable.Column("places", unit: "%", decimals: 1)]
    return table(
      columns,
      [
        "CEP, CE95: half and 95 % of fixes lie within, on the plan. EvAAL: P75 with 15 m for each wrong floor. Places: "
          + "where a fix came more often than not."
      ]
    ) { pipeline in
      guard let distribution = pipeline.metrics.distribution, let vector = pipeline.metrics.vector else {
        return nil
      }
      return [
        .number(vector.circularErrorProbable), .number(vector.circularError95),
        .number(pipeline.metrics.floorPenalised), .number(distribution.sampleDeviation),
      ] + distribution.shares.map { percent($0.share) } + [percent(pipeline.metrics.coverage.share)]
    }
  }

  private var directions: TextTable? {
    let hasFloors = result.pipelines.contains { $0.metrics.floors != nil }
    var columns = [
      TextTable.Column("bias"), TextTable.Column("east"), TextTable.Column("north"),
      TextTable.Column("along"), TextTable.Column("std along"), TextTable.Column("cross"),
      TextTable.Column("std cross"), TextTable.Column("age", unit: "s", rank: 1),
    ]
    if hasFloors { columns.append(TextTable.Column("floor", unit: "%", decimals: 1)) }
    return table(
      columns,
      [
        "Bias: how far the mean of all error arrows, east and north, is from the truth. Along: ahead of the walker, "
          + "cross: to the left. Age: of the fix when it was due."
      ]
    ) { pipeline in
      guard let vector = pipeline.metrics.vector else { return nil }
      let (along, cross) = (pipeline.metrics.along, pipeline.metrics.cross)
      let floors: [TextTable.Cell] = hasFloors ? [percent(pipeline.metrics.floors?.share)] : []
      return [
        .number(vector.bias), .number(vector.meanEast), .number(vector.meanNorth), .number(along?.mean),
        .number(along?.deviation), .number(cross?.mean), .number(cross?.deviation),
        .number(pipeline.metrics.meanAge),
      ] + floors
    }
  }

  private var tracks: TextTable? {
    table(
      [
        TextTable.Column("lag", unit: "s [95 %]"), TextTable.Column("RMSE without"),
        TextTable.Column("available", unit: "%", decimals: 1),
        TextTable.Column("first fix", unit: "s", decimals: 1, rank: 2),
        TextTable.Column("gaps", unit: "/h", decimals: 1),
        TextTable.Column("longest", unit: "s", decimals: 1, rank: 1),
        TextTable.Column("jumps", unit: "/h", decimals: 0),
        TextTable.Column("unbroken", unit: "%", decimals: 1),
      ], trackNotes
    ) { pipeline in
      guard let track = pipeline.track else { return nil }
      let lag = try? track.lag.get()
      return [
        .interval(lag?.seconds, from: lag?.interval?.lower, to: lag?.interval?.upper),
        .number(lag?.rootMeanSquareWithout), percent(track.tally.availability),
        .number(track.tally.meanFirstFix), .number(track.tally.gapsPerHour),
        .number(track.tally.longestGap), .number(track.tally.jumpsPerHour),
        percent(track.tally.continuity),
      ]
    }
  }

  private var trackNotes: [String] {
    guard let tally = result.pipelines.lazy.compactMap(\.track?.tally).first else { return [] }
    return [
      "Tracks: \(Counted.text(tally.callbacks, "callback")) matched with the truth, interpolated in time. Lag: the shift of "
        + "the truth that makes the RMSE least, and that RMSE. Gaps an hour: without a fix. Jumps: faster than "
        + "\(FixedPoint.shortest(TrackTally.jumpSpeed)) m/s. Unbroken: steps with neither."
    ]
  }

  private var stops: TextTable? {
    table(
      [
        TextTable.Column("stops"), TextTable.Column("settled"),
        TextTable.Column("unsettled"), TextTable.Column("settling", unit: "s mean"),
        TextTable.Column("median", unit: "s"), TextTable.Column("longest", unit: "s", rank: 1),
        TextTable.Column("jitter", unit: "m"),
      ],
      [
        "Settling: from standing still until all fixes stay near their resting place, the mean of the second half. "
          + "Jitter: about that place. Stops at which a walk begins have nothing to settle from."
      ]
    ) { pipeline in
      guard let stops = pipeline.track?.stops, stops.stops > 0 else { return nil }
      let settling = ErrorStatistics(of: stops.settling)
      return [
        .count(stops.stops), .count(stops.settling.count), .count(stops.unsettled), .number(settling?.mean),
        .number(settling?.median), .number(settling?.largest), .number(stops.jitter),
      ]
    }
  }

  /// What cannot be told, and of which rows.
  private func absent(width: Int) -> String {
    var lines: [(text: String, names: [String])] = []
    for pipeline in result.pipelines {
      for absent in pipeline.absentMetrics {
        let text = "\(absent.metric): \(absent.reason)"
        if let index = lines.firstIndex(where: { $0.text == text }) {
          lines[index].names.append(pipeline.definition.name)
        } else {
          lines.append((text, [pipeline.definition.name]))
        }
      }
    }
    return lines.map { line in
      let isAll = line.names.count == result.pipelines.count
      return "Not told, \(line.text)\(isAll ? "" : " (\(line.names.joined(separator: "; ")))").".paragraph(
        width: width)
    }.joined()
  }
}
