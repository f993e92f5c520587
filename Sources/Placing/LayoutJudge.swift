package import Evaluation
import Laps
import Scenarios
import SiteFiles
import World

/// What the pipelines make of one layout on the walks that judge.
package struct JudgedLayout: Sendable {
  package let name: String
  package let beacons: Int
  /// In the order of the scenario.
  package let rows: [JudgedPipeline]
  /// The pipeline with the least mean error, beside the one that has it with the chosen layout.
  package let byError: JudgedPipeline
  /// Likewise by the share of right rooms; nil without rooms.
  package let byRooms: JudgedPipeline?
}

/// One pipeline on one layout.
package struct JudgedPipeline: Sendable {
  package let layout: String
  package let beacons: Int
  package let pipeline: String
  package let mean: LapMean?
  package let p95: Double?
  package let missed: Int
  /// Each room counting equally; nil without rooms.
  package let rightRooms: Double?
  /// By how much its errors are larger than with the chosen layout; nil for that itself.
  package let difference: PairedComparison?
  /// By how much larger its share of right rooms is; B is this layout and A the chosen one.
  package let rooms: RoomComparison?
}

/// Judges layouts by the scenario's own pipelines.
struct LayoutJudge {
  let walks: PlacementWalks

  /// The errors of one layout, by pipeline.
  struct Errors: Sendable {
    let layout: PlacementLayout
    let pipelines: [String]
    var errors: [[PositionError]]
  }

  func errors(
    of layouts: [PlacementLayout], width: Int, progress: (Int) -> Void
  ) async throws -> [Errors] {
    let (count, seed, walks) = (walks.settings.judge.walks, walks.settings.judge.seed, walks)
    let names = walks.scenario.pipelines.map(\.name)
    // One layout's walks beside each other, so that each needs no more memory than a run.
    let parts = try await inParallel(count * layouts.count, width: width, progress: progress) { index in
      let (layout, walk) = (layouts[index / count], index % count)
      let study = try walks.study(of: layout, seed: seed &+ UInt64(walk))
      return try study.heard(lap: walk).reduce(into: names.map { _ in [PositionError]() }) { sum, heard in
        for (pipeline, errors) in study.errors(of: heard).enumerated() { sum[pipeline] += errors }
      }
    }
    return layouts.enumerated().map { number, layout in
      var all = names.map { _ in [PositionError]() }
      for walk in 0..<count {
        for pipeline in names.indices { all[pipeline] += parts[number * count + walk][pipeline] }
      }
      return Errors(layout: layout, pipelines: names, errors: all)
    }
  }

  /// The figures of all layouts, the first of which is the chosen one.
  func judged(_ all: [Errors]) -> [JudgedLayout] {
    guard let chosen = all.first else { return [] }
    let (error, rooms) = (bestByError(chosen), bestByRooms(chosen))
    return all.enumerated().map { number, own in
      JudgedLayout(
        name: own.layout.name, beacons: own.layout.count,
        rows: own.pipelines.indices.map { row(own, $0, against: number == 0 ? nil : (chosen, $0)) },
        byError: row(own, bestByError(own), against: number == 0 ? nil : (chosen, error)),
        byRooms: rooms.flatMap { best in
          bestByRooms(own).map { row(own, $0, against: number == 0 ? nil : (chosen, best)) }
        })
    }
  }

  private func bestByError(_ own: Errors) -> Int {
    func mean(_ pipeline: Int) -> Double {
      LapMean(of: ErrorsByLap(own.errors[pipeline]))?.value ?? .infinity
    }
    return own.pipelines.indices.min { mean($0) < mean($1) } ?? 0
  }

  private func bestByRooms(_ own: Errors) -> Int? {
    guard !own.layout.site.site.rooms.isEmpty else { return nil }
    func share(_ pipeline: Int) -> Double { rightRooms(own, pipeline) ?? 0 }
    // Of equal ones the first.
    return own.pipelines.indices.reversed().max { share($0) < share($1) }
  }

  private func rightRooms(_ own: Errors, _ pipeline: Int) -> Double? {
    let rooms = own.layout.site.site.rooms.count
    return rooms == 0 ? nil : RoomScore(ofLaps: [own.errors[pipeline]], rooms: rooms).macroShare
  }

  private func row(
    _ own: Errors, _ pipeline: Int, against chosen: (errors: Errors, pipeline: Int)?
  ) -> JudgedPipeline {
    let errors = own.errors[pipeline]
    let byLap = ErrorsByLap(errors)
    let rooms = own.layout.site.site.rooms.count
    let others = chosen.map { $0.errors.errors[$0.pipeline] }
    return JudgedPipeline(
      layout: own.layout.name, beacons: own.layout.count, pipeline: own.pipelines[pipeline],
      mean: LapMean(of: byLap), p95: Quantiles.of(byLap.values, at: [0.95])?[0],
      missed: errors.count { $0.metres == nil }, rightRooms: rightRooms(own, pipeline),
      difference: others.flatMap {
        PairedComparison(PairedErrors($0.map { DueError($0) }, errors.map { DueError($0) }))
      },
      rooms: others.flatMap {
        RoomComparison(roomErrors($0, rooms), roomErrors(errors, rooms), tolerance: 0)
      })
  }

  private func roomErrors(_ errors: [PositionError], _ count: Int) -> [RoomErrors] {
    var rooms = (0..<count).map { RoomErrors(room: "\($0)") }
    for error in errors {
      guard let room = error.room, rooms.indices.contains(room) else { continue }
      rooms[room].add(DueError(error), isFound: error.offset?.room == room)
    }
    return rooms
  }
}
