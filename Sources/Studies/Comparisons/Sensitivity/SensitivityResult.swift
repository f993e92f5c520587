package import Evaluation
package import Rendering
import Results
import Scenarios

/// The effect of each variation on each pipeline.
package struct SensitivityResult: StudyOutcome, Sendable {
  /// One pipeline under one variation.
  package struct Row: Sendable {
    package let pipeline: String
    /// The scenario as it stands is A, the varied one B; nil when no error was measured on both sides.
    package let comparison: PairedComparison?
  }

  /// All pipelines under one variation.
  package struct Group: Sendable {
    package let variation: Variation
    /// In the order of the scenario.
    package let rows: [Row]
  }

  package let scenario: String
  package let seed: UInt64
  /// The same under every variation.
  package let laps: Int
  /// One for each variation.
  package let groups: [Group]

  /// - Parameters:
  ///   - variations: at least one.
  ///   - laps: the errors by lap, condition and pipeline; the first condition is the scenario as it stands.
  package init(
    scenario: String, seed: UInt64, variations: [Variation], pipelines: [String], laps: [[[[PositionError]]]]
  ) {
    (self.scenario, self.seed, self.laps) = (scenario, seed, laps.count)
    groups = variations.enumerated().map { index, variation in
      let rows = pipelines.enumerated().map { pipeline, name in
        func errors(_ condition: Int) -> [PositionError] { laps.flatMap { $0[condition][pipeline] } }
        return Row(
          pipeline: name, comparison: PairedComparison(PairedErrors(errors(0), errors(index + 1))))
      }
      return Group(variation: variation, rows: rows)
    }
  }
}

// docs/faults.md lists the keys.

extension SensitivityResult: Described {
  /// What `sensitivity --json` prints.
  package static let figures: [Figure<SensitivityResult>] = [
    .init("scenario", \.scenario),
    .init("seed", \.seed),
    .init("laps", \.laps),
    .init("settings", about: "One element for each variation, below.", \.groups),
  ]
}

extension SensitivityResult.Group: Described {
  /// One variation with all pipelines.
  package static let figures: [Figure<SensitivityResult.Group>] = [
    .init("title", about: "What the table calls it.", \.variation.title),
    .init(
      "parameter", about: "`n`, `c` or `receiver`; with `--faults` the kind of fault.", \.variation.parameter),
    .init("shift", about: "Null for a fault.", \.variation.shift),
    .init("beacons", about: "Those of a fault, separated by spaces; null otherwise.") {
      $0.variation.beacons?.joined(separator: " ")
    },
    .init(
      "pipelines",
      about: """
        pipeline, n (pairs), meanMetres, wrongMeanMetres, differenceMetres (positive when the wrong number, or the fault, \
        is worse), interval95, missed, wrongMissed.
        """, \.rows),
  ]
}

extension SensitivityResult.Row: Described {
  /// What every pipeline has.
  package static let figures: [Figure<SensitivityResult.Row>] = [
    .init("pipeline", \.pipeline), .init("n") { $0.comparison?.errors.pairs.count ?? 0 },
  ]

  /// With the comparison where there is one.
  package var figureValue: FigureValue {
    let own = Self.figures.value(of: self)
    return comparison.map { own.with(Self.measured.value(of: $0)) } ?? own
  }

  private static let measured: [Figure<PairedComparison>] = [
    .init("meanMetres", \.a), .init("wrongMeanMetres", \.b),
    .init("differenceMetres", \.difference, interval: \.interval), .init("missed", \.errors.missedA),
    .init("wrongMissed", \.errors.missedB),
  ]
}

extension SensitivityResult {
  /// Variations side by side in one table.
  private static let most = 3

  /// The effect on each pipeline: a table for each number that is set wrong, or three faults to a table.
  package var report: [ReportSection] {
    let hasFaults = groups.contains { $0.variation.beacons != nil }
    let what = hasFaults ? "with one fault" : "under one misspecification"
    let head =
      "\(scenario), \(Counted.text(laps, "lap")): increase of the mean error (m) [95 %] \(what) at a time; paired over the "
      + "same laps."
    let parts =
      hasFaults
      ? [groups]
      : MisSetting.Parameter.allCases.map { parameter in
        groups.filter { $0.variation.parameter == parameter.rawValue }
      }
    return [.paragraph(head)] + parts.flatMap(tables)
  }

  private func tables(of groups: [Group]) -> [ReportSection] {
    // As many to each table as can be: four are two and two.
    let tables = max((groups.count + Self.most - 1) / Self.most, 1)
    let each = max((groups.count + tables - 1) / tables, 1)
    return stride(from: 0, to: groups.count, by: each).map { first in
      table(of: Array(groups[first..<min(first + each, groups.count)]))
    }
  }

  private func table(of groups: [Group]) -> ReportSection {
    let rows = groups[0].rows
    let losses = groups.map { group in
      Figure<Int>(
        nil, group.variation.title, better: .smaller, { group.rows[$0].comparison?.difference },
        interval: { group.rows[$0].comparison?.interval })
    }
    return .table(
      rows.indices,
      [
        .init(nil, "pipeline") { rows[$0].pipeline },
        .init(nil, "mean", unit: "m") { rows[$0].comparison?.a },
      ] + losses, notes: laps < 2 ? ["With one lap there is no interval."] : [])
  }
}
