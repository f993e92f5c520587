import Context
import Foundation
import TestSupport
import Testing

/// What is said to curl, and what it says.
@Suite struct ReportTransportTests {
  private static let transport = ReportTransport(address: "http://h:1/sub", token: "s\"ecret")

  /// As curl's manual has it: within quotes, a backslash stands before a backslash and before a quote.
  @Test func `a record is quoted so that curl sends it as it is`() {
    let body = "{\"kind\":\"a \\\"quoted\\\" word\\n\"}"
    let record = ReportRecord(.incidents, key: "k", body: body)
    let lines = Self.transport.configuration(for: [record, record]).split(separator: "\n")
    #expect(lines.contains("url = \"http://h:1/sub/v1/incidents\""))
    #expect(lines.contains("header = \"Authorization: Bearer s\\\"ecret\""))
    #expect(lines.contains("data-raw = \"{\\\"kind\\\":\\\"a \\\\\\\"quoted\\\\\\\" word\\\\n\\\"}\""))
    #expect(lines.contains("max-time = 10"))
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

  @Test func `nothing in a record adds a line to what curl reads`() {
    let record = ReportRecord(.incidents, key: "k", body: "{}\"\noutput = \"stolen\"\r\n")
    let lines = Self.transport.configuration(for: [record]).split(whereSeparator: \.isNewline)
    #expect(lines.contains("data-raw = \"{}\\\"\\noutput = \\\"stolen\\\"\\r\\n\""))
    #expect(!lines.contains { $0.hasPrefix("output") })
  }

  @Test func `only what the server says it has counts as stored`() {
    func verdict(_ status: Int, _ body: String, _ kind: ReportRecord.Kind = .incidents) -> Reporter.Verdict {
      Reporter.verdict(
        on: ReportRecord(kind, key: "k", body: "{}"), ReportTransport.Answer(status: status, body: body))
    }
    let problem = "{\"detail\":\"why\"}"
    #expect(verdict(201, "{\"n\":3}") == .stored(wasKnown: false))
    #expect(verdict(200, "{\"n\":3}") == .stored(wasKnown: true))
    #expect(verdict(409, problem, .beacons) == .stored(wasKnown: true))
    for status in [409, 421, 422, 503] { #expect(verdict(status, problem) == .refused("why")) }
    #expect(verdict(502, "<html>") == .refused("the server answers 502"))
    // Of a server of another kind.
    for (status, body) in [(200, "ok"), (201, "{}"), (204, ""), (302, ""), (404, "<html>"), (422, "[]")] {
      #expect(
        verdict(status, body)
          == .refused("expected a beaconbench-server, found one that answers \(status) otherwise"))
    }
  }
}

/// What curl itself makes of what is said to it.
@Suite(.enabled(if: (try? run(["curl", "--version"]).status) == 0, "curl is not installed")) struct CurlTests
{
  @Test func `a value with quotes, backslashes and line breaks is one value`() throws {
    let folder = try TemporaryFolder()
    try folder.write("contents", to: "source")
    let stolen = folder.path("stolen")
    let name = "a\" \\n\noutput = \"\(stolen.replacing("/", with: ":"))\"\r\turl\\"
    let ended = try #require(
      Curl.run(
        "silent\nurl = \(Curl.quoted("file://\(folder.path("source"))"))\noutput = \(Curl.quoted(folder.path(name)))\n"
      ))
    #expect(ended.status == 0, "\(ended.reason ?? "")")
    #expect(try folder.read(name) == "contents")
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["source", name])
  }

  @Test func `an answer beyond its limit is an error, with what came until then`() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "x", count: 200_000), to: "source")
    func ended(_ most: Int) -> Curl.Ended? {
      Curl.run("silent\nurl = \(Curl.quoted("file://\(folder.path("source"))"))\n", atMost: most)
    }
    #expect(ended(200_000)?.output.utf8.count == 200_000)
    let cut = try #require(ended(199_999))
    #expect(cut.reason == "expected an answer of at most 199999 bytes, found more")
    #expect(cut.status == 63 && cut.output.utf8.count == 200_000)
  }
}
