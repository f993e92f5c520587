package import ArgumentParser
import Documents
import Evaluation
import Laps
import Propagation
package import Rendering
package import Results
import Scenarios
import World

extension FingerprintResult {
  /// What each row came to, what was published and whether one experiment might have given it, what the rows are, and
  /// what follows from the published numbers alone.
  package var report: [ReportSection] {
    [.paragraph(heading), .table(table)] + (publishedTable.map { [.table($0)] } ?? []) + [
      .paragraphs(failures.map { "Failed: \($0)." }),
      .details([.table(legend), .paragraphs(arithmetic.flatMap(\.sentences))]),
    ]
  }

  /// How many published figures a single experiment could have given.
  var summary: String {
    let counts = FingerprintVerdict.Verdict.allCases.map { verdict in
      "\(verdicts.count { $0.verdict == verdict }) \(verdict.rawValue)"
    }
    return "\(study.scenario.name), \(Counted.text(study.laps, "lap")): \(counts.joined(separator: ", "))."
  }

  private var heading: String {
    let (visits, points) = (study.visits, study.simulation.site.testPoints.count)
    let others =
      hasUnlisted
      ? " and then \(Counted.text(visits.settings.unlisted.count, "place")) outside the radio map" : ""
    return
      "\(study.scenario.name): \(Counted.text(study.laps, "lap")). In each, \(Counted.text(points, "point")) "
      + "\(FixedPoint.shortest(study.spacing)) m apart are surveyed with "
      + "\(Counted.text(study.survey.readings, "reading")) each, and "
      + "\(Counted.number(visits.visitedPoints)) of them"
      + "\(others) visited for \(Counted.number(visits.settings.readings)). "
      + "Hits: fixes at exactly the visited point. "
      + (study.laps == 1 ? IntervalNote.none : "Means of all laps [95 %].")
  }

  private var hasUnlisted: Bool { !study.visits.settings.unlisted.isEmpty }

  private var table: ReportTable {
    func interval(
      _ title: String, _ unit: String, form: ReportTable.Column.Form = .plain, _ statistic: StayStatistic
    ) -> Figure<FingerprintRowResult> {
      .init(
        nil, title, unit: unit, form: form, { $0[statistic]?.value }, interval: { $0[statistic]?.interval })
    }
    let hasMissed = rows.contains { $0.score.missed > 0 }
    return ReportTable(
      of: rows,
      [
        .init(nil, "row", \.row.name), interval("hits", "%", form: .percent, .hitRate),
        interval("mean", "m", .mean), .init(nil, "largest of a lap", unit: "m") { $0[.largest]?.value },
      ]
        + (hasUnlisted ? [interval("mean with unlisted", "m", .meanWithUnlisted)] : [])
        + (hasMissed
          ? [
            .init(nil, "no fix", unit: "%", decimals: 1) {
              100 * Double($0.score.missed) / Double($0.score.missed + $0.score.count)
            }
          ] : []))
  }

  /// Nil where nothing was published.
  private var publishedTable: ReportTable? {
    guard !verdicts.isEmpty else { return nil }
    let sources = rows.compactMap(\.row.published?.source).uniqued
    let note =
      "Inside: one lap, an experiment as large as the published one, could have given the figure: more than "
      + "2.5 % of laps lie on either side of it. A match shows that such a channel is sufficient, not that it was "
      + "theirs. Source: \(sources.joined(separator: "; "))."
    return ReportTable(
      of: verdicts,
      [
        .init(nil, "figure") { "\($0.row): \($0.statistic.form.title)" },
        .init(nil, "published") { text($0.published, $0.statistic) },
        .init(nil, "simulated") { verdict in
          verdict.figure.map { text($0.value, verdict.statistic) } ?? "–"
        },
        .init(nil, "95 % of single laps") { verdict in
          verdict.figure.map(\.lapRange).map {
            "\(text($0.lower, verdict.statistic)) to \(text($0.upper, verdict.statistic))"
          } ?? "–"
        }, .init(nil, "verdict") { $0.verdict.rawValue + ($0.isChecked ? ", checked" : "") },
      ], legend: [note] + gains)
  }

  /// On which row each gain is.
  private var gains: [String] {
    let pairs = study.rows.compactMap { row in
      row.published?.against.map { "of \"\(row.name)\" on \"\($0)\"" }
    }
    return pairs.isEmpty ? [] : ["Gained: in the same lap, \(Counted.list(pairs))."]
  }

  private var legend: ReportTable {
    ReportTable(
      of: rows,
      [
        .init(nil, "row", \.row.name), .init(nil, "map", \.mapSummary),
        .init(nil, "readings") {
          $0.filterSummary + ($0.row.scoresEachFix ? ", a fix at each" : "")
        },
        .init(nil, "compared", \.methodSummary), .init(nil, "fewest beacons", \.leastBeacons),
      ], notes: ["All pipelines use the radio map."])
  }
}

private func text(_ value: Double, _ statistic: StayStatistic) -> String {
  statistic == .hitRate || statistic == .hitRateGain
    ? FixedPoint.text(value * 100, decimals: 1) + " %" : FixedPoint.text(value, decimals: 2) + " m"
}

/// `reproduce fingerprint`: the experiments with radio maps, or scenarios like them.
package struct ReproduceFingerprintCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "fingerprint",
    abstract: "Reproduce the fingerprint experiments of Son, Tuan Anh and Mai with three and four beacons.",
    discussion: """
      Simulates a survey and visits to the surveyed points, and prints hit rates and errors of nearest fingerprints \
      beside the published ones.

      Example: beaconbench reproduce fingerprint --laps 20
      """)

  /// Those of this project.
  static let presets = ["three-beacons", "four-beacons", "generic"].map {
    "scenarios/fingerprint/\($0).yaml"
  }

  @Argument(
    help: ArgumentHelp(
      "Scenarios with a survey and a standing walk. (default: three-beacons, four-beacons and generic of scenarios/fingerprint)",
      valueName: "scenario"), completion: .file(), transform: OptionValue.input)
  var paths = ReproduceFingerprintCommand.presets.map(ShippedFile.path)

  /// Seed, laps, threads and output.
  @OptionGroup package var options: RunningOptions<FileLaps>

  /// Before its arguments are parsed.
  package init() {}

  /// Reads all scenarios before any of them runs.
  package func prepared() throws -> any PreparedStudy { try FingerprintStudies(of: paths, options) }
}

/// Fingerprint experiments, one after the other.
struct FingerprintStudies: SteppedStudy {
  let studies: [FingerprintStudy]

  init(of paths: [String], _ options: RunningOptions<FileLaps>) throws {
    studies = try paths.map {
      try FingerprintStudy(contentsOf: $0, seed: options.seed, laps: options.laps)
    }
  }

  var steps: StudySteps { StudySteps(studies.reduce(0) { $0 + $1.laps }) }

  func run(width: Int, progress: (Int) -> Void) async throws -> FingerprintResults {
    var (done, results) = (0, [FingerprintResult]())
    for study in studies {
      results.append(try await study.run(width: width) { progress(done + $0) })
      done += study.laps
    }
    return FingerprintResults(results: results)
  }
}

/// The results of fingerprint experiments.
struct FingerprintResults: StudyOutcome {
  let results: [FingerprintResult]

  var failures: [String] { results.flatMap(\.failures) }
  var report: [ReportSection] { results.flatMap(\.report) }
  var document: Document {
    ["presets": Document(results.map(\.document)), "failures": Document(failures.map { Document($0) })]
  }
  var failure: String? { failures.isEmpty ? nil : "fingerprint: \(failures.joined(separator: "; "))" }
}
