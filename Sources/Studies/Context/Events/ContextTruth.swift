package import Propagation
import Scenarios
package import World

/// The ground truth of one lap: only for scoring, never given to an application.
package struct ContextTruth: Sendable {
  /// The site as it really is.
  package let site: Site
  /// Where the walker is at each moment.
  package let walk: Walk
  /// Where beacons that move are, by anchor of the site.
  package var beaconWalks: [Int: Walk] = [:]
  /// The sensor beacons, with what they measure.
  package var nearables: [Nearable] = []
  /// By anchor of the site, seconds from which on it is silent.
  var silences: [Int: Double] = [:]
  /// By anchor of the site, seconds from which on another transmitter uses its identity.
  var copies: [Int: Double] = [:]
  /// By anchor of the site, seconds from which on, and decibels by which, its measured power is too high.
  var powerErrors: [Int: (from: Double, decibels: Double)] = [:]
  /// The transmitters that use the identity of an anchor, with their places and the seconds from which on they do.
  var rogues: [(anchor: Int, position: Point, from: Double)] = []
  /// The duration of the lap in microseconds.
  package let end: Int64

  /// Metres from the walker to an anchor of the site.
  package func distance(to anchor: Int, at time: Double) -> Double {
    walk.position(at: time).distance(to: position(of: anchor, at: time))
  }

  /// The place of an anchor at a time: fixed, or on its own walk.
  package func position(of anchor: Int, at time: Double) -> Point {
    beaconWalks[anchor]?.position(at: time) ?? site.anchors[anchor].position
  }

  /// The anchor nearest to the walker among some, with its distance in metres; the first of equally near ones.
  package func nearest(of anchors: [Int], at time: Double) -> (anchor: Int, distance: Double)? {
    var best: (anchor: Int, distance: Double)?
    for anchor in anchors {
      let distance = distance(to: anchor, at: time)
      if distance < best?.distance ?? .infinity { best = (anchor, distance) }
    }
    return best
  }

  /// The moments at which a condition begins or ceases to hold, the beginning included if it holds there.
  ///
  /// The condition is sampled ten times a second, and each change is located to the microsecond by bisection. Changes
  /// that last less than a tenth of a second may be missed.
  package func changes(of condition: (_ time: Double) -> Bool) -> [(microseconds: Int64, holds: Bool)] {
    var changes: [(Int64, Bool)] = []
    var holds = condition(0)
    if holds { changes.append((0, true)) }
    var before: Int64 = 0
    while before < end {
      let after = min(before + 100_000, end)
      if condition(after.seconds) != holds {
        let change = (before + 1..<after).partitioningIndex { condition($0.seconds) != holds }
        holds.toggle()
        changes.append((change, holds))
      }
      before = after
    }
    return changes
  }

  /// The moments at which the walker comes within so many metres of one of some anchors, or leaves them.
  package func visits(of anchors: [Int], within metres: Double) -> [(microseconds: Int64, holds: Bool)] {
    changes { time in anchors.contains { distance(to: $0, at: time) <= metres } }
  }

  /// What a sensor beacon measures, ten times a second; empty for another beacon.
  func reports(of beacon: String) -> [SensorReport] {
    guard let nearable = nearables.first(where: { $0.beacon == beacon }) else { return [] }
    return stride(from: Int64(0), through: end, by: 100_000).map { nearable.report(at: $0, anchor: 0) }
  }

  /// The name of the room in which the walker is, or else of the nearest fixed anchor.
  package func place(at time: Double) -> String? {
    let position = walk.position(at: time)
    if let room = site.room(at: position, floor: walk.floor(at: time)) { return site.rooms[room].name }
    return nearest(of: site.anchors.indices.filter { !site.anchors[$0].isMobile }, at: time).map {
      site.anchors[$0.anchor].id
    }
  }
}

/// The ground truth in the terms of one application.
package struct ApplicationTruth: Sendable {
  /// Every event that an ideal application would have noticed.
  package var events: [ContextEvent] = []
  /// The true state at a moment in seconds, as an index whose meaning the application defines, -1 for none; nil where the
  /// state is unknown. The closure itself is nil for an application without states.
  package var state: (@Sendable (Double) -> Int32?)?

  package init(events: [ContextEvent] = [], state: (@Sendable (Double) -> Int32?)? = nil) {
    (self.events, self.state) = (events, state)
  }
}

extension Simulation {
  /// The earliest second of a lap from which on something holds that begins at any of some moments; nil before them.
  private func seconds(_ lap: Int, _ begins: [LapMoment]) -> Double? {
    begins.compactMap { $0.lap < lap ? 0 : $0.lap == lap ? $0.time : nil }.min()
  }

  private func faults(_ kind: Fault.Kind, of beacon: String) -> [Fault] {
    faults.filter { $0.kind == kind && $0.beacon == beacon }
  }

  /// What holds of the beacons of some anchors, by anchor.
  private func byAnchor<Value>(_ value: (_ beacon: String) -> Value?) -> [Int: Value] {
    site.anchors.indices.reduce(into: [:]) { $0[$1] = value(site.anchors[$1].id) }
  }

  /// Seconds of a lap from which on another transmitter uses the identity of an anchor.
  func copies(onLap lap: Int) -> [Int: Double] {
    byAnchor { id in
      seconds(lap, rogues.filter { $0.beacon == id }.map(\.from) + faults(.cloned, of: id).map(\.from))
    }
  }

  /// The transmitters that use the identity of an anchor on a lap.
  ///
  /// - Parameter all: of all laps, with the clones among the faults.
  func rogues(onLap lap: Int, of all: [RogueBeacon]) -> [(anchor: Int, position: Point, from: Double)] {
    all.compactMap { rogue in
      guard let anchor = site.anchors.firstIndex(where: { $0.id == rogue.beacon }),
        let from = seconds(lap, [rogue.from])
      else { return nil }
      return (anchor, rogue.position, from)
    }
  }

  /// Seconds of a lap from which on, and decibels by which, the measured power of an anchor is too high.
  func powerErrors(onLap lap: Int) -> [Int: (from: Double, decibels: Double)] {
    byAnchor { id in
      faults(.measuredPower, of: id).lazy.compactMap { fault in
        seconds(lap, [fault.from]).map { ($0, fault.decibels.value) }
      }.first
    }
  }

  /// Seconds of a lap from which on an anchor is silent.
  func silences(onLap lap: Int) -> [Int: Double] {
    byAnchor { id in
      let changes = beacons.changes.filter { $0.beacon == id }
      return seconds(lap, changes.compactMap(\.silence) + faults(.dead, of: id).map(\.from))
    }
  }
}
