import Documents
import Foundation
import TestSupport
import Testing

@Suite struct ListTests {
  @Test func `the lists name what runs, and anything else is refused with the nearest name`()
    async throws
  {
    let folder = try TemporaryFolder()
    let all = try await folder.run("list --json")
    let lists = try Document(json: all.output, file: "list")
    let names = try ["scenarios", "filters", "methods"].map { key in
      try lists.elements(key).map { try $0.text("name") }
    }
    // Those of README and of the paper; no others are promised.
    #expect(names[0].contains("floor35") && !names[0].contains { $0.contains("schema") })
    #expect(Set(["kalman", "savitzkyGolay", "feedback", "movingAverage"]).isSubset(of: names[1]))
    #expect(Set(["nearest", "proximity", "twoCircle", "leastSquares"]).isSubset(of: names[2]))
    // README's map and sweep.
    let shipped = try ["sites", "sweeps", "sets"].map { key in
      try lists.elements(key).map { try $0.text("name") }
    }
    #expect(shipped[0].contains("sites/floor35") && shipped[1].contains("sweeps/path-loss"))
    #expect(shipped[2].contains("danis"))
    let own = try await folder.run("list methods")
    #expect(own.output.contains("weightedCentroid") && !own.output.contains("savitzkyGolay"))
    let wrong = try await folder.run("list twoCircles")
    #expect(
      wrong.status == 2 && wrong.errors.contains("found twoCircles (did you mean twoCircle?)"),
      "\(wrong.errors)")
  }

  @Test func `a working folder's own scenarios are listed instead of the shipped ones`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write(try folder.read("tiny.yaml"), to: "scenarios/deep/mine.yaml")
    try folder.write("name: [", to: "scenarios/broken.yaml")
    try folder.write(try folder.read("site.yaml"), to: "scenarios/site.yaml")
    let outcome = try await folder.run("list scenarios --json")
    let listed = try Document(json: outcome.output, file: "list").elements("scenarios").map {
      try $0.text("name")
    }
    #expect(listed == ["deep/mine"])
    let checked = try await folder.run("run deep/mine --check")
    #expect(checked.status == 2 && checked.errors.contains("scenarios/deep/site.yaml"), "\(checked.errors)")
  }

  @Test func `the settings of a method have their range and default`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await folder.run("list weightedCentroid")
    // docs/pipeline.md: the four nearest, weighted by 1/d.
    #expect(outcome.output.contains(/\nk +a whole number of at least 1 +4/), "\(outcome.output)")
    #expect(!outcome.output.contains("`") && !outcome.output.contains("]("))
    let none = try await folder.run("list roomCentre")
    #expect(none.output.contains("It has no settings."))
  }
}
