import Context
import Foundation
import TestSupport
import Testing
import World

/// The records that a server does not have yet, on disk.
@Suite struct ReportQueueTests {
  private static let server = "http://127.0.0.1:8080"

  private static func record(_ key: String, _ kind: ReportRecord.Kind = .incidents) -> ReportRecord {
    ReportRecord(kind, key: key, body: "{\"kind\":\"\(key)\"}")
  }

  @Test func `records wait in the order in which they came, each key once, whoever opens the file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("queue")
    let first = ["c", "a", "b"].map { Self.record($0) }
    do {
      let queue = try ReportQueue(path)
      try queue.add(first, for: Self.server)
    }
    let queue = try ReportQueue(path)
    // Of another kind the same key is another one.
    try queue.add([Self.record("a"), Self.record("d"), Self.record("a", .readings)], for: Self.server)
    let expected = first + [Self.record("d"), Self.record("a", .readings)]
    #expect(try queue.oldest(10, for: Self.server).map(\.record) == expected)
    #expect(try queue.oldest(2, for: Self.server).map(\.record) == Array(first[..<2]))
    // Two connections at once, as a command and what sends for it have.
    let other = try ReportQueue(path)
    let numbers = try other.oldest(2, for: Self.server).map(\.number)
    try other.settle(stored: numbers, refused: [])
    #expect(try queue.oldest(1, for: Self.server).map(\.record) == [first[2]])
  }

  @Test func `what is refused stays and is left out until refusals are forgotten`() throws {
    let folder = try TemporaryFolder()
    let queue = try ReportQueue(folder.path("queue"))
    try queue.add(["a", "b", "c"].map { Self.record($0) }, for: Self.server)
    let numbers = try queue.oldest(3, for: Self.server).map(\.number)
    try queue.settle(stored: [numbers[1]], refused: [(numbers[0], "too long"), (numbers[2], "unknown")])
    #expect(try queue.oldest(3, for: Self.server).isEmpty)
    let waiting = try queue.waiting(for: Self.server)
    #expect(waiting == (2, 2, "too long"))
    try queue.forgetRefusals()
    #expect(try queue.oldest(3, for: Self.server).map(\.record) == [Self.record("a"), Self.record("c")])
    #expect(try queue.waiting(for: Self.server) == (2, 0, ""))
  }

  @Test func `records of different servers wait apart, and preparations can be taken back`() throws {
    let folder = try TemporaryFolder()
    let queue = try ReportQueue(folder.path("queue"))
    try queue.add([Self.record("b20", .beacons), Self.record("a")], for: Self.server)
    try queue.add([Self.record("a"), Self.record("b20", .patients)], for: "http://other")
    let beacon = try queue.oldest(1, for: Self.server)[0].number
    try queue.settle(stored: [], refused: [(beacon, "no such id")])
    #expect(try queue.refusedPreparation(for: Self.server) == "no such id")
    #expect(try queue.refusedPreparation(for: "http://other") == nil)
    try queue.removePreparations(for: Self.server)
    #expect(try queue.oldest(9, for: Self.server).map(\.record) == [Self.record("a")])
    #expect(try queue.waiting(for: "http://other") == (2, 0, ""))
    #expect(try !queue.isEmpty())
    for server in [Self.server, "http://other"] {
      try queue.settle(stored: queue.oldest(9, for: server).map(\.number), refused: [])
    }
    #expect(try queue.isEmpty())
  }

  @Test func `the beginning of a recording is the first that was noted`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("queue")
    #expect(try ReportQueue(path).beginning(of: "lap", else: 17) == 17)
    #expect(try ReportQueue(path).beginning(of: "lap", else: 18) == 17)
    #expect(try ReportQueue(path).beginning(of: "other", else: 18) == 18)
  }

  @Test(arguments: ["name: no database\n", "SQLite format 3\0 and nothing that one has"])
  func `a file that is no queue is refused and stays as it is`(_ text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "file")
    #expect {
      _ = try ReportQueue(folder.path("file"))
    } throws: {
      "\($0)".hasPrefix("\(folder.path("file")): expected a queue of context --report or no file, found ")
    }
    #expect(try folder.read("file") == text)
  }
}

/// What is said to curl, and what it says.
@Suite struct ReportTransportTests {
  private static let transport = ReportTransport(address: "http://h:1/sub", token: "s\"ecret", patience: 7)

  /// As curl's manual has it: within quotes, a backslash stands before a backslash and before a quote.
  @Test func `a record is quoted so that curl sends it as it is`() {
    let body = "{\"kind\":\"a \\\"quoted\\\" word\\n\"}"
    let record = ReportRecord(.incidents, key: "k", body: body)
    let lines = Self.transport.configuration(for: [record, record]).split(separator: "\n")
    #expect(lines.contains("url = \"http://h:1/sub/v1/incidents\""))
    #expect(lines.contains("header = \"Authorization: Bearer s\\\"ecret\""))
    #expect(lines.contains("data-raw = \"{\\\"kind\\\":\\\"a \\\\\\\"quoted\\\\\\\" word\\\\n\\\"}\""))
    #expect(lines.contains("max-time = 7"))
    #expect(lines.count { $0 == "next" } == 1)
  }

  @Test func `answers are read in order, and a transfer without one is none`() {
    typealias Answer = ReportTransport.Answer
    let output = "{\"n\":1}\n201\u{1E}\n503\u{1E}two\nlines\n200\u{1E}\n000\u{1E}{\"cut"
    #expect(
      ReportTransport.answers(in: output) == [
        Answer(status: 201, body: "{\"n\":1}"), Answer(status: 503, body: ""),
        Answer(status: 200, body: "two\nlines"),
      ])
    #expect(ReportTransport.answers(in: "").isEmpty)
  }

  @Test func `only what the server says it has counts as stored`() {
    func verdict(_ status: Int, _ body: String, _ kind: ReportRecord.Kind = .incidents)
      -> ReportSender.Verdict
    {
      ReportSender.verdict(
        on: ReportRecord(kind, key: "k", body: "{}"), ReportTransport.Answer(status: status, body: body))
    }
    let problem = "{\"detail\":\"why\"}"
    #expect(verdict(201, "{\"n\":3}") == .stored(wasKnown: false))
    #expect(verdict(200, "{\"n\":3}") == .stored(wasKnown: true))
    #expect(verdict(409, problem, .beacons) == .stored(wasKnown: true))
    #expect(verdict(409, problem) == .refused("why") && verdict(422, problem, .beacons) == .refused("why"))
    #expect(
      verdict(503, problem) == .later("why") && verdict(502, "<html>") == .later("the server answers 502"))
    #expect(verdict(421, problem) == .hopeless("why"))
    // Of a server of another kind.
    for (status, body) in [(200, "ok"), (201, "{}"), (204, ""), (302, ""), (404, "<html>"), (422, "[]")] {
      guard case .hopeless = verdict(status, body) else {
        Issue.record("\(status) \(body)")
        continue
      }
    }
  }
}
