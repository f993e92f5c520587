import Comparisons
package import Evaluation
import NumericalMethods

/// The submissions of one task, from the smallest mean error to the largest, and which of them differ.
///
/// The first rank belongs to the smallest mean error and to all that are not shown to differ from it; the next rank to the
/// smallest mean error of the others, and so on. Each difference is that of two means over the same laps (``FigureDifference``), its p
/// that of Student's t, corrected after Holm for all methods that are compared with the same one, as `compare` corrects its rows.
package struct BenchmarkRanking: Sendable {
  /// One submission.
  package struct Row: Sendable {
    package let submission: Submission
    package let score: TaskScore
    /// Nil with too few fixes to be ranked, or without any.
    package internal(set) var rank: Int?
    /// From the best of the rank before, or for the first rank from its best; nil for the first of all and without a rank.
    package internal(set) var behind: FigureDifference?
    /// Of ``behind``, corrected; nil where too few laps give none.
    package internal(set) var p: Double?
  }

  /// Ranked ones in the order of their mean errors, then the others.
  package let rows: [Row]

  static let level = 0.05

  /// - Parameter missed: the largest share of moments without a fix with which a method is ranked.
  package init(_ submissions: [Submission], missed: Double) {
    let all = submissions.compactMap { submission in
      submission.result.map { Row(submission: submission, score: $0) }
    }.sorted { Self.isBefore($0, $1) }
    var ranked = all.filter { $0.score.mean != nil && $0.score.missedShare <= missed }
    let others = all.filter { $0.score.mean == nil || $0.score.missedShare > missed }
    var left = Array(ranked.indices)
    while let best = left.first {
      let place = ranked.count - left.count + 1
      let differences = left.map {
        FigureDifference(from: ranked[best].score.figure, to: ranked[$0].score.figure)
      }
      let p = HolmCorrection.adjusted(differences.dropFirst().map { $0?.p ?? 1 })
      var later: [Int] = []
      for (position, index) in left.enumerated() {
        let corrected = position == 0 ? nil : p[position - 1]
        if position > 0 { (ranked[index].behind, ranked[index].p) = (differences[position], corrected) }
        if corrected.map({ $0 < Self.level }) ?? false {
          later.append(index)
        } else {
          ranked[index].rank = place
        }
      }
      left = later
    }
    rows = ranked + others
  }

  /// By the mean error, then by name.
  private static func isBefore(_ a: Row, _ b: Row) -> Bool {
    let (first, second) = (a.score.mean?.value ?? .infinity, b.score.mean?.value ?? .infinity)
    return first == second ? a.submission.method < b.submission.method : first < second
  }
}

extension FigureDifference {
  /// Of the test that there is no difference; nil without a standard error.
  fileprivate var p: Double? {
    guard let standardError else { return nil }
    if isNone { return 1 }
    return standardError > 0 ? StudentQuantile.outside(value / standardError, degrees: Double(laps - 1)) : 0
  }
}
