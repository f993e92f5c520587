import Documents
package import Evaluation
import Foundation
package import Laps
import Rendering
import Scenarios
import Sites
package import World

/// The parts of a results folder that a comparison needs: the errors of pipelines, or what each lap adds to other figures.
///
/// `errors.csv` must be there, with at least the columns pipeline, lap, time_s and error_m, so that any program
/// can write one. If `summary.json` exists too, its counts must be those of the errors; it names the scenario.
/// `scenario.yaml` has the seed and, with the files that it names, determines what both sides of a comparison received. Of figures
/// `figures.csv` must be there; a summary may state their seed and the number of laps.
package struct SavedResults: Hashable, Sendable {
  /// One pipeline with its errors.
  package struct Pipeline: Hashable, Sendable {
    package let name: String
    /// In the order of the file.
    package internal(set) var errors: [PositionError]

    package init(name: String, errors: [PositionError]) { (self.name, self.errors) = (name, errors) }
  }

  /// What the numbers of test points and rooms in errors stand for.
  package struct Names: Hashable, Sendable {
    package let points: [TestPoint.ID]
    package let rooms: [String]

    package init(points: [TestPoint.ID] = [], rooms: [String] = []) {
      (self.points, self.rooms) = (points, rooms)
    }

    /// Of both, test points in their order.
    package func joined(with other: Names) -> Names {
      Names(points: Set(points + other.points).sorted(), rooms: (rooms + other.rooms).uniqued)
    }
  }

  /// As the user named it.
  package let path: String
  /// Nil when the folder does not state it.
  package let scenario: String?
  /// Nil when the folder does not state it.
  package let seed: Int?
  /// The scenario and the files that it names, where they exist.
  package let study: SavedStudy
  /// In the order in which they first appear, with distinct names; at least one, unless there are figures.
  package private(set) var pipelines: [Pipeline]
  package private(set) var names: Names
  /// In the order of the table, each of as many laps; empty where there are errors.
  package let lapFigures: [LapFigure]

  /// What a folder is read for.
  package enum Contents { case errors, figures }

  package init(
    path: String, scenario: String? = nil, seed: Int? = nil, study: SavedStudy = SavedStudy([:]),
    pipelines: [Pipeline] = [], names: Names = Names(), lapFigures: [LapFigure] = []
  ) {
    (self.names, self.lapFigures) = (names, lapFigures)
    self.path = path
    self.scenario = scenario
    self.seed = seed
    self.study = study
    self.pipelines = pipelines
  }

  /// Reads a folder.
  package init(contentsOf path: String, for contents: Contents = .errors) throws(FileProblem) {
    try Self.checkIsThere(path)
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    try ResultsFolder.checkIsNotAbove(folder)
    try ResultsFolder(path: folder).checkFiles()
    switch contents {
    case .errors: try self.init(errorsIn: folder, path: path)
    case .figures: try self.init(figuresIn: folder, path: path)
    }
  }

  private static func checkIsThere(_ path: String) throws(FileProblem) {
    guard let entry = Entry(following: path) else {
      let old = (try? Place(path)).flatMap(Leftovers.old)
      let advice = old.map {
        "; the previous results are in \($0), and the same run restores them"
      }
      throw FileProblem(file: path, sentence: "no such folder" + (advice ?? ""))
    }
    guard entry == .folder else {
      throw FileProblem(file: path, sentence: "is a file, not a results folder")
    }
  }

  private init(errorsIn folder: String, path: String) throws(FileProblem) {
    guard !ResultsFolder.holdsEvents(folder) else {
      throw FileProblem(
        file: folder, sentence: "results of context have events and no errors; compare and plot read them")
    }
    let errors = try SavedErrors(contentsOf: "\(folder)/errors.csv")
    let summary = try Self.document("\(folder)/summary.json")
    let scenario = try summary.map { summary throws(FileProblem) in try summary.text("scenario") }
    let study = try SavedStudy(contentsOf: folder)
    self.init(
      path: path, scenario: scenario, seed: try study.seed, study: study, pipelines: errors.pipelines,
      names: errors.names)
    if let summary { try check(summary) }
  }

  private init(figuresIn folder: String, path: String) throws(FileProblem) {
    guard ResultsFolder.holdsFigures(folder) else {
      throw FileProblem(
        file: path, expected: "\(ResultsFolder.figures), which context and navigate --save write",
        found: "none")
    }
    let study = try SavedStudy(contentsOf: folder)
    let summary = try Self.document("\(folder)/summary.json")
    let seed = try study.seed
    self.init(
      path: path, seed: try Self.number("seed", in: summary, from: 0) ?? seed, study: study,
      lapFigures: try FigureTableReader.figures(
        of: "\(folder)/\(ResultsFolder.figures)", laps: Self.number("laps", in: summary, from: 1)))
  }

  private static func number(
    _ key: String, in summary: Document?, from least: Int
  ) throws(FileProblem) -> Int? {
    guard let value = summary?.optional(key) else { return nil }
    guard try value.integer >= least else { throw value.problem(expected: "at least \(least)") }
    return try value.integer
  }

  /// The names of the pipelines, or of the applications or pipelines that have figures.
  package var subjects: [String] {
    lapFigures.isEmpty ? pipelines.map(\.name) : lapFigures.map(\.name.subject).uniqued
  }

  /// A pipeline by its name.
  package func pipeline(_ name: String) throws(FileProblem) -> Pipeline {
    if let pipeline = pipelines.first(where: { $0.name == name }) { return pipeline }
    throw lacking(name)
  }

  /// Refuses the name of what the folder does not have.
  package func check(_ subject: String) throws(FileProblem) {
    guard subjects.contains(subject) else { throw lacking(subject) }
  }

  private func lacking(_ subject: String) -> FileProblem {
    FileProblem(
      file: path, expected: "the \(lapFigures.isEmpty ? "" : "application or ")pipeline \(subject)",
      found: "only \(subjects.joined(separator: ", "))" + suggestion(for: subject, among: subjects))
  }

  /// The same with test points and rooms numbered by lists that hold all of them.
  package func numbered(by other: Names) -> SavedResults {
    guard other != names else { return self }
    let points = names.points.map { other.points.firstIndex(of: $0) }
    let rooms = names.rooms.map { other.rooms.firstIndex(of: $0) }
    var numbered = self
    numbered.names = other
    for pipeline in pipelines.indices {
      for index in pipelines[pipeline].errors.indices {
        numbered.pipelines[pipeline].errors[index].number(points: points, rooms: rooms)
      }
    }
    return numbered
  }

  private static func document(_ path: String) throws(FileProblem) -> Document? {
    guard Entry(following: path) != nil else { return .none }
    return try Document(contentsOf: path)
  }

  /// Compares the summary's counts with the errors, so that a truncated file cannot pass as a better result.
  private func check(_ summary: Document) throws(FileProblem) {
    let scores = try summary.elements("scores")
    guard scores.count == pipelines.count else {
      throw try summary["scores"].problem(
        expected: "the \(pipelines.count) pipelines of errors.csv", found: "\(scores.count)")
    }
    for score in scores {
      let name = try score.text("pipeline")
      guard let errors = pipelines.first(where: { $0.name == name })?.errors else {
        throw try score["pipeline"].problem(expected: "a pipeline of errors.csv")
      }
      let missed = errors.count { $0.metres == nil }
      for (key, count) in [("n", errors.count - missed), ("missed", missed)] {
        let stated = try score[key]
        guard try stated.integer == count else {
          throw stated.problem(expected: "\(count), as errors.csv has of \(name)")
        }
      }
    }
  }
}

extension PositionError {
  /// Takes the numbers that stand in the place of the old ones.
  fileprivate mutating func number(points: [Int?], rooms: [Int?]) {
    testPoint = testPoint.flatMap { points[$0] }
    room = room.flatMap { rooms[$0] }
    guard case .success(var offset) = outcome else { return }
    offset.room = offset.room.flatMap { rooms[$0] }
    outcome = .success(offset)
  }
}

extension SavedResults {
  /// A results folder, with the study that its saved scenario reproduces.
  ///
  /// - Parameter data: where data sets lie.
  /// - Throws: `FileProblem` for a folder without results or without a scenario.
  package static func withStudy(
    in path: String, _ data: DataOption
  ) throws -> (study: Study, saved: SavedResults) {
    let saved = try SavedResults(contentsOf: path)
    let file = "\(saved.path)/\(SavedScenario.scenarioName)"
    guard FileManager.default.fileExists(atPath: file) else {
      throw FileProblem(
        file: path, expected: "a results folder with its \(SavedScenario.scenarioName), which run writes",
        found: "none")
    }
    let scenario = try Scenario(contentsOf: file)
    try data.check(for: scenario, at: file)
    return (try Study(scenario, dataRoot: data.root), saved)
  }
}
