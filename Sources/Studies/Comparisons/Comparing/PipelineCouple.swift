import Documents
import Evaluation
import Rendering
import Results
import Sites
import World

/// A pipeline of the baseline and the one that is judged by it.
struct PipelineCouple {
  let baseline: SavedResults
  let a: SavedResults.Pipeline
  let judged: SavedResults
  let b: SavedResults.Pipeline
  let rules: FolderComparison.Rules

  /// - Parameter laps: those that any pipeline of B has.
  /// - Throws: One sentence where a folder lacks what is compared.
  func row(lapsOfB laps: Set<Int>) throws(FileProblem) -> FolderComparison.Row {
    let errors = PairedErrors(a.errors, b.errors, lapsOfB: laps, timeTolerance: rules.timeTolerance)
    try checkPairsAreUnique(errors)
    guard let comparison = PairedComparison(errors, tolerance: rules.tolerance) else {
      throw FileProblem(
        file: judged.path, expected: "errors of \(b.name) at moments of the baseline",
        found: "\(errors.unmatchedB) not paired and \(errors.missedB) missed"
          + (TimeDifferences([errors]).map { " (\($0.advice))" } ?? ""))
    }
    let rooms = RoomComparison(
      a.errors, b.errors, tolerance: rules.tolerance, timeTolerance: rules.timeTolerance)
    let metrics = try metrics(comparison, rooms)
    let missing = Set(a.errors.lazy.map(\.lap)).subtracting(b.errors.lazy.map(\.lap)).sorted()
    let failures = FolderComparison.Row.Failure.allCases.filter { failure in
      switch failure {
      case .errors: metrics.isEmpty && comparison.verdict == .worse
      case .missed: metrics.isEmpty && errors.missesMore(than: rules.tolerance.missed)
      case .rooms: metrics.isEmpty && rooms?.conclusions.contains { $0.verdict == .worse } ?? false
      case .laps: !missing.isEmpty && !rules.allowsFewerLaps
      case .metrics: metrics.contains { $0.isJudged && $0.verdict == .worse }
      }
    }
    let verdicts = metrics.isEmpty ? [comparison.verdict] : metrics.filter(\.isJudged).map(\.verdict)
    return FolderComparison.Row(
      a: a.name, b: b.name, comparison: comparison, rooms: rooms, metrics: metrics, missingLaps: missing,
      points: baseline.names.points, failures: failures, fails: rules.gate.fails(!failures.isEmpty, verdicts))
  }

  /// Refuses a tolerance with which an error could have two partners; the default tolerance is not checked.
  private func checkPairsAreUnique(_ errors: PairedErrors) throws(FileProblem) {
    let half = errors.shortestSpacing / 2
    guard errors.timeTolerance > PairedErrors.sameMoment, errors.timeTolerance >= half else { return }
    throw FileProblem(
      file: "--time-tolerance", expected: "less than half the time between two errors of a lap, \(half) s",
      found: "\(errors.timeTolerance)")
  }

  private func metrics(
    _ pair: PairedComparison, _ rooms: RoomComparison?
  ) throws(FileProblem) -> [ComparedFigure] {
    var compared: [ComparedFigure] = []
    for metric in rules.metrics {
      if let comparison = try comparison(of: metric, pair, rooms) {
        compared.append(comparison)
      } else if metric != .lag {
        throw FileProblem(
          file: "--metric", expected: "metrics that both folders hold",
          found: "no \(metric.key(for: .comparisons)) of \(b.name)")
      }
    }
    return compared
  }

  private func comparison(
    of metric: Metric, _ pair: PairedComparison, _ rooms: RoomComparison?
  ) throws(FileProblem) -> ComparedFigure? {
    switch metric {
    case .mean: return pair.mean
    case .rightRoom: return rooms?.pooled
    case .rightFloor:
      return ComparedFigure(
        floorsOf: PairedErrors(
          a.errors.onWrongFloors, b.errors.onWrongFloors, timeTolerance: rules.timeTolerance),
        tolerance: rules.tolerance)
    case .missed: return ComparedFigure(missedOf: pair.errors, tolerance: rules.tolerance)
    case .lag:
      // A constant baseline has no lag.
      guard let own = try baseline.lag(of: a.name), let other = try judged.lag(of: b.name) else { return nil }
      return ComparedFigure(lagOfA: own, b: other, tolerance: rules.tolerance)
    case .cost:
      return ComparedFigure(
        .cost, a: try baseline.cost(of: a.name), b: try judged.cost(of: b.name), interval: nil, laps: nil,
        tolerance: rules.tolerance)
    default:
      return ComparedFigure(
        metric, of: pair.errors, in: laps(of: a, in: pair), laps(of: b, in: pair), tolerance: rules.tolerance)
    }
  }

  /// The errors of each lap in which both were asked.
  private func laps(of pipeline: SavedResults.Pipeline, in pair: PairedComparison) -> [[PositionError]] {
    let byLap = Dictionary(grouping: pipeline.errors, by: \.lap)
    return pair.errors.laps.map { byLap[$0.lap] ?? [] }
  }
}

extension SavedResults {
  /// From `summary.json`; nil where there is none.
  fileprivate func lag(of pipeline: String) throws(FileProblem) -> (
    seconds: Double, interval: ConfidenceInterval?
  )? {
    let scores = try document("summary.json").elements("scores")
    guard
      let lag = scores.first(where: { (try? $0.text("pipeline")) == pipeline })?.optional("metrics")?
        .optional("lag")
    else { return nil }
    return (try lag.number("seconds"), try lag.interval("interval95"))
  }

  /// Nanoseconds of the method for each fix, from `provenance.json`.
  fileprivate func cost(of pipeline: String) throws(FileProblem) -> Double {
    let costs = try document(ResultsFolder.marker).optional("costs")
    guard case .array(let all) = costs?.content,
      let cost = all.first(where: { (try? $0.text("pipeline")) == pipeline })?.optional("nanosecondsPerFix"),
      let nanoseconds = try? cost.number
    else { throw lacking(ResultsFolder.marker, "a cost of \(pipeline)") }
    return nanoseconds
  }

  private func document(_ name: String) throws(FileProblem) -> Document {
    try Document(contentsOf: "\(path)/\(name)")
  }

  private func lacking(_ name: String, _ expected: String) -> FileProblem {
    FileProblem(file: "\(path)/\(name)", expected: "\(expected) for --metric", found: "none")
  }
}

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
