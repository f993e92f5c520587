import Documents
import Scenarios
import World

/// Results that are being written; prepared files are removed unless they are committed.
package struct PreparedResults {
  /// The folder that takes them, as the user named it.
  let path: String
  let replacement: Replacement

  /// Begins one of the files that results consist of, which may then be written piece by piece.
  ///
  /// - Parameter name: one of ``ResultsFolder/isResult(_:)``, each once.
  package func file(named name: String) throws(ResultsProblem) -> ResultsFile {
    precondition(ResultsFolder.isResult(name), "\(name) is missing in ResultsFolder.names")
    do {
      return ResultsFile(folder: path, file: try replacement.file(named: name))
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Writes whole files.
  package func write(_ files: [(name: String, contents: String)]) throws(ResultsProblem) {
    for (name, contents) in files {
      let written = try file(named: name)
      try written.append(contents)
      try written.finish()
    }
  }

  /// Puts the folder in its place, when every file in it is finished.
  package func commit() throws(ResultsProblem) {
    do {
      try Replacement.commit([replacement])
    } catch {
      throw .unwritable(path: path, reason: error.problem.reason)
    }
  }
}

/// A results file that is being written: open until it is finished.
package struct ResultsFile: ~Copyable {
  let folder: String
  let file: PreparedFile

  /// Appends text in UTF-8.
  package func append(_ text: String) throws(ResultsProblem) { try append(Array(text.utf8)) }

  /// Appends octets.
  package func append(_ octets: [UInt8]) throws(ResultsProblem) {
    do { try file.append(Octets(octets)) } catch { throw .unwritable(path: folder, reason: error.reason) }
  }

  /// Appends all that a plain file holds.
  package func append(contentsOf path: String) throws(ResultsProblem) {
    do { try file.append(contentsOf: path) } catch { throw .unwritable(path: folder, reason: error.reason) }
  }

  /// Waits until the disk has all of it.
  package func finish() throws(ResultsProblem) {
    do { try file.finish() } catch { throw .unwritable(path: folder, reason: error.reason) }
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
    "sweep.yaml", sweep, "sweep.sqlite", "cells.csv", "averages.csv", "targets.csv", "ranking.csv",
    "effects.csv",
    "indices.csv",
  ]

  /// Whether this program writes a file of this name into a results folder. Only such files are ever replaced or removed.
  static func isResult(_ name: String) -> Bool {
    names.contains(name) || name.wholeMatch(of: /track-[1-9][0-9]*\.csv|patient-[1-9][0-9]*\.json/) != nil
  }

  /// The files that a replacement replaces and makes.
  static let contents = Contents.folder(holds: isResult)
}

/// Why results could not be written.
package enum ResultsProblem: InputProblem, Hashable, Sendable {
  case foreign(path: String, found: String)
  case others(path: String, found: String)
  case notABaseline(path: String, found: String)
  case unmarked(path: String)
  case irregular(path: String, found: String)
  case nested(path: String, other: String)
  case unwritable(path: String, reason: String)

  /// One sentence that names the folder.
  package var description: String {
    switch self {
    case .foreign(let path, let found):
      "\(path): expected a results folder or nothing, found \(found); name another with --name"
    case .others(let path, let found):
      "\(path): expected the results of the same scenario and seed, or none, found \(found); name another with --name, or replace them with --replace"
    case .notABaseline(let path, let found):
      "\(path): expected a results folder or nothing, found \(found)"
    case .unmarked(let path):
      "\(path): expected a JSON object as \(ResultsFolder.marker) in a folder that is to be accepted, found none"
    case .irregular(let path, let found):
      "\(path): expected plain files only in a folder that is to be accepted, found \(found)"
    case .nested(let path, let other):
      "\(path): expected a folder that neither holds \(other) nor lies in it, found one that does"
    case .unwritable(let path, let reason):
      "\(path): cannot be written: \(reason)"
    }
  }
}
