import Documents
import Evaluation
package import Laps
import Positioning
package import Rendering
package import Results
import Scenarios
import Sites
import World

/// Results as tables for other programs: tidy CSV, described by a Frictionless data package, and trajectories.
package struct ExportedResults: Sendable {
  /// A file with its number of rows.
  package struct Table: Sendable {
    package let name: String
    package let rows: Int
  }

  /// In the order of the package.
  static let tableNames = [
    "pipelines", "laps", "test_points", "beacons", "errors", "presses", "fixes", "truth",
  ]

  package let folder: String
  package let scenario: String
  package let tables: [Table]
  package let trajectories: [String]

  /// Runs the study of a results folder again for the fixes and the ground truth, and writes everything.
  ///
  /// - Parameters:
  ///   - saved: the folder.
  ///   - width: how many laps at a time; files do not depend on it.
  ///   - progress: called with how many laps are done.
  /// - Throws: ``FileProblem`` where the folder lacks something, or the study does not give its errors again.
  package init(
    _ study: Study, saved: SavedResults, to folder: ExportFolder, width: Int, progress: (Int) -> Void
  ) async throws {
    let scores = try Document(contentsOf: "\(saved.path)/summary.json").elements("scores")
      .map { ExportedScore(document: $0) }
    let errors = try wholeText(of: "\(saved.path)/errors.csv")
    var tracks = ExportedTracks(of: study)
    let result = try await study.run(width: width, fixes: { tracks.add($0) }, progress: progress)
    for pipeline in saved.pipelines {
      try SavedLaps(pipeline, path: saved.path).check(
        allOf: result.pipelines.first { $0.definition.name == pipeline.name }?.errors ?? [])
    }
    let site = result.site
    let walkers = tracks.hasWalkers
    let written = [
      Self.made(Self.pipelines, ExportColumns.pipelines(of: scores), scores),
      Self.made(Self.laps(walkers), ExportColumns.laps(walkers: walkers), tracks.laps),
      Self.made(Self.testPoints, ExportColumns.testPoints, site.testPoints),
      Self.made(Self.beacons, ExportColumns.beacons, site.anchors),
      Made(table: try Self.errors(errors, walkers, saved.path), text: errors),
      Self.made(Self.presses(walkers), ExportColumns.presses(walkers: walkers), tracks.presses),
      Made(table: Self.fixes(walkers), text: String(decoding: tracks.fixes, as: UTF8.self)),
      Self.made(Self.truth(walkers), ExportColumns.truth(walkers: walkers), tracks.truth),
    ]
    let package = FigureValue.object([
      ("name", .text(Self.packageName(result.name))), ("profile", .text("tabular-data-package")),
      ("title", .text("BeaconBench results of \(result.name)")),
      ("resources", written.map { $0.table.pointsNamed(in: site).resource }.figureValue),
    ])
    try folder.write(
      written.map { ($0.table.file, $0.text) } + tracks.trajectories
        + [(ExportFolder.package, package.document.prettyJSON)])
    (self.folder, scenario) = (folder.path, result.name)
    tables = written.map { Table(name: $0.table.file, rows: $0.text.utf8.count { $0 == 10 } - 1) }
    trajectories = tracks.trajectories.map(\.name)
  }

  private struct Made {
    let table: ExportTable
    let text: String
  }

  private static func made<Row>(_ table: ExportTable, _ columns: [CSVColumn<Row>], _ rows: [Row]) -> Made {
    Made(table: table.with(columns.map(\.field)), text: columns.map(\.figure).csv(of: rows))
  }

  /// A name as data packages allow it: lower-case letters, digits and `-_.`.
  private static func packageName(_ name: String) -> String {
    String(
      name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" })
  }
}

extension ExportedResults: Described {
  package static let figures: [Figure<ExportedResults>] = [
    .init("scenario", \.scenario), .init("folder", \.folder), .init("tables", \.tables),
    .init("trajectories", \.trajectories),
  ]
}

extension ExportedResults.Table: Described {
  package static let figures: [Figure<ExportedResults.Table>] = [
    .init("name", "table", \.name), .init("rows", "rows", \.rows),
  ]
}
