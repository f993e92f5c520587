import Foundation
import TestSupport
import Testing

extension BadInputTests {
  /// Two folders of errors, A with the pipelines x and y, B with x alone.
  private static func folders(_ folder: TemporaryFolder) throws {
    let header = "pipeline,lap,time_s,error_m\n"
    try folder.write(header + "x,0,1,2\nx,1,1,2\ny,0,1,2\n", to: "A/errors.csv")
    try folder.write("{}", to: "A/provenance.json")
    try folder.write(header + "x,0,1,2\nx,1,1,2\n", to: "B/errors.csv")
  }

  /// The same, A with its scenario.
  private static func saved(_ folder: TemporaryFolder) throws {
    try folders(folder)
    try folder.write(try folder.read("tiny.yaml"), to: "A/scenario.yaml")
    try folder.write(try folder.read("site.yaml"), to: "A/site.yaml")
  }

  static let inComparisons: [Case] = [
    Case("a folder that is not there, to be exported", "export C", "C: no such folder"),
    Case(
      "errors without a scenario, to be exported", "export A",
      "A: expected a results folder with its scenario.yaml, which run writes, found none"
    ) { try folders($0) },
    Case(
      "a file in the place of an export", "export A --into tiny.yaml",
      "tiny.yaml: expected a folder of an earlier export, or nothing, found a file"
    ) { try saved($0) },
    Case(
      "an export below a file", "export A --into tiny.yaml/out",
      "tiny.yaml/out: cannot be written: tiny.yaml is a file"
    ) { try saved($0) },
    Case("a folder that is not there, to be reported", "report C", "C: no such folder"),
    Case("a file to be reported", "report tiny.yaml", "tiny.yaml: is a file, not a results folder"),
    Case(
      "three folders to be reported", "report A B A",
      "expected one results folder, or two to compare, found 3; see 'beaconbench report --help'"
    ) { try folders($0) },
    Case(
      "a report that is no page", "report A --output report.pdf",
      "report.pdf: expected a name that ends in .html, found .pdf"
    ) { try folders($0) },
    Case(
      "a report in a folder that is not there", "report A --output no/report.html",
      "no/report.html: cannot be written: there is no folder no"
    ) { try folders($0) },
    Case(
      "a report with less than no laps", "report A --laps -1",
      "--laps: expected a whole number from 0 to 1000000, found -1; see 'beaconbench report --help'"
    ) { try folders($0) },
    Case("a folder that is not there, to be explained", "explain C", "C: no such folder"),
    Case(
      "errors without a scenario, to be explained", "explain A",
      "A: expected a results folder with its scenario.yaml, which run writes, found none"
    ) { try folders($0) },
    Case(
      "a pipeline that a scenario lacks, to be explained", "explain A --pipeline x",
      "A/scenario.yaml: expected the pipeline x of errors.csv, found only Kalman, nearest, room centre"
    ) { try saved($0) },
    Case(
      "a pipeline that was not run, to be explained", "explain A --pipeline z",
      "A: expected the pipeline z, found only x, y"
    ) { try saved($0) },
    Case(
      "a threshold below 0", "explain A --threshold -1",
      "--threshold: expected a number from 0 to 1000000, found -1; see 'beaconbench explain --help'"),
    Case(
      "no stretches", "explain A --stretches 0",
      "--stretches: expected a whole number from 1 to 1000, found 0; see 'beaconbench explain --help'"),
    Case(
      "a baseline that is not there", "compare A B",
      "A: no such folder"
    ) {
      try folders($0)
      try FileManager.default.removeItem(atPath: $0.path("A"))
    },
    Case(
      "a pipeline of one folder and a whole one", "compare A:x B",
      "expected FOLDER:PIPELINE for both or neither, found A:x and B; see 'beaconbench compare --help'"
    ) { try folders($0) },
    Case("a pipeline of no folder", "compare C:x B:x", "C:x: no such folder") { try folders($0) },
    Case(
      "a metric that does not exist", "compare A B --metric median",
      "--metric: expected one or more of mean, p95, missed, rooms, floors, lag, cost, inside50, inside68, inside95, nees, energyScore, floorBrier, roomBrier, separated by commas, found median; see 'beaconbench compare --help'"
    ) { try folders($0) },
    Case(
      "rooms that no table has", "compare A:x B:x --metric rooms",
      "--metric: expected metrics that both folders hold, found no rooms of x"
    ) { try folders($0) },
    Case(
      "costs that were not measured", "compare A:x A:y --metric cost",
      "A/provenance.json: expected a cost of x for --metric, found none"
    ) { try folders($0) },
    Case("a file for results", "compare A tiny.yaml", "tiny.yaml: is a file, not a results folder") {
      try folders($0)
    },
    Case(
      "a folder of results folders", "compare A results",
      "results: expected a results folder, found one that holds results folders: results/t/a and results/t/b"
    ) {
      try folders($0)
      for name in ["a", "b"] { try $0.write("{}", to: "results/t/\(name)/provenance.json") }
    },
    Case(
      "a folder without errors", "compare A C", "C/errors.csv: no such file"
    ) {
      try folders($0)
      try $0.write("{}", to: "C/provenance.json")
    },
    Case(
      "a FIFO in the place of errors", "compare A B",
      "B/errors.csv: expected a regular file, found a FIFO, a socket or a device"
    ) {
      try folders($0)
      try FileManager.default.removeItem(atPath: $0.path("B/errors.csv"))
      #expect(mkfifo($0.path("B/errors.csv"), 0o600) == 0)
    },
    Case(
      "a link to a FIFO beside a baseline's errors", "compare A B",
      "A/scenario.yaml: expected a regular file, found a symbolic link"
    ) {
      try folders($0)
      #expect(mkfifo($0.path("pipe"), 0o600) == 0)
      try FileManager.default.createSymbolicLink(
        atPath: $0.path("A/scenario.yaml"), withDestinationPath: "../pipe")
    },
    Case("a pipeline that vanished", "compare A B", "B: expected the pipeline y, found only x") {
      try folders($0)
    },
    Case(
      "no moment in common", "compare A B --pipelines x",
      "B: expected errors of x at moments of the baseline, found 2 not paired and 1 missed (times must agree to 1.0 ms: 1 error of A without a partner is 6.0 s from the nearest of B in the median, 6.0 s at most; do both sides count their times from the same moment?)"
    ) {
      try folders($0)
      try $0.write("pipeline,lap,time_s,error_m\nx,0,7,2\nx,9,1,2\n", to: "B/errors.csv")
    },
    Case(
      "an error that is NaN", "compare A B --pipelines x",
      "B/errors.csv:2: column error_m: expected a number from 0 to 1000000000 m, found \"nan\""
    ) {
      try folders($0)
      try $0.write("pipeline,lap,time_s,error_m\nx,0,7,nan\n", to: "B/errors.csv")
    },
    Case(
      "an error that was missed", "compare A B --pipelines x",
      "B/errors.csv:2: column error_m: expected nothing, since the status is noFix, found \"3\""
    ) {
      try folders($0)
      try $0.write("pipeline,lap,time_s,error_m,status\nx,0,7,3,noFix\n", to: "B/errors.csv")
    },
    Case(
      "errors cut short", "compare A B --pipelines x",
      "B/summary.json:1: scores[0].n: expected 2, as errors.csv has of x, found 3"
    ) {
      try folders($0)
      try $0.write(
        #"{"scenario": "s", "scores": [{"pipeline": "x", "n": 3, "missed": 0}]}"#, to: "B/summary.json")
    },
    Case(
      "a negative tolerance", "compare A B --relative=-0.1",
      "--relative: expected a number of at least 0, found -0.1; see 'beaconbench compare --help'"
    ),
    Case(
      "one pipeline of one folder", "compare A A/ --pipelines x",
      "--pipelines: expected at least two pipelines of one folder, found x"
    ) { try folders($0) },
    Case(
      "accepting a folder over itself", "compare A A --accept",
      "--accept: expected two different folders, found one twice; see 'beaconbench compare --help'"
    ) { try folders($0) },
    Case(
      "accepting some pipelines", "compare A B --accept --pipelines x",
      "--accept cannot be combined with --pipelines; see 'beaconbench compare --help'"
    ) { try folders($0) },
    Case(
      "accepting what could not be replaced again", "compare A B --accept",
      "B: expected a JSON object as provenance.json in a folder that is to be accepted, found none"
    ) { try folders($0) },
    Case(
      "accepting over a foreign folder", "compare C A --accept",
      "C: expected a results folder or nothing, found a folder without provenance.json"
    ) {
      try folders($0)
      try $0.write("precious", to: "C/thesis.tex")
    },
    Case(
      "verdicts written into no folder", "compare A B --pipelines x --junit nowhere/junit.xml",
      "nowhere/junit.xml: cannot be written: there is no folder nowhere"
    ) { try folders($0) },
  ]
}
