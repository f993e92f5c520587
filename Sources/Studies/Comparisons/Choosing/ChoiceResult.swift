package import Documents
package import Evaluation
import NumericalMethods
package import Rendering
import Results

/// A candidate on sites that it has not seen, beside its rivals.
package struct ChoiceResult: StudyOutcome, Sendable {
  /// One site that was left out.
  package struct Row: Sendable {
    package let site: String
    /// With the constants that were chosen on the other sites.
    package let candidate: SiteErrors
    /// The rival that was best on the other sites.
    package let rival: String
    /// Its mean error on this one, in metres.
    package let rivalMean: Double
    /// The candidate's mean error over that rival's.
    package let ratio: ErrorRatio
    /// Of the candidate's stated regions those that hold the ground truth; nil where it states none.
    package let share: SiteFigure?
    /// Of the candidate; nil where it states no regions.
    package let normalisedSquare: SiteFigure?
    /// The rival that is best on this very site.
    package let best: String
    /// Its mean error, in metres.
    package let bestMean: Double

    /// The candidate's mean error over that of the rival that is best here, less 1.
    package var regret: Double { candidate.mean / bestMean - 1 }
  }

  /// A rival on all sites of a class.
  package struct Rival: Sendable {
    let name: String
    /// By site, in metres.
    let means: [Double]
  }

  /// One class of information.
  package struct Class: Sendable {
    package let name: String
    let candidate: String
    /// The sites that were left out, in the order of the file.
    package let rows: [Row]
    /// All sites of the class.
    package let sites: [String]
    let rivals: [Rival]
    let notes: [String]

    /// The geometric mean over all sites; nil where not each of them was left out.
    package var ratio: ErrorRatio? {
      rows.count == sites.count ? ErrorRatio(geometricMeanOf: rows.map(\.ratio)) : nil
    }
  }

  /// The constants that are chosen without one site.
  package struct Choice: Sendable {
    /// Nil where none is left out: the constants for sites that are still to come.
    package let leftOut: String?
    /// Nil for a value as the file states it.
    package let values: [(key: String, value: Document?)]
  }

  package let name: String
  package let seed: UInt64
  package let classes: [Class]
  package let chosen: [Choice]
  /// What was left out, and why.
  package let notes: [String]
}

extension ChoiceResult.Class {
  /// Which limits are not met; nil without all sites, empty where all are.
  package var failures: [String]? {
    guard let ratio else { return nil }
    var failures: [String] = []
    let upper = ratio.interval?.upper ?? .infinity
    if ratio.value > UnseenLimits.mean || upper >= 1 {
      failures.append(
        "the geometric mean is not at most \(UnseenLimits.mean) with an interval that ends below 1")
    }
    let worse = rows.filter { ($0.ratio.interval?.lower ?? $0.ratio.value) > UnseenLimits.site }.map(\.site)
    if !worse.isEmpty {
      failures.append("the interval begins above \(UnseenLimits.site) on \(Counted.list(worse))")
    }
    let regretted = rows.filter { 1 + $0.regret > UnseenLimits.regret }.map(\.site)
    if !regretted.isEmpty {
      let percent = FixedPoint.shortest(100 * (UnseenLimits.regret - 1))
      failures.append("the regret is above \(percent) % on \(Counted.list(regretted))")
    }
    let untrue = rows.filter(\.isUntrue).map(\.site)
    if !untrue.isEmpty { failures.append("stated errors are not true on \(Counted.list(untrue))") }
    return failures
  }

  /// The geometric mean and what it shows, in sentences.
  fileprivate var conclusion: [String] {
    guard let ratio, let failures else { return [] }
    func text(_ value: Double) -> String { FixedPoint.text(value, decimals: 3) }
    let interval = ratio.interval.map { " [\(text($0.lower)), \(text($0.upper))]" } ?? ""
    let verdict =
      failures.isEmpty ? "All limits are met." : "Limits not met: \(failures.joined(separator: "; "))."
    return ["Geometric mean of the ratios: \(text(ratio.value))\(interval). \(verdict)"]
  }

  /// Where observations are not walks.
  fileprivate var blocks: [String] {
    rows.filter(\.candidate.isByBlock).map {
      "\($0.site): the interval is over \($0.candidate.errors.count) blocks of \(FixedPoint.text(SiteErrors.blockSeconds, decimals: 0)) s, or "
        + "test points, of its \(Counted.text($0.candidate.walks, "walk"))."
    }
  }
}

extension ChoiceResult {
  /// A table for each class, and the constants.
  package var report: [ReportSection] {
    let head =
      "\(name): mean errors on each site with constants that were chosen on the others, and the ratio to the rival that was best there, "
      + "with 95 % intervals by a bootstrap over walks. Regret is against the rival that is best on the site itself."
    var sections: [ReportSection] = [.paragraph(head)]
    for group in classes {
      sections.append(.paragraph("Class \(group.name), candidate \(group.candidate):"))
      sections.append(.table(group.rows, Row.figures, notes: group.conclusion + group.blocks + group.notes))
      var means: [Figure<Rival>] = [.init(nil, "rival", \.name)]
      means += group.sites.enumerated().map { index, site in
        .init(nil, site, unit: "m", better: .smaller) { $0.means[index] }
      }
      means.append(.init(nil, "geometric mean", unit: "m", better: .smaller, \.geometricMean))
      sections.append(.details([.table(group.rivals.sorted { $0.geometricMean < $1.geometricMean }, means)]))
    }
    if let first = chosen.first, !first.values.isEmpty {
      let constants: [Figure<Choice>] = first.values.indices.map { index in
        .init(nil, first.values[index].key) { $0.values[index].value?.plain ?? "as stated" }
      }
      sections.append(
        .table(chosen, [.init(nil, "constants without") { $0.leftOut ?? "none left out" }] + constants))
    }
    return sections + [.paragraphs(notes.map { $0 + "." })]
  }
}

extension ChoiceResult.Rival {
  /// In metres.
  fileprivate var geometricMean: Double {
    Elementary.exp(means.reduce(0) { $0 + Elementary.log($1) } / Double(means.count))
  }
}

// docs/columns.md lists the keys.

extension ChoiceResult: Described {
  /// What `choose --json` prints.
  package static let figures: [Figure<ChoiceResult>] = [
    .init("protocol", \.name), .init("seed", \.seed), .init("classes", \.classes), .init("chosen", \.chosen),
    .init("notes", about: "Data sets that are left out, and why.", \.notes),
  ]
}

extension ChoiceResult.Class: Described {
  /// One class of information.
  package static let figures: [Figure<ChoiceResult.Class>] = [
    .init("class", \.name), .init("candidate", about: "The name of its pipeline.", \.candidate),
    .init("sites", \.rows),
    .init(
      "ratio", about: "The geometric mean of the sites' ratios; null unless each site was left out.",
      { $0.ratio?.value },
      interval: { $0.ratio?.interval }),
    .init("failures", about: "The limits that are not met.") { ($0.failures ?? []).figureValue },
    .init("rivals", \.rivals),
    .init("notes", about: "Rivals that cannot run on a data set, and why.", \.notes),
  ]
}

extension ChoiceResult.Row: Described {
  /// One site that was left out.
  package static let figures: [Figure<ChoiceResult.Row>] = [
    .init("site", "site", \.site),
    .init("walks", "walks", \.candidate.walks),
    .init(
      "observations", about: "Walks, or blocks of them where there are fewer than three."
    ) { $0.candidate.errors.count },
    .init(
      "candidateMetres", "candidate", unit: "m", better: .smaller, about: "The mean error of the candidate."
    ) {
      $0.candidate.mean
    },
    .init(
      "rival", "best elsewhere", about: "The rival with the smallest geometric mean on the other sites.",
      \.rival),
    .init("rivalMetres", "its error here", unit: "m", about: "Its mean error on this site.", \.rivalMean),
    .init("ratio", "ratio", unit: "[95 %]", better: .smaller, estimate: \.ratio),
    .init("best", "in hindsight", about: "The rival with the smallest mean error on this site.", \.best),
    .init("bestMetres", "least error", unit: "m", about: "Its mean error.", \.bestMean),
    .init(
      "regret", "regret", form: .percent, better: .smaller,
      about: "By how much the candidate's error is above that.", \.regret),
    .init(
      "regionShare", intervalKey: "regionShareInterval95", "in 95 % regions", unit: "[95 %]", form: .percent,
      about:
        "The share of the candidate's stated 95 % regions that hold the ground truth; null where it states none.",
      estimate: \.share),
    .init(
      "normalisedSquare", intervalKey: "normalisedSquareInterval95", "NEES",
      about: "The candidate's normalised estimation error squared, 1 where its stated errors are right.",
      estimate: \.normalisedSquare),
    .init(
      "verdict", "verdict",
      about: "Whether the interval of the ratio excludes 1; null with fewer than eight walks.", \.verdict),
  ]

  /// Whether the interval of the share, or the normalised square, is outside what is allowed.
  fileprivate var isUntrue: Bool {
    let outside = share.map { share in
      let interval = share.interval ?? ConfidenceInterval(lower: share.value, upper: share.value)
      return interval.upper < UnseenLimits.regions.lowerBound
        || interval.lower > UnseenLimits.regions.upperBound
    }
    return outside ?? false
      || normalisedSquare.map { !UnseenLimits.normalisedSquare.contains($0.value) } ?? false
  }

  private var verdict: String? {
    guard candidate.walks >= UnseenLimits.leastWalks, let interval = ratio.interval else { return nil }
    return (interval.upper < 1 ? Conclusion.Direction.better : interval.lower > 1 ? .worse : .notShown)
      .rawValue
  }
}

extension ChoiceResult.Rival: Described {
  /// One rival.
  package static let figures: [Figure<ChoiceResult.Rival>] = [
    .init("pipeline", \.name),
    .init("metres", about: "Its mean error on each site of the class, in the order of the file.") {
      $0.means.figureValue
    },
  ]
}

extension ChoiceResult.Choice: Described {
  /// The constants that were chosen without one site.
  package static let figures: [Figure<ChoiceResult.Choice>] = [
    .init("leftOut", about: "The site; null where none is left out.", \.leftOut),
    .init("constants", about: "For each its `key` and its `value`; null for that of the file.") { choice in
      FigureValue.nested(
        Document(
          choice.values.map {
            FigureValue.object([("key", .text($0.key)), ("value", $0.value.figureValue)]).document
          }))
    },
  ]
}
