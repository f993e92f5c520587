import Documents
import Foundation
import TestSupport
import Testing

@Suite struct ShippedFileTests {
  @Test
  func `a shipped scenario is found by its name from any folder, and a file of that folder comes first`()
    async throws
  {
    let folder = try TemporaryFolder()
    for name in ["floor35", "floor35.yaml", "scenarios/floor35.yaml"] {
      let outcome = try await folder.run("run \(name) --check")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    let recording = try await folder.run("replay recordings/wimpi5.btsnoop --site sites/two-rooms --json")
    #expect(recording.status == 0 || recording.errors.contains("two-rooms"), "\(recording.errors)")
    try folder.write("name: [", to: "floor35.yaml")
    let own = try await folder.run("run floor35 --check")
    #expect(own.status == 2 && own.errors.hasPrefix("beaconbench: floor35.yaml:"), "\(own.errors)")
    let none = try await folder.run("run floor53 --check")
    #expect(
      none.status == 2
        && none.errors.contains(
          "expected a file or a shipped scenario (did you mean floor35?), found floor53"),
      "\(none.errors)")
  }

  /// scenarios/floor35.yaml names its site and nothing else; the sweep names floor35.
  @Test func `a copy has the files that a scenario names, and runs in its place`() async throws {
    let folder = try TemporaryFolder()
    let copied = try await folder.run("copy sweeps/path-loss --json")
    let files = try Document(json: copied.output, file: "copy").elements("files").map { try $0.text("path") }
    #expect(files == ["sweeps/path-loss.yaml", "floor35.yaml", "sites/floor35.yaml"])
    for file in files {
      #expect(
        FileManager.default.contents(atPath: folder.path(file))
          == FileManager.default.contents(atPath: Checkout.path("scenarios/\(file)")))
    }
    try await folder.succeed("copy floor35")
    try folder.write(
      try folder.read("floor35.yaml").replacing("count: 300", with: "count: 7"), to: "floor35.yaml")
    #expect(try await folder.run("run floor35 --check").output.contains("7 laps"))
    let again = try await folder.run("copy floor35")
    #expect(
      again.status == 2 && again.errors.contains("floor35.yaml: is there already and holds something else"))
    try await folder.succeed("copy floor35 --replace --into .")
    #expect(try await folder.run("run floor35 --check").output.contains("300 laps"))
  }

  @Test func `recordings are copied as they are, and run from the copy`() async throws {
    let folder = try TemporaryFolder()
    try await folder.succeed("copy danis-walks --into new")
    try await folder.succeed("run new/danis-walks.yaml --check")
  }

  @Test func `a name of no shipped file is refused with the nearest`() async throws {
    let folder = try TemporaryFolder()
    for (name, nearest) in [("flor35", " (did you mean floor35?)"), ("../floor35", ""), ("/etc/passwd", "")] {
      let outcome = try await folder.run("copy \(name)")
      #expect(
        outcome.status == 2
          && outcome.errors.contains(
            "expected a shipped file, such as those that beaconbench list shows, found \(name)\(nearest)"),
        "\(outcome.errors)")
    }
    #expect(try folder.contents == [])
  }

  /// As `make install` lays them.
  @Test func `an installed file that is damaged or gone is told from one that was edited`() async throws {
    let folder = try TemporaryFolder()
    let share = "prefix/share/beaconbench"
    for name in ["floor35.yaml", "sites/floor35.yaml"] {
      let text = try String(contentsOfFile: Checkout.path("scenarios/\(name)"), encoding: .utf8)
      try folder.write(text, to: "\(share)/scenarios/\(name)")
    }
    try folder.write("", to: "prefix/bin/none")
    let program = folder.path("prefix/bin/beaconbench")
    try FileManager.default.copyItem(atPath: Program.path, toPath: program)
    let digests = try TestSupport.run([
      "bash", "-c", "cd \"$0\" && sha256sum scenarios/*.yaml scenarios/*/*.yaml", folder.path(share),
    ])
    try folder.write(digests.output, to: "\(share)/SHA256SUMS")
    func outcome(_ options: String...) async throws -> Outcome {
      try await Program.run(["run", "floor35", "--check"] + options, in: folder, program: program)
    }
    let advice = "; this file of BeaconBench is damaged or missing: install BeaconBench again\n"
    #expect(try await outcome().status == 0)
    let wrongOption = try await outcome("--set", "walk.speed=-1")
    #expect(wrongOption.status == 2 && !wrongOption.errors.contains(advice), "\(wrongOption.errors)")
    try folder.write("name: flo", to: "\(share)/scenarios/sites/floor35.yaml")
    let damaged = try await outcome()
    #expect(damaged.status == 2 && damaged.errors.hasSuffix(advice), "\(damaged.errors)")
    try FileManager.default.removeItem(atPath: folder.path("\(share)/scenarios/sites/floor35.yaml"))
    let gone = try await outcome()
    #expect(gone.status == 2 && gone.errors.hasSuffix(advice), "\(gone.errors)")
  }
}
