import Documents
package import Laps
package import Rendering
package import Results
import Scenarios
package import Sites
package import World

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

  /// Where the files are.
  package let folder: String
  /// The scenario's name.
  package let scenario: String
  /// In the order of the package.
  package let tables: [Table]
  /// The names of the files in TUM format.
  package let trajectories: [String]
  /// The name of the file in GeoJSON; nil where none was asked for.
  package let map: String?

  /// Runs the study of a results folder again for the fixes and the ground truth, and writes everything.
  ///
  /// - Parameters:
  ///   - saved: the folder.
  ///   - map: of the site, for fixes and ground truth in GeoJSON; nil for none.
  ///   - width: how many laps at a time; files do not depend on it.
  ///   - progress: called with how many laps are done.
  /// - Throws: ``FileProblem`` where the folder lacks something, or the study does not give its errors again.
  package init(
    _ study: Study, saved: SavedResults, to folder: ExportFolder, map: GeoJSONMap? = nil, width: Int,
    progress: (Int) -> Void
  ) async throws {
    let scores = try Document(contentsOf: "\(saved.path)/summary.json").elements("scores")
    let errors = try wholeText(of: "\(saved.path)/errors.csv")
    var tracks = ExportedTracks(of: study, map: map)
    let result = try await study.run(width: width, fixes: { tracks.add($0) }, progress: progress)
    try saved.check(reproducedBy: result)
    let site = result.site
    let tables = ExportTables(hasWalkers: tracks.hasWalkers)
    let written = [
      tables.pipelines(scores), tables.laps(tracks.laps), tables.testPoints(site.testPoints),
      tables.beacons(site.anchors), try tables.errors(errors, in: saved.path),
      tables.presses(tracks.presses), tables.fixes(String(decoding: tracks.fixes, as: UTF8.self)),
      tables.truth(tracks.truth),
    ]
    let package = FigureValue.object([
      ("name", .text(Self.packageName(result.name))), ("profile", .text("tabular-data-package")),
      ("title", .text("BeaconBench results of \(result.name)")),
      ("resources", written.map { $0.pointsNamed(in: site).resource }.figureValue),
    ])
    try folder.write(
      written.map { ($0.file, $0.text) } + tracks.trajectories
        + [(ExportFolder.package, package.document.prettyJSON)]
        + (tracks.map.map { [(ExportFolder.map, $0.text)] } ?? []))
    self.map = map == nil ? nil : ExportFolder.map
    (self.folder, scenario) = (folder.path, result.name)
    self.tables = written.map { Table(name: $0.file, rows: $0.text.utf8.count { $0 == 10 } - 1) }
    trajectories = tracks.trajectories.map(\.name)
  }

  /// A name as data packages allow it: lower-case letters, digits and `-_.`.
  private static func packageName(_ name: String) -> String {
    String(
      name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" })
  }
}

extension ExportedResults: Described {
  /// What `export --json` prints.
  package static let figures: [Figure<ExportedResults>] = [
    .init("scenario", \.scenario), .init("folder", \.folder), .init("tables", \.tables),
    .init("trajectories", \.trajectories), .init("map", isOptional: true, \.map),
  ]
}

extension ExportedResults.Table: Described {
  /// One table.
  package static let figures: [Figure<ExportedResults.Table>] = [
    .init("name", "table", \.name), .init("rows", "rows", \.rows),
  ]
}

extension Study {
  /// An empty map of its site.
  ///
  /// - Parameter file: the results, for the error.
  /// - Throws: ``World/FileProblem`` for a site without an origin.
  package func map(file: String) throws(FileProblem) -> GeoJSONMap {
    switch self {
    case .simulated(let study):
      try GeoJSONMap(
        of: study.simulation.site, origin: GeographicOrigin(ofSite: study.simulation.siteDocument),
        file: "\(file)/site.yaml")
    case .recorded(let study):
      try GeoJSONMap(
        of: study.dataset.site.site, origin: study.dataset.site.origin,
        file: study.dataset.site.document.location.file)
    }
  }
}

extension ExportedResults {
  /// The files written.
  ///
  /// - Parameter parquet: the names of the tables that are there as Parquet too.
  package func report(parquet: [String]) -> [ReportSection] {
    [
      .table(tables, Table.figures),
      .paragraphs([
        "Described by datapackage.json; \(Counted.text(trajectories.count, "trajectory", "trajectories")) in TUM format.",
        map.map { "Fixes, ground truth and beacons in \($0)." } ?? "",
        parquet.isEmpty ? "" : "\(Counted.text(parquet.count, "table")) as Parquet too.",
      ]), .folders([folder + "/"]),
    ]
  }
}
