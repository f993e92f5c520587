import Documents
import Positioning
import Scenarios
import TestSupport
import Testing
import World

@Suite struct UnseenScenarioTests {
  private static let text = """
    name: few
    datasets: [{name: d, site: s, dataset: d.yaml, assumes: {carriedHeight: 1}}]
    rivals:
      - {name: plain, method: nearest, snap: false, windows: true}
      - {name: tracker, method: kalmanTracker, snap: false}
      - {name: snapped, method: nearest, path: true}
      - {name: map, method: nearestFingerprints, given: [survey], snap: false}
    classes:
      - {name: site, path: withheld, survey: withheld, assumes: {n: 2}, candidate: {name: c, method: maximumLikelihood, snap: false}}
      - {name: both, path: given, survey: given, assumes: {n: calibration, c: calibration}, candidate: {name: c, method: maximumLikelihood, snap: false}}
    constants: [{key: deviation, values: [4, 8]}, {key: estimate, values: [mode, mean], classes: [both]}]

    """

  private func read(_ text: String = text, class only: String? = nil) throws -> UnseenScenario {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "p.yaml")
    return try UnseenScenario(contentsOf: folder.path("p.yaml"), class: only)
  }

  @Test
  func
    `a class has the rivals that need no more than it gives, and those without memory once with each window`()
    throws
  {
    let scenario = try read()
    let plain = ["plain, 1 s", "plain, 2 s", "plain, 5 s", "tracker"]
    #expect(
      try scenario.classes.map { try $0.rivals.map { try $0.text("name") } } == [
        plain, plain + ["snapped", "map"],
      ])
    let built = try scenario.scenario(
      of: scenario.classes[0], on: scenario.parts[0], pipelines: scenario.classes[0].rivals)
    #expect(
      built.pipelines.map(\.filterSummary) == [
        "none", "moving average over 2 s", "moving average over 5 s", "none", "none",
      ])
    #expect(try built.resolved["assumes"].number("carriedHeight") == 1)
    #expect(try read(class: "both").classes.map(\.name) == ["both"])
  }

  @Test func `constants are set in the candidate's method, and others stay`() throws {
    let scenario = try read()
    let set = try scenario.candidate(in: scenario.classes[0], [nil, 1])["method"]["maximumLikelihood"]
    #expect(try set.text("estimate") == "mean")
    #expect(try set.number("deviation") == 6)
  }

  @Test(arguments: [
    (
      "deviation, values: [4, 8]", "deviation, values: [4, -8]",
      "p.yaml:11: constants[0].values[1]: expected a number"
    ),
    (
      "snapped, method: nearest, path: true", "snapped, method: nearest",
      "p.yaml:6: rivals[2].path: expected true"
    ),
    ("{key: deviation", "{key: deviations", "deviations"),
    (
      "classes: [both]", "classes: [boat]", "p.yaml:11: constants[1].classes[0]: expected a class: site, both"
    ),
    (
      "tracker, method: kalmanTracker", "tracker, filters: [median], windows: true, method: nearest",
      "expected none beside windows"
    ),
  ])
  func `what cannot run is refused with its line and key`(old: String, new: String, sentence: String) throws {
    let error = try #require(throws: FileProblem.self) {
      try read(Self.text.replacing(old, with: new))
    }
    #expect("\(error)".contains(sentence), "\(error)")
  }
}
