package import Documents
import NumericalMethods
package import World

/// Services of a server to which the phones of several visitors report their places.
package struct ConferenceSettings: DeclaredSettings {
  /// A visitor's interests, and the times in which nothing of the visit may be stored.
  package struct Visitor: DeclaredSettings {
    /// The name of one of the scenario's walkers.
    package var name = ""
    /// The visitor's interests; two visitors with one in common match.
    package var interests: [String] = []
    /// Pairs of a beginning and an end, in seconds.
    package var incognito: [[Double]] = []

    package init() {}
    package static let keys: [SettingKey<Visitor>] = [
      .required("name", \.name, .text(), "The name of one of the walkers."),
      .defaulted("interests", \.interests, .list(of: .text(.line)), "What the visitor is interested in."),
      .defaulted(
        "incognito", \.incognito, .list(of: .tuple("from", "until", of: .number(.between(0, 864_000)))),
        unit: "s",
        "The times in which no update is sent and nothing is stored."),
    ]

    /// Each incognito time begins before it ends.
    package var conflict: SettingFault? {
      for (index, times) in incognito.enumerated() where times.count == 2 && times[0] >= times[1] {
        return SettingFault(
          key: "incognito[\(index)]", expected: "a beginning before the end",
          found: "\(times[0]) and \(times[1])")
      }
      return nil
    }
  }

  /// Beacons at both ends of a queue.
  package struct Queue: DeclaredSettings {
    /// The place where one joins the queue.
    package var back = ""
    /// The place where one is served.
    package var front = ""

    package init() {}
    package static let keys: [SettingKey<Queue>] = [
      .required("back", \.back, .text(), "The place at the end of the queue, where one joins it."),
      .required("front", \.front, .text(), "The place at its head, where one is served."),
    ]

    /// The two ends are different places.
    package var conflict: SettingFault? {
      back != front
        ? nil : SettingFault(key: "front", expected: "another place than `back`", found: "\"\(front)\"")
    }
  }

  /// The name of the application whose states the phones report.
  package var application = ""
  /// Seconds.
  package var timeout = 300.0
  /// Seconds between updates while the place stays the same.
  package var heartbeat = 30
  /// The probability that an update is lost on its way.
  package var loss = 0.0
  /// Walkers with interests or incognito times; others have neither.
  package var visitors: [Visitor] = []
  /// The length of a bin of unique visitors, in seconds.
  package var bin = 1800.0
  /// Seconds of the shortest stay that counts as a visit.
  package var leastVisit = 20
  /// Nil for no queue.
  package var queue: Queue?

  package init() {}
  package static let keys: [SettingKey<ConferenceSettings>] = [
    .required("application", \.application, .text(), "The application whose states the phones report."),
    .defaulted(
      "timeout", \.timeout, .number(.between(1, 86_400)), unit: "s",
      "How long a visitor counts as still there after the last update, unless seen elsewhere."),
    .defaulted(
      "heartbeat", \.heartbeat, .integer(.between(1, 86_400)), unit: "s",
      "The time between updates while the place stays the same."),
    .defaulted("loss", \.loss, .number(.between(0, 1)), "The probability that an update is lost on its way."),
    .defaulted("visitors", \.visitors, .list(of: .settings), "Interests and incognito times of walkers."),
    .defaulted(
      "bin", \.bin, .number(.between(1, 86_400)), unit: "s", "The length of a bin of unique visitors."),
    .defaulted(
      "leastVisit", \.leastVisit, .integer(.between(1, 86_400)), unit: "s",
      "The shortest stay that counts as a visit, in the order of visits."),
    .optional("queue", \.queue, .settings, "A queue with a beacon at each end."),
  ]
}

/// One visitor on one lap, second by second: the place that the server believes, and the true place.
struct Visit: Sendable {
  /// Where a visitor is in one second.
  enum State: Hashable, Sendable {
    /// In incognito times: nothing is stored, and nothing is scored.
    case hidden
    case elsewhere
    /// An index of the conference's places.
    case at(Int)

    /// - Parameter claim: of an application; negative for no place.
    init(claim: Int32) { self = claim >= 0 ? .at(Int(claim)) : .elsewhere }
  }

  /// One of the two: the server's belief, or the truth.
  typealias Side = KeyPath<Visit, [State]>

  let name: String
  private(set) var believed: [State] = []
  let truth: [State]

  /// - Parameters:
  ///   - claims: of the phone's application, one for each second.
  ///   - random: decides which updates are lost.
  init(
    name: String, claims: [State], truth: [State], settings: ConferenceSettings,
    using random: inout RandomStream
  ) {
    self.name = name
    let hidden = settings.visitors.first { $0.name == name }?.incognito ?? []
    var sent: (state: State, second: Int)?
    var arrived = sent
    for (second, claim) in claims.enumerated() {
      guard !hidden.contains(where: { Double(second) >= $0[0] && Double(second) < $0[1] }) else {
        // Earlier knowledge is deleted too.
        (sent, arrived) = (nil, nil)
        believed.append(.hidden)
        continue
      }
      // An update at each change, and from time to time while nothing changes.
      let isDue = sent.map { $0.state != claim || second - $0.second >= settings.heartbeat } ?? true
      if claim != .elsewhere, isDue {
        sent = (claim, second)
        if random.uniform() >= settings.loss { arrived = sent }
      }
      let fresh = arrived.flatMap { Double(second - $0.second) < settings.timeout ? $0.state : nil }
      believed.append(fresh ?? .elsewhere)
    }
    self.truth = zip(truth, believed).map { $1 == .hidden ? .hidden : $0 }
  }

  /// The place in a second; nil where there is none, and after the end.
  func place(_ side: Side, in second: Int) -> Int? {
    guard case .at(let place)? = self[keyPath: side].dropFirst(second).first else { return nil }
    return place
  }

  /// The states of the stays at places of at least `least` seconds, in their order, each once in a row.
  func order(_ side: Side, least: Int) -> [State] {
    var stays: [(state: State, seconds: Int)] = []
    for state in self[keyPath: side] {
      if let last = stays.last, last.state == state {
        stays[stays.count - 1].seconds += 1
      } else {
        stays.append((state, 1))
      }
    }
    return stays.reduce(into: []) { order, stay in
      guard case .at = stay.state, stay.seconds >= least, order.last != stay.state else { return }
      order.append(stay.state)
    }
  }

  /// The seconds from the first one at the back of a queue to the first at its front.
  func waiting(_ side: Side, in queue: (back: State, front: State)) -> Int? {
    let states = self[keyPath: side]
    guard let back = states.firstIndex(of: queue.back) else { return nil }
    return states[back...].firstIndex(of: queue.front).map { $0 - back }
  }

  /// By second, whether the visitor has been at the back of a queue but not yet at its front.
  func isQueued(_ side: Side, in queue: (back: State, front: State)) -> [Bool] {
    var isQueued = false
    return self[keyPath: side].map { state in
      if state == queue.back { isQueued = true }
      if state == queue.front || state == .hidden { isQueued = false }
      return isQueued
    }
  }
}
