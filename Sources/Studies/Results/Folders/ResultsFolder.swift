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
  /// - Throws: when something exists there that this program did not write, or nothing can be written.
  package func check() throws(FileProblem) { try check(advice: "; name another with --name") }

  private func check(advice: String) throws(FileProblem) {
    do { try FolderLimit.current?.check(path) } catch {
      throw FileProblem(file: path, sentence: "cannot be written: it is not below the working folder")
    }
    settle()
    do throws(FileProblem) { try checkContents() } catch {
      throw error.expected.isEmpty ? error : own.problem(error.found + advice)
    }
    try own.checkFolderAbove(advice: "; --results names another")
  }

  private var own: OwnFolder {
    OwnFolder(path, expected: "a results folder or nothing", holds: Self.isResult)
  }

  private func checkContents() throws(FileProblem) {
    guard let entry = Entry(following: path) else { return }
    if entry == .folder {
      guard let names = FileName.all(in: path) else { throw own.problem("a folder that cannot be read") }
      guard names.isEmpty || names.contains(Self.marker) else {
        throw own.problem("a folder without \(Self.marker)")
      }
    }
    try own.checkContents()
    guard access(path.fileName, W_OK | X_OK) == 0 else {
      throw FileProblem(
        file: path,
        sentence: "cannot be written: a folder that cannot be changed (\(systemMessage(errno)))")
    }
  }

  /// The same as ``check()``; it also checks whether results would be lost that this study does not reproduce.
  ///
  /// - Throws: as ``check()`` does, and when the folder holds the results of another scenario or seed.
  package func check(for scenario: SavedScenario) throws(FileProblem) {
    try check()
    if let difference = difference(from: scenario) { throw others(difference) }
  }

  /// The refusal of a folder that holds other results.
  package func others(_ found: String) -> FileProblem {
    FileProblem(
      file: path, expected: "the results of the same scenario and seed, or none",
      found: found + "; name another with --name, or replace them with --replace")
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
    if let place = try? Place(path) { Leftovers.settle(beside: place, .folder(holds: Self.isResult)) }
  }

  /// Begins to write results, which are not visible before ``PreparedFolder/commit()``.
  ///
  /// - Throws: As ``check()`` does.
  package func prepare() throws(FileProblem) -> PreparedFolder {
    try check()
    return try own.prepared()
  }

  /// Writes the files, contents by name, and puts the folder in its place.
  ///
  /// - Throws: when the folder was not written by this program, or on an error of the file system.
  package func write(_ files: [(name: String, text: String)]) throws(FileProblem) {
    let prepared = try prepare()
    try prepared.write(files)
    try prepared.commit()
  }

  /// Makes this folder a copy of the results in another one, replacing its present contents. Other files there are not
  /// copied.
  ///
  /// - Throws: As ``check(copyOf:)`` does, or on an error of the file system.
  package func copy(of other: ResultsFolder) throws(FileProblem) {
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
  /// - Throws: when one of them is not a results folder, or lies in the other.
  package func check(copyOf other: ResultsFolder) throws(FileProblem) {
    try check(advice: "")
    try other.checkSource()
    let marker = try? Document(contentsOf: "\(other.path)/\(Self.marker)")
    guard case .object = marker?.content else {
      throw FileProblem(
        file: other.path, expected: "a JSON object as \(Self.marker) in a folder that is to be accepted",
        found: "none")
    }
    let (source, place) = ((other.resolved + "/").utf8, (resolved + "/").utf8)
    guard !source.starts(with: place), !place.starts(with: source) else {
      throw FileProblem(
        file: path, expected: "a folder that neither holds \(other.path) nor lies in it",
        found: "one that does")
    }
  }

  /// Checks that everything in the folder can be read without waiting: regular files, and folders that are not copied.
  package func checkSource() throws(FileProblem) {
    for name in (FileName.all(in: path) ?? []).sorted() {
      let found: String
      switch Entry(at: "\(path)/\(name)") {
      case .symbolicLink: found = "the symbolic link \(name)"
      case .special: found = "the FIFO, socket or device \(name)"
      case .folder where Self.isResult(name): found = "the folder \(name)"
      case .file, .folder, nil: continue
      }
      throw FileProblem(
        file: path, expected: "plain files only in a folder that is to be accepted", found: found)
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

extension ResultsFolder {
  static let bounds = "bounds.csv"
  /// What each lap adds to the figures of a study that has no errors, by which `compare` judges it.
  package static let figures = "figures.csv"
  /// Of context scenarios.
  package static let events = "events.csv"

  /// Whether a folder holds results of `context` and none of `run`.
  package static func holdsEvents(_ path: String) -> Bool {
    Entry(following: "\(path)/\(events)") != nil && Entry(following: "\(path)/errors.csv") == nil
  }
  /// Whether a folder holds figures lap by lap and no errors.
  package static func holdsFigures(_ path: String) -> Bool {
    Entry(following: "\(path)/\(figures)") != nil && Entry(following: "\(path)/errors.csv") == nil
  }
  /// Whether a folder holds results of `sweep`.
  package static func holdsSweep(_ path: String) -> Bool { Entry(following: "\(path)/\(sweep)") != nil }

  /// The summary of a sweep.
  package static let sweep = "sweep.json"
  /// With `run --keep-fixes` only.
  static let fixes = "fixes.csv"

  /// The name of every file that this program writes into a results folder, but for the numbered ``SavedScenario/tables``.
  private static let names: Set<String> = [
    marker, SavedScenario.scenarioName, SavedScenario.siteName, SavedScenario.datasetName,
    SavedScenario.surveyName, bounds, fixes, "errors.csv", "summary.json", "ranking.json", events, figures,
    "sweep.yaml", sweep, "cells.csv", "averages.csv", "targets.csv", "ranking.csv",
    "effects.csv",
    "indices.csv",
  ]

  /// Whether this program writes a file of this name into a results folder. Only such files are ever replaced or removed.
  static func isResult(_ name: String) -> Bool {
    names.contains(name) || name.wholeMatch(of: /track-[1-9][0-9]*\.csv|patient-[1-9][0-9]*\.json/) != nil
  }
}
