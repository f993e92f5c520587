import Foundation
import TestSupport
import Testing

/// Where commands write, what they leave alone there, and when they say that they cannot.
@Suite struct OutputPlaceTests {
  /// Commands whose input is none, so that a complaint about the output shows that it was looked at first.
  @Test(arguments: [
    "simulate tiny.yaml --lap 99 --truth nowhere/f", "simulate tiny.yaml --lap 99 --sensors nowhere/f",
    "calibrate missing --distance 1 --channel nowhere/f",
    "calibrate missing --distance 1 --residuals nowhere/f",
    "calibrate missing --site missing --truth missing --write-site nowhere/f",
    "replay missing --site site.yaml --fixes nowhere/f", "replay missing --ranges nowhere/f",
    "inspect missing --readings nowhere/f", "compare missing missing --junit nowhere/f --pipelines a,b",
    "twin missing.yaml --channel nowhere/f", "simulate missing --laps 99 --into nowhere/f",
  ])
  func `an output that cannot be written is found before any work`(command: String) async throws {
    let folder = try SmallFiles.folder()
    let before = try folder.contents
    let outcome = try await folder.run(command)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "beaconbench: nowhere/f: cannot be written: there is no folder nowhere\n")
    #expect(try folder.contents == before)
  }

  @Test func `a FIFO among old results is found, and not waited for`() async throws {
    let folder = try SmallFiles.folder()
    let arguments = ["run", "tiny.yaml", "--quiet", "--results", "r", "--name", "x"]
    try #require(try await Program.run(arguments, in: folder).status == 0)
    let path = folder.path("r/tiny/x/scenario.yaml")
    try FileManager.default.removeItem(atPath: path)
    try #require(mkfifo(path, 0o600) == 0)
    let outcome = try await Program.run(arguments, in: folder)
    #expect(outcome.status == 2 && outcome.errors.contains("found one that also holds scenario.yaml"))
  }

  @Test func `a symbolic link to nowhere and a name that is too long are found before any work`() async throws
  {
    let folder = try SmallFiles.folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "/nonexistent")
    let long = String(repeating: "n", count: 256)
    for (path, found) in [
      ("link", "a broken symbolic link"),
      (long, "a name of 256 octets that begins with nnnnnnnnnnnnnnnnnnnn, longer than the limit of 255"),
    ] {
      let outcome = try await folder.run("simulate tiny.yaml --lap 99 --truth \(path)")
      #expect(
        outcome.errors == "beaconbench: \(path): cannot be written: \(found)\n")
    }
    // So many laps would take hours.
    let run = try await folder.run("run tiny.yaml --laps 1000000 --results link")
    #expect(
      run.status == 2 && run.errors.contains("cannot be written: link is a broken symbolic link"))
    try folder.write(
      SmallFiles.scenario.replacing("name: tiny", with: "name: \(long)"), to: "long.yaml")
    let named = try await folder.run("run long.yaml --laps 1000000")
    #expect(named.status == 2 && named.errors.contains("cannot be written: a name of 256 octets"))
  }

  @Test func `a site is not replaced by one without its comments, by whatever name it is called`()
    async throws
  {
    let folder = try SmallFiles.folder()
    let site = "# Measured with a tape.\n" + SmallFiles.site
    try folder.write(site, to: "site.yaml")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "site.yaml")
    _ = try await folder.run("simulate tiny.yaml --capture lap --truth truth.csv")
    for path in ["site.yaml", "./site.yaml", "link"] {
      let outcome = try await folder.run(
        "calibrate lap --site site.yaml --truth truth.csv --write-site \(path)")
      #expect(outcome.status == 2)
      #expect(
        outcome.errors
          == "beaconbench: \(path): would overwrite the input site.yaml\n"
      )
    }
    #expect(try folder.read("site.yaml") == site)
  }

  /// A link under the hidden name that the program would have taken, had it been one to guess.
  @Test func `a symbolic link laid where a file is prepared is not followed`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write("precious", to: "victim")
    let own = ProcessInfo.processInfo.processIdentifier
    for process in own..<own + 500 {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(".t.csv.new-\(process)"), withDestinationPath: "victim")
    }
    try await folder.succeed("simulate tiny.yaml --truth t.csv")
    #expect(try folder.read("victim") == "precious" && folder.read("t.csv").hasPrefix("time_s,"))
  }

  /// 2 blocks of 512 or 1024 octets, as the shell counts them.
  @Test(arguments: ["simulate tiny.yaml --readings r.csv", "run tiny.yaml --quiet", "encode --help > help"])
  func `beyond the largest size of a file there is a sentence, and nothing stays`(command: String)
    async throws
  {
    let folder = try SmallFiles.folder()
    let outcome = try TestSupport.run([
      "sh", "-c", "cd '\(folder.path)' && ulimit -f 2 && { '\(Program.path)' \(command); } 2>&1",
    ])
    #expect(outcome.status == 2)
    #expect(outcome.output.hasPrefix("beaconbench: ") && outcome.output.hasSuffix(": file too large\n"))
    #expect(!folder.exists("r.csv") && !folder.exists("results/tiny/seed1-laps4"))
    let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    #expect(left.filter { $0.contains(".new-") } == [])
  }

  @Test func `the results of a changed scenario get a folder of their own`() async throws {
    let folder = try SmallFiles.folder()
    let first = try await folder.run("run tiny.yaml")
    #expect(first.output.contains("\nResults: results/tiny/seed1-laps4/\n"))
    let errors = try folder.read("results/tiny/seed1-laps4/errors.csv")
    try folder.write(SmallFiles.scenario.replacing("deviation: 4", with: "deviation: 5"), to: "tiny.yaml")
    var places: Set<String> = []
    for _ in 1...2 {
      let changed = try await folder.succeed("run tiny.yaml")
      let place = try #require(
        changed.output.firstMatch(of: /Results: (results\/tiny\/seed1-laps4-[0-9a-f]{8})\/\n/)?.1)
      #expect(folder.exists("\(place)/errors.csv"))
      places.insert(String(place))
    }
    #expect(places.count == 1)
    #expect(try folder.read("results/tiny/seed1-laps4/errors.csv") == errors)
    let named = try await folder.run("run tiny.yaml --name seed1-laps4")
    #expect(named.status == 2 && named.errors.contains("found those of a study whose scenario.yaml differs"))
    let replaced = try await folder.run("run tiny.yaml --replace")
    #expect(replaced.output.contains("\nResults: results/tiny/seed1-laps4/\n"))
  }

  @Test func `a scenario and its twin with white noise share the digest`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("run tiny.yaml")
    try folder.write(SmallFiles.scenario.replacing("deviation: 4", with: "deviation: 5"), to: "tiny.yaml")
    let twin = try await folder.run("run tiny.yaml --white-noise-twin")
    #expect(
      try twin.output.contains(
        Regex(#"Results: results/tiny/(seed1-laps4-[0-9a-f]{8})/, results/tiny/\1-white/\n"#)))
  }

  /// Every argument and option that takes a path, which stands for `@`.
  @Test(arguments: [
    "run @", "run tiny.yaml --results @", "run tiny.yaml --channel @", "run tiny.yaml --data @", "twin @",
    "twin tiny.yaml --channel @", "sensitivity @", "compare @ B", "compare A @", "compare @ B --accept",
    "compare A B --junit @", "reproduce motion @", "sweep @",
    "simulate tiny.yaml --readings @", "simulate tiny.yaml --truth @", "simulate tiny.yaml --presses @",
    "simulate tiny.yaml --tracks @", "simulate tiny.yaml --sensors @", "inspect lap --readings @",
    "replay lap --site @", "replay lap --scenario @", "replay lap --site site.yaml --truth @",
    "replay lap --site site.yaml --presses @", "replay lap --site site.yaml --fixes @",
    "replay lap --ranges @",
    "calibrate lap --site @", "calibrate lap --site site.yaml --truth @",
    "calibrate lap --site site.yaml --truth t --tracks @", "calibrate lap --distance 1 --data @",
    "calibrate lap --distance 1 --channel @", "calibrate lap --distance 1 --residuals @",
    "calibrate lap --distance 1 --write-site @",
  ])
  func `an empty path and - are refused in one sentence`(command: String) async throws {
    let folder = try SmallFiles.folder()
    let before = try folder.contents
    for (path, sentence) in [
      ("", "expected a path, found nothing; see"),
      ("-", "expected a path (./- for the name -), found -; see"),
    ] {
      let arguments = command.split(separator: " ").map { $0 == "@" ? path : String($0) }
      let outcome = try await Program.run(arguments, in: folder)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(
        outcome.errors.hasPrefix("beaconbench: ") && outcome.errors.contains(": \(sentence) 'beaconbench "),
        "\(outcome.errors)")
    }
    #expect(try folder.contents == before)
  }

  @Test func `an empty path of a recording is refused, and ./- is a file`() async throws {
    let folder = try SmallFiles.folder()
    for verb in ["replay", "inspect", "calibrate"] {
      let outcome = try await Program.run([verb, ""], in: folder)
      #expect(outcome.status == 2 && outcome.errors.contains(": expected a path, found nothing; see"))
    }
    let written = try await folder.run("simulate tiny.yaml --presses ./-")
    #expect(written.status == 0 && folder.exists("-"))
  }
}
