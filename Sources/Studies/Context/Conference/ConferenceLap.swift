package import Evaluation
package import Rendering
import World

/// One figure of a conference over all laps.
package struct ConferenceScore: Sendable {
  /// What is measured, such as `waiting time: mean absolute error`.
  package let quantity: String
  /// What each lap adds to it.
  package let lapFigure: LapFigure

  /// The number of values, over all laps.
  package var count: Int { Int(lapFigure.totals.reduce(0) { $0 + $1[1] }) }
  /// The mean over laps with its interval; nil without a value.
  package var mean: LapMean? { lapFigure.mean }
}

extension ConferenceScore: Described {
  /// The columns of the conference table.
  package static let figures: [Figure<ConferenceScore>] = [
    .init("quantity", "conference", \.quantity),
    .init("unit") { $0.lapFigure.unit == "share" ? nil : $0.lapFigure.unit },
    .init("count", \.count),
    .init("mean", "mean [95 %]", decimals: 3, estimate: { $0.mean?.within(0 ... .infinity) }),
  ]
}

/// All visitors of one lap.
struct ConferenceLap: Sendable {
  let visits: [Visit]
  let settings: ConferenceSettings
  /// The names of the places.
  let places: [String]

  /// The sum and the number of the values of one figure on a lap.
  private typealias Total = (ConferenceLap) -> SIMD2<Double>

  /// The figures of some laps.
  static func scores(_ laps: [ConferenceLap]) -> [ConferenceScore] {
    func score(_ quantity: String, _ figure: String, _ unit: String?, _ total: Total) -> ConferenceScore {
      ConferenceScore(
        quantity: quantity,
        lapFigure: LapFigure(
          LapFigure.Name("conference", figure: figure), unit: unit,
          better: unit == "share" ? .larger : .smaller, totals: laps.map(total)))
    }
    let all = [
      score("visitor at the right place (share of seconds)", "right", "share", \.right),
      score("people at a place: mean absolute error", "peopleError", nil) { $0.people(every: 1) },
      score("unique visitors in a bin: mean absolute error", "uniqueError", nil) {
        $0.people(every: max(Int($0.settings.bin), 1))
      },
      score("dwell of a visitor at a place: mean absolute error", "dwellError", "s", \.dwell),
      score("visitors with the right order of visits (share)", "rightOrder", "share", \.order),
    ]
    guard let queue = laps.first?.queue else { return all }
    return all + [
      score("length of the queue: mean absolute error", "queueError", nil) { $0.length(of: queue) },
      score("waiting time: mean absolute error", "waitingError", "s") { $0.waiting(in: queue) },
    ]
  }

  private var seconds: Int { visits.map(\.truth.count).max() ?? 0 }

  private var queue: (back: Visit.State, front: Visit.State)? {
    guard let queue = settings.queue, let back = places.firstIndex(of: queue.back),
      let front = places.firstIndex(of: queue.front)
    else { return nil }
    return (.at(back), .at(front))
  }

  /// The sum of values over some things, and their number; nil for one without a value.
  private func sum<Things: Sequence>(
    _ things: Things, _ value: (Things.Element) -> SIMD2<Double>?
  ) -> SIMD2<Double> {
    things.reduce(.zero) { $0 + (value($1) ?? .zero) }
  }

  /// One value, right or not.
  private func hit(_ isRight: Bool) -> SIMD2<Double> { SIMD2(isRight ? 1 : 0, 1) }

  /// One value: by how much a number that the server believes is wrong.
  private func miss(_ number: (Visit.Side) -> Int) -> SIMD2<Double> {
    SIMD2(Double(abs(number(\.believed) - number(\.truth))), 1)
  }

  private var right: SIMD2<Double> {
    sum(visits) { visit in
      sum(zip(visit.believed, visit.truth)) { $0 == .hidden ? nil : hit($0 == $1) }
    }
  }

  /// Visitors who were at a place in each stretch of seconds.
  private func people(every length: Int) -> SIMD2<Double> {
    sum(stride(from: 0, to: seconds, by: length)) { start in
      sum(places.indices) { place in
        miss { side in
          visits.count { $0[keyPath: side].dropFirst(start).prefix(length).contains(.at(place)) }
        }
      }
    }
  }

  private var dwell: SIMD2<Double> {
    sum(visits) { visit in
      sum(places.indices) { place in
        let isKnown = visit.believed.contains(.at(place)) || visit.truth.contains(.at(place))
        return isKnown ? miss { side in visit[keyPath: side].count { $0 == .at(place) } } : nil
      }
    }
  }

  private var order: SIMD2<Double> {
    sum(visits) { visit in
      let least = settings.leastVisit
      return hit(visit.order(\.truth, least: least) == visit.order(\.believed, least: least))
    }
  }

  /// Of each second.
  private func length(of queue: (back: Visit.State, front: Visit.State)) -> SIMD2<Double> {
    func lengths(_ side: Visit.Side) -> [Int] {
      visits.map { $0.isQueued(side, in: queue) }.reduce(into: [Int](repeating: 0, count: seconds)) {
        for (second, isQueued) in $1.enumerated() where isQueued { $0[second] += 1 }
      }
    }
    return sum(zip(lengths(\.believed), lengths(\.truth))) { believed, truth in
      SIMD2(Double(abs(believed - truth)), 1)
    }
  }

  /// Of visitors whose waiting is known on both sides.
  private func waiting(in queue: (back: Visit.State, front: Visit.State)) -> SIMD2<Double> {
    sum(visits) { visit in
      guard let truth = visit.waiting(\.truth, in: queue), let believed = visit.waiting(\.believed, in: queue)
      else { return nil }
      return SIMD2(Double(abs(truth - believed)), 1)
    }
  }

  /// Meetings of two visitors with a common interest at one place: the first second of each.
  func meetings(_ side: Visit.Side) -> [ContextEvent] {
    visits.indices.flatMap { index in
      visits[(index + 1)...].filter { shareInterest(visits[index].name, $0.name) }.flatMap {
        meetings(of: visits[index], and: $0, side)
      }
    }
  }

  private func meetings(of one: Visit, and other: Visit, _ side: Visit.Side) -> [ContextEvent] {
    var together: Int?
    return (0..<seconds).compactMap { second in
      let (place, before) = (one.place(side, in: second), together)
      together = place == other.place(side, in: second) ? place : nil
      guard let together, together != before else { return nil }
      return ContextEvent(
        "match", "\(one.name) and \(other.name)", at: Double(second + 1).microseconds,
        place: places.indices.contains(together) ? places[together] : nil)
    }
  }

  private func shareInterest(_ a: String, _ b: String) -> Bool {
    func interests(_ name: String) -> [String] {
      settings.visitors.first { $0.name == name }?.interests ?? []
    }
    return interests(a).contains { interests(b).contains($0) }
  }
}
