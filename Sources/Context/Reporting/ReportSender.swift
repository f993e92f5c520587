import Documents
import World

/// Sends what waits in a queue to a server, as often as it takes.
package struct ReportSender: Sendable {
  /// How many records the server has, and how many of these it had before.
  struct Tally {
    var stored = 0
    var known = 0
  }

  /// What an answer means for the record.
  package enum Verdict: Equatable, Sendable {
    case stored(wasKnown: Bool)
    /// The server may take it later.
    case later(String)
    /// The server does not take this record, but may take others.
    case refused(String)
    /// The server takes no record.
    case hopeless(String)
  }

  let transport: ReportTransport
  let queue: String

  /// Seconds before the first new attempt; each further pause is twice as long, up to the longest.
  private static let pauses = 0.5...30.0
  /// The number of records of one call of curl.
  private static let batch = 50

  /// Sends until nothing waits.
  ///
  /// - Returns: why the server does not take more at present; nil when it has all but what it refused.
  /// - Throws: `FileProblem` where it is no use to try again.
  func send(_ tally: inout Tally) async throws(FileProblem) -> String? {
    let queue = try ReportQueue(queue)
    while true {
      let waiting = try queue.oldest(Self.batch, for: transport.address)
      guard !waiting.isEmpty else { return nil }
      let (answers, failure) = try await transport.post(waiting.map(\.record))
      let reason = try settle(zip(waiting, answers), in: queue, &tally)
      if let reason = reason ?? failure { return reason }
      if answers.count < waiting.count { return "the answers cannot be read" }
    }
  }

  private func settle(
    _ answers: some Sequence<(ReportQueue.Waiting, ReportTransport.Answer)>, in queue: ReportQueue,
    _ tally: inout Tally
  ) throws(FileProblem) -> String? {
    var stored: [Int64] = []
    var refused: [(number: Int64, reason: String)] = []
    var (later, hopeless): (String?, String?)
    for (item, answer) in answers {
      switch Self.verdict(on: item.record, answer) {
      case .stored(let wasKnown):
        stored.append(item.number)
        guard !item.record.isPreparation else { continue }
        tally.stored += 1
        if wasKnown { tally.known += 1 }
      case .later(let reason): later = later ?? reason
      case .refused(let reason): refused.append((item.number, reason))
      case .hopeless(let reason): hopeless = hopeless ?? reason
      }
    }
    try queue.settle(stored: stored, refused: refused)
    if let hopeless { throw FileProblem(file: transport.address, sentence: hopeless) }
    return later
  }

  /// What an answer means for a record.
  package static func verdict(on record: ReportRecord, _ answer: ReportTransport.Answer) -> Verdict {
    let document = try? Document(json: answer.body, file: "")
    let sentence = (try? document?.text("detail")).map { String($0).printable() }
    switch answer.status {
    case 200, 201:
      guard (try? document?.integer("n")) != nil else { break }
      return .stored(wasKnown: answer.status == 200)
    case 409 where record.isPreparation && sentence != nil: return .stored(wasKnown: true)
    case 401, 403:
      return .hopeless(
        answer.status == 401
          ? "expected the server's token (--token or BEACONBENCH_TOKEN), found none or another one"
          : sentence ?? "the server refuses records")
    case 408, 429, 500, 502, 503, 504, 507: return .later(sentence ?? "the server answers \(answer.status)")
    case 400, 409, 413, 422:
      guard let sentence else { break }
      return .refused(sentence)
    case 404, 405, 415, 421:
      guard let sentence else { break }
      return .hopeless(sentence)
    default: break
    }
    return .hopeless("expected a beaconbench-server, found one that answers \(answer.status) otherwise")
  }

  /// Sends whenever there may be something new, until it is cancelled or there is nothing new to come.
  func follow(_ news: AsyncStream<Void>, _ tally: inout Tally) async throws(FileProblem) {
    for await _ in news {
      var pause = Self.pauses.lowerBound
      while !Task.isCancelled, try await send(&tally) != nil {
        try? await Task.sleep(for: .seconds(pause))
        pause = min(2 * pause, Self.pauses.upperBound)
      }
    }
  }

  /// Sends what is left, and tries again for some seconds.
  ///
  /// - Returns: why the server does not take more; nil when it has all but what it refused.
  func finish(within seconds: Double, _ tally: inout Tally) async throws(FileProblem) -> String? {
    let end = ContinuousClock().now + .seconds(seconds)
    var pause = Self.pauses.lowerBound
    while let reason = try await send(&tally) {
      guard ContinuousClock().now + .seconds(pause) <= end else { return reason }
      try? await Task.sleep(for: .seconds(pause))
      pause = min(2 * pause, Self.pauses.upperBound)
    }
    return nil
  }
}
