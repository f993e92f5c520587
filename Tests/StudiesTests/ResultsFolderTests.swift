import Foundation
import Studies
import TestSupport
import Testing

@Suite struct ResultsFolderTests {
  private let root: TemporaryFolder
  private let folder: ResultsFolder

  init() throws {
    root = try TemporaryFolder()
    folder = ResultsFolder(root: root.path("results"), scenario: "s", name: "seed1")
  }

  private let files = [("a.csv", "one"), (ResultsFolder.marker, "{}")]

  @Test func `writes every file and leaves nothing else beside the folder`() throws {
    try folder.write(files)
    #expect(try root.read("results/s/seed1/a.csv") == "one")
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path("results/s")) == ["seed1"])
  }

  @Test func `a rerun replaces its own folder whole`() throws {
    try folder.write(files + [("old.csv", "old")])
    try folder.write([("a.csv", "two"), (ResultsFolder.marker, "{}")])
    #expect(try root.read("results/s/seed1/a.csv") == "two")
    #expect(!FileManager.default.fileExists(atPath: root.path("results/s/seed1/old.csv")))
  }

  @Test func `refuses a folder that this program did not write, and leaves it alone`() throws {
    try root.write("precious", to: "results/s/seed1/thesis.tex")
    #expect(throws: ResultsProblem.foreign(path: folder.path, found: "a folder without provenance.json")) {
      try folder.write(files)
    }
    #expect(try root.read("results/s/seed1/thesis.tex") == "precious")
  }

  @Test func `refuses a file in its place`() throws {
    try root.write("x", to: "results/s/seed1")
    #expect(throws: ResultsProblem.foreign(path: folder.path, found: "a file")) { try folder.check() }
  }

  @Test func `takes away what a killed run left under its hidden name`() throws {
    // No process has this number: the kernel's limit is 4194304.
    try root.write("half", to: "results/s/.seed1.new-99999999/a.csv")
    try folder.write(files)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path("results/s")) == ["seed1"])
  }

  @Test func `becomes a copy of another folder, whole`() throws {
    try folder.write(files + [("old.csv", "old")])
    let other = ResultsFolder(path: root.path("other"))
    try other.write([("a.csv", "two"), (ResultsFolder.marker, "{}")])
    try folder.copy(of: other)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["a.csv", ResultsFolder.marker])
    #expect(try root.read("results/s/seed1/a.csv") == "two")
    #expect(try root.read("other/a.csv") == "two")
    let fresh = ResultsFolder(path: root.path("baselines/new/"))
    try fresh.copy(of: other)
    #expect(try root.read("baselines/new/a.csv") == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path("baselines")) == ["new"])
  }

  @Test func `becomes no copy where something would be lost or could not be replaced again`() throws {
    try folder.write(files)
    try root.write("x", to: "foreign/thesis.tex")
    try root.write("x", to: "unmarked/errors.csv")
    let foreign = ResultsFolder(path: root.path("foreign"))
    #expect(
      throws: ResultsProblem.notABaseline(path: foreign.path, found: "a folder without provenance.json")
    ) {
      try foreign.copy(of: folder)
    }
    let unmarked = ResultsFolder(path: root.path("unmarked"))
    #expect(throws: ResultsProblem.unmarked(path: unmarked.path)) { try folder.copy(of: unmarked) }
    let within = ResultsFolder(path: folder.path + "/within")
    #expect(throws: ResultsProblem.nested(path: within.path, other: folder.path)) {
      try within.copy(of: folder)
    }
    #expect(try root.read("foreign/thesis.tex") == "x")
    #expect(try root.read("results/s/seed1/a.csv") == "one")
  }

  @Test func `is the same folder by whatever name`() throws {
    try folder.write(files)
    #expect(folder.isSame(as: ResultsFolder(path: root.path("results/s/../s/seed1/"))))
    #expect(!folder.isSame(as: ResultsFolder(path: root.path("results/s/seed2"))))
  }
}
