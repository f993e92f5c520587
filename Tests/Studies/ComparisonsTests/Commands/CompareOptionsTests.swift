import Documents
import Foundation
import TestSupport
import Testing

/// One pipeline against another, other metrics than the mean, and other gates.
@Suite struct CompareOptionsTests {
  /// Folders `theirs` with the pipeline Kalman, and `own` with mine, whose errors are larger by so much in even laps and
  /// smaller by as much in odd ones, beside a shift of all.
  private func folder(shift: Double = 0, swing: Double = 0) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, pipeline) in [("theirs", "Kalman"), ("own", "mine")] {
      var rows = "pipeline,lap,floor,point,time_s,error_m,true_room,fix_room,fix_floor\n"
      for lap in 0..<20 {
        for point in 1...5 {
          let change = name == "own" ? shift + (lap % 2 == 0 ? swing : -swing) : 0
          rows += "\(pipeline),\(lap),0,\(point),\(10 * point),\(2 + change),hall,hall,0\n"
        }
      }
      try folder.write(rows, to: "\(name)/errors.csv")
      try folder.write(
        "{\"costs\": [{\"pipeline\": \"\(pipeline)\", \"nanosecondsPerFix\": 1500}]}",
        to: "\(name)/provenance.json")
    }
    return folder
  }

  private func compare(_ arguments: String, in folder: TemporaryFolder) async throws -> Outcome {
    try await folder.run("compare \(arguments)")
  }

  @Test func `a cost has no verdict, and no gate refuses it`() async throws {
    let outcome = try await compare(
      "theirs:Kalman own:mine --metric cost --fail-on difference", in: folder(shift: 0.5))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains("open"))
  }

  @Test func `where no pipeline has the metric, nothing is compared`()
    async throws
  {
    let folder = try SmallFiles.folder()
    let scenario = try folder.read("tiny.yaml") + "  - {name: middle, method: roomCentre, snap: false}\n"
    try folder.write(scenario, to: "tiny.yaml")
    _ = try await folder.run("run tiny.yaml --name a --results . --quiet")
    let none = try await compare("tiny/a:Kalman tiny/a:middle --metric lag", in: folder)
    #expect(none.status == 2 && none.errors.contains("found no lag of middle"), "\(none.errors)")
  }

  @Test(arguments: ["mean,lag", "lag,mean", "lag,cost"])
  func `of several metrics, a pipeline without one is compared by the others`(metrics: String) async throws {
    let folder = try SmallFiles.folder()
    let scenario = try folder.read("tiny.yaml") + "  - {name: middle, method: roomCentre, snap: false}\n"
    try folder.write(scenario, to: "tiny.yaml")
    // Slowly, so that the walk is long enough for a lag.
    let slow = "--set walk.speed=0.5 --set walk.slowest=0.1"
    _ = try await folder.run("run tiny.yaml --name a --results . --quiet \(slow)")
    let outcome = try await compare("tiny/a:Kalman tiny/a:Kalman --metric \(metrics)", in: folder)
    #expect(outcome.status == 0 && !outcome.output.contains("Without lag"), "\(outcome.output)")
    // The centre of the site does not move: it has no lag, and is judged by the others.
    for form in ["text", "markdown"] {
      let all = try await compare("tiny/a tiny/a --metric \(metrics) --table \(form)", in: folder)
      #expect(all.status == 0 && all.errors == "", "\(all.errors)")
      #expect(all.output.contains("Without lag, not compared by it: middle."), "\(all.output)")
    }
  }

  @Test func `one's own pipeline is compared with another of any name`() async throws {
    let folder = try folder(shift: 0.5)
    let outcome = try await compare("theirs:Kalman own:mine", in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "beaconbench: compare: 1 of 1 comparison fails: mine against Kalman\n")
    #expect(
      outcome.unwrapped.hasSuffix(
        "\n1 of 1 comparison is worse by more than the tolerance: mine against Kalman by 0.500 m [0.500, 0.500], tolerance 0.100 m.\n"
      ))
    #expect(outcome.output.contains("\nmine against Kalman "))
    let better = try await compare("own:mine theirs:Kalman", in: folder)
    #expect(better.status == 0)
    // The name of a pipeline may hold a colon, and so may that of a folder.
    try folder.write("pipeline,lap,time_s,error_m\na:b,0,1,2\na:b,1,1,2\n", to: "x:y/errors.csv")
    let strange = try await compare("x:y:a:b x:y:a:b --table csv", in: folder)
    #expect(strange.status == 0 && strange.errors == "", "\(strange.errors)")
  }

  /// A gain whose interval excludes 0 is one, whatever the tolerance.
  @Test func `a difference that is shown is named, beside what the tolerance has to do with it`() async throws
  {
    // -0.08 m, 0.04 m to either side over 20 laps: s² is 20/19 of the square, and t of 19 degrees of freedom 2.093, so that
    // the interval is -0.08 ± 0.0192, within the tolerance of 0.1 m.
    let gain = try await compare("theirs:Kalman own:mine", in: folder(shift: -0.08, swing: 0.04))
    #expect(gain.status == 0)
    #expect(
      gain.unwrapped.hasSuffix(
        "(1 better, within the tolerance). Better, within the tolerance: mine against Kalman by 0.080 m [0.061, 0.099], "
          + "tolerance 0.100 m.\n"), "\(gain.output)")
    #expect(gain.output.contains("  better,\n") && gain.output.contains(" within\n"))
    // -0.11 ± 0.0192 m reaches over the edge, and (3.2415 × 0.04 × 1.0260 / 0.01)² = 177 laps would show on which side it lies.
    let folder = try folder(shift: -0.11, swing: 0.04)
    let open = try await compare("theirs:Kalman own:mine --junit j.xml --fail-on open", in: folder)
    #expect(
      open.unwrapped.contains(
        "Better, open at the tolerance: mine against Kalman by 0.110 m [0.091, 0.129], tolerance 0.100 m. About 180 laps "
          + "would show on which side of the tolerance the difference of mine against Kalman lies."),
      "\(open.output)")
    #expect(
      try folder.read("j.xml").contains(
        "<failure type=\"open\" message=\"better, open at the tolerance: mine against Kalman by 0.110 m"
      ))
    let json = try await compare("theirs:Kalman own:mine --json", in: folder)
    let pair = try Document(json: json.output, file: "compare").elements("pairs")[0]
    #expect(try pair.text("verdict") == "open" && pair.text("direction") == "better")
    let metric = try await compare("theirs:Kalman own:mine --metric p95", in: folder)
    #expect(metric.unwrapped.contains("the P95 of mine against Kalman by 0.0"), "\(metric.output)")
  }

  /// Rows at ten times a lap, whose times another program wrote otherwise.
  private func timed(_ shift: @escaping (Int) -> Double) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, isShifted) in [("a", false), ("b", true)] {
      let rows = (0..<40).map { index in
        "x,\(index / 10),\(Double(index % 10) + (isShifted ? shift(index) : 0)),2"
      }
      try folder.write(
        "pipeline,lap,time_s,error_m\n" + rows.joined(separator: "\n") + "\n", to: "\(name)/errors.csv")
    }
    return folder
  }

  @Test func `times that differ by more than a millisecond are said to, with the option that pairs them`()
    async throws
  {
    // Every second one by 4 ms.
    let folder = try timed { $0 % 2 == 0 ? 0 : 0.004 }
    let outcome = try await compare("a b", in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.unwrapped.hasSuffix(
        " Note: times must agree to 1.0 ms: 20 errors of A without a partner are 4.0 ms from the nearest of B in the median, 4.0 ms at "
          + "most; --time-tolerance 0.005 pairs them.\n"), "\(outcome.output)")
    let json = try Document(json: try await compare("a b --json", in: folder).output, file: "compare")
    #expect(try abs(json["timeDifferences"].number("medianSeconds") - 0.004) < 1e-12)
    #expect(try json["timeDifferences"].integer("n") == 20 && json.number("timeTolerance") == 0.001)
    let paired = try await compare("a b --time-tolerance 0.005 --json", in: folder)
    #expect(paired.status == 0, "\(paired.errors)")
    #expect(try Document(json: paired.output, file: "compare").elements("pairs")[0].integer("n") == 40)
    let wide = try await compare("a b --time-tolerance 0.5", in: folder)
    #expect(
      wide.status == 2
        && wide.errors.contains(
          "--time-tolerance: expected less than half the time between two errors of a lap"),
      "\(wide.errors)")
  }

  @Test func `where no time agrees, the sentence says by how much`() async throws {
    let outcome = try await compare("a b", in: timed { _ in 0.3 })
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "(times must agree to 1.0 ms: 40 errors of A without a partner are 300.0 ms from")
        && outcome.errors.contains("; no tolerance pairs them without ambiguity)"), "\(outcome.errors)")
    let unix = try await compare("a b", in: timed { _ in 1.6e9 })
    #expect(unix.errors.contains("do both sides count their times from the same moment?"), "\(unix.errors)")
  }

  @Test func `what is open says how many laps would decide, and may fail`() async throws {
    // Mean 0.2 m, 0.3 m to either side over 20 laps, tolerance 0.1 m: 99.5, see LapsToDecideTests.
    let folder = try folder(shift: 0.2, swing: 0.3)
    let outcome = try await compare("theirs:Kalman own:mine", in: folder)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.unwrapped.hasSuffix(
        " About 100 laps would show on which side of the tolerance the difference of mine against Kalman lies.\n"
      ),
      "\(outcome.output)")
    let strict = try await compare(
      "theirs:Kalman own:mine --fail-on open --junit j.xml --json", in: folder)
    #expect(strict.status == 1)
    #expect(try folder.read("j.xml").contains("failures=\"1\""))
    #expect(try folder.read("j.xml").contains("<failure type=\"open\""))
    let pair = try Document(json: strict.output, file: "compare").elements("pairs")[0]
    #expect(try pair.integer("lapsToDecide") == 100 && pair.text("verdict") == "open")
    let worse = try self.folder(shift: 0.5)
    for (gate, status) in [("worse", 1), ("difference", 1), ("never", 0)] {
      #expect(
        try await compare("theirs:Kalman own:mine --fail-on \(gate)", in: worse).status == Int32(status),
        "\(gate)")
    }
    let different = try await compare("own:mine theirs:Kalman --fail-on difference", in: worse)
    #expect(different.status == 1)
    let same = try self.folder()
    #expect(try await compare("own:mine theirs:Kalman --fail-on difference", in: same).status == 0)
  }

  @Test func `metrics are judged in place of the mean`() async throws {
    let folder = try folder(shift: 0.5)
    let outcome = try await compare(
      "theirs:Kalman own:mine --metric p95,rooms,floors,missed,cost --json", in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "beaconbench: 1 of 1 comparison is worse by more than the tolerance: the P95 of mine against Kalman by 0.500 m [0.500, 0.500], tolerance 0.100 m.\n"
    )
    let metrics = try Document(json: outcome.output, file: "compare").elements("pairs")[0].elements("metrics")
    #expect(try metrics.map { try $0.text("metric") } == ["p95", "rooms", "floors", "missed", "cost"])
    #expect(
      metrics.map { (try? $0.text("verdict")) ?? "" } == [
        "worse", "within", "within", "within", "",
      ])
    let rooms = try await compare("theirs:Kalman own:mine --metric rooms", in: folder)
    #expect(rooms.status == 0 && rooms.errors == "")
    let lag = try await compare("theirs:Kalman own:mine --metric lag", in: folder)
    #expect(
      lag.status == 2 && lag.errors == "beaconbench: theirs/summary.json: no such file\n", "\(lag.errors)")
  }
}
