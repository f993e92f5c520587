public import Evaluation
public import SiteFiles

// The JSON form of a comparison. Keys and meanings stand in docs/compare.md; what does not exist is null.

extension FolderComparison {
  /// `{"pairs": […], "worse": …}`: the same bytes for the same folders and tolerance.
  public var document: Document {
    Self.document(
      a: a.comparedDocument, b: b, tolerance, pairs: rows.map(\.document), worse: !worse.isEmpty,
      onlyInB: onlyInB, notes: notes)
  }

  /// The same of results that could not be compared with what stands, or does not, in a folder.
  public static func document(
    of b: SavedResults, notComparedWith path: String, _ tolerance: ComparisonTolerance, reason: String
  ) -> Document {
    document(
      a: ["folder": Document(path), "scenario": nil, "seed": nil], b: b, tolerance, pairs: [], worse: false,
      onlyInB: b.pipelines.map(\.name), notes: [reason])
  }

  private static func document(
    a: Document, b: SavedResults, _ tolerance: ComparisonTolerance, pairs: [Document], worse: Bool,
    onlyInB: [String], notes: [String]
  ) -> Document {
    [
      "a": a, "b": b.comparedDocument,
      "tolerance": [
        "relative": Document(tolerance.relative), "absoluteMetres": Document(tolerance.absolute),
        "missed": Document(tolerance.missed),
      ],
      "pairs": Document(pairs), "worse": Document(worse),
      "onlyInB": Document(onlyInB.map { Document($0) }), "notes": Document(notes.map { Document($0) }),
    ]
  }
}

extension SavedResults {
  fileprivate var comparedDocument: Document {
    [
      "folder": Document(path), "scenario": scenario.map { Document($0) } ?? nil,
      "seed": seed.map { Document($0) } ?? nil,
    ]
  }
}

extension FolderComparison.Row {
  fileprivate var document: Document {
    let errors = comparison.errors
    return [
      "a": Document(a), "b": Document(b), "n": Document(errors.pairs.count),
      "laps": Document(comparison.laps), "meanMetresA": Document(comparison.meanA),
      "meanMetresB": Document(comparison.meanB), "differenceMetres": Document(comparison.difference),
      "interval95": Document(comparison.interval),
      "tolerance": Document(comparison.tolerance), "verdict": Document(comparison.verdict.rawValue),
      "worse": Document(isWorse), "missesMore": Document(missesMore),
      "p": Document(comparison.signedRankTest.p),
      "pHolm": Document(pHolm), "pSign": Document(comparison.signTest.p),
      "unmatched": Document(errors.unmatchedA + errors.unmatchedB),
      "unmatchedA": Document(errors.unmatchedA), "unmatchedB": Document(errors.unmatchedB),
      "missedA": Document(errors.missedA), "missedB": Document(errors.missedB),
      "missedByBoth": Document(errors.missedByBoth),
      "missedByOne": Document(errors.missedByOne.map(\.document)),
    ]
  }
}

extension PairedErrors.MissedByOne {
  fileprivate var document: Document {
    [
      "lap": Document(lap), "point": point.map { Document($0) } ?? nil, "time": Document(time),
      "by": Document(side.rawValue),
    ]
  }
}
