import Documents
import Foundation
import Sites
import TestSupport
import Testing

/// What the program says that it was built from.
@Suite struct ProgramCommitTests {
  @Test func `provenance.json has the version and the commit that the program has, wherever it lies`()
    async throws
  {
    let folder = try SmallFiles.folder()
    let version = try await folder.run("--version")
    let said = try #require(
      version.output.wholeMatch(of: /(\S+) \(commit ([0-9a-f]{40,64}|unknown)( modified)?\)\n/))
    // Below a checkout of something else.
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write(String(repeating: "0", count: 40), to: ".git/refs/heads/main")
    try FileManager.default.copyItem(atPath: Program.path, toPath: folder.path("program"))
    let outcome = try TestSupport.run([
      "sh", "-c", "cd '\(folder.path)' && ./program run tiny.yaml --quiet --name n && ./program --version",
    ])
    #expect(outcome.status == 0 && outcome.output.hasSuffix(version.output))
    let provenance = try Document(contentsOf: folder.path("results/tiny/n/provenance.json"))
    #expect(try provenance.text("version") == said.1 && provenance.text("commit") == said.2)
    let isModified: Document = said.2 == "unknown" ? nil : Document(said.3 != nil)
    #expect(try provenance["modified"].json == isModified.json)
  }

  private static let hasGit = (try? TestSupport.run(["git", "--version"]).status) == 0

  /// What the build writes of a folder.
  private func stamp(_ folder: TemporaryFolder) throws -> String {
    let script = Checkout.path("Sources/Programs/StampCommit/stamp")
    try #require(try TestSupport.run(["sh", script, folder.path, folder.path("stamp.swift")]).status == 0)
    let text = try folder.read("stamp.swift")
    try FileManager.default.removeItem(atPath: folder.path("stamp.swift"))
    return text
  }

  @Test(.enabled(if: hasGit, "git is not installed"))
  func `a build says which commit it is of, and whether files differ from it`() throws {
    let folder = try TemporaryFolder()
    func git(_ arguments: String...) throws -> String {
      let outcome = try TestSupport.run(
        ["git", "-C", folder.path, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
          + arguments)
      try #require(outcome.status == 0)
      return outcome.output.trimmingCharacters(in: .newlines)
    }
    let unknown = "let bakedCommit = \"\"\n"
    #expect(try stamp(folder) == unknown)
    _ = try git("init", "--quiet")
    #expect(try stamp(folder) == unknown)
    try folder.write("a", to: "README.md")
    _ = try git("add", ".")
    _ = try git("commit", "--quiet", "-m", "a")
    let hash = try git("rev-parse", "HEAD")
    #expect(try stamp(folder) == "let bakedCommit = \"\(hash)\"\n")
    try folder.write("notes", to: "notes.md")
    #expect(try stamp(folder) == "let bakedCommit = \"\(hash)\"\n")
    try folder.write("x", to: "Sources/New.swift")
    #expect(try stamp(folder) == "let bakedCommit = \"\(hash) modified\"\n")
    try FileManager.default.removeItem(atPath: folder.path("Sources"))
    try folder.write("b", to: "README.md")
    #expect(try stamp(folder) == "let bakedCommit = \"\(hash) modified\"\n")
  }

  @Test(.enabled(if: hasGit, "git is not installed"))
  func `a folder in a checkout of something else is of no known commit`() throws {
    let folder = try TemporaryFolder()
    try #require(try TestSupport.run(["git", "init", "--quiet", folder.path]).status == 0)
    try folder.write("x", to: "copy/Package.swift")
    let script = Checkout.path("Sources/Programs/StampCommit/stamp")
    _ = try TestSupport.run(["sh", script, folder.path("copy"), folder.path("stamp.swift")])
    #expect(try folder.read("stamp.swift") == "let bakedCommit = \"\"\n")
  }
}
