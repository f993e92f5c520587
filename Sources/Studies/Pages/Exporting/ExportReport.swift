package import Rendering

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
