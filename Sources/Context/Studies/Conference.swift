package import Evaluation
import NumericalMethods
package import Rendering
import World

/// One visitor on one lap, second by second: the place that the server believes, and the true place; -1 for none.
struct Visit: Sendable {
  let name: String
  /// Nil in incognito times: nothing is stored, and nothing is scored.
  private(set) var believed: [Int32?]
  let truth: [Int32?]

  /// - Parameters:
  ///   - claims: of the phone's application, one for each second.
  ///   - random: decides which updates are lost.
  init(
    name: String, claims: [Int32], truth: [Int32], settings: ConferenceSettings,
    using random: inout RandomStream
  ) {
    self.name = name
    let hidden = settings.visitors.first { $0.name == name }?.incognito ?? []
    var place: Int32 = -1
    var lastUpdate = Int.min / 2
    var reported: Int32 = -1
    var lastReport = Int.min / 2
    believed = []
    for (second, claim) in claims.enumerated() {
      let isHidden = hidden.contains { Double(second) >= $0[0] && Double(second) < $0[1] }
      // An update at each change, and from time to time while nothing changes.
      if !isHidden, claim >= 0, claim != reported || second - lastReport >= settings.heartbeat {
        (reported, lastReport) = (claim, second)
        if random.uniform() >= settings.loss { (place, lastUpdate) = (claim, second) }
      }
      if isHidden {
        // Earlier knowledge is deleted too.
        (place, reported, lastUpdate) = (-1, -1, Int.min / 2)
        believed.append(nil)
      } else {
        believed.append(Double(second - lastUpdate) < settings.timeout ? place : -1)
      }
    }
    self.truth = zip(truth, believed).map { $1 == nil ? nil : $0 }
  }

  /// Stays of at least `least` seconds, in their order.
  static func stays(_ states: [Int32?], least: Int) -> [(place: Int32, from: Int, until: Int)] {
    var stays: [(place: Int32, from: Int, until: Int)] = []
    for (second, state) in states.enumerated() {
      guard let state, state >= 0 else { continue }
      if let last = stays.last, last.place == state, last.until == second {
        stays[stays.count - 1].until = second + 1
      } else {
        stays.append((state, second, second + 1))
      }
    }
    return stays.filter { $0.until - $0.from >= least }
  }
}

/// One figure of a conference over all laps.
package struct ConferenceScore: Sendable {
  /// What is measured, such as `queue time`.
  package let quantity: String
  /// The unit, such as `s`; nil for none.
  package let unit: String?
  /// The number of values, over all laps.
  package let count: Int
  /// The mean over laps with its interval; nil without a value.
  package let mean: LapMean?
}

/// All visitors of one lap.
struct ConferenceLap: Sendable {
  let visits: [Visit]
  let settings: ConferenceSettings
  /// The names of the places.
  let places: [String]

  /// The sum and the number of values by quantity, in the order of ``quantities``.
  var totals: [SIMD2<Double>] {
    var all = [right, people, uniqueVisitors, dwell, order]
    if let queue {
      all += [queueLength(queue), waiting(queue)]
    }
    return all
  }

  static func quantities(hasQueue: Bool) -> [(name: String, unit: String?)] {
    [
      ("visitor at the right place (share of seconds)", nil), ("people at a place: mean absolute error", nil),
      ("unique visitors in a bin: mean absolute error", nil),
      ("dwell of a visitor at a place: mean absolute error", "s"),
      ("visitors with the right order of visits (share)", nil),
    ]
      + (hasQueue
        ? [("length of the queue: mean absolute error", nil), ("waiting time: mean absolute error", "s")]
        : [])
  }

  private var seconds: Int { visits.map(\.truth.count).max() ?? 0 }

  private var queue: (back: Int32, front: Int32)? {
    settings.queue.flatMap { queue in
      guard let back = places.firstIndex(of: queue.back), let front = places.firstIndex(of: queue.front)
      else {
        return nil
      }
      return (Int32(back), Int32(front))
    }
  }

  private var right: SIMD2<Double> {
    visits.reduce(.zero) { sum, visit in
      zip(visit.believed, visit.truth).reduce(sum) { sum, pair in
        guard let believed = pair.0, let truth = pair.1 else { return sum }
        return sum + SIMD2(believed == truth ? 1 : 0, 1)
      }
    }
  }

  private func states(_ second: Int, _ path: KeyPath<Visit, [Int32?]>) -> [Int32?] {
    visits.map { second < $0[keyPath: path].count ? $0[keyPath: path][second] : nil }
  }

  private var people: SIMD2<Double> {
    var sum = SIMD2<Double>.zero
    for second in 0..<seconds {
      let (believed, truth) = (states(second, \.believed), states(second, \.truth))
      for place in places.indices {
        let difference = believed.count { $0 == Int32(place) } - truth.count { $0 == Int32(place) }
        sum += SIMD2(Double(abs(difference)), 1)
      }
    }
    return sum
  }

  private var uniqueVisitors: SIMD2<Double> {
    let length = max(Int(settings.bin), 1)
    var sum = SIMD2<Double>.zero
    for start in stride(from: 0, to: seconds, by: length) {
      func visitors(of place: Int, _ path: KeyPath<Visit, [Int32?]>) -> Int {
        visits.count { visit in
          visit[keyPath: path].dropFirst(start).prefix(length).contains { $0 == Int32(place) }
        }
      }
      for place in places.indices {
        sum += SIMD2(Double(abs(visitors(of: place, \.believed) - visitors(of: place, \.truth))), 1)
      }
    }
    return sum
  }

  private var dwell: SIMD2<Double> {
    visits.reduce(.zero) { sum, visit in
      places.indices.reduce(sum) { sum, place in
        let believed = visit.believed.count { $0 == Int32(place) }
        let truth = visit.truth.count { $0 == Int32(place) }
        return truth + believed == 0 ? sum : sum + SIMD2(Double(abs(believed - truth)), 1)
      }
    }
  }

  private var order: SIMD2<Double> {
    visits.reduce(.zero) { sum, visit in
      let truth = Visit.stays(visit.truth, least: settings.leastVisit).map(\.place)
      let believed = Visit.stays(visit.believed, least: settings.leastVisit).map(\.place)
      return sum + SIMD2(truth.withoutRepeats == believed.withoutRepeats ? 1 : 0, 1)
    }
  }

  /// Visitors who have been at the back but not yet at the front, in each second.
  private func queued(_ path: KeyPath<Visit, [Int32?]>, _ queue: (back: Int32, front: Int32)) -> [Int] {
    var counts = [Int](repeating: 0, count: seconds)
    for visit in visits {
      var isQueued = false
      for (second, state) in visit[keyPath: path].enumerated() {
        if state == queue.back { isQueued = true }
        if state == queue.front || state == nil { isQueued = false }
        if isQueued { counts[second] += 1 }
      }
    }
    return counts
  }

  private func queueLength(_ queue: (back: Int32, front: Int32)) -> SIMD2<Double> {
    zip(queued(\.believed, queue), queued(\.truth, queue)).reduce(.zero) {
      $0 + SIMD2(Double(abs($1.0 - $1.1)), 1)
    }
  }

  /// The time from the first second at the back to the first at the front, for visitors for whom both are known.
  private func waiting(_ queue: (back: Int32, front: Int32)) -> SIMD2<Double> {
    func time(_ states: [Int32?]) -> Int? {
      guard let back = states.firstIndex(of: queue.back) else { return nil }
      return states[back...].firstIndex(of: queue.front).map { $0 - back }
    }
    return visits.reduce(.zero) { sum, visit in
      guard let truth = time(visit.truth), let believed = time(visit.believed) else { return sum }
      return sum + SIMD2(Double(abs(truth - believed)), 1)
    }
  }

  /// Meetings of two visitors with a common interest at one place: the first second of each.
  func meetings(_ path: KeyPath<Visit, [Int32?]>) -> [ContextEvent] {
    var events: [ContextEvent] = []
    for (index, one) in visits.enumerated() {
      for other in visits[(index + 1)...] where shareInterest(one.name, other.name) {
        var together: Int32 = -1
        for second in 0..<seconds {
          let states = (
            second < one[keyPath: path].count ? one[keyPath: path][second] : nil,
            second < other[keyPath: path].count ? other[keyPath: path][second] : nil
          )
          let place = states.0 == states.1 ? states.0 ?? -1 : -1
          if place >= 0, place != together {
            events.append(
              ContextEvent(
                "match", "\(one.name) and \(other.name)", at: Int64(second + 1) * 1_000_000,
                place: places.indices.contains(Int(place)) ? places[Int(place)] : nil))
          }
          together = place
        }
      }
    }
    return events
  }

  private func shareInterest(_ a: String, _ b: String) -> Bool {
    func interests(_ name: String) -> [String] {
      settings.visitors.first { $0.name == name }?.interests ?? []
    }
    return interests(a).contains { interests(b).contains($0) }
  }
}

extension [Int32] {
  fileprivate var withoutRepeats: [Int32] {
    reduce(into: []) { kept, place in if kept.last != place { kept.append(place) } }
  }
}

extension ConferenceScore: Described {
  /// The columns of the conference table.
  package static let figures: [Figure<ConferenceScore>] = [
    .init("quantity", "conference", \.quantity), .init("unit", \.unit), .init("count", \.count),
    .init(
      "mean", "mean [95 %]", decimals: 3, { $0.mean?.value },
      interval: { $0.mean?.interval(within: 0 ... .infinity) }),
  ]
}
