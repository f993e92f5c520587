import Documents
import TestSupport
import Testing

/// What the option --laps takes the place of.
@Suite struct LapsOptionTests {
  private static let scenario = "the scenario's"
  private static let file = "those that the file states"
  private static let walks = "all walks of each data set"
  /// By verb, the default that its help states.
  private static let defaults = [
    "run": scenario, "plot": scenario, "twin": scenario, "sensitivity": scenario,
    "navigate": scenario, "context": scenario, "methods": walks, "reproduce": file,
    "reproduce motion": file, "reproduce recorded": walks, "reproduce fingerprint": file,
    "place": "the study's judge.walks; with --without-each, the scenario's",
    "sweep": "the sweep's or the scenario's", "simulate": "all", "report": "100",
  ]

  @Test func `the help of every verb that takes laps says its own default`() async throws {
    var found: [String] = []
    for verb in Verbs.top + Verbs.nested {
      let help = try await TemporaryFolder().run("\(verb) --help", columns: 10_000)
      guard let line = help.output.split(separator: "\n").first(where: { $0.contains("  --laps <") }) else {
        continue
      }
      found.append(verb)
      // The verbs below sweep share its option.
      let top = verb.hasPrefix("sweep") ? "sweep" : verb
      #expect(line.hasSuffix("(default: \(Self.defaults[top] ?? "nothing"))"), "\(verb): \(line)")
    }
    #expect(Set(Self.defaults.keys).isSubset(of: found.map { $0.hasPrefix("sweep") ? "sweep" : $0 }))
  }

  /// The scenario has 4.
  @Test(arguments: ["run tiny.yaml", "sensitivity tiny.yaml --n-offsets 0.2"])
  func `a verb runs the laps of the scenario by default`(verb: String) async throws {
    let folder = try SmallFiles.folder()
    for (laps, count) in [("", 4), (" --laps 3", 3)] {
      let outcome = try await folder.succeed(verb + " --json" + laps)
      #expect(try Document(json: outcome.output, file: "").integer("laps") == count)
    }
  }

  @Test func `plot draws the laps of the scenario by default`() async throws {
    let folder = try SmallFiles.folder()
    for (name, laps) in [("own", ""), ("same", "--laps 4"), ("other", "--laps 3")] {
      try await folder.succeed("plot tiny.yaml --kind cdf --output \(name).json \(laps)")
    }
    #expect(try folder.read("own.json") == folder.read("same.json"))
    #expect(try folder.read("own.json") != folder.read("other.json"))
  }
}
