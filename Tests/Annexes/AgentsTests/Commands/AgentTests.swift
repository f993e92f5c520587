import Documents
import Foundation
import TestSupport
import Testing

/// `beaconbench mcp`, with the protocol's public client in Python and by hand.
struct AgentTests {
  /// A working folder with a small scenario, and what must not be reached from it.
  private func folder() throws -> (outer: TemporaryFolder, path: String) {
    let outer = try TemporaryFolder()
    try outer.write(SmallFiles.site, to: "outside.yaml")
    try outer.write(SmallFiles.site, to: "work/scenarios/site.yaml")
    try outer.write(SmallFiles.scenario, to: "work/scenarios/small.yaml")
    try outer.write(
      SmallFiles.scenario.replacing("site: site.yaml", with: "site: ../../outside.yaml"),
      to: "work/scenarios/elsewhere.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: outer.path("work/link.yaml"), withDestinationPath: "../outside.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: outer.path("work/elsewhere"), withDestinationPath: "..")
    try outer.write("", to: "work/away/empty")
    try FileManager.default.createSymbolicLink(
      atPath: outer.path("work/away/tiny"), withDestinationPath: "../..")
    return (outer, outer.path("work"))
  }

  @Test(.enabled(if: Python.ofClients != nil, Comment(rawValue: Python.noClients)))
  func `the public client lists, runs, compares, explains, sweeps and reads`() throws {
    let (outer, path) = try folder()
    let python = try #require(Python.ofClients)
    let outcome = try run([python, Checkout.path("Tests/Clients/agent_client.py"), Program.path, path])
    try #require(outcome.status == 0, "\(outcome.output)")
    let found = try Document(json: outcome.output, file: "")
    #expect(
      try found["tools"]
        == [
          "list", "check_site", "run_scenario", "compare_results", "explain_results", "sweep_key",
          "calibrate", "twin", "sensitivity", "navigate", "methods", "choose", "power", "place",
          "context", "reproduce", "benchmark_submit", "benchmark_verify", "benchmark_page", "read_table",
        ])
    #expect(try found.flag("schemas"))
    #expect(try found["listed"].elements("scenarios").count == 2)
    #expect(try found["kalman"]["settings"]["properties"].has("q"))
    #expect(try found["site"].has("findings"))
    #expect(try found["run"].text("results") == "results/tiny/a/")
    #expect(try found["run"].integer("laps") == 3)
    for score in try found["run"].elements("scores") {
      // Two test points a lap.
      #expect(try score.integer("n") + score.integer("missed") == 6)
      #expect(try score.elements("meanInterval95").count == 2)
    }
    #expect(try found.elements("progress").last == [3.0, 3.0])
    #expect(try found["compare"].elements("pairs").allSatisfy { $0.has("interval95") })
    #expect(try found["explain"].integer("laps") == 3)
    #expect(try found["sweep"].integer("points") == 2)
    #expect(try found["sweep"].elements("averages").allSatisfy { $0.has("interval95") })
    #expect(try found["sensitivity"].text("results") == "results/kept/")
    let kept = try Document(
      json: String(contentsOfFile: "\(path)/results/kept/summary.json", encoding: .utf8), file: "")
    #expect(try found["sensitivity"]["settings"] == kept["settings"])
    #expect(try found["table"].elements("rows").count == 2)
    #expect(try found["table"]["columns"] == ["lap", "error_m"])
    #expect(try found.elements("resources").contains("beaconbench:///results/tiny/a/summary.json"))
    #expect(try found.text("resource") == SmallFiles.scenario)
    #expect(try found.text("unknown").contains("no such tool: no_such_tool"))
    #expect(try found.text("noResource").contains("expected the uri of a resource"))
    try checkRefusals(found.elements("refused").map { try $0.text("error") })
    // Nothing outside was written.
    #expect(try outer.contents == ["outside.yaml", "work"])
  }

  private func checkRefusals(_ sentences: [String]) {
    let expected = [
      "../outside.yaml: expected a path below the working folder, found one elsewhere",
      "/etc/passwd: expected a path below the working folder, found one elsewhere",
      "link.yaml: expected a path below the working folder, found one elsewhere",
      "outside.yaml: expected a path below the working folder, found one elsewhere",
      "programs are not started here", "--laps", "lapps",
      "scenario", "columns: expected a column of results/tiny/a/errors.csv",
      "laps: expected at most 2000, found 2001",
      "elsewhere: expected a path below the working folder, found one elsewhere",
      "away/tiny/seed1-laps2: cannot be written: it is not below the working folder", "nothing",
    ]
    #expect(sentences.count == expected.count)
    for (sentence, part) in zip(sentences, expected) { #expect(sentence.contains(part), "\(sentence)") }
  }

  /// What is no message that can be answered, with a part of the error.
  private static let wrong = [
    "nonsense": "-32700", "\"a\u{1}\"": "-32700", "[]": "-32600", "{\"id\":1,\"method\":\"ping\"}": "-32600",
    "{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"ping\"}": "-32600",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}": "expected initialize first",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}": "-32600",
    String(repeating: "[", count: 100_000): "-32700",
    String(repeating: "a", count: 2_000_000): "expected a message of at most 1048576 bytes",
  ]

  @Test func `answers what is no message with an error, and goes on`() throws {
    let (outer, path) = try folder()
    let ping = "{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}\n"
    for (line, error) in Self.wrong {
      let outcome = try run(
        ["bash", "-c", "cd \"$1\" && exec \"$0\" mcp", Program.path, path], input: line + "\n" + ping)
      let answers = outcome.output.split(separator: "\n")
      let shown = Comment(rawValue: "\(line.prefix(80)): \(outcome.output.prefix(500))")
      #expect(outcome.status == 0 && answers.count == 2, shown)
      #expect(answers.first?.contains(error) == true, shown)
      #expect(answers.last == "{\"id\":\"last\",\"jsonrpc\":\"2.0\",\"result\":{}}", shown)
    }
    #expect(try outer.contents == ["outside.yaml", "work"])
  }
}
