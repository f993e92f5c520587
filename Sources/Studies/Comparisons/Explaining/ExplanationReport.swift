import Evaluation
import Laps
import Phone
import Positioning
package import Rendering
import World

extension Explanation {
  /// Stretches that stand side by side in the table of causes.
  private static let mostColumns = 8

  /// Where the pipeline erred, and why: the stretches, the causes, and the worst moment of each stretch.
  package var report: [ReportSection] {
    guard found > 0 else { return [.paragraphs([head, missedSentence])] }
    return [.paragraphs([head, missedSentence]), stretchTable, causeTable]
      + stretches.enumerated().flatMap {
        moment($0.element.worst, of: $0.element.stretch, number: $0.offset + 1)
      }
  }

  private var metres: String { FixedPoint.shortest(rules.threshold, decimals: 3) }

  private var head: String {
    let share = callbacks > 0 ? FixedPoint.text(100 * Double(above) / Double(callbacks), decimals: 1) : "0"
    let along = measure == .alongPath ? " along the path" : ""
    return
      "\(scenario), seed \(seed), \(Counted.text(laps, "lap")): the error of \(pipeline) exceeds \(metres) m\(along) at "
      + "\(Counted.number(above)) of \(Counted.text(callbacks, "callback")) (\(share) %), in "
      + "\(Counted.text(found, "stretch", "stretches"))."
  }

  private var missedSentence: String {
    missed > 0 ? "\(Counted.text(missed, "callback")) without a fix." : ""
  }

  private var stretchTable: ReportSection {
    let hasWalkers = stretches.contains { $0.stretch.walker != nil }
    let who: [Figure<Explanation.Stretch>] =
      hasWalkers ? [.init(nil, "walker") { $0.walker?.name }] : []
    let figures = (who + Stretch.figures(directionNames)).of { (row: Int) in stretches[row].stretch }
    return .table(
      stretches.indices, [.init(nil, "stretch") { $0 + 1 }] + figures,
      notes: [
        (found > stretches.count ? "The worst of \(Counted.number(found)). " : "")
          + "Excess: the error above \(metres) m added up over time, by which stretches are ranked."
      ])
  }

  /// A row for each cause, a column for the mean over all stretches and for each of the worst.
  private var causeTable: ReportSection {
    guard let first = stretches.first?.stretch, !first.removals.isEmpty else {
      return .paragraph(
        "Causes are not known: the laps are recorded, and the pipeline has no filter with a delay.")
    }
    let shown = stretches.prefix(Self.mostColumns).map(\.stretch)
    func percent(_ title: String) -> ReportTable.Column { .init(title, form: .percent) }
    var table = ReportTable(
      [.init("taken away"), percent("all \(Counted.number(found)):")]
        + shown.indices.map { percent("no. \($0 + 1):") })
    for (index, cause) in causes.enumerated() {
      table.add(
        [.text(cause.cause.rawValue), .number(cause.share)]
          + shown.map { .number($0.removals[index].removed.share) })
    }
    table.add([.text("remainder"), .number(meanRemainder)] + shown.map { .number($0.remainder) })
    if first.together != nil {
      table.add(
        [.text("all at once"), .number(meanTogether)] + shown.map { .number($0.together?.share) })
    }
    table.notes = [
      "The share of a stretch's error that disappears when one cause is removed and every other draw stays the same; "
        + "negative where the error grows. Causes interact, so shares need not add up: the remainder is 100 % less their "
        + "sum.",
      "Taken away: " + causes.map { "\($0.cause.rawValue): \($0.cause.about)" }.joined(separator: "; ") + ".",
    ]
    return .table(table)
  }

  private func moment(_ worst: WorstMoment, of stretch: Explanation.Stretch, number: Int) -> [ReportSection] {
    let who = stretch.walker.map { ", walker \($0.name)" } ?? ""
    let heading =
      "Stretch \(number), worst at \(FixedPoint.text(worst.time, decimals: 1)) s of lap \(stretch.lap)\(who): "
      + "\(FixedPoint.text(worst.error.metres ?? 0, decimals: 2)) m."
    return [
      .list(
        heading: heading,
        items: [
          ("walker", Self.place(worst.place, worst.floor, worst.room) + nearest(worst)),
          ("travels", Self.travel(worst.velocity)),
          ("fix", Self.place(worst.fix.position, worst.fix.floor, worst.fixRoom) + offset(worst)),
          ("walls between", walls(worst)),
        ]),
      .table(
        ReportTable(of: worst.beacons, WorstMoment.Beacon.figures, notes: number == 1 ? [beaconNote] : [])),
    ]
  }

  private var beaconNote: String {
    "The beacons nearest to the walker and to the fix, and those that the fix depends on; distances on the plan. "
      + (isSimulated
        ? "Mean: the reading by path loss, floors and walls alone. " : "")
      + "Fix moves: by how much without this beacon at this callback; – where there is then no fix."
  }

  private static func place(_ place: Point, _ floor: Int, _ room: String?) -> String {
    "x \(FixedPoint.text(place.x, decimals: 2)) m, y \(FixedPoint.text(place.y, decimals: 2)) m, floor \(floor)"
      + (room.map { ", room \($0.printable())" } ?? "")
  }

  private func nearest(_ worst: WorstMoment) -> String {
    worst.testPoint.map { ", nearest test point \($0)" } ?? ""
  }

  private func offset(_ worst: WorstMoment) -> String {
    let fallback = worst.fix.origin == .fallback ? ", by the fallback" : ""
    guard let along = worst.error.offset?.along, let cross = worst.error.offset?.cross else {
      return fallback
    }
    let (ahead, left) = (FixedPoint.text(abs(along), decimals: 2), FixedPoint.text(abs(cross), decimals: 2))
    return fallback
      + ", \(ahead) m \(along < 0 ? "behind" : "ahead") and \(left) m to the \(cross < 0 ? "right" : "left")"
  }

  private func walls(_ worst: WorstMoment) -> String {
    guard worst.walls > 0 else { return "none" }
    return "\(worst.walls), together \(FixedPoint.shortest(worst.wallLoss.value, decimals: 1)) dB"
  }

  /// `east at 1.30 m/s`: x points east and y north.
  static func travel(_ velocity: Point) -> String {
    let speed = velocity.horizontalLength
    guard speed > 0 else { return "not: standing" }
    // The tangent of half of an eighth of a turn.
    let narrow = 0.41421356
    let (east, north) = (abs(velocity.x), abs(velocity.y))
    let northern = north > narrow * east ? (velocity.y > 0 ? "north" : "south") : ""
    let eastern = east > narrow * north ? (velocity.x > 0 ? "east" : "west") : ""
    return "\(northern)\(eastern) at \(FixedPoint.text(speed, decimals: 2)) m/s"
  }
}

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
