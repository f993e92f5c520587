import Documents
import Glibc
import Rendering
package import Scenarios
import Sites
package import World

/// The folder `results/<scenario>/<name>/`, which is written whole or not at all.
///
/// Everything is prepared in a hidden folder beside it, which takes its place in one step when complete. A rerun replaces
/// its own folder. A folder with any file that this program does not write, by name, is refused.
package struct ResultsFolder: Hashable, Sendable {
  /// The file whose presence shows that a folder was written by this program.
  package static let marker = "provenance.json"

  /// The folder that takes the finished results.
  package let path: String

  /// - Parameters:
  ///   - root: the folder of all results, `results` by custom.
  ///   - scenario: the scenario's name.
  ///   - name: the name of this run.
  package init(root: String, scenario: String, name: String) {
    path = "\(root)/\(scenario)/\(name)"
  }

  /// A results folder at any other place, such as a baseline's.
  package init(path: String) { self.path = path }

  /// Checks before any work is done whether the folder can be written at the end, and cleans up after a killed run.
  ///
  /// - Throws: ``ResultsProblem`` when something exists there that this program did not write, or nothing can be written.
  package func check() throws(ResultsProblem) {
    do { try FolderLimit.current?.check(path) } catch {
      throw .unwritable(path: path, reason: "it is not below the working folder")
    }
    settle()
    try checkContents()
    try checkFolderAbove()
  }

  private func checkContents() throws(ResultsProblem) {
    guard let entry = Entry(following: path) else { return }
    guard entry == .folder else { throw .foreign(path: path, found: "a file") }
    guard let names = FileName.all(in: path) else {
      throw .foreign(path: path, found: "a folder that cannot be read")
    }
    guard names.isEmpty || names.contains(Self.marker) else {
      throw .foreign(path: path, found: "a folder without \(Self.marker)")
    }
    if let other = Contents.foreign(in: path, holds: Self.isResult) {
      throw .foreign(path: path, found: "one that also holds \(other)")
    }
    guard access(path.fileName, W_OK | X_OK) == 0 else {
      throw .unwritable(
        path: path, reason: "a folder that cannot be changed (\(systemMessage(errno)))")
    }
  }

  /// The same as ``check()``; it also checks whether results would be lost that this study does not reproduce.
  ///
  /// - Throws: ``ResultsProblem`` as ``check()`` does, and when the folder holds the results of another scenario or
  ///   seed.
  package func check(for scenario: SavedScenario) throws(ResultsProblem) {
    try check()
    if let difference = difference(from: scenario) { throw .others(path: path, found: difference) }
  }

  /// How the results here differ from those of a study, as the end of "found …"; nil when they are of the same study, or
  /// when there are none.
  package func difference(from scenario: SavedScenario) -> String? {
    settle()
    guard Entry(following: "\(path)/\(Self.marker)") != nil else { return nil }
    do {
      try checkFiles()
    } catch {
      return "one with \(error.found) in it"
    }
    return scenario.difference(fromThoseIn: path)
  }

  /// Checks that the results can be read without waiting for another program, and are regular files of this folder: a link
  /// could lead to any file of the user, whose first line a message would show.
  package func checkFiles() throws(FileProblem) {
    for name in (FileName.all(in: path) ?? []).sorted() where Self.isResult(name) {
      let file = "\(path)/\(name)"
      guard Entry(at: file) != .symbolicLink else {
        throw FileProblem(file: file, expected: "a regular file", found: "a symbolic link")
      }
      try checkIsPlain(file)
    }
  }

  /// Puts back what a killed run renamed away, and removes what it left under hidden names.
  private func settle() {
    if let place = try? Place(path) { Leftovers.settle(beside: place, Self.contents) }
  }

  /// Checks that the nearest existing folder above allows new folders, and the names below it.
  private func checkFolderAbove() throws(ResultsProblem) {
    var above = path
    var missing: [String] = []
    while FileIdentity(of: above) == nil {
      guard Entry(at: above) != .symbolicLink else {
        throw .unwritable(path: path, reason: "\(above) is a broken symbolic link")
      }
      let (folder, name) = Place.split(above)
      missing.append(name)
      above = folder
    }
    guard Entry(following: above) == .folder else {
      throw .unwritable(path: path, reason: "\(above) is a file")
    }
    let most = Place.mostOctets(in: above)
    if let name = missing.first(where: { FileName.octets($0).count > most }) {
      throw .unwritable(path: path, reason: Place.tooLong(name, most).reason)
    }
    do {
      // Created and removed again: permissions alone do not suffice, as for `/proc` or a full disk.
      _ = try Replacement(of: Place(missing.last.map { "\(above)/\($0)" } ?? path), Self.contents)
    } catch {
      let isWorkingFolder = above == "."
      let name =
        isWorkingFolder
        ? "the working folder" : "the folder \(missing.isEmpty ? Place.split(path).folder : above)"
      let advice = isWorkingFolder ? "; --results names another" : ""
      throw .unwritable(path: path, reason: "\(name) cannot be written to (\(error.reason))\(advice)")
    }
  }

  /// Begins to write results, which are not visible before ``PreparedResults/commit()``.
  ///
  /// - Throws: As ``check()`` does.
  package func prepare() throws(ResultsProblem) -> PreparedResults {
    try check()
    do {
      try makeFolder(Place.split(path).folder)
      return PreparedResults(
        path: path, replacement: try Replacement(of: Place(path), Self.contents))
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Writes the files, contents by name, and puts the folder in its place.
  ///
  /// - Throws: ``ResultsProblem`` when the folder was not written by this program, or on an error of the file system.
  package func write(_ files: [(name: String, contents: String)]) throws(ResultsProblem) {
    let prepared = try prepare()
    try prepared.write(files)
    try prepared.commit()
  }

  /// Makes this folder a copy of the results in another one, replacing its present contents. Other files there are not
  /// copied.
  ///
  /// - Throws: As ``check(copyOf:)`` does, or on an error of the file system.
  package func copy(of other: ResultsFolder) throws(ResultsProblem) {
    try check(copyOf: other)
    let prepared = try prepare()
    for name in (FileName.all(in: other.path) ?? []).sorted() where Self.isResult(name) {
      let written = try prepared.file(named: name)
      try written.append(contentsOf: "\(other.path)/\(name)")
      try written.finish()
    }
    try prepared.commit()
  }

  /// Checks before any work is done whether this folder can become a copy of another one.
  ///
  /// - Throws: ``ResultsProblem`` when one of them is not a results folder, or lies in the other.
  package func check(copyOf other: ResultsFolder) throws(ResultsProblem) {
    do {
      try check()
    } catch .foreign(let path, let found) {
      throw .notABaseline(path: path, found: found)
    }
    try other.checkSource()
    let marker = try? Document(contentsOf: "\(other.path)/\(Self.marker)")
    guard case .object = marker?.content else { throw .unmarked(path: other.path) }
    let (source, place) = ((other.resolved + "/").utf8, (resolved + "/").utf8)
    guard !source.starts(with: place), !place.starts(with: source) else {
      throw .nested(path: path, other: other.path)
    }
  }

  /// Checks that everything in the folder can be read without waiting: regular files, and folders that are not copied.
  package func checkSource() throws(ResultsProblem) {
    for name in (FileName.all(in: path) ?? []).sorted() {
      switch Entry(at: "\(path)/\(name)") {
      case .symbolicLink: throw .irregular(path: path, found: "the symbolic link \(name)")
      case .special: throw .irregular(path: path, found: "the FIFO, socket or device \(name)")
      case .folder where Self.isResult(name): throw .irregular(path: path, found: "the folder \(name)")
      case .file, .folder, nil: continue
      }
    }
  }

  /// Whether both are the same folder on disk, however they are named.
  package func isSame(as other: ResultsFolder) -> Bool { resolved.utf8.elementsEqual(other.resolved.utf8) }

  /// The folder's absolute place without symbolic links.
  private var resolved: String { Place.resolved(path) }
}

extension ResultsFolder {
  /// How many folders a sentence names.
  private static let mostNamed = 5

  /// Refuses a folder that holds results folders in place of results, such as that of a scenario: the sentence names them.
  package static func checkIsNotAbove(_ path: String) throws(FileProblem) {
    guard !isOne(path) else { return }
    let below = folders(in: path).flatMap { isOne($0) ? [$0] : folders(in: $0).filter(isOne) }
    guard !below.isEmpty else { return }
    let rest = below.count > mostNamed ? ["\(below.count - mostNamed) more"] : []
    throw FileProblem(
      file: path, expected: "a results folder",
      found: "one that holds \(below.count == 1 ? "the results folder" : "results folders"): "
        + Counted.list(below.prefix(mostNamed) + rest))
  }

  private static func isOne(_ path: String) -> Bool {
    ["errors.csv", marker].contains { Entry(following: "\(path)/\($0)") != nil }
  }

  /// In the order of their names.
  private static func folders(in path: String) -> [String] {
    (FileName.all(in: path) ?? []).sorted().filter { !$0.hasPrefix(".") }.map { "\(path)/\($0)" }.filter {
      Entry(following: $0) == .folder
    }
  }
}
