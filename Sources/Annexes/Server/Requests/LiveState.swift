import Documents
import HTTPTypes
import Pages

/// What the server knows besides its database: who listens, and what was counted.
///
/// An actor, since requests change it from many tasks.
actor LiveState {
  private struct Listener {
    let client: Client
    /// Whose messages it receives; nil for none.
    let person: String?
    let events: AsyncStream<String>.Continuation
  }

  private var listeners: [Int: Listener] = [:]
  private var next = 0
  private(set) var answered: [Int: Int] = [:]
  /// Nil for any number of requests.
  private var rate: RateLimit?

  /// How many may listen at once, and how many of one address.
  private static let most = 100
  private static let mostOfOne = 20

  /// - Parameter rate: requests a second of each client; nil for any number.
  init(rate: Double?) { self.rate = rate.map { RateLimit($0) } }

  /// Whether one more request is within the rate.
  ///
  /// - Parameter now: seconds of any steady clock.
  func admits(_ caller: RateLimit.Caller, at now: Double) -> Bool { rate?.admits(caller, at: now) ?? true }

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

  /// What is played so far, and the events from now on. Who is slow misses events.
  ///
  /// - Parameter person: whose messages are among the events; nil for no messages.
  /// - Throws: when too many listen.
  func listen(_ client: Client, for person: String?) throws(Problem) -> AsyncStream<String> {
    guard listeners.values.count(where: { $0.client == client }) < Self.mostOfOne else {
      throw Problem(
        .tooManyRequests, "\(Self.mostOfOne) connections of this address listen already",
        headers: [.retryAfter: "10"])
    }
    guard listeners.count < Self.most else {
      throw Problem(.serviceUnavailable, "too many listen", headers: [.retryAfter: "10"])
    }
    let key = next
    next += 1
    let (stream, continuation) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(1000))
    listeners[key] = Listener(client: client, person: person, events: continuation)
    for event in played.events { continuation.yield(event) }
    continuation.onTermination = { _ in Task { await self.leave(key) } }
    return stream
  }

  private func leave(_ key: Int) { listeners[key] = nil }

  /// Sends a document in JSON to all subscribed clients.
  func tell(_ kind: String, _ json: String) {
    guard !listeners.isEmpty else { return }
    send(Self.event(kind, json))
  }

  /// Sends a message to those who listen for one of its receivers.
  func deliver(_ json: String, to receivers: [String]) {
    let event = Self.event("message", json)
    for listener in listeners.values where listener.person.map(receivers.contains) == true {
      listener.events.yield(event)
    }
  }

  private static func event(_ kind: String, _ json: String) -> String { "event: \(kind)\ndata: \(json)\n\n" }

  private func send(_ event: String) {
    for listener in listeners.values { listener.events.yield(event) }
  }

  /// Ends all listening, so that the server can stop.
  func close() {
    for listener in listeners.values { listener.events.finish() }
  }
}
