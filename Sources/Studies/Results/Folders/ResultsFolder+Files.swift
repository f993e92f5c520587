import Documents
import Scenarios

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
