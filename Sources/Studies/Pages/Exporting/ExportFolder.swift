import Documents
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
    _ = try prepared(makesFolders: false)
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

  private func prepared(makesFolders: Bool) throws(FileProblem) -> Replacement? {
    if let entry = Entry(following: path) {
      guard entry == .folder else {
        throw FileProblem(file: path, expected: "a folder of an earlier export, or nothing", found: "a file")
      }
      if let other = Contents.foreign(in: path, holds: Self.isExported) {
        throw FileProblem(
          file: path, expected: "a folder of an earlier export, or nothing",
          found: "one that also holds \(other)")
      }
      guard FileIdentity(of: path) != FileIdentity(of: ".") else {
        throw FileProblem(file: path, sentence: "is the working folder, which cannot be replaced")
      }
    }
    guard makesFolders else {
      try checkFolderAbove()
      return nil
    }
    do throws(StorageProblem) {
      try makeFolder(Place.split(path).folder)
      return try Replacement(of: Place(path), .folder(holds: Self.isExported))
    } catch {
      throw FileProblem(file: path, sentence: "cannot be written: \(error.reason)")
    }
  }

  /// The nearest folder above that is there must take new ones.
  private func checkFolderAbove() throws(FileProblem) {
    var above = path
    while Entry(following: above) == nil {
      guard Entry(at: above) == nil else {
        throw FileProblem(file: path, sentence: "cannot be written: \(above) is a broken symbolic link")
      }
      above = Place.split(above).folder
    }
    guard Entry(following: above) == .folder else {
      throw FileProblem(file: path, sentence: "cannot be written: \(above) is a file")
    }
  }

  func write(_ files: [(name: String, text: String)]) throws(FileProblem) {
    guard let replacement = try prepared(makesFolders: true) else { return }
    try replacement.write(files, at: path)
    try replacement.commit(at: path)
  }
}
