package import ArgumentParser
package import Evaluation
import NumericalMethods
package import Rendering
package import Results
package import World

/// How many laps each pair of pipelines needs.
package struct PowerResult: Sendable {
  /// One pipeline against the baseline.
  package struct Row: Sendable {
    /// The pipeline.
    package let pipeline: String
    /// The baseline is A.
    package let comparison: PairedComparison
    /// The standard deviation of the laps' mean differences, in metres.
    package let deviation: Double
    /// The true difference in metres that the laps of the folder show with the power.
    package let shown: Double
    /// Laps for each of the differences; nil for more than a million.
    package let laps: [Int?]

    /// Nil with fewer than two laps.
    package init?(_ comparison: PairedComparison, of pipeline: String, differences: [Double], power: Double) {
      guard let interval = comparison.interval else { return nil }
      let bound = StudentQuantile.twoSided(
        ConfidenceInterval.confidence, degrees: Double(comparison.laps - 1))
      let error = (interval.upper - interval.lower) / 2 / bound
      let deviation = error * Double(comparison.laps).squareRoot()
      (self.pipeline, self.comparison, self.deviation) = (pipeline, comparison, deviation)
      shown = LapsForPower.difference(shownBy: comparison.laps, deviation: deviation, power: power)
      laps = differences.map { LapsForPower.laps(toShow: $0, deviation: deviation, power: power) }
    }
  }

  /// The folder.
  package let results: String
  /// The name of the pipeline with which the others are compared.
  package let baseline: String
  /// The probability of finding a difference.
  package let power: Double
  /// Metres.
  package let differences: [Double]
  /// In the order of the folder, or as asked for.
  package let rows: [Row]

  /// Pairs the errors of each pipeline with those of the first.
  ///
  /// - Parameters:
  ///   - names: the pipelines, the baseline first; nil for all of the folder.
  ///   - differences: metres.
  ///   - power: the probability of finding them, above 0.5 and below 1.
  /// - Throws: `FileProblem` for a folder without results, and fewer than two pipelines.
  package init(
    _ folder: SavedResults, pipelines names: [String]?, differences: [Double], power: Double
  ) throws(FileProblem) {
    (results, self.differences, self.power) = (folder.path, differences, power)
    let pipelines = try (names ?? folder.subjects).map { name throws(FileProblem) in
      try folder.pipeline(name)
    }
    guard Set(pipelines.map(\.name)).count == pipelines.count, pipelines.count > 1 else {
      throw FileProblem(
        file: folder.path, expected: "two or more different pipelines to compare",
        found: pipelines.map(\.name).joined(separator: ", "))
    }
    baseline = pipelines[0].name
    rows = try pipelines.dropFirst().map { other throws(FileProblem) in
      let comparison = PairedComparison(PairedErrors(pipelines[0].errors, other.errors))
      guard
        let row = comparison.flatMap({
          Row($0, of: other.name, differences: differences, power: power)
        })
      else {
        throw FileProblem(
          file: folder.path,
          expected: "two or more laps with errors of \(pipelines[0].name) and \(other.name)",
          found: "\(comparison?.laps ?? 0)")
      }
      return row
    }
  }

  /// A row for each pipeline, with the laps for each difference.
  package var report: [ReportSection] {
    let percent = FixedPoint.shortest(100 * power)
    let needed = differences.enumerated().map { index, difference in
      Figure<Row>(nil, FixedPoint.shortest(difference, decimals: 3), unit: "m") { row in
        row.laps[index].map(FigureValue.count) ?? .text("> \(Counted.number(LapsForPower.most))")
      }
    }
    return [
      .paragraph("\(results): laps that show a difference from \(baseline) with a power of \(percent) %."),
      .table(
        rows, Row.found + needed,
        legend: [
          "Difference: of the paired errors here. Std: of the laps' mean differences. Shown: the true difference whose 95 % interval "
            + "keeps clear of 0 in \(percent) % of repetitions with the laps here. Metres: the laps for a true difference of that size. "
            + "The std is an estimate: with few laps it may be far off."
        ]),
    ]
  }
}

// docs/columns.md lists the keys.

extension PowerResult: Described {
  /// What `power --json` prints.
  package static let figures: [Figure<PowerResult>] = [
    .init("results", \.results),
    .init("baseline", about: "The first pipeline.", \.baseline),
    .init("power", \.power),
    .init(
      "pipelines",
      about:
        "One element for each, below, with `needed`: the laps for each differenceMetres; null where a million are too few."
    ) { result in
      result.rows.map { row in
        let needed = zip(result.differences, row.laps).map { difference, laps in
          FigureValue.object([("differenceMetres", .number(difference)), ("laps", laps.figureValue)])
        }
        return (Row.found).value(of: row).with(.object([("needed", needed.figureValue)]))
      }
    },
  ]
}

extension PowerResult.Row {
  /// One pipeline; `needed` follows.
  package static let found: [Figure<PowerResult.Row>] = [
    .init("pipeline", "pipeline", \.pipeline), .init("laps", "laps", \.comparison.laps),
    .init("n", about: "Pairs of errors.", \.comparison.errors.pairs.count),
    .init(
      "differenceMetres", "difference", unit: "m [95 %]", decimals: 3, better: .smaller,
      \.comparison.difference, interval: \.comparison.interval),
    .init(
      "stdMetres", "std", unit: "m", decimals: 3,
      about: "The standard deviation of the laps' mean differences.", \.deviation),
    .init(
      "shownMetres", "shown", unit: "m", decimals: 3, better: .smaller,
      about: "The difference that the present laps show with this power.", \.shown),
  ]
}

/// How many laps a paired comparison needs to find a difference that is really there.
///
/// Each lap gives one observation, the mean difference of its errors, whose standard deviation over laps is s. The 95 %
/// interval of n laps keeps clear of 0 with the probability P when the true difference is
///
///     δ = (t₀.₉₇₅ + t_P) s/√n
///
/// with Student's t of n - 1 degrees of freedom. Source: the sample size of a paired t test, Sokal and Rohlf 1995,
/// "Biometry", section 9.8, in the form for one sample; it agrees with the noncentral t to within one lap.
enum LapsForPower {
  /// The largest number of laps that is given.
  static let most = 1_000_000

  /// The true difference that some laps show.
  ///
  /// - Parameters:
  ///   - laps: at least 2.
  ///   - deviation: the standard deviation over laps, in the unit of the difference.
  ///   - power: the probability of showing it, above 0.5 and below 1.
  static func difference(shownBy laps: Int, deviation: Double, power: Double) -> Double {
    let freedom = Double(laps - 1)
    let bound = StudentQuantile.twoSided(ConfidenceInterval.confidence, degrees: freedom)
    return (bound + StudentQuantile.twoSided(2 * power - 1, degrees: freedom)) * deviation
      / Double(laps).squareRoot()
  }

  /// The least number of laps that shows a true difference; nil where ``most`` do not.
  static func laps(toShow difference: Double, deviation: Double, power: Double) -> Int? {
    func suffices(_ laps: Int) -> Bool {
      self.difference(shownBy: laps, deviation: deviation, power: power) <= difference
    }
    guard suffices(most) else { return nil }
    return (2..<most).partitioningIndex(where: suffices)
  }
}

/// The verb `power`.
package struct PowerCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Compute how many laps are needed to show a given difference between pipelines.",
    discussion: """
      Pairs the errors of the pipelines in a results folder, such as that of a first run with few laps, and prints how many \
      laps show a difference of a given size, and which difference the present laps show.

      Example: beaconbench power results/floor35/seed1-laps20 --pipelines Kalman,feedback --differences 0.1,0.2
      """)

  @Argument(.folder, "The results folder of a first run.", as: "results")
  var path: String

  @Option(.names, "Use only these pipelines; the first is the baseline. (default: all)")
  var pipelines: [String]?

  @Option(
    .dashed(Self.metres), "The differences to show, in metres. (default: 0.05,0.1,0.2,0.5)", as: "a,b,...")
  var differences = [0.05, 0.1, 0.2, 0.5]

  @Option(
    .number(0.51...0.999, "a probability"),
    "The probability of showing them, the power of the test. (default: 0.8)",
    name: .customLong("probability"), as: "probability")
  var power = 0.8

  /// Tables or JSON.
  @OptionGroup package var options: OutputOptions

  package init() {}

  /// Reads the folder.
  package func prepared() throws -> any PreparedStudy {
    let result = try PowerResult(
      SavedResults(contentsOf: path), pipelines: pipelines, differences: differences, power: power)
    return Answer(result.report, result.document)
  }

  private static let metres: @Sendable (String) throws -> [Double] = { text in
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == text.count(where: { $0 == "," }) + 1, numbers.count <= 8,
      numbers.allSatisfy({ 0.001...1000 ~= $0 })
    else {
      throw ValidationError("expected up to 8 numbers of metres from 0.001 to 1000, separated by commas")
    }
    return numbers
  }
}
