import Foundation
import TestSupport
import Testing

/// What becomes of what a verb prints when nobody takes it.
@Suite struct StandardOutputTests {
  /// A folder with a lap and two results folders, and a command of each verb.
  private static func folder() async throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    for command in [
      "simulate tiny.yaml --capture lap.btsnoop --truth truth.csv", "run tiny.yaml --name a",
    ] {
      _ = try await folder.run(command)
    }
    return folder
  }

  static let commands = [
    "run tiny.yaml", "run tiny.yaml --json", "replay lap.btsnoop", "simulate tiny.yaml",
    "inspect lap.btsnoop",
    "calibrate lap.btsnoop --site site.yaml --truth truth.csv", "compare results/tiny/a results/tiny/a",
    "encode --uuid 2D6C1A5E7B1F4C399E553A0B6F3D9C21 --major 1 --minor 2", "--help", "run --help", "--version",
  ]

  /// Runs a command in a shell, which redirects.
  private func shell(_ command: String, in folder: TemporaryFolder) throws -> (status: Int32, errors: String)
  {
    let complaints = folder.path(".complaints")
    let outcome = try TestSupport.run(
      ["bash", "-c", "( cd '\(folder.path)'; \(command) ) 2>'\(complaints)'; echo status $?"])
    let status = outcome.output.split(separator: "\n").last?.split(separator: " ").last.flatMap { Int32($0) }
    return (try #require(status), try folder.read(".complaints"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: commands)
  func `a full disk is an error`(command: String) async throws {
    let folder = try await Self.folder()
    let outcome = try shell("'\(Program.path)' \(command) > /dev/full", in: folder)
    #expect(outcome.status == 2)
    // What took long to compute is there, whole.
    let isRun = command.hasPrefix("run tiny.yaml")
    #expect(
      outcome.errors
        == "beaconbench: standard output: no space left on device"
        + "\(isRun ? "; the results are in results/tiny/seed1-laps4/" : "")\n")
    #expect(folder.exists("results/tiny/seed1-laps4/provenance.json") == isRun)
  }

  @Test(arguments: commands)
  func `a reader that went away is none`(command: String) async throws {
    let folder = try await Self.folder()
    let outcome = try shell(
      "'\(Program.path)' \(command) | true; exit ${PIPESTATUS[0]}", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test(arguments: [5, 6, 12]) func `too few files that can be open are an error`(limit: Int) async throws {
    let outcome = try shell("ulimit -n \(limit); '\(Program.path)' --version", in: TemporaryFolder())
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.wholeMatch(
        of: /beaconbench: ulimit -n: expected at least 16 more open files, found \d+\n/) != nil)
  }

  @Test func `a closed standard output is an error, and no file is written in its stead`() async throws {
    let folder = try await Self.folder()
    let outcome = try shell("'\(Program.path)' simulate tiny.yaml --truth t.csv >&-", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix("standard output: bad file descriptor\n"))
    #expect(try folder.read("t.csv").hasPrefix("time_s,"))
  }

  @Test func `an output may be a device or a pipe, which stays what it is`() async throws {
    let folder = try await Self.folder()
    let outcome = try shell(
      "mkfifo pipe && { cat pipe > copy & } && '\(Program.path)' simulate tiny.yaml --truth pipe >/dev/null; wait",
      in: folder)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(try folder.read("copy").hasPrefix("time_s,"))
    let null = try shell(
      "'\(Program.path)' simulate tiny.yaml --truth /dev/null >/dev/null; test -c /dev/null", in: folder)
    #expect(null.status == 0)
  }
}
