import Evaluation
import Laps
import Scenarios
import Studies
import World

/// How often the pipelines of a study find the right room: over all moments, rooms counted alike, and room by room;
/// nothing on a site without rooms.
struct RoomReport {
  private let result: StudyResult
  private let scores: [(pipeline: PipelineResult, rooms: RoomScore)]

  init(_ result: StudyResult) {
    self.result = result
    scores = result.pipelines.compactMap { pipeline in pipeline.metrics.rooms.map { (pipeline, $0) } }
  }

  func text(width: Int) -> String {
    guard !scores.isEmpty else { return "" }
    return byPipeline.text(width: width) + "\n" + byRoom.text(width: width)
  }

  private var byPipeline: TextTable {
    var table = TextTable([
      TextTable.Column("pipeline"), TextTable.Column("right room", unit: "%", decimals: 1),
      TextTable.Column("macro", unit: "%", decimals: 1), TextTable.Column("n"),
      TextTable.Column("in no room"), TextTable.Column("changes", unit: "/h", decimals: 1),
      TextTable.Column("true", unit: "/h", decimals: 1),
    ])
    for (pipeline, rooms) in scores {
      let tally = pipeline.track?.tally
      table.add([
        .text(pipeline.definition.name), percent(rooms.hitRate.share), percent(rooms.macroShare),
        .count(rooms.hitRate.count), .count(rooms.rows.reduce(0) { $0 + $1.foundNowhere }),
        .number(tally?.roomFlipsPerHour), .number(tally?.trueRoomChangesPerHour),
      ])
    }
    table.notes = [
      "Right room: of all fixes that were scored while the walker was in a room, so the room in which the walker was "
        + "longest counts most. Macro: the mean of the rooms' shares below, so that all rooms count alike. Changes an "
        + "hour: of the room from callback to callback, and how many the walker made."
    ]
    return table
  }

  /// A row for each room with an answer, the share of each pipeline in it.
  private var byRoom: TextTable {
    let rooms = Set(scores.flatMap { $0.rooms.rows.map(\.room) }).sorted()
    var table = TextTable(
      [TextTable.Column("right room"), TextTable.Column("n")]
        + scores.enumerated().map { index, score in
          TextTable.Column(score.pipeline.definition.name, unit: "%", decimals: 1, rank: index)
        })
    for room in rooms {
      let rows = scores.map { score in score.rooms.rows.first { $0.room == room } }
      table.add(
        [.text(result.site.rooms[room].name), .count(rows.compactMap { $0?.count }.max() ?? 0)]
          + rows.map { percent($0?.hitRate.share) })
    }
    table.notes = [
      "n: fixes that were scored while the walker was in the room, of the pipeline that has most."
    ]
    return table
  }

  private func percent(_ share: Double?) -> TextTable.Cell { .number(share.map { 100 * $0 }) }
}
