import Captures
package import Evaluation
import Phone
import Positioning
import Sites
package import World

/// Ground truth whose clock is set by what a recording heard, or by what fixes say.
///
/// The truth is shifted, never what pipelines hear.
package enum TruthAlignment {
  /// Where the walker was by a table of presses: in a straight line at even speed from each to the next; nil with fewer than two.
  package static func walk(through presses: [Press], on site: Site) -> Walk? {
    var knots: [Walk.Knot] = []
    for press in presses.sorted(by: { $0.time < $1.time })
    where knots.last.map({ $0.time < press.time }) ?? true {
      let point = site.testPoints[press.testPoint]
      knots.append(Walk.Knot(time: press.time, position: point.position, floor: point.floor))
    }
    return knots.count < 2 ? nil : Walk(knots: knots)
  }

  /// The offset by the levels of a recording. A reading counts at the middle of its window.
  static func offset(of walk: Walk?, by readings: Readings, on site: Site) throws(FileProblem) -> ClockOffset
  {
    var levels: [LevelEvidence.Level] = []
    for (index, anchor) in site.anchors.enumerated() where !anchor.isMobile && index < readings.levels.count {
      for (time, level) in zip(readings.times, readings.levels[index]) {
        guard let level else { continue }
        levels.append(
          LevelEvidence.Level(
            time: time - readings.interval / 2, beacon: index, position: anchor.position, level: level.value))
      }
    }
    return try offset(of: walk) { walk throws(ClockOffset.Absence) in
      try ClockOffset(LevelEvidence(levels, along: walk))
    }
  }

  /// The offset by fixes of all pipelines and laps, which contains the time by which the methods trail the walker.
  package static func offset(of laps: [LapTruth], by fixes: GivenFixes, on site: Site) throws(FileProblem)
    -> ClockOffset
  {
    let walks = laps.map { $0.walk ?? walk(through: $0.presses, on: site) }
    let evidence = zip(walks, fixes.laps.indices).compactMap { walk, lap in
      walk.map { walk in
        FixEvidence.Lap(
          fixes: fixes.callbacks.flatMap { pipeline in
            pipeline[lap].compactMap { callback in
              (try? callback.fix.get()).map { (callback.time, $0.position) }
            }
          }, walk: walk)
      }
    }
    return try offset(of: walks.lazy.compactMap(\.self).first) { _ throws(ClockOffset.Absence) in
      try ClockOffset(FixEvidence(evidence))
    }
  }

  private static func offset(
    of walk: Walk?, _ estimate: (Walk) throws(ClockOffset.Absence) -> ClockOffset
  ) throws(FileProblem) -> ClockOffset {
    let expected = "a clock offset that the recording shows"
    guard let walk else {
      throw FileProblem(file: "--clock-offset auto", expected: expected, found: "fewer than two presses")
    }
    do throws(ClockOffset.Absence) { return try estimate(walk) } catch {
      throw FileProblem(file: "--clock-offset auto", expected: expected, found: "\(error)")
    }
  }
}

extension Walk {
  /// The same walk by another clock.
  package func shifted(by seconds: Double) -> Walk {
    Walk(
      knots: knots.map {
        Knot(time: $0.time + seconds, position: $0.position, floor: $0.floor, facing: $0.facing)
      })
  }
}

extension Press {
  /// The same press by another clock.
  package func shifted(by seconds: Double) -> Press { Press(time: time + seconds, testPoint: testPoint) }
}

extension LapTruth {
  /// The same truth by another clock.
  package func shifted(by seconds: Double) -> LapTruth {
    LapTruth(
      lap: lap, direction: direction, hand: hand, walker: walker, walk: walk?.shifted(by: seconds),
      presses: presses.map { $0.shifted(by: seconds) }, stays: stays.map { $0 + seconds })
  }
}

/// The ground truth that the marks of a log give: positions as a walk, test points as presses.
///
/// Between two marks the walker is taken to go straight at even speed, as between the rows of a table of ground truth.
struct MarkedTruth {
  private(set) var walk: Walk?
  private(set) var presses: [Press]?
  /// Sentences on what is used, and on what cannot be.
  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - marks: in order of time.
  ///   - origin: where the site's [0, 0] lies; nil where that is unknown, so that positions on Earth cannot be used.
  init(_ marks: [LogMark], on site: Site, origin: GeographicOrigin?, file: String) {
    var (knots, pressed, unknown, unplaced) = ([Walk.Knot](), [Press](), 0, 0)
    let projection = origin.map { LocalProjection(origin: $0) }
    for mark in marks {
      switch mark.place {
      case .geographic(let longitude, let latitude, let floor):
        guard let projection else {
          unplaced += 1
          continue
        }
        let level = site.hasFloors ? floor : site.floors[0].level
        let place = projection.point(longitude: longitude, latitude: latitude)
        let knot = Walk.Knot(
          time: mark.time, position: place.at(height: site.elevation(ofFloor: level)), floor: level)
        if knots.last.map({ $0.time < knot.time }) ?? true { knots.append(knot) }
      case .point(let id):
        guard let index = site.testPoints.firstIndex(where: { $0.id == id }) else {
          unknown += 1
          continue
        }
        pressed.append(Press(time: mark.time, testPoint: index))
      }
    }
    if !knots.isEmpty { walk = Walk(knots: knots) }
    if !pressed.isEmpty { presses = pressed }
    if unplaced > 0 {
      notes.append(
        "\(file) has \(unplaced) positions of the walker by latitude and longitude, which need the key origin of the site"
      )
    }
    if unknown > 0 {
      notes.append(
        "\(unknown) of \(marks.count) marks of \(file) name no test point of the site and are left out")
    }
    let used = knots.count + pressed.count
    if used > 0 { notes.append("the ground truth is \(used) marks of \(file)") }
  }
}
