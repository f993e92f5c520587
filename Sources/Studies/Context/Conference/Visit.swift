import NumericalMethods

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
