import Documents
import Foundation
import TestSupport
import Testing

/// `score` of fixes that were made elsewhere, through the program.
@Suite struct ScoreTests {
  @Test func `errors are those worked by hand, and a missing fix is counted`() async throws {
    let folder = try SmallFiles.folder()
    // Test point 1 is at (3, 0), test point 2 at (6, 2). The last fix up to a press counts.
    try folder.write("lap,time_s,point\n0,2.5,1\n0,4.5,2\n1,2.5,1\n", to: "presses.csv")
    try folder.write(
      """
      pipeline,lap,time_s,x_m,y_m,status
      a,0,1,0,0,ok
      a,0,2,3,4,ok
      a,0,3,9,9,ok
      a,0,4,6,5,ok
      a,1,2,,,"heard 2 beacons, needed 3"
      b,0,2,3,1,ok
      b,0,4,6,2,ok
      b,1,2,4,0,ok

      """, to: "fixes.csv")
    let outcome = try await folder.succeed("score fixes.csv --site site.yaml --presses presses.csv --json")
    let scores = try Document(json: outcome.output, file: "score").elements("scores")
    #expect(try scores.map { try $0.text("pipeline") } == ["a", "b"])
    #expect(try scores.map { try $0["n"].integer } == [2, 3])
    #expect(try scores.map { try $0["missed"].integer } == [1, 0])
    #expect(try folder.read("results/small/fixes/errors.csv").contains(",tooFewBeacons,"))
    // (4 + 3) / 2, and (1 + 0 + 1) / 3.
    #expect(try scores[0].number("meanMetres") == 3.5)
    #expect(try abs(scores[1].number("meanMetres") - 2.0 / 3) < 1e-12)
    try await folder.succeed("compare results/small/fixes results/small/fixes")

    let one = try await folder.run(
      "score fixes.csv --site site.yaml --presses presses.csv --lap 0 --name one --json")
    let ofOne = try Document(json: one.output, file: "score").elements("scores")
    #expect(try ofOne.map { try $0["n"].integer } == [2, 2])
  }

  @Test func `ground truth may be rooms, or a line without times`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: two
      rooms:
        - {name: west, corners: [[0, 0], [4, 0], [4, 4], [0, 4]]}
        - {name: east, corners: [[4, 0], [8, 0], [8, 4], [4, 4]]}
      path: {nodes: {p: [0, 2], q: [8, 2]}, edges: [[p, q]]}
      beacons: [{id: a, position: [1, 2, 2]}, {id: b, position: [7, 2, 2]}]

      """, to: "site.yaml")
    try folder.write(
      "pipeline,lap,time_s,x_m,y_m\np,0,1,3,2\np,0,2,5,3\np,0,3,6,2\np,0,5,7,2\n", to: "fixes.csv")
    try folder.write(
      "time_s,beacon,rssi_dbm\n0.5,a,-50\n0.6,b,-70\n1.5,a,-55\n1.6,b,-66\n2.5,a,-66\n2.6,b,-55\n",
      to: "readings.csv")
    try folder.write("time_s,room\n0,west\n2.5,east\n4,\n", to: "rooms.csv")
    try folder.write("x_m,y_m\n0,1\n8,1\n", to: "line.csv")
    func scores(_ command: String) async throws -> [(n: Int, mean: Double)] {
      let outcome = try await folder.succeed("\(command) --json")
      return try Document(json: outcome.output, file: "").elements("scores").map {
        (try $0.integer("n"), try $0.number("meanMetres"))
      }
    }
    // West until 2.5 s, east until 4 s, and then unknown: 1 m beside the west at 2 s, and right at 1 and 3 s.
    let rooms = try await scores("score fixes.csv --site site.yaml --truth rooms.csv")
    #expect(rooms.map(\.n) == [3] && abs(rooms[0].mean - 1.0 / 3) < 1e-12)
    // 1, 2, 1 and 1 m from the line y = 1.
    let line = try await scores("score fixes.csv --site site.yaml --truth line.csv --replace")
    #expect(line.map(\.n) == [4] && line[0].mean == 1.25)
    // Fixes at beacons: a, a and b, which are each in the right room.
    let replayed = try await scores("replay readings.csv --site site.yaml --method nearest --truth rooms.csv")
    #expect(replayed.last?.n == 3 && replayed.last?.mean == 0)
    let text = try await folder.succeed(
      "replay readings.csv --site site.yaml --method nearest --truth line.csv")
    #expect(text.output.contains("line.csv is a line without times") && text.output.contains("nearest"))
    for (file, table, sentence) in [
      (
        "kitchen", "time_s,room\n0,west\n3,kitchen\n",
        ":3: column room: expected a room of the site, west, east, found \"kitchen\""
      ),
      ("late", "time_s,room\n100,west\n200,east\n", "expected"),
      ("falling", "time_s,room\n3,west\n2,east\n", ":3: column time_s"),
    ] {
      try folder.write(table, to: "\(file).csv")
      let refused = try await folder.run("replay readings.csv --site site.yaml --truth \(file).csv")
      #expect(refused.status == 2 && refused.errors.contains(sentence), "\(refused.errors)")
    }
    let auto = try await folder.run(
      "replay readings.csv --site site.yaml --truth rooms.csv --clock-offset auto")
    #expect(auto.status == 2 && auto.errors.contains("no places for moments"), "\(auto.errors)")
  }

  @Test func `covariances in the table are scored, and one that is none is refused`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write("lap,time_s,point\n0,2.5,1\n0,4.5,2\n1,2.5,1\n", to: "presses.csv")
    let head = "pipeline,lap,time_s,x_m,y_m,uncertainty_m,xx_m2,xy_m2,yy_m2\n"
    // Test point 1 is at (3, 0), test point 2 at (6, 2): errors of 1, 4 and 3 m along x with deviations of 2, 1 and (of the root of
    // 8 m² in all) 2 m: 0.25 + 16 + 2.25 for six degrees of freedom.
    try folder.write(
      head + "a,0,2,4,0,,4,0,9\na,0,4,10,2,9,1,0,1\na,1,2,6,0,2.8284271247461903,,,\nb,0,2,3,1,,,,\n",
      to: "fixes.csv")
    let outcome = try await folder.succeed("score fixes.csv --site site.yaml --presses presses.csv --json")
    let scores = try Document(json: outcome.output, file: "score").elements("scores")
    let uncertainty = try scores[0]["metrics"]["uncertainty"]
    #expect(try abs(uncertainty.number("nees") - 18.5 / 6) < 1e-6)
    #expect(try uncertainty.number("inside95") == 2.0 / 3)
    #expect(try !scores[1]["metrics"].has("uncertainty"))
    // What stands in the folder gives it again.
    let compared = try await folder.succeed(
      "compare results/small/fixes:a results/small/fixes:a --metric nees,energyScore --json")
    let pair = try Document(json: compared.output, file: "").elements("pairs")[0]
    #expect(try abs(pair.elements("metrics")[0].number("a") - 18.5 / 6) < 1e-6)
    for (row, sentence) in [
      ("a,0,2,4,0,,4,7,9\n", "column xy_m2: expected a covariance"),
      ("a,0,2,4,0,,4,,9\n", "column xy_m2: expected a covariance"),
      ("a,0,2,4,0,,-4,0,9\n", "column xx_m2: expected"),
    ] {
      try folder.write(head + row, to: "wrong.csv")
      let refused = try await folder.run("score wrong.csv --site site.yaml --presses presses.csv")
      #expect(
        refused.status == 2 && refused.errors.contains("wrong.csv:2: \(sentence)"), "\(refused.errors)")
    }
  }

  @Test func `results of other fixes are not replaced unasked, and tables without laps are named`()
    async throws
  {
    let folder = try SmallFiles.folder()
    try folder.write("time_s,point\n2.5,1\n", to: "presses.csv")
    let rows = "pipeline,lap,time_s,x_m,y_m\na,0,2,3,4\na,1,2,3,1\n"
    try folder.write(rows, to: "fixes.csv")
    try folder.write(rows, to: "other/fixes.csv")
    let score = " --site site.yaml --presses presses.csv"
    let first = try await folder.run("score fixes.csv" + score)
    #expect(
      first.errors.contains(
        "presses.csv has no column lap: the same is used for each of the 2 laps of fixes.csv"))
    let errors = try folder.read("results/small/fixes/errors.csv")
    // The same fixes again, and others of the same name.
    #expect(try await folder.run("score fixes.csv" + score).output.contains("results/small/fixes/\n"))
    let other = try await folder.run("score other/fixes.csv --lap 1" + score)
    #expect(
      other.status == 0 && other.output.contains(/results\/small\/fixes-[0-9a-f]{8}\/\n/), "\(other.output)")
    #expect(other.errors.isEmpty)
    let refused = try await folder.run("score other/fixes.csv --name fixes" + score)
    #expect(refused.status == 2 && refused.errors.contains("found one of other fixes"), "\(refused.errors)")
    #expect(try folder.read("results/small/fixes/errors.csv") == errors)
    try await folder.succeed("score other/fixes.csv --lap 1 --name fixes --replace" + score)
    #expect(try folder.read("results/small/fixes/errors.csv") != errors)
  }

  @Test func `the fixes that run keeps have the scores of the run`() async throws {
    let folder = try SmallFiles.folder()
    try await folder.succeed("run tiny.yaml --keep-fixes --quiet --name a")
    try await folder.succeed("simulate tiny.yaml --into laps")
    let tables = try FileManager.default.subpathsOfDirectory(atPath: folder.path("laps")).sorted()
    let presses = tables.filter { $0.contains("presses") }
    #expect(!presses.isEmpty, "\(tables)")
    // One table of all laps.
    var text = "lap,time_s,point\n"
    for (lap, name) in presses.enumerated() {
      for line in try folder.read("laps/\(name)").split(separator: "\n").dropFirst() {
        text += line.split(separator: ",").count == 2 ? "\(lap),\(line)\n" : "\(line)\n"
      }
    }
    try folder.write(text, to: "presses.csv")
    let scored = try await folder.succeed(
      "score results/tiny/a/fixes.csv --site site.yaml --presses presses.csv --json")
    func means(_ text: String) throws -> [Double] {
      try Document(json: text, file: "scores").elements("scores").map { try $0.number("meanMetres") }
    }
    #expect(try means(scored.output) == means(folder.read("results/tiny/a/summary.json")))
  }

  @Test(arguments: [
    (
      "a,0,1,0,0,ok\na,0,1,0,0,ok\n", "fixes.csv:3: column time_s: expected rising times, found 1.0 after 1.0"
    ),
    ("a,0,1,zero,0,ok\n", "fixes.csv:2: column x_m: expected a number"),
    (
      "a,0,1,1,1,undetermined\n",
      "fixes.csv:2: column x_m: expected nothing, since the status is undetermined"
    ),
    ("a,-1,1,1,1,ok\n", "fixes.csv:2: column lap: expected a whole number"),
    ("", "fixes.csv: expected at least one fix, found none"),
  ])
  func `a wrong table is one sentence, and leaves no results`(rows: String, sentence: String) async throws {
    let folder = try SmallFiles.folder()
    try folder.write("time_s,point\n2,1\n", to: "presses.csv")
    try folder.write("pipeline,lap,time_s,x_m,y_m,status\n" + rows, to: "fixes.csv")
    let outcome = try await folder.run("score fixes.csv --site site.yaml --presses presses.csv")
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("beaconbench: \(sentence)"), "\(outcome.errors)")
    #expect(!folder.exists("results"))
  }

  /// Three presses with a fix each, dated 4 ms after the press: the last fix up to a press is that of the press before.
  @Test func `fixes that rounding puts behind their presses are said to be, and an option lets them count`()
    async throws
  {
    let folder = try SmallFiles.folder()
    try folder.write("time_s,point\n2.006,1\n4.006,2\n6.006,1\n", to: "presses.csv")
    try folder.write(
      "pipeline,lap,time_s,x_m,y_m\na,0,2.01,3,0\na,0,4.01,6,2\na,0,6.01,3,0\n", to: "fixes.csv")
    let score = "score fixes.csv --site site.yaml --presses presses.csv --replace --json"
    let late = try await folder.run(score)
    #expect(
      late.errors.contains(
        "warning: 3 of 3 presses have a fix just after them, by 4.0 ms in the median, which does not count: a fix counts from its "
          + "time on (--time-tolerance 0.005 lets these count)"), "\(late.errors)")
    let counted = try await folder.run(score + " --time-tolerance 0.005")
    #expect(counted.status == 0 && counted.errors.isEmpty, "\(counted.errors)")
    let result = try Document(json: counted.output, file: "score").elements("scores")[0]
    #expect(try result.number("meanMetres") == 0 && result["n"].integer == 3 && result["missed"].integer == 0)
  }

  @Test func `times that share nothing are refused, and nothing is written`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write("time_s,point\n2,1\n4,2\n", to: "presses.csv")
    try folder.write("time_s,x_m,y_m\n0,0,0\n5,3,0\n", to: "truth.csv")
    try folder.write("pipeline,lap,time_s,x_m,y_m\na,0,2000,3,0\na,0,4000,6,2\n", to: "fixes.csv")
    for (option, found) in [("presses", "2.0 s to 4.0 s"), ("truth", "0.0 s to 5.0 s")] {
      let outcome = try await folder.run("score fixes.csv --site site.yaml --\(option) \(option).csv")
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.hasPrefix(
          "beaconbench: \(option).csv: expected times within those of fixes.csv, from 2000.0 s to 4000.0 s, found them from \(found)"
        ), "\(outcome.errors)")
      #expect(!folder.exists("results"))
    }
  }

  @Test func `score needs ground truth or presses`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write("pipeline,lap,time_s,x_m,y_m\na,0,1,0,0\n", to: "fixes.csv")
    let outcome = try await folder.run("score fixes.csv --site site.yaml")
    #expect(outcome.status == 2 && outcome.errors.contains("expected --truth or --presses, found neither"))
    // Each callback against the walk: (3 - 1) m and (3 - 2) m at 1 s and 2 s.
    try folder.write("time_s,x_m,y_m\n0,0,0\n3,3,0\n", to: "truth.csv")
    try folder.write("pipeline,lap,time_s,x_m,y_m\na,0,1,3,0\na,0,2,3,0\n", to: "fixes.csv")
    let scored = try await folder.succeed("score fixes.csv --site site.yaml --truth truth.csv --json")
    let score = try Document(json: scored.output, file: "score").elements("scores")[0]
    #expect(try score["n"].integer == 2 && score.number("meanMetres") == 1.5)
  }
}
