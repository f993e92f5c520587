import Documents
import Foundation
import TestSupport
import Testing

@Suite struct CompareTests {
  /// The errors of 50 laps of 12 points, laps with a level of their own, as `errors.csv` of one pipeline.
  private func errors(_ change: (Double) -> Double = { $0 }) -> String {
    var text = "pipeline,lap,direction,hand,floor,point,time_s,error_m,along_m,cross_m,status\n"
    for lap in 0..<50 {
      for point in 1...12 {
        let metres = (1 + Double(lap * 7 % 11) / 5) * (0.1 + Double((lap * 12 + point) * 37 % 101) / 100)
        text += "feedback,\(lap),forward,left,0,\(point),\(8.5 * Double(point)),\(change(metres)),,,ok\n"
      }
    }
    return text
  }

  private func folder(_ judged: (Double) -> Double) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in [("baseline", errors()), ("new", errors(judged))] {
      try folder.write(text, to: "\(name)/errors.csv")
      try folder.write("{}", to: "\(name)/provenance.json")
    }
    return folder
  }

  @Test func `every error a tenth larger ends with status 1, and says by how much`() async throws {
    let folder = try folder { $0 * 1.1 }
    let outcome = try await folder.run("compare baseline new --json --junit junit.xml")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        "beaconbench: 1 of 1 comparison is worse by more than the tolerance: feedback by "))
    let document = try Document(json: outcome.output, file: "compare")
    #expect(try document.flag("worse"))
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    let pairs = try document.elements("pairs")
    #expect(pairs.count == 1)
    let pair = pairs[0]
    #expect(try pair.flag("worse") && pair.integer("n") == 600 && pair.integer("laps") == 50)
    let (mean, difference) = (try pair.number("meanMetresA"), try pair.number("differenceMetres"))
    #expect(abs(difference - 0.1 * mean) < 1e-12)
    #expect(try pair.elements("interval95")[0].number > pair.number("tolerance"))
    let junit = try folder.read("junit.xml")
    #expect(junit.contains("failures=\"1\"") && junit.contains("<failure type=\"worse\""))
  }

  @Test func `errors equal within a nanometre end with status 0`() async throws {
    let folder = try folder { $0 + 0.9e-9 }
    let outcome = try await folder.run("compare baseline new")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.unwrapped.hasSuffix(
        "\nNo error is worse by more than the tolerance (1 worse, within the tolerance). Worse, within the "
          + "tolerance: feedback by 0.000 m [0.000, 0.000], tolerance 0.060 m.\n"), "\(outcome.output)")
  }

  /// From lap 10 on every second press of the judged one has no answer.
  @Test func `who answers less often ends with status 1, however small the errors`() async throws {
    let folder = try folder { $0 * 0.5 }
    var rows = errors { $0 * 0.5 }.split(separator: "\n").map(String.init)
    for index in rows.indices where index > 120 && index % 2 == 0 {
      var fields = rows[index].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      (fields[7], fields[10]) = ("", "noPosition")
      rows[index] = fields.joined(separator: ",")
    }
    try folder.write(rows.joined(separator: "\n") + "\n", to: "new/errors.csv")
    let outcome = try await folder.run("compare baseline new --junit junit.xml")
    #expect(outcome.status == 1)
    #expect(outcome.unwrapped.contains("feedback misses 240 fixes where A misses 0"), "\(outcome.output)")
    #expect(outcome.errors == "beaconbench: compare: 1 of 1 comparison fails: feedback\n")
    let json = try await folder.run("compare baseline new --json")
    #expect(json.errors.contains("feedback misses 240 fixes where A misses 0"), "\(json.errors)")
    #expect(try folder.read("junit.xml").contains("failures=\"1\""))
    let allowed = try await folder.succeed("compare baseline new --missed 0.5")
    #expect(
      allowed.unwrapped.hasSuffix(" Not part of the verdict on errors: 240 missed by B only.\n"),
      "\(allowed.output)")
    #expect(
      allowed.unwrapped.contains(
        "tolerance (1 better, beyond the tolerance). Better, beyond the tolerance: feedback by 0."),
      "\(allowed.output)")
  }

  /// A crash after 21 of 50 laps.
  @Test func `laps that B lacks end with status 1, unless that is allowed`() async throws {
    let folder = try folder { $0 }
    let rows = errors().split(separator: "\n")
    try folder.write(rows.prefix(1 + 21 * 12).joined(separator: "\n") + "\n", to: "new/errors.csv")
    let outcome = try await folder.run("compare baseline new --junit junit.xml")
    #expect(outcome.status == 1)
    #expect(
      outcome.unwrapped.contains("\nB lacks 29 of A's 50 laps (21 to 49); --allow-fewer-laps accepts that. "),
      "\(outcome.output)")
    #expect(try folder.read("junit.xml").contains("<failure type=\"laps missing\""))
    let document = try Document(
      json: await folder.run("compare baseline new --json").output, file: "compare")
    #expect(try document.flag("worse") && document["pairs"][0].flag("worse"))
    #expect(try document["pairs"][0].elements("failures").map { try $0.text } == ["laps"])
    #expect(try document["pairs"][0].elements("missingLaps").count == 29)
    let allowed = try await folder.run("compare baseline new --allow-fewer-laps")
    #expect(allowed.status == 0 && allowed.errors.isEmpty)
  }

  /// The same name, and another channel.
  @Test func `another channel is refused, unless that is allowed, and another pipeline is noted`()
    async throws
  {
    let folder = try SmallFiles.folder()
    for (name, change) in [
      ("a", ("tiny", "tiny")), ("n", ("n: 1.8, c", "n: 2.2, c")), ("q", ("q: 20", "q: 10")),
    ] {
      try folder.write(SmallFiles.scenario.replacing(change.0, with: change.1), to: "tiny.yaml")
      _ = try await folder.run("run tiny.yaml --name \(name)")
    }
    let compare = "compare results/tiny/a results/tiny/n"
    let refused = try await folder.run(compare)
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(
      refused.errors
        == "beaconbench: results/tiny/n: expected results of the same scenario and site as results/tiny/a, or "
        + "--different-scenarios, found channel.pathLoss.logDistance.n: 1.8 in A, 2.2 in B\n")
    let allowed = try await folder.run(compare + " --different-scenarios")
    #expect(allowed.status != 2)
    #expect(
      allowed.unwrapped.contains("Different input: channel.pathLoss.logDistance.n: 1.8 in A, 2.2 in B.\n"))
    let pipelines = try await folder.run("compare results/tiny/a results/tiny/q --json")
    let differences = try Document(json: pipelines.output, file: "compare").elements("differences")
    #expect(
      try differences.map { try $0.text("key") } == ["pipelines[Kalman].filters[0].kalman.q"])
    #expect(try differences.map { try $0.flag("changesInput") } == [false])
  }

  @Test func `accepting takes away no file that is no result`() async throws {
    let folder = try folder { $0 }
    try folder.write("mine", to: "baseline/notes.md")
    let outcome = try await folder.run("compare baseline new --accept")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "beaconbench: baseline: expected a results folder or nothing, found one that also holds notes.md\n",
      "\(outcome.errors)")
    #expect(try folder.read("baseline/notes.md") == "mine")
  }

  @Test func `a baseline changes when that is asked for, and only then`() async throws {
    let folder = try folder { $0 * 1.1 }
    let before = try folder.read("baseline/errors.csv")
    _ = try await folder.run("compare baseline new")
    #expect(try folder.read("baseline/errors.csv") == before)
    let accepted = try await folder.run("compare baseline new --accept")
    #expect(accepted.status == 0 && accepted.errors.isEmpty)
    #expect(accepted.output.hasSuffix("Accepted: baseline is now a copy of new\n"))
    #expect(try folder.read("baseline/errors.csv") == folder.read("new/errors.csv"))
    try await folder.succeed("compare baseline new")
    let first = try await folder.run("compare baselines/a new --accept")
    #expect(first.status == 0 && folder.exists("baselines/a/errors.csv"))
    let second = try await folder.run("compare baselines/b new --accept --json")
    let document = try Document(json: second.output, file: "compare")
    #expect(try document["accepted"].content == .boolean(true) && document["b"].text("folder") == "new")
    #expect(try document.elements("pairs").isEmpty && !document.elements("onlyInB").isEmpty)
    #expect(try document["a"].text("folder") == "baselines/b" && document["tolerance"].has("missed"))
    let junit = try await folder.run("compare baselines/b new --accept --junit j.xml")
    #expect(junit.status == 2 && !folder.exists("j.xml"))
    try folder.write("[1]", to: "new/provenance.json")
    let list = try await folder.run("compare baselines/c new --accept")
    #expect(list.status == 2 && list.output.isEmpty && !folder.exists("baselines/c"))
  }

  @Test func `what run wrote compares with itself, and its pipelines with each other`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("run tiny.yaml --name a")
    let same = try await folder.succeed("compare results/tiny/a results/tiny/a --json")
    let document = try Document(json: same.output, file: "compare")
    #expect(try document["a"].text("scenario") == "tiny" && document["a"].integer("seed") == 1)
    for pair in try document.elements("pairs") {
      #expect(try pair.number("differenceMetres") == 0 && pair.number("p") == 1)
    }
    let pipelines = try await folder.run(
      "compare results/tiny/a results/tiny/a --pipelines nearest,Kalman --json")
    let pairs = try Document(json: pipelines.output, file: "compare").elements("pairs")
    #expect(try pairs.map { try $0.text("a") + " " + $0.text("b") } == ["nearest Kalman"])
  }
}
