import Positioning
import World

/// The counts of a navigator's guidance on one or several laps.
package struct NavigationTally: Hashable, Sendable {
  /// Instructions that were needed; each is in exactly one of the next four. Of the window from 4 m before the node until it is
  /// passed: those shown all the time, those with another edge of the node, those that had been shown and were taken away, and those
  /// that had not yet been shown.
  package private(set) var needed = 0
  package private(set) var inTime = 0
  package private(set) var wrongTurns = 0
  package private(set) var early = 0
  package private(set) var late = 0
  /// Of those whose turn was announced: by how many metres along the walk too early; negative for too late.
  package private(set) var announced: [Double] = []
  /// Walks that leave the route, and seconds from leaving to detection, for each that was detected.
  package private(set) var leavings = 0
  package private(set) var delays: [Double] = []
  /// Detections while the walker was on the route, and the hours on the route.
  package private(set) var falseAlarms = 0
  package private(set) var hours = 0.0
  /// Walks that arrive, and seconds from arrival to its announcement, for each that was announced; negative where the
  /// announcement came first.
  package private(set) var arrivals = 0
  package private(set) var announcements: [Double] = []
  /// Fixes, and those on another floor than the walker.
  package private(set) var fixes = 0
  package private(set) var wrongFloors = 0
  /// Callbacks on the route, those with a direction at a confidence of at least 90 %, and those of them with the right
  /// direction.
  package private(set) var callbacks = 0
  package private(set) var confident = 0
  package private(set) var rightDirections = 0

  init() {}

  /// Guides one walk by the fixes of a pipeline.
  init(_ callbacks: [Callback], along walk: Walk, _ planned: PlannedWalk, _ route: RouteLine) {
    var navigator = Navigator(route)
    var shown: [(time: Double, guidance: Guidance)] = []
    for callback in callbacks {
      let fix = try? callback.fix.get()
      if let fix, walk.span.contains(callback.time) {
        fixes += 1
        if fix.floor != walk.floor(at: callback.time) { wrongFloors += 1 }
      }
      shown.append((callback.time, navigator.advise(fix, at: callback.time)))
    }
    count(shown, planned)
  }

  private mutating func count(_ shown: [(time: Double, guidance: Guidance)], _ planned: PlannedWalk) {
    for need in planned.needs { count(need, in: shown, planned) }
    guard let onRoute = planned.onRoute else { return }
    hours = (onRoute.upperBound - onRoute.lowerBound) / 3600
    let alarms = shown.filter(\.guidance.leaves).map(\.time)
    falseAlarms = alarms.count { onRoute.contains($0) }
    if let leaving = planned.leaving {
      leavings = 1
      delays = alarms.first { $0 > leaving }.map { [$0 - leaving] } ?? []
    }
    if let arrival = planned.arrival {
      arrivals = 1
      announcements = shown.first(where: \.guidance.hasArrived).map { [$0.time - arrival] } ?? []
    }
    for (time, guidance) in shown where onRoute.contains(time) {
      callbacks += 1
      guard let direction = guidance.direction, direction.confidence >= 0.9 else { continue }
      confident += 1
      if direction.forward { rightDirections += 1 }
    }
  }

  private mutating func count(
    _ need: PlannedWalk.Need, in shown: [(time: Double, guidance: Guidance)], _ planned: PlannedWalk
  ) {
    needed += 1
    let first = shown.lastIndex { $0.time <= need.from } ?? 0
    let window = shown[first...].prefix { $0.time < need.until }
    let wrong = window.first { $0.guidance.instruction != need.right }
    if window.contains(where: { $0.guidance.instruction.map(need.isWrongTurn) ?? false }) {
      wrongTurns += 1
    } else if !window.isEmpty, wrong == nil {
      inTime += 1
    } else if shown.contains(where: {
      $0.time < wrong?.time ?? need.until && $0.guidance.instruction == need.right
    }) {
      early += 1
    } else {
      late += 1
    }
    let turn = shown.first {
      $0.guidance.instruction == need.right && $0.guidance.ahead ?? .infinity <= PlannedWalk.notice
    }
    if let turn { announced.append(planned.metres(from: turn.time, to: need) - PlannedWalk.notice) }
  }

  static func + (a: NavigationTally, b: NavigationTally) -> NavigationTally {
    var sum = a
    let counts: [WritableKeyPath<NavigationTally, Int>] = [
      \.needed, \.inTime, \.wrongTurns, \.early, \.late, \.leavings, \.falseAlarms, \.arrivals, \.fixes,
      \.wrongFloors, \.callbacks, \.confident, \.rightDirections,
    ]
    for count in counts { sum[keyPath: count] += b[keyPath: count] }
    sum.announced += b.announced
    sum.delays += b.delays
    sum.hours += b.hours
    sum.announcements += b.announcements
    return sum
  }
}

extension PlannedWalk.Need {
  /// Whether an instruction is for another edge of the same node.
  fileprivate func isWrongTurn(_ instruction: Guidance.Instruction) -> Bool {
    instruction.node == right.node && instruction.edge != right.edge
  }
}
