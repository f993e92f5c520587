package import Documents
import Evaluation
import Laps

// The JSON form of a comparison. Keys and meanings stand in docs/compare.md; what does not exist is null.

extension FolderComparison {
  /// `{"pairs": […], "worse": …}`: the same bytes for the same folders and rules.
  package var document: Document {
    Self.document(
      a: a.comparedDocument, b: b, rules, pairs: rows.map(\.document), worse: !worse.isEmpty,
      onlyInB: onlyInB, differences: differences.map(\.document), notes: notes)
  }

  /// The same of results that could not be compared with what stands, or does not, in a folder.
  package static func document(
    of b: SavedResults, notComparedWith path: String, _ rules: Rules, reason: String
  ) -> Document {
    document(
      a: ["folder": Document(path), "scenario": nil, "seed": nil], b: b, rules, pairs: [], worse: false,
      onlyInB: b.pipelines.map(\.name), differences: [], notes: [reason])
  }

  private static func document(
    a: Document, b: SavedResults, _ rules: Rules, pairs: [Document], worse: Bool,
    onlyInB: [String], differences: [Document], notes: [String]
  ) -> Document {
    let tolerance = rules.tolerance
    return [
      "a": a, "b": b.comparedDocument,
      "tolerance": [
        "relative": Document(tolerance.relative), "absoluteMetres": Document(tolerance.absolute),
        "missed": Document(tolerance.missed), "rooms": Document(tolerance.rooms),
      ],
      "allowsFewerLaps": Document(rules.allowsFewerLaps),
      "allowsDifferentScenarios": Document(rules.allowsDifferentScenarios),
      "pairs": Document(pairs), "worse": Document(worse),
      "onlyInB": Document(onlyInB.map { Document($0) }), "differences": Document(differences),
      "notes": Document(notes.map { Document($0) }),
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
      "worse": Document(isWorse), "failures": Document(failures.map { Document($0.key) }),
      "missesMore": Document(missesMore), "missingLaps": Document(missingLaps.map { Document($0) }),
      "rooms": rooms?.document ?? nil,
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

extension FolderComparison.Row.Failure {
  fileprivate var key: String {
    switch self {
    case .errors: "errors"
    case .missed: "missed"
    case .rooms: "rooms"
    case .laps: "laps"
    }
  }
}

extension RoomComparison {
  fileprivate var document: Document {
    [
      "n": Document(pairs), "laps": Document(laps), "rooms": Document(rooms),
      "tolerance": Document(tolerance), "pooled": pooled.document, "macro": macro.document,
    ]
  }
}

extension RoomComparison.Share {
  fileprivate var document: Document {
    [
      "shareA": Document(a), "shareB": Document(b), "difference": Document(difference),
      "interval95": Document(interval), "verdict": Document(verdict.rawValue),
    ]
  }
}

extension StudyDifference {
  fileprivate var document: Document {
    [
      "file": Document(file), "key": Document(key), "a": a ?? nil, "b": b ?? nil,
      "changesInput": Document(changesInput),
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
