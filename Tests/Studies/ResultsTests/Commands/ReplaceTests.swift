import Foundation
import TestSupport
import Testing

/// What is under the name of an output already, and is somebody's work perhaps.
@Suite struct ReplaceTests {
  private func files() async throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try await folder.succeed("simulate tiny.yaml --capture c.btsnoop --truth t.csv --readings r.csv")
    return folder
  }

  @Test(arguments: [
    ("simulate tiny.yaml --capture", "o.btsnoop"), ("simulate tiny.yaml --truth", "o.csv"),
    ("simulate tiny.yaml --presses", "o.csv.gz"), ("inspect c.btsnoop --readings", "o.csv"),
    ("inspect c.btsnoop --beacon-table", "o.csv"), ("replay c.btsnoop --ranges", "o.csv"),
    ("replay c.btsnoop --site site.yaml --fixes", "o.csv"),
    ("calibrate r.csv --site site.yaml --truth t.csv --residuals", "o.csv"),
    ("calibrate r.csv --site site.yaml --truth t.csv --write-site", "o.yaml"),
    ("survey c.btsnoop --site site.yaml --truth t.csv --output", "o.csv"),
  ])
  func `an output asks before it replaces other contents, and not before the same`(
    command: String, file: String
  )
    async throws
  {
    let folder = try await files()
    try await folder.succeed("\(command) \(file)")
    let made = try folder.bytes(file)
    try await folder.succeed("\(command) \(file)")
    try folder.write("mine\n", to: file)
    let outcome = try await folder.run("\(command) \(file)")
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors
        == "beaconbench: \(file): is there already and holds something else; --replace replaces it\n")
    #expect(try folder.read(file) == "mine\n")
    try await folder.succeed("\(command) \(file) --replace")
    #expect(try folder.bytes(file) == made)
  }

  @Test func `one file that must not go keeps the others from being written`() async throws {
    let folder = try await files()
    try folder.write("mine\n", to: "t2.csv")
    #expect(try await folder.run("simulate tiny.yaml --truth t2.csv --readings r2.csv").status == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path("r2.csv")))
  }

  /// The recording of hours cannot come through the pipe again.
  @Test func `what comes through a pipe is refused before it is read`() async throws {
    let folder = try await files()
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    try folder.write("mine\n", to: "f.csv")
    let outcome = try await folder.run("replay pipe --site site.yaml --fixes f.csv")
    #expect(outcome.status == 2 && outcome.errors.contains("f.csv: is there already"))
  }

  @Test func `laps in a folder are replaced when asked for, and nothing else is`() async throws {
    let folder = try SmallFiles.folder()
    let command = "simulate tiny.yaml --laps 2 --into laps --quiet"
    try await folder.succeed(command)
    let second = try await folder.run(command)
    #expect(second.status == 2 && second.errors.contains("--replace replaces earlier laps"))
    try await folder.succeed("simulate tiny.yaml --laps 1 --into laps --quiet --replace")
    #expect(!FileManager.default.fileExists(atPath: folder.path("laps/lap-1-truth.csv")))
    try folder.write("mine", to: "laps/notes.txt")
    let third = try await folder.run(command + " --replace")
    #expect(third.status == 2 && third.errors.contains("found one that holds notes.txt"))
  }

  @Test func `an export of other results asks before it goes`() async throws {
    let folder = try SmallFiles.folder()
    for seed in 1...2 {
      try await folder.succeed("run tiny.yaml --seed \(seed) --name s\(seed) --quiet --results r")
    }
    try await folder.succeed("export r/tiny/s1 --quiet")
    #expect(try folder.read("r/tiny/s1-export/errors.csv") == folder.read("r/tiny/s1/errors.csv"))
    try await folder.succeed("export r/tiny/s1 --quiet")
    let other = "export r/tiny/s2 --into r/tiny/s1-export --quiet"
    let outcome = try await folder.run(other)
    #expect(outcome.status == 2 && outcome.errors.contains("found other tables; --replace replaces them"))
    try await folder.succeed(other + " --replace")
  }
}
