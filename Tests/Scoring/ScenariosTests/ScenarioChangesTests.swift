import Documents
import Scenarios
import TestSupport
import Testing
import World

/// What `--set`, `--pipelines` and `--without` make of a scenario.
@Suite struct ScenarioChangesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(ScenarioDocuments.site, to: "site.yaml")
    try folder.write(
      """
      name: s
      site: site.yaml
      laps: {count: 1}
      walk: {walkIn: 0, duration: 5}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
      assumes: {n: 2}
      beacons: {changes: [{beacon: one, interval: 0.5}, {beacon: two, interval: 0.7}]}
      pipelines:
        - {name: a, method: nearest}
        - {name: "b, c", filters: [{kalman: {q: 20, r: 5}}], method: nearest}
        - {name: d, method: weightedCentroid}
      """, to: "s.yaml")
  }

  private func scenario(
    _ settings: [String] = [], pipelines: [String]? = nil, without: [String] = []
  ) throws -> Scenario {
    try Scenario(
      contentsOf: folder.path("s.yaml"),
      changes: ScenarioChanges(
        settings.map { try ScenarioChanges.Setting($0) }, pipelines: pipelines, without: without))
  }

  @Test func `settings are applied in order, and the last one has the word`() throws {
    let changed = try scenario(["laps.count=3", "assumes.n=2.5", "laps.count=4"])
    #expect(try changed.resolved["laps"].integer("count") == 4)
    #expect(try changed.resolved["assumes"].number("n") == 2.5)
  }

  @Test func `a path leads through keys that are absent, names and all elements`() throws {
    let changed = try scenario([
      "phone.average.seconds=2", "pipelines[d].snap=false", "pipelines[*].filters[*].kalman.q=7",
    ])
    #expect(try changed.resolved["phone"]["average"].number("seconds") == 2)
    let pipelines = try changed.resolved.elements("pipelines")
    #expect(try pipelines[2].flag("snap") == false && pipelines[0].flag("snap"))
    #expect(try pipelines[1].elements("filters")[0]["kalman"].number("q") == 7)
  }

  @Test(arguments: [
    ("", "--set: expected KEY=VALUE, such as laps.count=20, found nothing"),
    ("laps", "--set: expected KEY=VALUE, such as laps.count=20, found laps"),
    ("=3", "--set: expected KEY=VALUE, such as laps.count=20, found =3"),
    ("laps.count=", "--set: expected a value after laps.count=, found nothing (write '' for an empty text)"),
    ("laps.count= ", "--set: expected a value after laps.count=, found nothing (write '' for an empty text)"),
  ])
  func `what is no setting is refused`(text: String, expected: String) {
    #expect(refusal { try ScenarioChanges.Setting(text) } == expected)
  }

  @Test func `a wrong key or value names the option`() {
    for (setting, part) in [
      ("laps.cuont=3", "--set laps.cuont=3"), ("laps.count=-1", "--set laps.count=-1"),
      ("pipelines[e].snap=false", "expected the name of an element (a, b, c, d)"),
      ("laps..count=1", "expected a path of keys"),
    ] {
      let found = refusal { try scenario([setting]) }
      #expect(found.contains(part), "\(found)")
    }
  }

  @Test func `a replay has no use for what only simulations have`() throws {
    for key in ["channel.pathLoss.logDistance.n=3", "beacons.interval=1", "walk.speed=2"] {
      let setting = try ScenarioChanges.Setting(key)
      #expect(refusal { try setting.checkIsOfReplays() }.contains("which only simulations use"), "\(key)")
    }
    for key in ["phone.average.seconds=1", "assumes.n=3", "pipelines[a].snap=false", "seed=4"] {
      try ScenarioChanges.Setting(key).checkIsOfReplays()
    }
  }

  @Test func `pipelines that are named stay in the order of the file`() throws {
    #expect(
      try scenario(pipelines: ["d", "a"]).pipelines.map(\.name).filter { ["a", "d"].contains($0) } == [
        "a", "d",
      ])
    // A comma of a name's own does not part it.
    #expect(try scenario(pipelines: ["b", "c"]).pipelines.map(\.name).contains("b, c"))
    let found = refusal { try scenario(pipelines: ["e"]) }
    #expect(
      found.hasPrefix("--pipelines: expected pipelines of ") && found.contains("(a; b, c; d")
        && found.contains("found e"))
  }

  @Test func `a beacon that does not exist is neither in the site nor among the changes`() throws {
    let changed = try scenario(without: ["one"])
    #expect(changed.simulation?.site.anchors.map(\.id) == ["two", "three"])
    #expect(try changed.resolved["beacons"].elements("changes").map { try $0.text("beacon") } == ["two"])
    let found = refusal { try scenario(without: ["twoo"]) }
    #expect(
      found.hasPrefix("--without: expected the id of a beacon of ")
        && found.contains("twoo (did you mean two?)"))
  }

  @Test func `digests tell files apart by any letter, and by which file has it`() throws {
    let one = try SavedScenario(["site": "x"], site: ["name": "s"])
    #expect(one.files.map(\.name) == ["scenario.yaml", "site.yaml"])
    #expect(try one.files[0].document.text("site") == "site.yaml")
    #expect(try one.digest == SavedScenario(["site": "y"], site: ["name": "s"]).digest)
    #expect(try one.digest != SavedScenario(["site": "x"], site: ["name": "t"]).digest)
    #expect(one.adding([:], named: "a").digest != one.adding([:], named: "b").digest)
    #expect(one.digest.count == 8 && one.digest.allSatisfy(\.isHexDigit))
    #expect(SavedScenario.digest(of: "") != SavedScenario.digest(of: "\0"))
  }

  @Test func `a folder with other files is told by the first difference`() throws {
    let saved = try SavedScenario(["site": "x", "seed": 1], site: ["name": "s"]).adding(
      ["a": 1], named: "b.yaml")
    let found = try TemporaryFolder()
    #expect(saved.difference(fromThoseIn: found.path) == "those of a study without a readable scenario.yaml")
    for file in saved.files { try found.write(file.document.yaml, to: file.name) }
    #expect(saved.difference(fromThoseIn: found.path) == nil)
    try found.write("name: t\n", to: "site.yaml")
    #expect(
      saved.difference(fromThoseIn: found.path)
        == #"those of a study whose site.yaml differs: name is "t" there and "s" here"#)
  }
}
