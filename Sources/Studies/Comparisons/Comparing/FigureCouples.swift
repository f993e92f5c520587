import Documents
import Evaluation
import Rendering
import Results
import World

/// The figures of applications and pipelines of two folders that are judged by one another, lap by lap.
struct FigureCouples {
  private var pairs: [(a: LapFigure, b: LapFigure)] = []
  /// Figures of one side only.
  private(set) var unpaired: [LapFigure.Name] = []
  private let a: SavedResults
  private let b: SavedResults
  /// How many laps A has, and how many of them B has too.
  let lapsOfA: Int
  let laps: Int

  /// - Parameters:
  ///   - subjects: the applications or pipelines of A and of B.
  ///   - names: those of the figures; nil for all.
  ///   - areChosen: whether the subjects were asked for, so that others are not missed.
  init(
    _ a: SavedResults, _ b: SavedResults, _ subjects: [(a: String, b: String)], figures names: [String]?,
    areChosen: Bool
  ) throws(FileProblem) {
    (self.a, self.b, lapsOfA) = (a, b, a.lapFigures[0].laps.count)
    laps = min(lapsOfA, b.lapFigures.first?.laps.count ?? 0)
    let known = a.lapFigures.map(\.name.figure).uniqued
    if let other = names?.first(where: { !known.contains($0) }) {
      throw FileProblem(
        file: "--metric", expected: "one or more of \(known.joined(separator: ", ")), separated by commas",
        found: other)
    }
    for subject in subjects {
      for figure in a.figures(of: subject.a, orLike: b.figures(of: subject.b))
      where names?.contains(figure.name.figure) ?? true {
        if let partner = b.figure(figure, of: subject.b) {
          pairs.append((figure, partner))
        } else {
          unpaired.append(figure.name)
        }
      }
    }
    guard !areChosen, names == nil else { return }
    unpaired += subjects.flatMap { subject in
      b.figures(of: subject.b).filter { a.figure($0, of: subject.a) == nil }.map(\.name)
    }
  }

  /// A row for each, judged together.
  func rows(_ rules: FolderComparison.Rules) throws(FileProblem) -> [FolderComparison.Row] {
    let compared = ComparedFigure.all(
      pairs.map { ($0.a.of(0..<laps), $0.b.of(0..<laps)) }, tolerance: rules.tolerance)
    guard !compared.isEmpty else {
      throw FileProblem(
        file: b.path, expected: "a figure of \(a.path)",
        found: WordList.text(b.lapFigures.prefix(3).map(\.name.text)))
    }
    return compared.map { figure in
      let isWorse = figure.verdict == .worse
      return FolderComparison.Row(
        a: figure.name.subject, b: figure.subjectOfB, metrics: [figure],
        failures: isWorse ? [.metrics] : [], fails: rules.gate.fails(isWorse, [figure.verdict]))
    }
  }
}

extension SavedResults {
  private static let perHour = "1/h"

  /// The figures of an application or a pipeline, and those that it has like figures of another.
  fileprivate func figures(of subject: String, orLike others: [LapFigure] = []) -> [LapFigure] {
    let own = lapFigures.filter { $0.name.subject == subject }
    let lacking = others.filter { other in
      !own.contains { ($0.name.item, $0.name.figure) == (other.name.item, other.name.figure) }
    }
    return own + lacking.compactMap { figure($0, of: subject) }
  }

  /// The figure with the same name. A missing rate of events an hour is 0 where another figure of the subject states the hours, since an
  /// application without a false alarm of a kind has no row for it.
  fileprivate func figure(_ figure: LapFigure, of subject: String) -> LapFigure? {
    let name = LapFigure.Name(subject, figure.name.item, figure: figure.name.figure)
    if let found = lapFigures.first(where: { $0.name == name }) { return found }
    guard figure.unit == Self.perHour, figure.name.subject == subject,
      let hours = lapFigures.first(where: { $0.name.subject == subject && $0.unit == Self.perHour })
    else { return nil }
    return LapFigure(
      name, unit: figure.unit, better: figure.better, totals: hours.totals.map { SIMD2(0, $0[1]) })
  }
}
