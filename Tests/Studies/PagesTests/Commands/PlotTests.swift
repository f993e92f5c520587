import Documents
import Foundation
import TestSupport
import Testing

@Suite struct PlotTests {
  /// The environment that `make build` and `make test` set up.
  private static let hasRenderer = FileManager.default.isExecutableFile(
    atPath: Checkout.path(".build/python/bin/python3"))
  private static let noRenderer = ["BEACONBENCH_PYTHON": "/nowhere/python3"]

  /// A folder with the results `results/tiny/a` of the small scenario.
  private func results(_ change: (String) -> String = { $0 }) async throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try folder.write(change(SmallFiles.scenario), to: "tiny.yaml")
    try await folder.succeed("run tiny.yaml --name a --quiet")
    return folder
  }

  private func plot(
    _ arguments: String, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await folder.run("plot \(arguments)", environment: environment)
  }

  @Test(.enabled(if: hasRenderer, "pictures are rendered by the Python environment that make test sets up"))
  func `the usual pictures of results lie beside them, and each is a picture`() async throws {
    let folder = try await results()
    let outcome = try await plot("results/tiny/a --format png --json", in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let plots = try Document(json: outcome.output, file: "plot").elements("plots")
    let kinds = try plots.map { try $0.text("kind") }
    for kind in [
      "cdf", "means", "ranks", "path", "errormap", "tracks", "rssi", "ranging", "zones", "plan",
      "boundmap",
    ] {
      #expect(kinds.contains(kind), "\(kind): \(outcome.output)")
    }
    for plot in plots {
      let file = try plot.text("file")
      #expect(file.hasPrefix("results/tiny/a-plots/"))
      let data = try folder.bytes(file)
      #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]) && data.count > 5000, "\(file)")
      #expect(try plot.text("caption").contains(plot.text("kind") == "plan" ? "small" : "tiny"), "\(plot)")
    }
  }

  @Test(.enabled(if: hasRenderer, "pictures are rendered by the Python environment that make test sets up"))
  func `every other kind is drawn of what it needs`() async throws {
    let folder = try await results()
    let lap = "simulate tiny.yaml --lap 1 --capture lap.btsnoop --readings lap.csv --truth truth.csv"
    let fit =
      "calibrate lap.csv --site site.yaml --truth truth.csv --residuals residuals.csv --channel channel.yaml --json"
    let context = "context \(Checkout.path("scenarios/context/monitoring-noise-free.yaml")) --name c --quiet"
    let sweep = "sweep tiny.yaml --vary channel.pathLoss.logDistance.n=1.8,2.2 --seeds 1-2 --name s --quiet"
    try folder.write(
      """
      name: tiny-indices
      scenario: tiny.yaml
      seeds: [1]
      laps: 2
      design: sobolIndices
      points: 4
      parameters:
        - {name: n, set: [channel.pathLoss.logDistance.n], linear: [1.8, 2.2]}
        - {name: interval, set: [beacons.interval], linear: [0.2, 0.4]}
      """, to: "indices.yaml")
    try folder.write(
      """
      name: tiny-effects
      scenario: tiny.yaml
      seeds: [1]
      laps: 2
      design: oneAtATime
      parameters: [{name: n, set: [channel.pathLoss.logDistance.n], values: [1.8, 2.2]}]
      """, to: "effects.yaml")
    for command in [
      lap, fit, "run tiny.yaml --seed 2 --name b --quiet", context, sweep,
      "sweep indices.yaml --name s --quiet", "sweep effects.yaml --name s --quiet",
    ] {
      let made = try await folder.succeed(command)
      if command == fit { try folder.write(made.output, to: "fit.json") }
    }
    for (what, kind) in [
      ("results/tiny/a", "coverage"), ("results/tiny/a", "rssimap"), ("lap.btsnoop", "rssi"),
      ("lap.csv", "rssi"),
      ("residuals.csv", "residuals"), ("fit.json", "correlation"), ("channel.yaml", "pathloss"),
      ("site.yaml", "plan"),
      ("results/tiny/a results/tiny/b", "cdf"), ("results/tiny/a results/tiny/b", "means"),
      ("results/tiny/a results/tiny/a", "differences"), ("results/monitoring-noise-free/c", "events"),
      ("results/tiny-sweep/s", "sweep"), ("results/tiny-sweep/s", "ranking"),
      ("results/tiny-indices-sweep/s", "indices"), ("results/tiny-effects-sweep/s", "effects"),
    ] {
      let outcome = try await plot("\(what) --kind \(kind) --output \(kind).png", in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(kind): \(outcome.errors)")
      let data = try folder.bytes("\(kind).png")
      #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]) && data.count > 5000, "\(kind)")
    }
  }

  @Test(
    .enabled(if: hasRenderer, "pictures are rendered by the Python environment that make test sets up"),
    arguments: [("svg", "<svg"), ("pdf", "%PDF"), ("html", "<!DOCTYPE html>"), ("json", "{")])
  func `the ending of the output says the format`(ending: String, start: String) async throws {
    let folder = try await results()
    let outcome = try await plot("results/tiny/a --kind means --output means.\(ending)", in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let data = try folder.bytes("means.\(ending)")
    #expect(data.starts(with: start.utf8))
    if ending == "svg" {
      // 241 points are 85 mm.
      #expect(String(decoding: data, as: UTF8.self).contains("width=\"241pt\""))
    }
  }

  /// 21 laps of a press at each of the test points; 20 were run once.
  @Test func `a scenario is drawn with its own number of laps, and a named baseline is drawn`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write(
      SmallFiles.scenario.replacing("laps: {count: 4}", with: "laps: {count: 21}"), to: "long.yaml")
    let own = try await plot("long.yaml --kind means --output means.json", in: folder)
    #expect(own.status == 0 && own.output.contains(": 21 laps, "), "\(own.output)\(own.errors)")
    #expect(own.output.contains("Not drawn: the constant baseline room centre, mean error "))
    let few = try await plot("long.yaml --kind means --laps 3 --baseline --output means.json", in: folder)
    #expect(few.output.contains(": 3 laps, ") && !few.output.contains("Not drawn"), "\(few.output)")
    try await folder.succeed("plot long.yaml --kind tracks --lap 20 --output tracks.json")
  }

  @Test func `without a renderer the specification is written, and one line says what is missing`()
    async throws
  {
    let folder = try await results()
    let outcome = try await plot(
      "results/tiny/a --kind cdf --output figure.svg", in: folder, environment: Self.noRenderer)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "beaconbench: warning: /nowhere/python3 cannot be started, so only Vega-Lite specifications are written: "
        + "run make build, or set BEACONBENCH_PYTHON to a Python with the package vl-convert-python\n")
    let specification = try Document(json: folder.read("figure.json"), file: "figure.json")
    #expect(try specification.text("$schema").contains("vega-lite/v6"))
    #expect(try !folder.contents.contains("figure.svg"))
  }

  @Test func `the laps of saved results are run again to the same bytes as those of the scenario`()
    async throws
  {
    let folder = try await results()
    for (what, file) in [("results/tiny/a", "saved.json"), ("tiny.yaml", "new.json")] {
      try await folder.succeed("plot \(what) --kind tracks --lap 1 --lap 3 --output \(file)")
    }
    let saved = try folder.read("saved.json")
    #expect(try saved == folder.read("new.json"))
  }

  /// What a scenario calls its pipelines, and a site its rooms, is text and nothing else.
  @Test(.enabled(if: hasRenderer, "pictures are rendered by the Python environment that make test sets up"))
  func `no name becomes markup, a script or a control sequence`() async throws {
    let name = "</script><script>alert(1)</script>&{{x}}"
    let folder = try await results { $0.replacing("name: nearest", with: "name: '\(name)'") }
    for ending in ["svg", "html"] {
      try await folder.succeed("plot results/tiny/a --kind cdf --output figure.\(ending)")
      let text = try folder.read("figure.\(ending)")
      #expect(!text.contains("<script>alert") && !text.contains("</script><script>"), "\(ending)")
      let escaped = ending == "svg" ? "&lt;/script&gt;" : #"\u003C/script\u003E"#
      #expect(text.contains(escaped), "\(ending)")
    }
    let odd = "results/tiny/\u{1B}[31mred"
    try FileManager.default.createDirectory(atPath: folder.path(odd), withIntermediateDirectories: true)
    let refused = try await folder.run("plot \(odd)")
    #expect(refused.status == 2 && !refused.errors.contains("\u{1B}"))
    #expect(refused.errors.contains("expected a results folder, found one without errors.csv"))
  }

  @Test(arguments: [
    (
      "results/tiny",
      "results/tiny: expected a results folder, found one that holds the results folder: results/tiny/a"
    ),
    ("nothing.btsnoop", "nothing.btsnoop: no such file"),
    (
      "results/tiny/a site.yaml",
      "site.yaml: expected results folders only, since there are several arguments, found a file"
    ),
    (
      "results/tiny/a --output figure.bmp",
      "figure.bmp: expected a name that ends in .svg, .png, .pdf, .html or .json, found .bmp"
    ),
    (
      "results/tiny/a --output figure",
      "figure: expected a name that ends in .svg, .png, .pdf, .html or .json, found no ending"
    ),
    ("results/tiny/a --output no/figure.svg", "no/figure.svg: cannot be written: there is no folder no"),
    ("site.yaml --kind cdf", "--kind: expected plan of a site, found cdf"),
    (
      "results/tiny/a --kind tracks --lap 4 --output t.json",
      "--lap: expected a lap from 0 to 3, found 4"
    ),
    (
      "results/tiny/a --kind rssi --beacon tow --output t.json",
      "--beacon: expected a beacon of the site small, found tow (did you mean two?)"
    ),
    (
      "results/tiny/a --kind published --output t.json",
      "--kind published requires a scenario with published figures; a has none"
    ),
    ("results/tiny/a --pipelines Kallman", "results/tiny/a: expected the pipeline Kallman"),
    ("empty.csv", "empty.csv: expected a first row with the columns' names, found an empty file"),
  ])
  func `bad input is one sentence`(arguments: String, sentence: String) async throws {
    let folder = try await results()
    try folder.write("", to: "empty.csv")
    let before = try folder.contents
    let outcome = try await plot(arguments, in: folder, environment: Self.noRenderer)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("beaconbench: " + sentence), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(try folder.contents == before)
  }

  @Test func `results with fewer columns, as of another program, are drawn as far as they go`() async throws {
    let folder = try await results()
    let errors = try folder.read("results/tiny/a/errors.csv")
    let old = errors.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).prefix(11).joined(separator: ",")
    }
    try folder.write(old.joined(separator: "\n") + "\n", to: "old/errors.csv")
    let cdf = try await folder.succeed("plot old --kind cdf --output cdf.json")
    #expect(cdf.unwrapped.contains("Results old, no seed known: 4 laps"))
    let tracks = try await plot("old --kind tracks --output t.json", in: folder)
    #expect(tracks.status == 2)
    #expect(
      tracks.errors.contains(
        "the saved scenario cannot be run again: old/scenario.yaml: no such file"))
  }
}
