import Documents
import Presenting

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

  /// What is played now, for those who come later: the events of up to so many callbacks.
  private var played: (title: String, events: [String]) = ("", [])
  private static let mostPlayed = 600

  /// Shows a callback of a lap or a recording.
  func play(_ frame: LiveFrame, of title: String) {
    if played.title != title { played = (title, []) }
    if played.events.count == Self.mostPlayed { played.events.removeFirst(Self.mostPlayed / 6) }
    let document: Document = ["title": Document(title), "frame": frame.document]
    played.events.append(Self.event("frame", document.json))
    send(played.events[played.events.count - 1])
  }

  /// What is played so far, and the events from now on; nil when too many listen. Who is slow misses events.
  func listen() -> AsyncStream<String>? {
    guard listeners.count < Self.most else { return nil }
    let key = next
    next += 1
    let (stream, continuation) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(1000))
    listeners[key] = continuation
    for event in played.events { continuation.yield(event) }
    continuation.onTermination = { _ in Task { await self.leave(key) } }
    return stream
  }

  private func leave(_ key: Int) { listeners[key] = nil }

  /// Sends a document in JSON to all who listen.
  func tell(_ kind: String, _ json: String) {
    guard !listeners.isEmpty else { return }
    send(Self.event(kind, json))
  }

  private static func event(_ kind: String, _ json: String) -> String { "event: \(kind)\ndata: \(json)\n\n" }

  private func send(_ event: String) {
    for listener in listeners.values { listener.yield(event) }
  }

  /// Ends all listening, so that the server can stop.
  func close() {
    for listener in listeners.values { listener.finish() }
  }
}
