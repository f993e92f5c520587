/// What the server knows besides its database: who listens, and what was counted.
///
/// An actor, since requests change it from many tasks.
actor LiveState {
  private var listeners: [Int: AsyncStream<String>.Continuation] = [:]
  private var next = 0
  private(set) var answered: [Int: Int] = [:]
  private var allowance: Double
  private var refilled: Double = 0
  /// Requests a second; nil for any number.
  private let rate: Double?

  /// How many may listen at once.
  private static let most = 100

  init(rate: Double?) {
    self.rate = rate
    allowance = rate ?? 0
  }

  /// Whether one more request is within the rate.
  ///
  /// - Parameter now: seconds of any steady clock.
  func admits(at now: Double) -> Bool {
    guard let rate else { return true }
    allowance = min(rate, allowance + (now - refilled) * rate)
    refilled = now
    guard allowance >= 1 else { return false }
    allowance -= 1
    return true
  }

  func count(_ status: Int) { answered[status, default: 0] += 1 }

  /// The events from now on; nil when too many listen. Who is slow misses events.
  func listen() -> AsyncStream<String>? {
    guard listeners.count < Self.most else { return nil }
    let key = next
    next += 1
    let (stream, continuation) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(1000))
    listeners[key] = continuation
    continuation.onTermination = { _ in Task { await self.leave(key) } }
    return stream
  }

  private func leave(_ key: Int) { listeners[key] = nil }

  /// Sends a document in JSON to all who listen.
  func tell(_ kind: String, _ json: String) {
    guard !listeners.isEmpty else { return }
    let event = "event: \(kind)\ndata: \(json)\n\n"
    for listener in listeners.values { listener.yield(event) }
  }

  /// Ends all listening, so that the server can stop.
  func close() {
    for listener in listeners.values { listener.finish() }
  }
}
