import Documents
package import Evaluation
import Rendering
package import Results
import Sites
package import World

/// The figures of a results folder of `context` or `navigate --save`, or of another program, lap by lap.
///
/// Only `figures.csv` must be there. With a summary its seed and its number of laps hold, and files of the study are compared.
package struct SavedFigures: Sendable {
  /// As the user named it.
  package let path: String
  /// Nil where the folder does not say.
  package let seed: Int?
  /// The number of laps.
  package let laps: Int
  /// What identifies the study and its settings.
  package let study: SavedStudy
  /// In the order of the table; at least one, each of as many laps.
  package let figures: [LapFigure]

  /// Reads a folder.
  package init(contentsOf path: String) throws(FileProblem) {
    self.path = path
    try ResultsFolder(path: path).checkFiles()
    guard ResultsFolder.holdsFigures(path) else {
      throw FileProblem(
        file: path, expected: "\(ResultsFolder.figures), which context and navigate --save write",
        found: "none")
    }
    study = try SavedStudy(contentsOf: path)
    let summaryPath = "\(path)/summary.json"
    let summary: Document? =
      Entry(following: summaryPath) == nil ? .none : try Document(contentsOf: summaryPath)
    let seed = try study.seed
    self.seed = try Self.number("seed", in: summary, from: 0) ?? seed
    let laps = try Self.number("laps", in: summary, from: 1)
    let table = "\(path)/\(ResultsFolder.figures)"
    figures = try FigureTableReader.figures(of: table, laps: laps)
    guard let first = figures.first else {
      throw FileProblem(file: table, expected: "a row for each figure and lap", found: "none")
    }
    self.laps = first.laps.count
  }

  /// Figures that were made in the program, at least one.
  package init(_ figures: [LapFigure], path: String) {
    (self.path, seed, study, self.figures) = (path, nil, SavedStudy([:]), figures)
    laps = figures.first?.laps.count ?? 0
  }

  private static func number(_ key: String, in summary: Document?, from least: Int) throws(FileProblem)
    -> Int?
  {
    guard let value = summary?.optional(key) else { return nil }
    guard try value.integer >= least else { throw value.problem(expected: "at least \(least)") }
    return try value.integer
  }

  /// The applications or pipelines, in their order.
  package var subjects: [String] { figures.map(\.name.subject).uniqued }

  /// The figure with the same name. A missing rate of events an hour is 0 where another figure of the subject states the hours, since an
  /// application without a false alarm of a kind has no row for it.
  func figure(_ figure: LapFigure, of subject: String) -> LapFigure? {
    let name = LapFigure.Name(subject, figure.name.item, figure: figure.name.figure)
    if let found = figures.first(where: { $0.name == name }) { return found }
    guard figure.unit == Self.perHour, figure.name.subject == subject,
      let hours = figures.first(where: { $0.name.subject == subject && $0.unit == Self.perHour })
    else { return nil }
    return LapFigure(
      name, unit: figure.unit, better: figure.better, totals: hours.totals.map { SIMD2(0, $0[1]) })
  }

  private static let perHour = "1/h"
}
