package import Results
import Sites
package import World

/// The folder that takes an export, which is written whole or not at all and replaces an earlier export.
package struct ExportFolder: Sendable {
  static let package = "datapackage.json"
  static let map = "map.geojson"
  /// As the user named it.
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Whether an export writes a file of this name.
  @Sendable static func isExported(_ name: String) -> Bool {
    name == package || name == map
      || ExportedResults.tableNames.contains { name == "\($0).csv" || name == "\($0).parquet" }
      || name.hasPrefix("track-") && name.hasSuffix(".tum")
  }

  /// Says before any work is done whether the folder can be written, and whether it holds an export of other results.
  package func check(for saved: SavedResults, replacing: Bool) throws(FileProblem) {
    try checkPlace()
    try own.checkFolderAbove()
    guard !replacing, let names = FileName.all(in: path), !names.isEmpty else { return }
    let (here, there) = ("\(path)/errors.csv", "\(saved.path)/errors.csv")
    guard names.contains(Self.package), names.contains("errors.csv"),
      try wholeText(of: here) == wholeText(of: there)
    else {
      throw FileProblem(
        file: path, expected: "a folder of an earlier export of the same results, or nothing",
        found: "other tables; --replace replaces them")
    }
  }

  private var own: OwnFolder {
    OwnFolder(path, expected: "a folder of an earlier export, or nothing", holds: Self.isExported)
  }

  private func checkPlace() throws(FileProblem) {
    try own.checkContents()
    try own.checkIsElsewhere()
  }

  func write(_ files: [(name: String, text: String)]) throws(FileProblem) {
    try checkPlace()
    let prepared = try own.prepared()
    try prepared.write(files)
    try prepared.commit()
  }
}
