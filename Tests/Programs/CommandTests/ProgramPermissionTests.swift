import Foundation
import TestSupport
import Testing

/// A scenario is often another person's file: whose programs are started, and whose not.
@Suite(.timeLimit(.minutes(5))) struct ProgramPermissionTests {
  /// Leaves a file behind when it is started, and answers that there is no position.
  private static let program = """
    touch started
    while read -r message; do
      case $message in
        *'"hello"'* | *'"lap"'* | *'"end"'*) echo '{}' ;;
        *) echo '{"none": "undetermined"}' ;;
      esac
    done

    """

  private static let row = """
      - name: own
        method: {command: [sh, own.sh]}
        snap: false

    """

  /// The small scenario with a row of a program, and files of other kinds that name the scenario or hold the row.
  private func folder() throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try folder.write(Self.program, to: "own.sh")
    try folder.write(SmallFiles.scenario + Self.row, to: "tiny.yaml")
    try folder.write(BadInputTests.study, to: "study.yaml")
    try folder.write(
      SmallFiles.scenario.replacing(
        "laps: {count: 4}",
        with: "laps: {count: 4}\ncontext: {applications: [{name: near, application: presence}]}")
        + Self.row, to: "context.yaml")
    return folder
  }

  private func run(
    _ arguments: String, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await folder.run(arguments, environment: ["HOME": folder.path].merging(environment) { $1 })
  }

  private func started(_ folder: TemporaryFolder) throws -> Bool {
    let hasStarted = folder.exists("started")
    if hasStarted { try FileManager.default.removeItem(atPath: folder.path("started")) }
    return hasStarted
  }

  @Test(arguments: [
    "simulate tiny.yaml --lap 1 --readings r.csv",
    "survey tiny.yaml --set survey.readings=20 --output map.csv",
    "list", "context context.yaml",
    "plot tiny.yaml --kind plan --output plan.json", "plot tiny.yaml --kind coverage --output plan.json",
    "plot tiny.yaml --kind plan --output plan.json --allow-programs",
    "plot tiny.yaml --kind boundmap --output plan.json --allow-programs",
    "plot results/tiny/a --kind cdf --output cdf.json --allow-programs",
    "sweep status tiny.yaml --vary assumes.n=2,3",
  ])
  func `what needs no answer of a method starts no program, with permission or without`(_ arguments: String)
    async throws
  {
    let folder = try folder()
    if arguments.contains("results/") {
      let made = try await run("run tiny.yaml --laps 2 --quiet --name a --allow-programs", in: folder)
      #expect(try made.status == 0 && started(folder), "\(made.errors)")
    }
    let outcome = try await run(arguments, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try !started(folder))
  }

  private static let answered = [
    "run tiny.yaml", "run tiny.yaml --check", "run tiny.yaml --keep-fixes --seeds 1-2",
    "replay lap.btsnoop --scenario tiny.yaml --fixes f.csv",
    "sensitivity tiny.yaml --n-offsets 0.1",
    "sensitivity tiny.yaml --faults --set faults=[{\"missing\":{\"share\":0.3}}]",
    "navigate tiny.yaml --planned a,b,c",
    "place tiny.yaml --without-each", "place study.yaml",
    "sweep tiny.yaml --vary assumes.n=2,3", "sweep tiny.yaml --vary assumes.n=2,3 --estimate",
    "sweep tiny.yaml --vary assumes.n=2,3 --shard 1/2", "sweep tiny.yaml --vary assumes.n=2,3 --slurm",
    "plot tiny.yaml --kind cdf --output cdf.json", "plot tiny.yaml --output cdf.json",
    "twin lap.csv --site site.yaml --truth truth.csv --scenario tiny.yaml --replicas 20",
    "explain saved", "export saved --into out", "plot saved --kind tracks --output tracks.json",
    "run tiny.yaml --method exec:cat",
  ]

  @Test(arguments: answered)
  func `whatever needs an answer shows the command, and starts nothing`(_ arguments: String) async throws {
    let folder = try folder()
    _ = try await run(
      "simulate tiny.yaml --capture lap.btsnoop --readings lap.csv --truth truth.csv", in: folder)
    let words = arguments.split(separator: " ")
    if words[1] == "saved" {
      _ = try await run("run tiny.yaml --laps 2 --quiet --name a --allow-programs", in: folder)
      try FileManager.default.moveItem(atPath: folder.path("results/tiny/a"), toPath: folder.path("saved"))
      try FileManager.default.removeItem(atPath: folder.path("results"))
      #expect(try started(folder))
    }
    let before = try folder.contents
    let outcome = try await run(arguments, in: folder)
    #expect(outcome.status == 2, "\(outcome.output)\(outcome.errors)")
    #expect(try !started(folder) && folder.contents == before)
    #expect(outcome.errors.contains("pipeline own: exec:sh own.sh: not started"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.errors.contains("--allow-programs"))
  }

  @Test func `a program that a sweep puts in the place of a method is refused before anything is written`()
    async throws
  {
    let folder = try folder()
    try folder.write(SmallFiles.scenario, to: "plain.yaml")
    let before = try folder.contents
    let refused = try await Program.run(
      ["sweep", "plain.yaml", "--vary", "pipelines[nearest].method=nearest,{command: [sh, own.sh]}"],
      in: folder)
    #expect(
      refused.status == 2 && refused.errors.contains("exec:sh own.sh: not started"), "\(refused.errors)")
    #expect(try !started(folder) && folder.contents == before)
  }

  @Test func `a report without permission has everything but laps, and says why`() async throws {
    let folder = try folder()
    _ = try await run("run tiny.yaml --laps 2 --quiet --name a --allow-programs", in: folder)
    #expect(try started(folder))
    let nowhere = ["BEACONBENCH_PYTHON": "/nowhere/python3"]
    let refused = try await run("report results/tiny/a --output a.html", in: folder, environment: nowhere)
    #expect(try refused.status == 0 && !started(folder), "\(refused.errors)")
    #expect(try folder.read("a.html").contains("exec:sh own.sh: not started"))
    let allowed = try await run(
      "report results/tiny/a --output a.html --allow-programs", in: folder, environment: nowhere)
    #expect(try allowed.status == 0 && started(folder), "\(allowed.errors)")
    #expect(try !folder.read("a.html").contains("not started"))
  }

  @Test func `a report needs no permission where the program has answered`() async throws {
    let folder = try folder()
    let program = Checkout.path("notebooks-export/nearest_method.py")
    try folder.write(
      SmallFiles.scenario + "  - {name: own, method: {command: [python3, \(program)]}, snap: false}\n",
      to: "tiny.yaml")
    let ran = try await run("run tiny.yaml --laps 2 --quiet --name a --allow-programs", in: folder)
    #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran.errors)")
    let report = try await run(
      "report results/tiny/a --output a.html", in: folder,
      environment: ["BEACONBENCH_PYTHON": "/nowhere/python3"])
    #expect(report.status == 0, "\(report.errors)")
    #expect(try folder.read("a.html").contains("nearest_method.py: not started"))
  }

  @Test(arguments: [
    "run tiny.yaml --laps 2", "explain results/tiny/a", "sweep tiny.yaml --vary assumes.n=2,3 --laps 2",
    "replay lap.btsnoop --scenario tiny.yaml",
  ])
  func `--allow-programs starts them`(_ arguments: String) async throws {
    let folder = try folder()
    _ = try await run("simulate tiny.yaml --capture lap.btsnoop", in: folder)
    _ = try await run("run tiny.yaml --laps 2 --quiet --name a --allow-programs", in: folder)
    #expect(try started(folder))
    let outcome = try await run(arguments + " --allow-programs", in: folder)
    #expect(try outcome.status == 0 && started(folder), "\(outcome.errors)")
  }

  @Test func `the command that --method names starts, and no other that a file names`() async throws {
    let folder = try folder()
    try folder.write(SmallFiles.scenario, to: "plain.yaml")
    let named = try await Program.run(
      ["run", "plain.yaml", "--laps", "1", "--method", "mine=exec:sh own.sh"], in: folder)
    #expect(try named.status == 0 && started(folder), "\(named.errors)")
    let other = try await Program.run(
      ["run", "tiny.yaml", "--laps", "1", "--method", "mine=exec:sh other.sh"], in: folder)
    #expect(try other.status == 2 && !started(folder))
  }

  @Test func `a digest in the user's configuration allows the programs that this very file names`()
    async throws
  {
    let folder = try folder()
    let digest = String(try TestSupport.run(["sha256sum", folder.path("tiny.yaml")]).output.prefix(64))
    try folder.write("# mine\n\n\(digest)  tiny.yaml\n", to: ".config/beaconbench/allowed-programs")
    let allowed = try await run("run tiny.yaml --laps 1 --name a", in: folder)
    #expect(try allowed.status == 0 && started(folder), "\(allowed.errors)")
    let empty = ["XDG_CONFIG_HOME": folder.path("empty")]
    let elsewhere = try await run("run tiny.yaml --laps 1 --name b", in: folder, environment: empty)
    #expect(try elsewhere.status == 2 && !started(folder))
    #expect(elsewhere.errors.contains("\(folder.path)/empty/beaconbench/allowed-programs"))
    // The saved scenario is another file, and so is what another file puts into this one.
    for arguments in [
      ["explain", "results/tiny/a"],
      ["run", "tiny.yaml", "--laps", "1", "--set", "pipelines[own].method={command: [sh, ./own.sh]}"],
      [
        "sweep", "tiny.yaml", "--laps", "1", "--vary",
        "pipelines[own].method={command: [sh, ./own.sh]},nearest",
      ],
    ] {
      let outcome = try await Program.run(arguments, in: folder, environment: ["HOME": folder.path])
      #expect(outcome.status == 2 && outcome.errors.contains("not started"), "\(outcome.errors)")
      try? FileManager.default.removeItem(atPath: folder.path("started"))
    }
    try folder.write(try folder.read("tiny.yaml") + "# changed\n", to: "tiny.yaml")
    let changed = try await run("run tiny.yaml --laps 1 --name b", in: folder)
    #expect(try changed.status == 2 && !started(folder))
  }

  @Test func `a list of digests with anything else is refused, once a program is asked for`() async throws {
    let folder = try folder()
    try folder.write("# mine\nall\n", to: ".config/beaconbench/allowed-programs")
    let outcome = try await run("run tiny.yaml --laps 1", in: folder)
    let sentence = "allowed-programs:2: expected a SHA-256 digest of 64 hexadecimal digits, found all\n"
    #expect(try outcome.status == 2 && outcome.errors.hasSuffix(sentence) && !started(folder))
    let other = try await run("run tiny.yaml --laps 1 --pipelines Kalman", in: folder)
    #expect(other.status == 0, "\(other.errors)")
  }

  @Test func `the jobs of a sweep on a cluster have the permission that it was given`() async throws {
    let folder = try folder()
    let study = "sweep tiny.yaml --vary assumes.n=2,3 --slurm --dry-run"
    let allowed = try await run(study + " --allow-programs", in: folder)
    #expect(allowed.status == 0, "\(allowed.errors)")
    #expect(allowed.output.split(separator: "\n").count { $0.contains(" --allow-programs ") } == 1)
  }
}
