import Documents
import Results
import TestSupport
import Testing
import World

/// What results folders record, and how the studies behind two of them differ.
@Suite struct SavedStudyTests {
  private let scenario: Document = [
    "seed": 1, "channel": ["pathLoss": ["logDistance": ["n": 1.8]]], "assumes": ["n": 2],
    "phone": ["average": ["seconds": 1], "callbackJitter": 0], "laps": ["count": 3],
  ]
  private let site: Document = [
    "name": "s", "beacons": [["id": "a", "calibratedLevel": -60, "position": [0, 0]]],
  ]

  private func study(
    _ scenario: Document? = nil, site: Document? = nil, tracks: [String] = [], survey: String? = nil
  )
    -> SavedStudy
  {
    SavedStudy(
      ["scenario.yaml": scenario ?? self.scenario, "site.yaml": site ?? self.site], tracks: tracks,
      survey: survey)
  }

  private func differences(_ path: String, _ value: Document) throws -> [StudyDifference] {
    study().differences(from: study(try scenario.setting(path, to: value)))
  }

  @Test func `tables are compared whole, and a missing one is another`() {
    let one = study(tracks: ["a", "b"], survey: "s")
    #expect(
      one.differences(from: study(tracks: ["a", "c"], survey: "s")).map(\.description) == [
        "another track-2.csv"
      ])
    #expect(
      one.differences(from: study(tracks: ["a"])).map(\.description) == [
        "another track-2.csv", "another survey.csv",
      ])
    // Without a scenario on one side nothing is known of its tables.
    #expect(one.differences(from: SavedStudy(["site.yaml": site])).isEmpty)
    #expect(SavedStudy(["site.yaml": site]).filesLacking(besides: one) == ["scenario.yaml"])
  }

  @Test func `a sentence names key, file and both values, with all digits only where they are needed`() throws
  {
    #expect(try differences("seed", 2).isEmpty)
    #expect(try differences("assumes.n", 2.5).map(\.description) == ["assumes.n: 2 in A, 2.5 in B"])
    #expect(
      try differences("channel.pathLoss.logDistance.n", 1.81234567).map(\.description) == [
        "channel.pathLoss.logDistance.n: 1.8 in A, 1.812 in B"
      ])
    #expect(
      try differences("channel.pathLoss.logDistance.n", 1.80000001).map(\.description) == [
        "channel.pathLoss.logDistance.n: 1.8 in A, 1.80000001 in B"
      ])
    let named = try site.setting("name", to: "t")
    #expect(
      study().differences(from: study(site: named)).map(\.description) == [
        #"name of site.yaml: "s" in A, "t" in B"#
      ])
    #expect(try differences("other", 1).map(\.description) == ["other: absent in A, 1 in B"])
  }

  @Test func `the seed is the scenario's`() throws {
    #expect(try study().seed == 1)
    #expect(try SavedStudy([:]).seed == nil)
    #expect(throws: FileProblem.self) { try SavedStudy(["scenario.yaml": ["seed": "x"]]).seed }
  }

  private func folder(summary: String?, errors: String = "pipeline,lap,time_s,error_m\np,0,1,2\np,0,2,\n")
    throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    try folder.write(errors, to: "errors.csv")
    if let summary { try folder.write(summary, to: "summary.json") }
    return folder
  }

  @Test func `a folder of another program needs errors alone`() throws {
    let folder = try folder(summary: nil)
    let read = try SavedResults(contentsOf: folder.path)
    #expect(read.pipelines.map(\.name) == ["p"] && read.scenario == nil && read.seed == nil)
    #expect(read == (try SavedResults(contentsOf: folder.path)))
    #expect(try read.pipeline("p").errors.count == 2)
    #expect {
      try read.pipeline("q")
    } throws: {
      "\($0)".contains("expected the pipeline q, found only p")
    }
  }

  @Test(arguments: [
    (#"{"scenario": "s", "scores": [{"pipeline": "p", "n": 1, "missed": 1}]}"#, ""),
    (
      #"{"scenario": "s", "scores": [{"pipeline": "p", "n": 2, "missed": 1}]}"#,
      "n: expected 1, as errors.csv has of p, found 2"
    ),
    (
      #"{"scenario": "s", "scores": [{"pipeline": "p", "n": 1, "missed": 0}]}"#,
      "missed: expected 1, as errors.csv has of p, found 0"
    ),
    (
      #"{"scenario": "s", "scores": [{"pipeline": "q", "n": 1, "missed": 1}]}"#,
      "expected a pipeline of errors.csv"
    ),
    (#"{"scenario": "s", "scores": []}"#, "expected the 1 pipelines of errors.csv, found 0"),
  ])
  func `a summary whose counts are not those of the errors is refused`(summary: String, expected: String)
    throws
  {
    let folder = try folder(summary: summary)
    guard !expected.isEmpty else {
      #expect(try SavedResults(contentsOf: folder.path).scenario == "s")
      return
    }
    let problem = #expect(throws: FileProblem.self) { try SavedResults(contentsOf: folder.path) }
    #expect(problem?.description.contains(expected) == true, "\(problem?.description ?? "")")
  }

  @Test func `what is no folder is said to be none`() throws {
    let folder = try folder(summary: nil)
    for (path, sentence) in [("none", "no such folder"), ("errors.csv", "is a file, not a results folder")] {
      let problem = #expect(throws: FileProblem.self) { try SavedResults(contentsOf: folder.path(path)) }
      #expect(problem?.description.hasSuffix(sentence) == true)
    }
  }
}
