import Foundation
import TestSupport
import Testing

// What new users gave the program, row by row of the list in which it was kept, and near variants of it. The rows that are
// no errors are in WrongInputTests.

extension BadInputTests {
  /// One lap of the small scenario, as every kind of file.
  static func lap(_ folder: TemporaryFolder) async throws {
    _ = try await folder.run(
      "simulate tiny.yaml --capture lap.btsnoop --readings r.csv --truth truth.csv --presses presses.csv")
  }

  private static func encoded(_ encoding: String.Encoding) -> @Sendable (TemporaryFolder) throws -> Void {
    { folder in
      try folder.write(try #require(SmallFiles.scenario.data(using: encoding)), to: "tiny.yaml")
    }
  }

  private static let beaconKeys =
    "interval, delay, loss, lossPerMetre, powerDeviation, batteryLoss, changes, rogues, nearables, moving"

  static let ofNewUsers: [Case] = inTheirScenarios + inTheirTables + inTheirPlaces

  private static let inTheirScenarios: [Case] = [
    // 1
    scenario(
      "walkIn: 5", to: "walkin: 5",
      "tiny.yaml:4: walk.walkin: expected one of the keys route, planned, speed, speedDeviation, slowest, fastest, height, walkIn, duration, pressJitter, variation, stretches, pauses, randomPauses, turnRate, random, standing, track, found the unknown key \"walkin\" (did you mean walkIn?)"
    ),
    // 3
    scenario(
      "interval: 0.1", to: "interval: 100",
      "tiny.yaml:8: beacons.interval: expected a number from 0.02 to 10.24 s, found 100 (100 ms is 0.1 s)"),
    scenario(
      "interval: 0.1", to: "interval: 100 ms",
      "tiny.yaml:8: beacons.interval: expected a number from 0.02 to 10.24 s, found \"100 ms\" (write numbers without their unit)"
    ),
    scenario(
      "interval: 0.1", to: "interval: \"0.1\"",
      "tiny.yaml:8: beacons.interval: expected a number from 0.02 to 10.24 s, found \"0.1\" (write numbers without quotes)"
    ),
    scenario(
      "{interval: 0.1}", to: "{interval: 0.1, loss: 30}",
      "tiny.yaml:8: beacons.loss: expected a number from 0 to 1, found 30 (30 % are 0.3)"),
    scenario(
      "walkIn: 5", to: "height: 120",
      "tiny.yaml:4: walk.height: expected a number from -10 to 10 m, found 120 (120 cm are 1.2 m)"),
    scenario(
      "assumes: {n: 1.8}", to: "assumes: {n: 1.8, c: 59}",
      "tiny.yaml:9: assumes.c: expected a number from -120 to 20 dBm or measuredPower or site, found 59 (did you mean -59?)"
    ),
    // 6
    scenario(
      "deviation: 4", to: "deviation: -5",
      "tiny.yaml:7: channel.shadowing.exponential.deviation: expected a number from 0 to 100 dB, found -5"),
    // 7
    site(
      "id: two", to: "id: one", "site.yaml:15: beacons[1].id: expected each id once, found one a second time"),
    // 8
    scenario(
      "laps: {count: 4}", to: "seed: 1\nseed: 2\nlaps: {count: 4}",
      "tiny.yaml:3: seed: expected each key once, found it again further down"),
    // 9
    scenario(
      "channel:\n  pathLoss", to: "channel:\n\tpathLoss",
      "tiny.yaml:6: expected spaces at the beginning of the line, found a tab"),
    scenario(
      "    filters", to: "  \tfilters",
      "tiny.yaml:12: expected spaces at the beginning of the line, found a tab"),
    scenario(
      "walk: {walkIn: 5}\n", to: "walk:\r\n\twalkIn: 5\r\n",
      "tiny.yaml:5: expected spaces at the beginning of the line, found a tab"),
    scenario(
      "name: tiny", to: "name: tiny\nabout: 300 laps: all of them",
      "tiny.yaml:2: expected YAML, found a syntax error: mapping values are not allowed in this context: put a text with a colon in quotes, and begin the keys of a map in one column"
    ),
    scenario(
      "name: tiny", to: "name: tiny\nabout: @home",
      "tiny.yaml:2: expected YAML, found a syntax error: found character that cannot start any token (while scanning for the next token): a text that begins with such a character stands in quotes"
    ),
    // 12
    Case("an empty scenario", "run tiny.yaml", "tiny.yaml: expected a YAML document, found an empty file") {
      try $0.write("", to: "tiny.yaml")
    },
    // 13
    Case(
      "a scenario in UTF-16", "run tiny.yaml",
      "tiny.yaml: expected text in UTF-8, found UTF-16: save the file as UTF-8", prepare: encoded(.utf16)),
    Case(
      "a scenario in UTF-16 without a byte order mark", "run tiny.yaml",
      "tiny.yaml: expected text in UTF-8, found UTF-16: save the file as UTF-8",
      prepare: encoded(.utf16LittleEndian)),
    Case(
      "a scenario in UTF-16 of the other byte order", "run tiny.yaml",
      "tiny.yaml: expected text in UTF-8, found UTF-16: save the file as UTF-8",
      prepare: encoded(.utf16BigEndian)),
    Case(
      "a scenario in UTF-32", "run tiny.yaml",
      "tiny.yaml: expected text in UTF-8, found UTF-32: save the file as UTF-8", prepare: encoded(.utf32)),
    Case(
      "a scenario in Windows-1252", "run tiny.yaml",
      "tiny.yaml:2: byte 21: expected text in UTF-8, found the byte E9, as Windows-1252 or Latin-1 may have it: save the file as UTF-8"
    ) {
      let text = SmallFiles.scenario.replacing("name: tiny\n", with: "name: tiny\nabout: café\n")
      try $0.write(text.data(using: .windowsCP1252) ?? Data(), to: "tiny.yaml")
    },
    // 15
    scenario(
      "count: 4", to: "count: 1e300",
      "tiny.yaml:3: laps.count: expected a whole number from 1 to 1000000, found 1e+300"),
    // 21
    scenario(
      "{interval: 0.1}", to: "{interval: 0,1}",
      "tiny.yaml:8: beacons.1: expected one of the keys \(beaconKeys), found the unknown key \"1\" (the decimal mark is a point: interval: 0.1)"
    ),
    scenario(
      "beacons: {interval: 0.1}", to: "beacons:\n  interval: 0,1",
      "tiny.yaml:9: beacons.interval: expected a number from 0.02 to 10.24 s, found \"0,1\" (the decimal mark is a point: 0.1)"
    ),
    site(
      "[3, 0]", to: "[3,5, 0,5]",
      "site.yaml:6: testPoints[0].position: expected [x, y], found a list of 4 (the decimal mark is a point; commas separate elements)"
    ),
    scenario(
      "c: -59", to: "c: \u{2212}59",
      "tiny.yaml:6: channel.pathLoss.logDistance.c: expected a number from -120 to 20 dBm, found \"\u{2212}59\" (the minus sign is a hyphen: -59)"
    ),
    // 23
    Case(
      "a site for a scenario", "run site.yaml",
      "site.yaml: expected a scenario, found a site: it belongs under the key site of a scenario, or after --site of replay or calibrate"
    ),
    Case(
      "a scenario for a site", "replay walk.csv --site tiny.yaml",
      "tiny.yaml: expected a site, found a scenario: it is for run, simulate and replay --scenario"),
    Case(
      "a scenario for the site of a scenario", "run tiny.yaml",
      "walks.yaml: expected a site, found a scenario: it is for run, simulate and replay --scenario",
      edits: [("tiny.yaml", "site: site.yaml", "site: walks.yaml")]),
    Case(
      "a data set for a scenario", "run dataset.yaml",
      "dataset.yaml: expected a scenario, found a data set's declaration: it is for calibrate, and for the key dataset of a scenario"
    ),
    Case(
      "a scenario for a data set", "calibrate tiny.yaml",
      "tiny.yaml: expected a data set's declaration, found a scenario: it is for run, simulate and replay --scenario"
    ),
    Case(
      "a scenario for a reproduction", "reproduce motion tiny.yaml",
      "tiny.yaml: expected a reproduction, found a scenario: it is for run, simulate and replay --scenario"
    ),
    Case(
      "a reproduction for a scenario", "run motion.yaml",
      "motion.yaml: expected a scenario, found a reproduction: it is for reproduce motion"
    ) { try $0.write("name: x\nabout: x\npresets: []\n", to: "motion.yaml") },
    Case(
      "a scenario of a walk for fingerprints", "reproduce fingerprint tiny.yaml",
      "tiny.yaml:4: walk: expected one walker with the key standing, found another walk"
    ),
    Case(
      "a scenario for a channel", "run tiny.yaml --channel tiny.yaml",
      "tiny.yaml: expected a channel, found a scenario: it is for run, simulate and replay --scenario"),
    Case(
      "a summary of results for a scenario", "run summary.json",
      "summary.json: expected a scenario, found a summary of results: give its folder to compare"
    ) { try $0.write(#"{"scenario": "tiny", "scores": []}"#, to: "summary.json") },
    Case(
      "a capture for a scenario", "run lap.btsnoop",
      "lap.btsnoop: expected text in UTF-8, found a capture, which replay and inspect read", prepare: lap),
    Case(
      "a scenario for a recording", "replay tiny.yaml",
      "tiny.yaml: expected a recording, found a document: a scenario is given with --scenario, a site with --site"
    ),
    Case(
      "a table for a capture", "inspect r.csv --beacon-table b.csv",
      "--beacon-table: expected a capture, found the readings table r.csv", prepare: lap),
  ]

  private static let inTheirPlaces: [Case] = [
    // 10
    Case("a scenario that is not there", "run nowhere.yaml", "nowhere.yaml: no such file"),
    Case("a misspelt scenario", "run tinny.yaml", "tinny.yaml: no such file (did you mean tiny.yaml?)"),
    Case(
      "a scenario in no folder", "run there/tiny.yaml",
      "there/tiny.yaml: no such file (there is no folder there)"),
    Case("a scenario below a file", "run walk.csv/tiny.yaml", "walk.csv/tiny.yaml: not a directory"),
    Case("a link that leads nowhere", "run link.yaml", "link.yaml: no such file (a link to gone)") {
      try FileManager.default.createSymbolicLink(atPath: $0.path("link.yaml"), withDestinationPath: "gone")
    },
    Case("a link to itself", "run link.yaml", "link.yaml: too many levels of symbolic links") {
      try FileManager.default.createSymbolicLink(
        atPath: $0.path("link.yaml"), withDestinationPath: "link.yaml")
    },
    // 11
    Case("a folder for a scenario", "run .", ".: is a folder, not a file"),
    Case(
      "a results folder for a scenario", "run mine",
      "mine: is a folder, not a file (did you mean mine/scenario.yaml?)"
    ) { try $0.write("{}", to: "mine/scenario.yaml") },
    // 19
    Case(
      "a path with a space as a URL has it", "run my%20dir/p.yaml",
      "my%20dir/p.yaml: no such file (did you mean my dir/p.yaml?)"
    ) { try $0.write("{}", to: "my dir/p.yaml") },
    Case(
      "a URL", "run file:///tmp/tiny.yaml",
      "file:///tmp/tiny.yaml: no such file (a path is expected, not a URL)"),
    Case(
      "a path that no shell has expanded", "replay walk.csv --site=~/site.yaml",
      "~/site.yaml: no such file (~ stands for the home folder only at the beginning of an argument)"),
    // 24
    Case(
      "an unknown pipeline of one folder", "compare A A --pipelines Kallman",
      "A: expected the pipeline Kallman, found only Kalman, nearest (did you mean Kalman?)", prepare: results),
    Case(
      "an unknown pipeline of two folders", "compare A B --pipelines Kallman",
      "A: expected the pipeline Kallman, found only Kalman, nearest (did you mean Kalman?)", prepare: results),
    Case(
      "a scenario for results", "compare tiny.yaml A", "tiny.yaml: is a file, not a results folder",
      prepare: results),
  ]

  /// Two folders of results, of the same two pipelines.
  private static func results(_ folder: TemporaryFolder) throws {
    for name in ["A", "B"] {
      try folder.write(
        "pipeline,lap,time_s,error_m\nKalman,0,1,2\nnearest,0,1,2\n", to: "\(name)/errors.csv")
    }
  }
}
