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

  private let files = [("a.txt", "one"), (ResultsFolder.marker, "{}")]

  @Test func `writes every file and leaves nothing else beside the folder`() throws {
    try folder.write(files)
    #expect(try root.read("results/s/seed1/a.txt") == "one")
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path("results/s")) == ["seed1"])
  }

  @Test func `a rerun replaces its own folder whole`() throws {
    try folder.write(files + [("old.txt", "old")])
    try folder.write([("a.txt", "two"), (ResultsFolder.marker, "{}")])
    #expect(try root.read("results/s/seed1/a.txt") == "two")
    #expect(!FileManager.default.fileExists(atPath: root.path("results/s/seed1/old.txt")))
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
    try root.write("half", to: "results/s/.seed1.new-99999999/a.txt")
    try folder.write(files)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path("results/s")) == ["seed1"])
  }
}
