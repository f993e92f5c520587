import Evaluation
import Figures
import Laps
import Results
import Scenarios
import World

extension StudyResult {
  /// How often the right room is found: over all moments, rooms counted alike, and room by room; nothing on a site
  /// without rooms.
  var roomsReport: [ReportSection] {
    let scores = pipelines.compactMap { result in result.metrics.rooms.map { (result: result, rooms: $0) } }
    guard !scores.isEmpty else { return [] }
    let name = [PipelineResult.name].of { (row: (result: PipelineResult, rooms: RoomScore)) in row.result }
    return [
      .table(
        scores,
        name + RoomScore.shares.of { $0.rooms } + TrackTally.rooms.ifAny { $0.result.track?.tally },
        notes: [
          "Right room: of all fixes that were scored while the walker was in a room, so the room in which the walker was "
            + "longest counts most. Macro: the mean of the rooms' shares below, so that all rooms count alike. Changes an "
            + "hour: of the room from callback to callback, and how many the walker made."
        ]), .table(byRoom(scores.map { ($0.result.definition.name, $0.rooms.rows) })),
    ]
  }

  /// A row for each room with an answer, the share of each pipeline in it.
  private func byRoom(_ scores: [(name: String, rows: [RoomScore.Row])]) -> ReportTable {
    return ReportTable(
      of: Set(scores.flatMap { $0.rows.map(\.room) }).sorted(),
      [
        .init(nil, "right room") { [site] in site.rooms[$0].name },
        .init(nil, "n") { room in scores.compactMap { $0.rows.first { $0.room == room }?.count }.max() ?? 0 },
      ]
        + scores.enumerated().map { index, score in
          .init(nil, score.name, form: .percent, rank: index) { room in
            score.rows.first { $0.room == room }?.hitRate.share
          }
        },
      notes: ["n: fixes that were scored while the walker was in the room, of the pipeline that has most."])
  }
}
