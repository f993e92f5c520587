import Documents
import Foundation
import Sites
import TestSupport
import Testing

@Suite struct ExportTests {
  /// The results of the small scenario, scored at callbacks, which is what trajectories hold.
  private func folder(_ scenario: String = SmallFiles.scenario + "score: {at: callbacks}\n") async throws
    -> TemporaryFolder
  {
    let folder = try SmallFiles.folder()
    try folder.write(scenario, to: "tiny.yaml")
    try await folder.succeed("run tiny.yaml --quiet --keep-fixes")
    return folder
  }

  private func export(_ options: String = "", in folder: TemporaryFolder) async throws -> Outcome {
    try await folder.run("export results/tiny/seed1-laps4 \(options)")
  }

  private static let tables = [
    "beacons", "errors", "fixes", "laps", "pipelines", "presses", "test_points", "truth",
  ]

  /// Rows of a table by the names of its columns; no field of these tables holds a comma but pipelines'.
  private func rows(_ name: String, in folder: TemporaryFolder) throws -> [[String: String]] {
    let lines = try folder.read("out/\(name).csv").split(separator: "\n")
    let names = try #require(lines.first).split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(uniqueKeysWithValues: zip(names, fields))
    }
  }

  @Test func `every table has the columns that its description names, and keys hold`() async throws {
    let folder = try await folder()
    let outcome = try await export("--into out --json", in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    try DocumentedKeys.expect(try Document(json: outcome.output, file: "export"), in: "docs/export.md")
    let package = try Document(contentsOf: folder.path("out/datapackage.json"))
    let resources = try package.elements("resources")
    #expect(try resources.map { try $0.text("path").dropLast(4) }.sorted() == Self.tables.map { $0[...] })
    for resource in resources {
      let header = try folder.read("out/" + resource.text("path")).prefix { $0 != "\n" }
      let fields = try resource["schema"].elements("fields")
      #expect(try header == fields.map { try $0.text("name") }.joined(separator: ","))
      #expect(try fields.allSatisfy { try !$0.text("description").isEmpty })
    }
    let laps = Set(try rows("laps", in: folder).compactMap { $0["lap"] })
    #expect(laps == ["0", "1", "2", "3"])
    for table in ["errors", "fixes", "truth", "presses"] {
      #expect(try rows(table, in: folder).allSatisfy { laps.contains($0["lap"] ?? "") }, "\(table)")
    }
    let fixes = try rows("fixes", in: folder).map {
      "\($0["pipeline"] ?? "") \($0["lap"] ?? "") \($0["time_s"] ?? "")"
    }
    #expect(Set(fixes).count == fixes.count)
    #expect(try folder.read("out/fixes.csv") == folder.read("results/tiny/seed1-laps4/fixes.csv"))
    #expect(try folder.read("out/errors.csv") == folder.read("results/tiny/seed1-laps4/errors.csv"))
  }

  /// Two tracks matched by their times: the root mean square of the distances is the RMSE over all callbacks.
  @Test func `trajectories have the RMSE of the scores`() async throws {
    let folder = try await folder()
    #expect(try await export("--into out", in: folder).status == 0)
    func track(_ name: String) throws -> [String: (Double, Double)] {
      let lines = try folder.read("out/\(name).tum").split(separator: "\n").filter { !$0.hasPrefix("#") }
      return Dictionary(
        uniqueKeysWithValues: try lines.map { line in
          let fields = line.split(separator: " ").map(String.init)
          #expect(fields.count == 8 && fields[3...] == ["0", "0", "0", "0", "1"])
          return (fields[0], (try #require(Double(fields[1])), try #require(Double(fields[2]))))
        })
    }
    let truth = try track("track-truth")
    let summary = try Document(contentsOf: folder.path("results/tiny/seed1-laps4/summary.json"))
    for (name, index) in [("track-1-kalman", 0), ("track-2-nearest", 1)] {
      var (sum, count) = (0.0, 0)
      for (time, fix) in try track(name) {
        let place = try #require(truth[time])
        sum += (fix.0 - place.0) * (fix.0 - place.0) + (fix.1 - place.1) * (fix.1 - place.1)
        count += 1
      }
      let score = try summary.elements("scores")[index]
      #expect(count == (try score.integer("n")))
      #expect(abs((sum / Double(count)).squareRoot() - (try score.number("rmse"))) < 1e-9)
    }
  }

  @Test func `an export replaces an earlier one, and is the same bytes on any number of threads`()
    async throws
  {
    let folder = try await folder(SmallFiles.scenario)
    #expect(try await export("--threads 1", in: folder).status == 0)
    let place = "results/tiny/seed1-laps4-export"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(place)).sorted()
    let before = try names.map { try folder.bytes("\(place)/\($0)") }
    #expect(try await export("--threads 3", in: folder).status == 0)
    #expect(try names.map { try folder.bytes("\(place)/\($0)") } == before)
    try folder.write("mine", to: "\(place)/notes.txt")
    let outcome = try await export(in: folder)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "beaconbench: \(place): expected a folder of an earlier export, or nothing, found one that also holds notes.txt\n"
    )
  }

  @Test func `walkers are part of every key`() async throws {
    let folder = try await folder(
      SmallFiles.scenario.replacing(
        "laps: {count: 4}\n", with: "laps: {count: 4}\nwalkers: [{name: ann}, {name: bob}]\n"))
    let outcome = try await export("--into out", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try rows("laps", in: folder).map { $0["walker"] } == (0..<8).map { $0 % 2 == 0 ? "ann" : "bob" })
    let package = try folder.read("out/datapackage.json")
    #expect(package.contains("\"walker\""))
  }

  @Test(.enabled(if: Python.ofNotebooks != nil, Comment(rawValue: Python.noNotebooks)))
  func `frictionless, evo and pyarrow read what is exported`() async throws {
    let folder = try await folder()
    let python = try #require(Python.ofNotebooks)
    let made = try run([
      "env", "BEACONBENCH_PYTHON=\(python)", "bash", "-c", "cd \"$0\" && exec \"$@\"", folder.path,
      Program.path, "export", "results/tiny/seed1-laps4", "--into", "out", "--json",
    ])
    #expect(made.status == 0)
    #expect(try Document(json: made.output, file: "export").elements("parquet").count == Self.tables.count)
    let program = """
      import json, sys
      import pandas as pd
      from evo.core import metrics, sync
      from evo.tools import file_interface
      from frictionless import Package
      folder, name = sys.argv[1], sys.argv[2]
      report = Package(folder + "/datapackage.json").validate()
      assert report.valid, report.flatten(["type", "note"])
      truth = file_interface.read_tum_trajectory_file(folder + "/track-truth.tum")
      track = file_interface.read_tum_trajectory_file(folder + "/" + name + ".tum")
      error = metrics.APE(metrics.PoseRelation.translation_part)
      error.process_data(sync.associate_trajectories(truth, track))
      errors = pd.read_parquet(folder + "/errors.parquet")
      assert str(errors["lap"].dtype) == "int64" and str(errors["error_m"].dtype) == "float64", errors.dtypes
      print(error.get_statistic(metrics.StatisticsType.rmse), len(errors))
      """
    let checked = try run([python, "-c", program, folder.path("out"), "track-1-kalman"])
    #expect(checked.status == 0, "\(checked.output)")
    let numbers = checked.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    let score = try Document(contentsOf: folder.path("results/tiny/seed1-laps4/summary.json")).elements(
      "scores")[0]
    #expect(try numbers.count == 2 && abs(numbers[0] - score.number("rmse")) < 1e-9, "\(checked.output)")
  }
}
