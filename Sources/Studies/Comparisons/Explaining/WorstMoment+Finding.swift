import Evaluation
import Laps
import Phone
import Positioning
import World

extension WorstMoment {
  /// How many of the beacons nearest to walker and fix, and how many of those that the fix depends on, are listed.
  private static let nearest = 3
  private static let mostUsed = 6

  /// - Parameters:
  ///   - answers: of the pipeline on the lap.
  ///   - pipelines: one alone.
  ///   - means: the readings by path loss, floors and walls alone; nil where that is not known.
  /// - Throws: ``NoFix`` when the error is that of a callback without a fix.
  init(
    _ error: PositionError, on heard: HeardLap, _ answers: LapAnswers, through pipelines: PipelineSet,
    means: Readings?
  ) throws {
    let site = pipelines.site
    let callback = heard.readings.times.firstIndex { $0 == error.time } ?? 0
    let fix = try answers.callbacks[callback].fix.get()
    let place = error.place ?? .zero
    self.error = error
    (time, floor) = (error.time, error.floor ?? 0)
    self.place = place
    self.fix = fix
    room = error.room.map { site.rooms[$0].name }
    fixRoom = error.offset?.room.map { site.rooms[$0].name }
    testPoint =
      site.testPoints.filter { [floor] in $0.floor == floor }.min {
        ($0.position.horizontalDistance(to: place), $0.id) < (
          $1.position.horizontalDistance(to: place), $1.id
        )
      }?.id
    velocity = heard.truth.walk?.velocity(at: error.time) ?? .zero
    let floors = min(floor, fix.floor)...max(floor, fix.floor)
    let blocking = site.obstacles.filter { floors.contains($0.floor) && $0.blocks(place, fix.position) }
    walls = blocking.count
    wallLoss = Decibels(blocking.reduce(0) { $0 + $1.loss.value })
    let levels = pipelines.levels(of: 0, on: heard.readings).levels(at: callback)
    beacons = Self.listed(
      site.anchors.indices.filter { !site.anchors[$0].isMobile && $0 < heard.readings.levels.count }.map {
        anchor in
        let position = heard.beaconWalks[anchor]?.position(at: error.time) ?? site.anchors[anchor].position
        return Beacon(
          id: site.anchors[anchor].id, trueMetres: position.horizontalDistance(to: place),
          fixMetres: position.horizontalDistance(to: fix.position),
          reading: heard.readings.levels[anchor][callback],
          advertisements: heard.readings.counts[anchor][callback],
          mean: means?.levels[anchor][callback], level: levels[anchor],
          influence: Self.influence(of: anchor, at: callback, on: heard, fix, through: pipelines))
      })
  }

  /// Metres on the plan by which the fix moves if one anchor is not heard; nil where there is none then.
  private static func influence(
    of anchor: Int, at callback: Int, on heard: HeardLap, _ fix: Fix, through pipelines: PipelineSet
  ) -> Double? {
    let answers = pipelines.answers(of: 0, on: heard, .without(anchor: anchor, callback: callback))
    guard let other = try? answers.callbacks[callback].fix.get() else { return nil }
    return other.position.horizontalDistance(to: fix.position)
  }

  private static func listed(_ beacons: [Beacon]) -> [Beacon] {
    func first(_ count: Int, of chosen: [Int], by value: (Beacon) -> Double) -> [Int] {
      Array(chosen.sorted { (value(beacons[$0]), $0) < (value(beacons[$1]), $1) }.prefix(count))
    }
    let all = Array(beacons.indices)
    let used = all.filter { beacons[$0].isUsed }
    let kept = Set(
      first(nearest, of: all, by: \.trueMetres) + first(nearest, of: all, by: \.fixMetres)
        + first(mostUsed, of: used, by: { -($0.influence ?? .infinity) }))
    return first(kept.count, of: all.filter(kept.contains), by: \.trueMetres).map { beacons[$0] }
  }
}
