public import Evaluation
import NumericalMethods
public import World

/// The pipelines of two results folders side by side, or several pipelines of one folder against its first.
public struct FolderComparison: Sendable {
  public struct Row: Sendable {
    /// The name of the baseline's pipeline.
    public let a: String
    /// The name of the pipeline that is judged.
    public let b: String
    public let comparison: PairedComparison
    /// The signed-rank test's p, corrected for the number of rows after Holm.
    public let pHolm: Double
    /// Whether B has no answer at more moments than A, by more than the tolerance and than chance explains.
    public let missesMore: Bool

    /// Whether B is worse: its errors are larger, or it answers less often.
    public var isWorse: Bool { comparison.verdict == .worse || missesMore }
  }

  public let a: SavedResults
  public let b: SavedResults
  /// Whether pipelines of one folder are compared with each other.
  public let isWithinOneFolder: Bool
  public let tolerance: ComparisonTolerance
  /// At least one.
  public let rows: [Row]
  /// Pipelines of B that the baseline does not have, and that therefore nothing is said about.
  public let onlyInB: [String]

  /// Compares two folders, pipeline by pipeline.
  ///
  /// - Parameter names: The pipelines to compare; nil for all that the baseline has, which B must have too.
  /// - Throws: When a pipeline is not there, or was never measured at the same moment on both sides.
  public init(
    _ a: SavedResults, _ b: SavedResults, pipelines names: [String]? = nil,
    tolerance: ComparisonTolerance = ComparisonTolerance()
  ) throws(FileProblem) {
    var couples: [Couple] = []
    for name in names ?? a.pipelines.map(\.name) {
      couples.append(Couple(a: try a.pipeline(name), b: try b.pipeline(name)))
    }
    let known = Set(a.pipelines.map(\.name))
    onlyInB = names == nil ? b.pipelines.map(\.name).filter { !known.contains($0) } : []
    (self.a, self.b, self.tolerance) = (a, b, tolerance)
    isWithinOneFolder = false
    if let seedA = a.seed, let seedB = b.seed, seedA != seedB {
      throw FileProblem(
        file: b.path, expected: "results of the seed \(seedA), as \(a.path) has, so that both heard the same",
        found: "the seed \(seedB)")
    }
    rows = try Self.rows(of: couples, b, tolerance)
  }

  /// Compares pipelines of one folder: each after the first with the first.
  ///
  /// - Parameter names: At least two.
  /// - Throws: As above.
  public init(
    within folder: SavedResults, pipelines names: [String],
    tolerance: ComparisonTolerance = ComparisonTolerance()
  ) throws(FileProblem) {
    precondition(names.count >= 2, "expected at least two pipelines, found \(names.count)")
    var couples: [Couple] = []
    for name in names.dropFirst() {
      couples.append(Couple(a: try folder.pipeline(names[0]), b: try folder.pipeline(name)))
    }
    (a, b, self.tolerance) = (folder, folder, tolerance)
    isWithinOneFolder = true
    onlyInB = []
    rows = try Self.rows(of: couples, folder, tolerance)
  }

  private struct Couple {
    let a: SavedResults.Pipeline
    let b: SavedResults.Pipeline
  }

  /// The draws follow from no scenario's seed, so that the same errors compare alike wherever they came from.
  private static func rows(of couples: [Couple], _ judged: SavedResults, _ tolerance: ComparisonTolerance)
    throws(FileProblem) -> [Row]
  {
    let laps = Set(judged.pipelines.lazy.flatMap(\.errors).map(\.lap))
    var compared: [PairedComparison] = []
    for couple in couples {
      let errors = PairedErrors(couple.a.errors, couple.b.errors, lapsOfB: laps)
      guard let comparison = PairedComparison(errors, tolerance: tolerance) else {
        throw FileProblem(
          file: judged.path, expected: "errors of \(couple.b.name) at moments that the baseline has too",
          found: "\(errors.unmatchedB) without partner and \(errors.missedB) missed")
      }
      compared.append(comparison)
    }
    let corrected = HolmCorrection.adjusted(compared.map(\.signedRankTest.p))
    return couples.indices.map { index in
      Row(
        a: couples[index].a.name, b: couples[index].b.name, comparison: compared[index],
        pHolm: corrected[index], missesMore: compared[index].errors.missesMore(than: tolerance.missed))
    }
  }
}

extension FolderComparison {
  /// Rows in which B is worse by more than the tolerance, with confidence.
  public var worse: [Row] { rows.filter(\.isWorse) }

  /// What a reader must know to judge the figures, a sentence each.
  public var notes: [String] {
    var notes: [String] = []
    if let scenarioA = a.scenario, let scenarioB = b.scenario, scenarioA != scenarioB {
      notes.append("A is of the scenario \(scenarioA), B of \(scenarioB): more than the pipeline differs.")
    }
    if !onlyInB.isEmpty { notes.append("Only in B, not compared: \(onlyInB.joined(separator: ", ")).") }
    let fewest = rows.map(\.comparison.laps).min() ?? 0
    if fewest < 2 {
      notes.append("With one lap there is no interval, and nothing can be called worse.")
    } else if fewest < 10 {
      notes.append("With \(fewest) laps the interval is too narrow; ten or more are needed to trust it.")
    }
    return notes
  }
}
