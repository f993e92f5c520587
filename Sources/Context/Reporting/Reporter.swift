import Files
import Foundation
import Rendering
import Results
package import World

/// Where and as whom a command reports.
package struct ReportSettings: Sendable {
  /// The server's address, without a slash at the end.
  let address: String
  /// Nil for none.
  let token: String?
  /// The path of the queue.
  let queue: String
  /// Seconds for which a server that does not take records is tried again at the end.
  let patience: Double
}

/// Reports while a command runs: lays records into the queue, from which a task of its own sends them, and says at the end what
/// the server has. A class, since the task ends with it.
///
/// What is laid into the queue is safe before the next lap or piece of input is begun, whether or not the server answers.
package final class Reporter {
  /// How the reporting ended.
  package enum Ending: Sendable {
    /// In one sentence, what the server has.
    case done(String)
    /// Why it does not have everything.
    case unfinished(FileProblem)
  }

  private let settings: ReportSettings
  private let queue: ReportQueue
  private let news: AsyncStream<Void>.Continuation
  private let sending: Task<ReportSender.Tally, Never>

  private static func sender(_ settings: ReportSettings) -> ReportSender {
    ReportSender(
      transport: ReportTransport(
        address: settings.address, token: settings.token, patience: Int(min(max(settings.patience, 1), 10))),
      queue: settings.queue)
  }

  /// Opens the queue, and makes the server's acquaintance: one that refuses is refused here, before anything is computed, and of one that
  /// does not answer a warning says so.
  ///
  /// - Parameter preparations: what the server must know before it takes what applications report.
  package init(_ settings: ReportSettings, preparations: [ReportRecord]) async throws {
    try Lock.keepDatabase(settings.queue, of: "program")
    let queue = try ReportQueue(settings.queue)
    try queue.forgetRefusals()
    try queue.add(preparations, for: settings.address)
    let sender = Self.sender(settings)
    var tally = ReportSender.Tally()
    do {
      if let reason = try await sender.send(&tally) {
        StandardStreams.warn([
          "\(settings.address): \(reason); records wait in \(settings.queue) until the server takes them"
        ])
      }
      if let reason = try queue.refusedPreparation(for: settings.address) {
        throw FileProblem(file: settings.address, sentence: reason)
      }
    } catch {
      try queue.removePreparations(for: settings.address)
      guard let left = try Self.left(in: queue, settings) else {
        if try queue.isEmpty() { Self.remove(settings.queue) }
        throw error
      }
      throw Self.problem(error, left, settings)
    }
    (self.settings, self.queue) = (settings, queue)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    news = continuation
    sending = Task { [tally] in
      var tally = tally
      // What is wrong now is still so at the end, when it is said.
      try? await sender.follow(stream, &tally)
      return tally
    }
  }

  deinit { sending.cancel() }

  /// As ``ReportQueue/beginning(of:else:)``.
  package func beginning(of name: String, else time: Int64) throws(FileProblem) -> Int64 {
    try queue.beginning(of: name, else: time)
  }

  /// Lays records into the queue.
  package func add(_ records: [ReportRecord]) throws(FileProblem) {
    try queue.add(records, for: settings.address)
    news.yield()
  }

  /// Sends what is left, and removes the queue when nothing waits in it.
  package func end() async throws -> Ending {
    news.finish()
    sending.cancel()
    var tally = await sending.value
    do {
      let reason = try await Self.sender(settings).finish(within: settings.patience, &tally)
      guard let left = try Self.left(in: queue, settings) else {
        if try queue.isEmpty() { Self.remove(settings.queue) }
        return .done(
          "\(settings.address) has all \(Counted.text(tally.stored, "record"))"
            + (tally.known > 0 ? ", \(Counted.number(tally.known)) of them from before." : "."))
      }
      let refused = try queue.waiting(for: settings.address)
      let sentence =
        reason ?? "\(Counted.text(refused.refused, "record")) refused, the first because: \(refused.reason)"
      return .unfinished(
        Self.problem(FileProblem(file: settings.address, sentence: sentence), left, settings))
    } catch let problem as FileProblem {
      let left = try Self.left(in: queue, settings)
      return .unfinished(left.map { Self.problem(problem, $0, settings) } ?? problem)
    }
  }

  /// How many records wait for the server, in words; nil for none.
  private static func left(in queue: ReportQueue, _ settings: ReportSettings) throws -> String? {
    let count = try queue.waiting(for: settings.address).count
    return count == 0
      ? nil : "\(Counted.text(count, "record")) \(count == 1 ? "waits" : "wait") in \(settings.queue)"
  }

  private static func problem(_ error: any Error, _ left: String, _ settings: ReportSettings) -> FileProblem {
    FileProblem(file: "", sentence: "\(error); \(left); run the command again to send what waits")
  }

  private static func remove(_ path: String) {
    for end in ["", "-wal", "-shm"] { unlink((path + end).fileName) }
  }
}
