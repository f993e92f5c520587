import Documents
import Foundation
import Results
import TestSupport
import Testing
import World

@Suite struct ResultsFolderTests {
  private let root: TemporaryFolder
  private let folder: ResultsFolder

  init() throws {
    root = try TemporaryFolder()
    folder = ResultsFolder(root: root.path("results"), scenario: "s", name: "seed1")
  }

  private let files = [("errors.csv", "one"), (ResultsFolder.marker, "{}")]

  private func foreign(_ found: String) -> FileProblem {
    FileProblem(
      file: folder.path, expected: "a results folder or nothing",
      found: found + "; name another with --name")
  }

  private func irregular(_ found: String) -> FileProblem {
    FileProblem(
      file: folder.path, expected: "plain files only in a folder that is to be accepted", found: found)
  }

  @Test func `writes every file and leaves nothing else beside the folder`() throws {
    try folder.write(files)
    #expect(try root.read("results/s/seed1/errors.csv") == "one")
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path("results/s")) == ["seed1"])
  }

  @Test func `a rerun replaces its own folder whole`() throws {
    try folder.write(files + [("targets.csv", "old")])
    try folder.write([("errors.csv", "two"), (ResultsFolder.marker, "{}")])
    #expect(try root.read("results/s/seed1/errors.csv") == "two")
    #expect(!FileManager.default.fileExists(atPath: root.path("results/s/seed1/targets.csv")))
  }

  @Test func `refuses a folder that this program did not write, and leaves it alone`() throws {
    try root.write("precious", to: "results/s/seed1/thesis.tex")
    #expect(throws: foreign("a folder without provenance.json")) {
      try folder.write(files)
    }
    #expect(try root.read("results/s/seed1/thesis.tex") == "precious")
  }

  @Test func `refuses a file in its place`() throws {
    try root.write("x", to: "results/s/seed1")
    #expect(throws: foreign("a file")) { try folder.check() }
  }

  @Test func `puts back what a killed run renamed away, and removes what it had prepared`() throws {
    try root.write("half", to: "results/s/.seed1.new-0123456789abcdef/errors.csv")
    try root.write("the only copy", to: "results/s/.seed1.old-0123456789abcdef/errors.csv")
    try root.write("{}", to: "results/s/.seed1.old-0123456789abcdef/provenance.json")
    try folder.check()
    #expect(try root.read("results/s/seed1/errors.csv") == "the only copy")
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path("results/s")) == ["seed1"])
  }

  @Test func `leaves hidden files of others alone`() throws {
    let others = [
      ".env.new-99999999", ".git.old-20240101", ".mine.old-20251101", ".seed1.new-99999999",
      ".seed1.old-20250101",
    ]
    for name in others { try root.write("precious", to: "results/s/\(name)/errors.csv") }
    try folder.write(files)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: root.path("results/s")).sorted() == others + [
        "seed1"
      ])
  }

  @Test(arguments: ["mine.csv", "plan.json", "notes.yaml", "track-0.csv", "track-1.csv.bak"])
  func `refuses a folder that also holds a file of the user's, and leaves it alone`(name: String) throws {
    try folder.write(files)
    try root.write("precious", to: "results/s/seed1/\(name)")
    #expect(throws: foreign("one that also holds \(name)")) {
      try folder.write(files)
    }
    #expect(try root.read("results/s/seed1/\(name)") == "precious")
  }

  @Test func `refuses a root that is a symbolic link to nowhere, and a name that is too long`() throws {
    try FileManager.default.createSymbolicLink(atPath: root.path("link"), withDestinationPath: "/nonexistent")
    let dangling = ResultsFolder(root: root.path("link"), scenario: "s", name: "n")
    #expect(
      throws: FileProblem(
        file: dangling.path, sentence: "cannot be written: \(root.path("link")) is a broken symbolic link")
    ) { try dangling.check() }
    let long = ResultsFolder(root: root.path, scenario: String(repeating: "n", count: 256), name: "n")
    #expect(
      throws: FileProblem(
        file: long.path,
        sentence:
          "cannot be written: a name of 256 octets that begins with nnnnnnnnnnnnnnnnnnnn, longer than the limit of 255"
      )
    ) { try long.check() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == ["link"])
  }

  @Test func `results may be written piece by piece, and are nowhere to be seen before they are whole`()
    throws
  {
    try folder.write(files)
    let prepared = try folder.prepare()
    let errors = try prepared.file(named: "errors.csv")
    for text in ["one\n", "two\n"] { try errors.append(Octets(text)) }
    try errors.finish()
    let marker = try prepared.file(named: ResultsFolder.marker)
    try marker.append(Octets("{}"))
    try marker.finish()
    #expect(try root.read("results/s/seed1/errors.csv") == "one")
    try prepared.commit()
    #expect(try root.read("results/s/seed1/errors.csv") == "one\ntwo\n")
  }

  @Test func `becomes a copy of another folder, whole`() throws {
    try folder.write(files + [("targets.csv", "old")])
    let other = ResultsFolder(path: root.path("other"))
    try other.write([("errors.csv", "two"), (ResultsFolder.marker, "{}")])
    try folder.copy(of: other)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["errors.csv", ResultsFolder.marker])
    #expect(try root.read("results/s/seed1/errors.csv") == "two")
    #expect(try root.read("other/errors.csv") == "two")
    let fresh = ResultsFolder(path: root.path("baselines/new/"))
    try fresh.copy(of: other)
    #expect(try root.read("baselines/new/errors.csv") == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path("baselines")) == ["new"])
  }

  @Test func `a copy has the results only, and irregular files are refused without waiting for them`() throws
  {
    try folder.write(files)
    try root.write("x", to: "results/s/seed1/notes.md")
    try root.write("x", to: "results/s/seed1/plots/one.svg")
    let copy = ResultsFolder(path: root.path("copy"))
    try copy.copy(of: folder)
    try copy.copy(of: folder)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: copy.path).sorted()
        == ["errors.csv", ResultsFolder.marker])
    let fifo = root.path("results/s/seed1/summary.json")
    #expect(mkfifo(fifo, 0o600) == 0)
    #expect(throws: irregular("the FIFO, socket or device summary.json")) { try copy.copy(of: folder) }
    unlink(fifo)
    try FileManager.default.createSymbolicLink(atPath: fifo, withDestinationPath: "/etc/passwd")
    #expect(throws: irregular("the symbolic link summary.json")) { try copy.copy(of: folder) }
  }

  @Test func `becomes no copy where something would be lost or could not be replaced again`() throws {
    try folder.write(files)
    try root.write("x", to: "foreign/thesis.tex")
    try root.write("x", to: "unmarked/errors.csv")
    let foreign = ResultsFolder(path: root.path("foreign"))
    #expect(
      throws: FileProblem(
        file: foreign.path, expected: "a results folder or nothing", found: "a folder without provenance.json"
      )
    ) { try foreign.copy(of: folder) }
    let unmarked = ResultsFolder(path: root.path("unmarked"))
    #expect(
      throws: FileProblem(
        file: unmarked.path,
        expected: "a JSON object as provenance.json in a folder that is to be accepted", found: "none")
    ) { try folder.copy(of: unmarked) }
    let within = ResultsFolder(path: folder.path + "/within")
    #expect(
      throws: FileProblem(
        file: within.path, expected: "a folder that neither holds \(folder.path) nor lies in it",
        found: "one that does")
    ) { try within.copy(of: folder) }
    #expect(try root.read("foreign/thesis.tex") == "x")
    #expect(try root.read("results/s/seed1/errors.csv") == "one")
  }

  @Test func `is the same folder by whatever name`() throws {
    try folder.write(files)
    #expect(folder.isSame(as: ResultsFolder(path: root.path("results/s/../s/seed1/"))))
    #expect(!folder.isSame(as: ResultsFolder(path: root.path("results/s/seed2"))))
  }
}
