import ArgumentParser
import Comparisons
import Documents
import Evaluation
import Rendering
import Results
import World

struct CompareCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Test whether results are worse than a baseline.",
    discussion: """
      Pairs the errors of each pipeline in two results folders at the same presses of the same laps. The exit status \
      is 1 if the 95 % interval of a mean difference lies above the tolerance; if the share of missed fixes rises by \
      more than --missed, with a 95 % interval above 0; if the 95 % interval of the decrease in the share of fixes in \
      the right room lies above --rooms; or if B lacks laps of A. Folders of different scenarios, sites or \
      seeds are refused. To compare two pipelines of one folder, name it twice. Results of context and of navigate --save \
      are compared by every figure that they print: missed events, delays, right seconds, zones, queues, guidance.

      Example: beaconbench compare results/floor35/before results/floor35/after
      Example: beaconbench compare results/mine results/mine --pipelines Kalman,feedback
      Example: beaconbench compare results/floor35/seed1-laps300:Kalman results/own:mine --metric mean,p95
      """)

  @Argument(
    .place, "The results folder of the baseline, or one of its pipelines as FOLDER:PIPELINE.", as: "A")
  var a: JudgedPlace

  @Argument(.place, "The results folder to test, or one of its pipelines.", as: "B")
  var b: JudgedPlace

  @Option(
    .names, "Compare only these pipelines; within one folder, the first is the baseline. (default: all)")
  var pipelines: [String]?

  @Option(
    .dashed(Self.tolerance),
    "The tolerance, as a share of the baseline's mean error. (default: \(ComparisonTolerance.defaultRelative))",
    as: "share")
  var relative = ComparisonTolerance.defaultRelative

  @Option(
    .dashed(Self.tolerance),
    "The tolerance is never smaller than this. (default: \(ComparisonTolerance.defaultAbsolute))",
    as: "metres")
  var absolute = ComparisonTolerance.defaultAbsolute

  @Option(
    .dashed(Self.share),
    "The largest acceptable increase in the share of missed fixes. (default: \(ComparisonTolerance.defaultMissed))",
    as: "share")
  var missed = ComparisonTolerance.defaultMissed

  @Option(
    .dashed(Self.share),
    "The largest acceptable decrease in the share of fixes in the right room. (default: \(ComparisonTolerance.defaultRooms))",
    as: "share")
  var rooms = ComparisonTolerance.defaultRooms

  @Option(
    .names,
    """
    Judge these metrics instead of mean error, misses and rooms: \(listing(Metric.keys(for: .comparisons))), such as \
    mean,p95; of results of context and navigate these figures, such as missed,delay. (default: the mean error, misses \
    and rooms; all figures)
    """)
  var metric: [String]?

  @Option(
    help: ArgumentHelp(
      """
      What makes the exit status 1: worse; open (worse or open); difference (anything but within); \
      never. (default: worse)
      """, valueName: "verdict"))
  var failOn: FolderComparison.Gate?

  @Option(
    .timeTolerance,
    "How much the times of two paired errors may differ. (default: \(PairedErrors.sameMoment))")
  var timeTolerance = PairedErrors.sameMoment

  @Flag(help: "Compare even if B lacks laps of A.")
  var allowFewerLaps = false

  @Flag(help: "Compare even if the channel, the site, the walk or the beacons differ.")
  var differentScenarios = false

  @OptionGroup var options: OutputOptions

  @Option(.file, "Write the verdicts as JUnit XML.")
  var junit: String?

  @Flag(help: "Make B the new baseline: replace A by a copy of B; A need not exist.")
  var accept = false

  private static let tolerance = OptionValue.number(
    0...Double.greatestFiniteMagnitude, expected: "a number of at least 0")

  private static let share = OptionValue.number(0...1, expected: "a share from 0 to 1 (5 % is 0.05)")

  /// Of errors; names of other figures are checked beside the folders.
  private func metrics() throws -> [Metric] {
    try (metric ?? []).map { name in
      if let metric = Metric.named(name, for: .comparisons) { return metric }
      let known = Metric.keys(for: .comparisons).joined(separator: ", ")
      throw ValidationError("--metric: expected one or more of \(known), separated by commas, found \(name)")
    }
  }

  func validate() throws {
    if !ResultsFolder.holdsFigures(b.folder) { _ = try metrics() }
    guard (a.pipeline == nil) == (b.pipeline == nil) || !a.isThere || !b.isThere else {
      throw ValidationError("expected FOLDER:PIPELINE for both or neither, found \(a.text) and \(b.text)")
    }
    if pipelines != nil, a.pipeline != nil {
      throw ValidationError("--pipelines cannot be combined with \(a.text)")
    }
    guard accept else { return }
    if pipelines != nil || a.pipeline != nil {
      throw ValidationError(
        "--accept cannot be combined with \(pipelines != nil ? "--pipelines" : a.text)")
    }
    if isOneFolder { throw ValidationError("--accept: expected two different folders, found one twice") }
    if junit != nil {
      throw ValidationError("--accept cannot be combined with --junit, since it gives no verdict")
    }
  }

  func checkOutputs() throws { try OutputFile.check([junit]) }

  func prepared() throws -> any PreparedStudy {
    if accept { return try acceptJudged() }
    let isOfFigures = [a, b].contains {
      ResultsFolder.holdsFigures($0.folder) || ResultsFolder.holdsEvents($0.folder)
    }
    let comparison = try compare(
      SavedResults(contentsOf: b.folder, for: isOfFigures ? .figures : .errors), for: isOfFigures)
    if let junit { try OutputFile.write(comparison.junit.xml, to: junit) }
    let failure = comparison.failure.map { options.json ? comparison.verdict : "compare: \($0)" }
    return Answer(comparison.report, comparison.document, failure: failure)
  }

  private var isOneFolder: Bool { ResultsFolder(path: a.folder).isSame(as: ResultsFolder(path: b.folder)) }

  private func rules(isOfFigures: Bool) throws -> FolderComparison.Rules {
    FolderComparison.Rules(
      tolerance: ComparisonTolerance(relative: relative, absolute: absolute, missed: missed, rooms: rooms),
      allowsFewerLaps: allowFewerLaps, allowsDifferentScenarios: differentScenarios,
      timeTolerance: timeTolerance, metrics: isOfFigures ? [] : try metrics(), gate: failOn ?? .worse)
  }

  /// What is compared with what; nil for pipelines or applications of the same names.
  private func pairs(of judged: SavedResults) throws -> [(a: String, b: String)]? {
    if let own = a.pipeline, let other = b.pipeline { return [(own, other)] }
    guard let pipelines else { return nil }
    let names = pipelines.joined(among: judged.subjects)
    guard Set(names).count == names.count else {
      throw FileProblem(
        file: "--pipelines", expected: "distinct names separated by commas",
        found: names.joined(separator: ","))
    }
    guard isOneFolder else { return names.map { ($0, $0) } }
    for name in names { try judged.check(name) }
    guard names.count > 1 else {
      throw FileProblem(
        file: "--pipelines", expected: "at least two pipelines of one folder", found: names[0])
    }
    return names.dropFirst().map { (names[0], $0) }
  }

  private func compare(_ judged: SavedResults, for isOfFigures: Bool) throws -> FolderComparison {
    let (rules, pairs) = (try rules(isOfFigures: isOfFigures), try pairs(of: judged))
    let isWithin = isOneFolder && pairs != nil
    let baseline =
      isWithin ? judged : try SavedResults(contentsOf: a.folder, for: isOfFigures ? .figures : .errors)
    return try FolderComparison(
      baseline, judged, pairs: pairs, figures: isOfFigures ? metric : nil, isWithinOneFolder: isWithin,
      rules: rules)
  }

  /// Shows what changes and makes it the baseline; a baseline that B cannot be compared with is replaced too.
  private func acceptJudged() throws -> Answer {
    let (baseline, accepted) = (ResultsFolder(path: a.folder), ResultsFolder(path: b.folder))
    try accepted.checkSource()
    let isOfFigures = ResultsFolder.holdsFigures(b.folder)
    let judged = try SavedResults(contentsOf: b.folder, for: isOfFigures ? .figures : .errors)
    try baseline.check(copyOf: accepted)
    let comparison: FolderComparison
    do {
      comparison = try compare(judged, for: isOfFigures)
    } catch let problem as FileProblem {
      comparison = FolderComparison(
        of: judged, notComparedWith: a.folder, rules: try rules(isOfFigures: isOfFigures),
        "No comparison: \(problem)")
    }
    try baseline.copy(of: accepted)
    return Answer(
      comparison.report + [.paragraphs(["Accepted: \(a.folder) is now a copy of \(b.folder)"])],
      try comparison.document.setting("accepted", to: true))
  }
}

extension FolderComparison.Gate: ExpressibleByArgument {}
