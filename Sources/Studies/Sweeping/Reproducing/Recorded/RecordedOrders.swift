package import ArgumentParser
package import Comparisons
import Evaluation
import Laps
package import Rendering
package import Results
import Scenarios

/// The rows of a scenario with published figures on recorded walks, and whether they come in the published order there.
package struct RecordedOrders: StudyOutcome, Sendable {
  /// Two rows with different published means on one data set.
  package struct Pair: Sendable {
    /// The title of the data set's column.
    let column: String
    let smaller: String
    /// The row with the larger published mean.
    let larger: String
    /// Metres by which it is larger.
    let published: Double
    /// The errors of the larger less those of the smaller, with the walks that show the difference found and the published one;
    /// nil where both were not measured in at least two walks.
    let power: PowerResult.Row?

    var verdict: PublishedOrder.Verdict { .init(power?.comparison.interval) }
  }

  /// The rows, and the data sets on which all of them run.
  package let methods: MethodsResult
  /// By data set.
  package let pairs: [Pair]
  /// The other data sets, each with the reason.
  let leftOut: [String]
  /// How the scenario was changed.
  let changes: [ReportSection]
}

extension RecordedOrders.Pair {
  /// The probability with which so many walks show a difference.
  static let power = 0.8

  /// All pairs on a data set.
  ///
  /// - Parameter laps: by pipeline, then by walk, as in the result.
  static func all(on column: Int, of result: MethodsResult, _ laps: [[[PositionError]]]) -> [Self] {
    let rows = result.published.indices.compactMap { row in
      result.published[row].map { (row: row, mean: $0.mean) }
    }
    .sorted { ($0.mean, $0.row) < ($1.mean, $1.row) }
    return rows.enumerated().flatMap { place, smaller in
      rows[(place + 1)...].filter { $0.mean > smaller.mean }.map { larger in
        let published = larger.mean - smaller.mean
        let comparison = PairedComparison(
          PairedErrors(byLap: zip(laps[smaller.row], laps[larger.row]).map { (a: $0, b: $1) }))
        return Self(
          column: result.columns[column].name, smaller: result.lines[smaller.row].name,
          larger: result.lines[larger.row].name, published: published,
          power: comparison.flatMap {
            PowerResult.Row(
              $0, of: result.lines[larger.row].name, differences: [$0.difference.magnitude, published],
              power: power)
          })
      }
    }
  }
}

/// The errors of the pipelines of ``ReproduceRecordedCommand/scenario`` on recorded walks.
struct RecordedOrdersStudy: SteppedStudy, Sendable {
  private let study: MethodsStudy
  private let leftOut: [String]
  private let changes: [ReportSection]

  /// - Parameters:
  ///   - root: the folder in which data sets lie.
  ///   - changes: how the scenario was changed.
  init(_ methods: MethodsScenario, root: String, changes: [ReportSection] = []) throws {
    let (present, absent) = try MethodsPart.present(in: methods, root: root)
    var (parts, leftOut) = ([MethodsPart](), absent)
    for part in present {
      do throws(StudyProblem) {
        guard part.column.measure == .mean else {
          leftOut.append("\(part.column.name): its ground truth has no positions")
          continue
        }
        _ = try RecordedStudy(part.scenario, part.folds[0])
        parts.append(part)
      } catch {
        leftOut.append("\(part.column.name): \(error)")
      }
    }
    (study, self.leftOut, self.changes) = (MethodsStudy(methods, parts), leftOut, changes)
  }

  var steps: StudySteps { study.steps }

  func run(width: Int, progress: (Int) -> Void) async throws -> RecordedOrders {
    var (methods, done) = (study.empty, 0)
    var found: [[(outcome: MethodsTally.Outcome, laps: [[PositionError]])?]] =
      methods.columns.map { _ in methods.published.map { _ in nil } }
    try await study.cells(
      width: width, { ($0.outcome, $0.laps) },
      finished: { pipeline, part, cell in
        found[part][pipeline] = cell
        done += 1
        progress(done)
      })
    while methods.next(found.map { $0.map { $0?.outcome } }) != nil {}
    return RecordedOrders(
      methods: methods,
      pairs: found.enumerated().flatMap {
        RecordedOrders.Pair.all(on: $0, of: methods, $1.map { $0?.laps ?? [] })
      },
      leftOut: leftOut, changes: changes)
  }
}

// docs/columns.md lists the keys.

extension RecordedOrders: Described {
  /// What `reproduce recorded --json` prints.
  package static let figures: [Figure<RecordedOrders>] =
    MethodsResult.figures.of(\.methods) + [
      .init("pairs", about: "One element for each pair of rows on a data set, below.", \.pairs),
      .init("leftOut", about: "The data sets on which not all rows run, each with the reason.", \.leftOut),
    ]
}

extension RecordedOrders.Pair: Described {
  /// Two published means and their order on a data set.
  package static let figures: [Figure<RecordedOrders.Pair>] = [
    .init("dataset", "data set", about: "The title of the column.", \.column),
    .init("smaller", "published as smaller", about: "The row with the smaller published mean.", \.smaller),
    .init("larger", "than", about: "The row with the larger one.", \.larger),
    .init("publishedMetres", "by", unit: "m", about: "By how much it is larger.", \.published),
    .init(
      "differenceMetres", "found", unit: "m [95 %]",
      about: "The larger row's error less the smaller row's at the same moments.",
      { $0.power?.comparison.difference }, interval: { $0.power?.comparison.interval }),
    .init(
      "agrees", "agrees",
      about: "`yes` if the whole interval lies above 0, `no` if below, else `undecided`."
    ) { pair in
      switch pair.verdict {
      case .same: "yes"
      case .opposite: "no"
      case .undecided: "undecided"
      }
    },
    .init("walks", "walks", about: "Walks with errors of both.") { $0.power?.comparison.laps ?? 0 },
    .init(
      "walksToDecide", "to decide",
      about: """
        Walks that show a true difference as large as the one found, with a power of 80 %; null where a million are too few.
        """
    ) { $0.power?.laps[0] },
    .init("walksForPublished", "for published", about: "The same for the published difference.") {
      $0.power?.laps[1]
    },
  ]
}

extension RecordedOrders {
  /// The errors by data set, and the order of the rows.
  package var report: [ReportSection] {
    let verdicts = pairs.map(\.verdict)
    let chance = FixedPoint.text(Double(pairs.count) * (1 - ConfidenceInterval.confidence), decimals: 1)
    let head =
      "Published order: \(verdicts.count { $0 == .same }) of \(Counted.text(pairs.count, "pair")) agree, "
      + "\(verdicts.count { $0 == .opposite }) disagree, \(verdicts.count { $0 == .undecided }) undecided."
    return changes + methods.report + [
      .paragraph(head),
      .table(
        pairs, Pair.figures,
        legend: [
          "Found: the mean paired difference at the same moments. Agrees: yes where its 95 % interval (Student's t over walks) is above 0, "
            + "no where it is below. Equally good rows have a yes or no by chance in 5 % of pairs: about \(chance) of these. To decide, for "
            + "published: the walks that show a true difference as large as the one found, or the published one, with a power of "
            + "\(FixedPoint.shortest(100 * Pair.power)) %, if walks differ as they do here. Presses and callbacks of a data set are the same walks."
        ]),
      .paragraphs(leftOut.isEmpty ? [] : ["Left out:"] + leftOut.map { "  \($0)." }),
    ]
  }
}

/// `reproduce recorded`: the published rows on recorded walks.
package struct ReproduceRecordedCommand: StudyVerb {
  /// Its name, help and example.
  package static let configuration = CommandConfiguration(
    commandName: "recorded",
    abstract: "Run the rows of the walking experiment on recorded walks, beside the published figures.",
    discussion: """
      Runs the pipelines and the phone of scenarios/floor35.yaml, unchanged, on every data set of a comparison on which all of them \
      can run, at presses and at callbacks. n and C are fitted as the comparison says, never to the walk that is scored.

      Example: beaconbench reproduce recorded --datasets rriesebos
      """)

  /// The scenario with the published rows.
  static let scenario = "scenarios/floor35.yaml"
  /// The comparison with the data sets.
  static let file = "scenarios/methods/recorded.yaml"

  @Argument(
    .input, "The comparison with the data sets. (default: \(ReproduceRecordedCommand.file))", as: "comparison"
  )
  var path = ShippedFile.path(ReproduceRecordedCommand.file)

  @Option(.names, "Use only these data sets, by their names in the file. (default: all)")
  var datasets: [String]?

  @OptionGroup var keys: SetOption

  /// How it runs, and in which form it prints.
  @OptionGroup package var options: RunningOptions<DatasetLaps>

  @OptionGroup var data: DataOption

  /// As the argument parser makes it.
  package init() {}

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    try RecordedOrdersStudy(
      MethodsScenario(
        contentsOf: path, seed: options.seed, walks: options.laps, datasets: datasets,
        rowsOf: ShippedFile.path(Self.scenario), changes: keys.changes()), root: data.root,
      changes: keys.note(on: Self.scenario))
  }
}
