import Documents
import Evaluation
import Rendering
import TestSupport
import Testing
import World

@testable import Comparisons
@testable import Laps
@testable import Results
@testable import Scenarios

@Suite struct FolderComparisonTests {
  private func pipeline(_ name: String, laps: Int = 20, offset: Double = 0) -> SavedResults.Pipeline {
    SavedResults.Pipeline(
      name: name,
      errors: (0..<laps).flatMap { lap in
        (0..<3).map { press in
          PositionError(
            lap: lap, point: press, time: Double(press),
            metres: 1 + Double((lap + press) % 5) + offset)
        }
      })
  }

  private func folder(
    _ path: String, _ pipelines: [SavedResults.Pipeline], seed: Int? = 1, _ study: [String: Document] = [:]
  ) -> SavedResults {
    SavedResults(path: path, scenario: "s", seed: seed, study: SavedStudy(study), pipelines: pipelines)
  }

  @Test func `compares pipelines of the same name, and names those that are new`() throws {
    let comparison = try FolderComparison(
      folder("A", [pipeline("x"), pipeline("y")]),
      folder("B", [pipeline("new"), pipeline("y", offset: 1), pipeline("x")]))
    #expect(comparison.rows.map(\.b) == ["x", "y"])
    #expect(comparison.rows.map(\.comparison?.difference) == [0, 1])
    #expect(comparison.worse.map(\.b) == ["y"])
    #expect(comparison.notes == ["Only in B, not compared: new."])
    // All of 20 laps are worse: 2 / 2^20, and twice that for two pairs.
    #expect(comparison.rows.map(\.comparison?.signedRankTest.p) == [1, 0x1p-19])
    #expect(comparison.rows.map(\.pHolm) == [1, 0x1p-18])
  }

  @Test func `compares pipelines of one folder with the first that is named`() throws {
    let results = folder("A", [pipeline("x", offset: 0.5), pipeline("y"), pipeline("z")])
    let comparison = try FolderComparison(within: results, pipelines: ["z", "x", "y"])
    #expect(comparison.rows.map(\.a) == ["z", "z"] && comparison.rows.map(\.b) == ["x", "y"])
    #expect(comparison.rows.map(\.comparison?.difference) == [0.5, 0])
    #expect(comparison.isWithinOneFolder)
  }

  @Test func `results of another seed are refused, and one lap judges nothing`() throws {
    let few = folder("A", [pipeline("x", laps: 4)])
    #expect(
      refusal { try FolderComparison(few, folder("B", [pipeline("x", laps: 4)], seed: 2)) }
        == "B: expected results of the seed 1, as A has, so that both have the same input, found the seed 2")
    let unknown = try FolderComparison(few, folder("B", [pipeline("x", laps: 4)], seed: nil))
    #expect(unknown.notes.isEmpty)
    let one = try FolderComparison(
      folder("A", [pipeline("x", laps: 1)]), folder("B", [pipeline("x", laps: 1, offset: 9)]))
    #expect(one.worse.isEmpty)
    #expect(one.notes == ["With one lap there is no interval and no verdict."])
  }

  /// Of 50 laps: five laps lost are seen, though a sign test of five has p = 1/16; what B leaves out of laps that it has is
  /// missed.
  @Test func `whole laps lost, and bad moments left out, make B worse`() throws {
    let whole = pipeline("x", laps: 50)
    let a = folder("A", [whole, pipeline("y", laps: 50)])
    func judged(_ errors: [PositionError]) throws -> FolderComparison {
      let b = [
        SavedResults.Pipeline(name: "x", errors: errors),
        SavedResults.Pipeline(name: "y", errors: a.pipelines[1].errors),
      ]
      return try FolderComparison(a, folder("B", b))
    }
    func lost(_ laps: Int) -> [PositionError] {
      whole.errors.map {
        PositionError(
          lap: $0.lap, point: $0.testPoint, time: $0.time, metres: $0.lap < laps ? nil : $0.metres)
      }
    }
    #expect(try judged(lost(5)).worse.map(\.b) == ["x"])
    #expect(try judged(lost(1)).worse.isEmpty)
    let good = whole.errors.filter { ($0.metres ?? 0) < 4 }
    let dropping = try judged(good)
    #expect(dropping.worse.map(\.b) == ["x"] && dropping.rows[0].missesMore)
    #expect(dropping.rows[0].comparison?.errors.missedB == whole.errors.count - good.count)
  }

  @Test func `laps that B lacks fail, unless fewer laps are allowed`() throws {
    let (a, b) = (folder("A", [pipeline("x", laps: 50)]), folder("B", [pipeline("x", laps: 21)]))
    let crashed = try FolderComparison(a, b)
    #expect(crashed.worse.map(\.b) == ["x"] && crashed.rows[0].failures == [.laps])
    #expect(crashed.missingLaps == Array(21..<50) && crashed.lapsOfA == 50)
    #expect(crashed.rows[0].comparison?.verdict == .within)
    let allowed = try FolderComparison(a, b, rules: .init(allowsFewerLaps: true))
    #expect(allowed.worse.isEmpty && allowed.rows[0].comparison?.errors.unmatchedA == 87)
    #expect(try FolderComparison(b, a).worse.isEmpty)
  }

  /// Of two pipelines, whatever share of moments may be missed.
  @Test func `laps that one pipeline of B alone lacks fail too`() throws {
    let a = folder("A", [pipeline("x", laps: 50), pipeline("y", laps: 50)])
    let b = folder("B", [pipeline("x", laps: 50), pipeline("y", laps: 47)])
    let tolerant = ComparisonTolerance(missed: 1)
    let comparison = try FolderComparison(a, b, rules: .init(tolerance: tolerant))
    #expect(comparison.rows.map(\.failures) == [[], [.laps]])
    #expect(comparison.rows.map(\.missingLaps) == [[], [47, 48, 49]])
    #expect(comparison.rows[1].comparison?.errors.missedB == 9)
    #expect(
      try FolderComparison(a, b, rules: .init(tolerance: tolerant, allowsFewerLaps: true)).worse.isEmpty)
  }

  @Test func `a better hall does not hide worse rooms`() throws {
    func found(hall: Int, ward: Bool) -> SavedResults.Pipeline {
      let errors = (0..<20).flatMap { lap in
        (0..<10).map { moment in
          let (room, isFound) = moment < 8 ? (0, moment < hall) : (1, ward)
          return PositionError(
            lap: lap, room: room, time: Double(moment),
            outcome: .success(.init(metres: 1, room: isFound ? room : nil)))
        }
      }
      return SavedResults.Pipeline(name: "x", errors: errors)
    }
    let comparison = try FolderComparison(
      folder("A", [found(hall: 4, ward: true)]), folder("B", [found(hall: 8, ward: false)]))
    #expect(comparison.rows[0].failures == [.rooms])
    #expect(comparison.rows[0].rooms?.pooled.verdict == .better)
    // Half of the hall and all of the ward, and all of the hall and nothing of the ward.
    #expect(comparison.rows[0].rooms?.macro.a == 0.75 && comparison.rows[0].rooms?.macro.b == 0.5)
  }

  static let scenario: Document = [
    "name": "s", "about": "x", "seed": 1, "laps": ["count": 50], "walk": ["speed": 1.3],
    "channel": ["pathLoss": ["logDistance": ["n": 1.8]]], "phone": ["proximitySmoothing": 10.0],
    "assumes": ["n": 1.8], "pipelines": [["name": "x", "snap": true]],
    "score": ["at": "presses", "std": "sample"],
  ]

  static let site: Document = [
    "name": "floor", "beacons": [["id": "b01", "position": [1.5, -1.0, 3.0], "calibratedLevel": -60.0]],
  ]

  private func compare(
    _ file: String, _ key: String, _ value: Document, rules: FolderComparison.Rules = .init()
  )
    throws -> FolderComparison
  {
    let study = ["scenario.yaml": Self.scenario, "site.yaml": Self.site]
    var changed = study
    changed[file] = try study[file]?.setting(key, to: value)
    return try FolderComparison(
      folder("A", [pipeline("x")], study), folder("B", [pipeline("x")], changed), rules: rules)
  }

  @Test(
    arguments: [
      (
        "scenario.yaml", "channel.pathLoss.logDistance.n", 2.2,
        "channel.pathLoss.logDistance.n: 1.8 in A, 2.2 in B"
      ),
      ("scenario.yaml", "walk.speed", 1, "walk.speed: 1.3 in A, 1 in B"),
      (
        "scenario.yaml", "phone.callbackJitter", 0.2, "phone.callbackJitter: absent in A, 0.2 in B"
      ),
      ("scenario.yaml", "unknownKey", 1, "unknownKey: absent in A, 1 in B"),
      ("scenario.yaml", "beacons", ["loss": 0.5], "beacons: absent in A, a map with the key loss in B"),
      (
        "scenario.yaml", "phone.background", ["asleep": 5],
        "phone.background: absent in A, a map with the key asleep in B"
      ),
      ("scenario.yaml", "score.at", "callbacks", "score.at: \"presses\" in A, \"callbacks\" in B"),
      (
        "site.yaml", "beacons[0].position[2]", 2.5,
        "beacons[b01].position[2] of site.yaml: 3.0 in A, 2.5 in B"
      ),
    ] as [(String, String, Document, String)])
  func `what changes what was heard, walked or scored is refused`(
    file: String, key: String, value: Document, sentence: String
  ) throws {
    let problem = #expect(throws: FileProblem.self) { try compare(file, key, value) }
    #expect(
      problem?.description
        == "B: expected results of the same scenario and site as A, or --different-scenarios, found \(sentence)"
    )
    let allowed = try compare(file, key, value, rules: .init(allowsDifferentScenarios: true))
    #expect(allowed.notes == ["Different input: \(sentence)."] && allowed.worse.isEmpty)
  }

  @Test(
    arguments: [
      ("scenario.yaml", "pipelines[0].snap", false, "pipelines[x].snap: true in A, false in B"),
      ("scenario.yaml", "assumes.n", 2, "assumes.n: 1.8 in A, 2 in B"),
      ("scenario.yaml", "phone.proximitySmoothing", 5, "phone.proximitySmoothing: 10.0 in A, 5 in B"),
      (
        "scenario.yaml", "phone.average", ["seconds": 2],
        "phone.average: absent in A, a map with the key seconds in B"
      ),
      ("scenario.yaml", "name", "t", "name: \"s\" in A, \"t\" in B"),
      (
        "site.yaml", "beacons[0].calibratedLevel", -61,
        "beacons[b01].calibratedLevel of site.yaml: -60.0 in A, -61 in B"
      ),
    ] as [(String, String, Document, String)])
  func `what pipelines make of it is noted`(file: String, key: String, value: Document, sentence: String)
    throws
  {
    let comparison = try compare(file, key, value)
    #expect(comparison.notes == ["Difference: \(sentence)."])
    #expect(comparison.differences.map(\.changesInput) == [false])
  }

  @Test(arguments: [("about", "y"), ("laps.count", 21), ("score.std", "population")] as [(String, Document)])
  func `what no error follows from is passed over`(key: String, value: Document) throws {
    #expect(try compare("scenario.yaml", key, value).notes.isEmpty)
  }

  @Test func `a folder that says nothing of its study still compares`() throws {
    let foreign = folder("B", [pipeline("x")])
    let comparison = try FolderComparison(
      folder("A", [pipeline("x")], ["scenario.yaml": Self.scenario, "site.yaml": Self.site]), foreign)
    #expect(
      comparison.notes == [
        "B has no scenario.yaml and site.yaml: whether both had the same input is unknown."
      ])
    #expect(try FolderComparison(foreign, foreign).notes.isEmpty)
  }

  @Test func `another recorded track is another walk, where both say their scenario`() throws {
    func folder(_ path: String, _ study: [String: Document], _ track: String) -> SavedResults {
      SavedResults(path: path, study: SavedStudy(study, tracks: [track]), pipelines: [pipeline("x")])
    }
    let study = ["scenario.yaml": Self.scenario]
    let problem = #expect(throws: FileProblem.self) {
      try FolderComparison(folder("A", study, "0,0,0"), folder("B", study, "0,1,0"))
    }
    #expect(problem?.found == "another track-1.csv")
    #expect(
      try FolderComparison(folder("A", study, "0,0,0"), self.folder("B", [pipeline("x")])).worse.isEmpty)
  }

  /// A has the points 7 and 2, B gate, 2 and 7 in this order.
  @Test func `errors are paired by the names of points and rooms, whatever their order`() throws {
    let root = try TemporaryFolder()
    let head = "pipeline,lap,time_s,error_m,point,true_room,fix_room\n"
    try root.write(
      head + "x,0,1,1,7,hall,hall\nx,0,2,2,2,ward,hall\nx,1,1,1,7,hall,hall\n", to: "a/errors.csv")
    try root.write(
      head + "x,0,0.5,9,gate,ward,ward\nx,0,2,5,2,ward,ward\nx,0,1,3,7,hall,ward\nx,1,1,,7,hall,\n",
      to: "b/errors.csv")
    let comparison = try FolderComparison(
      SavedResults(contentsOf: root.path("a")), SavedResults(contentsOf: root.path("b")))
    let row = comparison.rows[0]
    // Of point 2 from 2 to 5 m, of point 7 from 1 to 3 m.
    #expect(row.comparison?.errors.pairs.map(\.difference) == [3, 2])
    #expect(row.rooms?.pooled.a == 0.5 && row.rooms?.pooled.b == 0.5 && row.rooms?.rooms == 2)
    #expect(row.comparison?.errors.unmatchedB == 1)
    #expect(try comparison.document.elements("pairs")[0].elements("missedByOne")[0].integer("point") == 7)
  }
}

@Suite struct SavedResultsTests {
  @Test func `reads back what a study wrote`() async throws {
    let root = try TemporaryFolder()
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: 2)
    let study = try Study(scenario, dataRoot: "")
    let result = try await study.run(width: 1) { _ in }
    let folder = ResultsFolder(path: root.path("r"))
    try folder.write(
      result, scenario: study.saved, provenance: Provenance(start: RunClock(), threads: 1))
    let saved = try SavedResults(contentsOf: folder.path)
    #expect(saved.scenario == "initial-loop" && saved.seed == Int(scenario.seed))
    let rooms = try #require(result.pipelines[0].metrics.rooms)
    let read = RoomScore(ofLaps: [saved.pipelines[0].errors])
    #expect(read.rows.map(\.count).sorted() == rooms.rows.map(\.count).sorted())
    #expect(read.hitRate == rooms.hitRate)
    #expect(saved.pipelines.map(\.name) == result.pipelines.map(\.definition.name))
    for (read, written) in zip(saved.pipelines, result.pipelines) {
      #expect(read.errors.map(\.metres) == written.errors.map(\.metres))
      #expect(read.errors.map(\.time) == written.errors.map(\.time))
      #expect(read.errors.map(\.lap) == written.errors.map(\.lap))
    }
  }

  @Test func `of a missing folder the error says where a killed run left its results`() throws {
    let root = try TemporaryFolder()
    try root.write("x", to: "s/.r.old-0123456789abcdef/errors.csv")
    try root.write("x", to: "s/.other.old-0123456789abcdef/errors.csv")
    let problem = #expect(throws: FileProblem.self) { try SavedResults(contentsOf: root.path("s/r")) }
    #expect(
      problem?.found
        == "no such folder; the previous results are in \(root.path("s/.r.old-0123456789abcdef")), "
        + "and the same run restores them")
    let other = #expect(throws: FileProblem.self) { try SavedResults(contentsOf: root.path("s/t")) }
    #expect(other?.found == "no such folder")
  }
}
