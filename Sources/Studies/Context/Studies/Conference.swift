package import Evaluation
import NumericalMethods
package import Rendering
import Scenarios
import World

/// One visitor on one lap, second by second: the place that the server believes, and the true place; -1 for none.
struct Visit: Sendable {
  /// One of the two: the server's belief, or the truth.
  typealias Side = KeyPath<Visit, [Int32?]>

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
      // Earlier knowledge is deleted too.
      if isHidden { (place, reported, lastUpdate) = (-1, -1, Int.min / 2) }
      let isFresh = Double(second - lastUpdate) < settings.timeout
      believed.append(isHidden ? nil : isFresh ? place : -1)
    }
    self.truth = zip(truth, believed).map { $1 == nil ? nil : $0 }
  }

  /// The state in a second; nil also after the end.
  func state(_ side: Side, in second: Int) -> Int32? { self[keyPath: side].dropFirst(second).first ?? nil }

  /// The places of the stays of at least `least` seconds, in their order, each once in a row.
  func order(_ side: Side, least: Int) -> [Int32] {
    var stays: [(place: Int32?, seconds: Int)] = []
    for state in self[keyPath: side] {
      if let last = stays.last, last.place == state {
        stays[stays.count - 1].seconds += 1
      } else {
        stays.append((state, 1))
      }
    }
    return stays.reduce(into: []) { order, stay in
      guard let place = stay.place, place >= 0, stay.seconds >= least, order.last != place else { return }
      order.append(place)
    }
  }

  /// The seconds from the first one at the back of a queue to the first at its front.
  func waiting(_ side: Side, _ queue: (back: Int32, front: Int32)) -> Int? {
    let states = self[keyPath: side]
    guard let back = states.firstIndex(of: queue.back) else { return nil }
    return states[back...].firstIndex(of: queue.front).map { $0 - back }
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
  /// What each lap adds to it.
  package let lapFigure: LapFigure

  /// The mean over laps with its interval; nil without a value.
  package var mean: LapMean? { lapFigure.mean }
}

/// All visitors of one lap.
struct ConferenceLap: Sendable {
  let visits: [Visit]
  let settings: ConferenceSettings
  /// The names of the places.
  let places: [String]

  /// What is measured, with its unit, and the sum and the number of its values on a lap.
  private typealias Quantity = (
    name: String, unit: String?, figure: String, total: (ConferenceLap) -> SIMD2<Double>
  )

  private static func quantities(_ queue: (back: Int32, front: Int32)?) -> [Quantity] {
    let all: [Quantity] = [
      ("visitor at the right place (share of seconds)", nil, "right", \.right),
      ("people at a place: mean absolute error", nil, "peopleError", { $0.people(every: 1) }),
      (
        "unique visitors in a bin: mean absolute error", nil, "uniqueError",
        { $0.people(every: Int($0.settings.bin)) }
      ),
      ("dwell of a visitor at a place: mean absolute error", "s", "dwellError", \.dwell),
      ("visitors with the right order of visits (share)", nil, "rightOrder", \.order),
    ]
    guard let queue else { return all }
    return all + [
      ("length of the queue: mean absolute error", nil, "queueError", { $0.queueLength(queue) }),
      ("waiting time: mean absolute error", "s", "waitingError", { $0.waiting(queue) }),
    ]
  }

  /// The figures of some laps.
  static func scores(_ laps: [ConferenceLap]) -> [ConferenceScore] {
    quantities(laps.first?.queue).map { quantity in
      let totals = laps.map(quantity.total)
      let isShare = quantity.figure.hasPrefix("right")
      return ConferenceScore(
        quantity: quantity.name, unit: quantity.unit, count: Int(totals.reduce(0) { $0 + $1[1] }),
        lapFigure: LapFigure(
          LapFigure.Name("conference", figure: quantity.figure), unit: isShare ? "share" : quantity.unit,
          better: isShare ? .larger : .smaller, totals: totals))
    }
  }

  private var seconds: Int { visits.map(\.truth.count).max() ?? 0 }

  private var queue: (back: Int32, front: Int32)? {
    guard let queue = settings.queue, let back = places.firstIndex(of: queue.back),
      let front = places.firstIndex(of: queue.front)
    else { return nil }
    return (Int32(back), Int32(front))
  }

  /// The sum of values over some things, and their number; nil for one without a value.
  private func sum<Things: Sequence>(
    _ things: Things, _ value: (Things.Element) -> SIMD2<Double>?
  ) -> SIMD2<Double> {
    things.reduce(.zero) { $0 + (value($1) ?? .zero) }
  }

  /// One value: by how much a number that the server believes is wrong.
  private func miss(_ number: (Visit.Side) -> Int) -> SIMD2<Double> {
    SIMD2(Double(abs(number(\.believed) - number(\.truth))), 1)
  }

  private var right: SIMD2<Double> {
    sum(visits) { visit in
      sum(zip(visit.believed, visit.truth)) { pair in
        guard let believed = pair.0, let truth = pair.1 else { return nil }
        return SIMD2(believed == truth ? 1 : 0, 1)
      }
    }
  }

  /// Visitors who were at a place in each stretch of seconds.
  private func people(every length: Int) -> SIMD2<Double> {
    let length = max(length, 1)
    return sum(stride(from: 0, to: seconds, by: length)) { start in
      sum(places.indices) { place in
        miss { side in
          visits.count { $0[keyPath: side].dropFirst(start).prefix(length).contains(Int32(place)) }
        }
      }
    }
  }

  private var dwell: SIMD2<Double> {
    sum(visits) { visit in
      sum(places.indices) { place in
        let isKnown = visit.believed.contains(Int32(place)) || visit.truth.contains(Int32(place))
        return isKnown ? miss { side in visit[keyPath: side].count { $0 == Int32(place) } } : nil
      }
    }
  }

  private var order: SIMD2<Double> {
    sum(visits) { visit in
      let least = settings.leastVisit
      return SIMD2(visit.order(\.truth, least: least) == visit.order(\.believed, least: least) ? 1 : 0, 1)
    }
  }

  /// Visitors who have been at the back but not yet at the front, in each second.
  private func queued(_ side: Visit.Side, _ queue: (back: Int32, front: Int32)) -> [Int] {
    var counts = [Int](repeating: 0, count: seconds)
    for visit in visits {
      var isQueued = false
      for (second, state) in visit[keyPath: side].enumerated() {
        if state == queue.back { isQueued = true }
        if state == queue.front || state == nil { isQueued = false }
        if isQueued { counts[second] += 1 }
      }
    }
    return counts
  }

  private func queueLength(_ queue: (back: Int32, front: Int32)) -> SIMD2<Double> {
    sum(zip(queued(\.believed, queue), queued(\.truth, queue))) { SIMD2(Double(abs($0 - $1)), 1) }
  }

  /// Of visitors whose waiting is known on both sides.
  private func waiting(_ queue: (back: Int32, front: Int32)) -> SIMD2<Double> {
    sum(visits) { visit in
      guard let truth = visit.waiting(\.truth, queue), let believed = visit.waiting(\.believed, queue) else {
        return nil
      }
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
    var together: Int32 = -1
    return (0..<seconds).compactMap { second in
      let (state, before) = (one.state(side, in: second), together)
      together = state == other.state(side, in: second) ? state ?? -1 : -1
      guard together >= 0, together != before else { return nil }
      return ContextEvent(
        "match", "\(one.name) and \(other.name)", at: Int64(second + 1) * 1_000_000,
        place: places.indices.contains(Int(together)) ? places[Int(together)] : nil)
    }
  }

  private func shareInterest(_ a: String, _ b: String) -> Bool {
    func interests(_ name: String) -> [String] {
      settings.visitors.first { $0.name == name }?.interests ?? []
    }
    return interests(a).contains { interests(b).contains($0) }
  }
}

extension ContextScenario {
  /// What a server makes of all laps, and the meetings of each lap; nil without a conference.
  ///
  /// - Parameter laps: by lap, by walker and then by application.
  func conference(
    _ laps: [[[ApplicationOutcome]]]
  ) -> (scores: [ConferenceScore], matches: [[ApplicationOutcome]])? {
    guard let conference = settings.conference,
      let index = settings.applications.firstIndex(where: { $0.name == conference.application })
    else { return nil }
    let definition = settings.applications[index]
    let all = laps.enumerated().map { lap, walkers in
      ConferenceLap(
        visits: walkers.map { visit($0[index], on: lap, definition, conference) }, settings: conference,
        places: conferencePlaces)
    }
    let matches = zip(all, laps).map { lap, walkers in
      [
        ApplicationOutcome(
          walker: nil, log: ContextLog(),
          matching: EventMatching(
            lap.meetings(\.believed), truth: lap.meetings(\.truth), early: definition.early
          ) { _ in definition.window }, matchingByRadius: [], received: 0,
          seconds: walkers.map { $0[index].seconds }.max() ?? 0,
          states: StateTally(), trueStates: [], zones: [])
      ]
    }
    return (ConferenceLap.scores(all), matches)
  }

  /// One walker's updates, as the server receives them.
  private func visit(
    _ outcome: ApplicationOutcome, on lap: Int, _ definition: ApplicationDefinition,
    _ conference: ConferenceSettings
  ) -> Visit {
    let name = outcome.walker ?? ""
    let seed = scenario.studySeed.derived("lap", lap).derived("updates").derived(name)
    var random = RandomStream(seed)
    let width = definition.application.settings.offered
    let claims = outcome.log.claims
    return Visit(
      name: name, claims: stride(from: 0, to: claims.count, by: width).map { claims[$0] },
      truth: outcome.trueStates, settings: conference, using: &random)
  }
}

extension ConferenceScore: Described {
  /// The columns of the conference table.
  package static let figures: [Figure<ConferenceScore>] = [
    .init("quantity", "conference", \.quantity), .init("unit", \.unit), .init("count", \.count),
    .init("mean", "mean [95 %]", decimals: 3, estimate: { $0.mean?.within(0 ... .infinity) }),
  ]
}
