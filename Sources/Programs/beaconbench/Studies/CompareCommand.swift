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
    help: ArgumentHelp(
      "Compare only these pipelines; within one folder, the first is the baseline. (default: all)",
      valueName: "a,b,..."))
  var pipelines: String?

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
      What makes the exit status 1: worse; undecided (worse or undecided); difference (anything but equivalent); \
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
    if let pipelines {
      guard pipelines.split(separator: ",", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
      else {
        throw ValidationError("--pipelines: expected distinct names separated by commas, found \(pipelines)")
      }
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
    let comparison = try isOfFigures ? figureComparison() : compare(SavedResults(contentsOf: b.folder))
    if let junit { try OutputFile.write(comparison.junit.xml, to: junit) }
    let failure = comparison.failure.map { options.json ? comparison.verdict : "compare: \($0)" }
    return Answer(comparison.report, comparison.document, failure: failure)
  }

  /// Compares results of `context` and `navigate`, which have figures of laps and no errors.
  private func figureComparison() throws -> any JudgedComparison {
    let judged = try SavedFigures(contentsOf: b.folder)
    return try FigureComparison(
      SavedFigures(contentsOf: a.folder), judged, subjects: subjects(of: judged), figures: metric,
      rules: rules(metrics: []))
  }

  /// The applications or pipelines to compare; nil for those of the same name.
  private func subjects(of judged: SavedFigures) -> [(a: String, b: String)]? {
    if let own = a.pipeline, let other = b.pipeline { return [(own, other)] }
    let names = pipelines.map { Self.names($0, among: judged.subjects) }
    return isOneFolder
      ? names.map { names in names.dropFirst().map { (names[0], $0) } } : names?.map { ($0, $0) }
  }

  private static func names(_ text: String, among known: [String]) -> [String] {
    text.split(separator: ",").map { String($0.trimmingPrefix(" ")) }.joined(among: known)
  }

  private var isOneFolder: Bool { ResultsFolder(path: a.folder).isSame(as: ResultsFolder(path: b.folder)) }

  private func rules(metrics: [Metric]) -> FolderComparison.Rules {
    FolderComparison.Rules(
      tolerance: ComparisonTolerance(relative: relative, absolute: absolute, missed: missed, rooms: rooms),
      allowsFewerLaps: allowFewerLaps, allowsDifferentScenarios: differentScenarios,
      timeTolerance: timeTolerance, metrics: metrics, gate: failOn ?? .worse)
  }

  private func compare(_ judged: SavedResults) throws -> any JudgedComparison {
    let names = pipelines.map { Self.names($0, among: judged.pipelines.map(\.name)) }
    let rules = rules(metrics: try metrics())
    if let names, Set(names).count < names.count {
      throw FileProblem(
        file: "--pipelines", expected: "distinct names separated by commas",
        found: names.joined(separator: ","))
    }
    if let own = a.pipeline, let other = b.pipeline {
      guard isOneFolder else {
        return try FolderComparison(
          try SavedResults(contentsOf: a.folder), own, judged, other, rules: rules)
      }
      return try FolderComparison(within: judged, pipelines: [own, other], rules: rules)
    }
    if isOneFolder, let names {
      for name in names { _ = try judged.pipeline(name) }
      guard names.count > 1 else {
        throw FileProblem(
          file: "--pipelines", expected: "at least two pipelines of one folder", found: names[0])
      }
      return try FolderComparison(within: judged, pipelines: names, rules: rules)
    }
    return try FolderComparison(
      try SavedResults(contentsOf: a.folder), judged, pipelines: names, rules: rules)
  }

  /// Shows what changes and makes it the baseline; a baseline that B cannot be compared with is replaced too.
  private func acceptJudged() throws -> Answer {
    let (baseline, accepted) = (ResultsFolder(path: a.folder), ResultsFolder(path: b.folder))
    try accepted.checkSource()
    let holdsFigures = ResultsFolder.holdsFigures(b.folder)
    let judged = holdsFigures ? nil : try SavedResults(contentsOf: b.folder)
    if holdsFigures { _ = try SavedFigures(contentsOf: b.folder) }
    try baseline.check(copyOf: accepted)
    let (document, report): (Document, [ReportSection])
    do {
      let comparison = try judged.map(compare) ?? figureComparison()
      (document, report) = (comparison.document, comparison.report)
    } catch let problem as FileProblem {
      let reason = "No comparison: \(problem)"
      let rules = rules(metrics: try judged == nil ? [] : metrics())
      document =
        judged.map {
          FolderComparison.document(of: $0, notComparedWith: a.folder, rules, reason: reason)
        } ?? ["a": Document(a.folder), "b": Document(b.folder), "notes": [Document(reason)]]
      report = [.paragraphs([reason])]
    }
    try baseline.copy(of: accepted)
    return Answer(
      report + [.paragraphs(["Accepted: \(a.folder) is now a copy of \(b.folder)"])],
      try document.setting("accepted", to: true))
  }
}

extension FolderComparison.Gate: ExpressibleByArgument {}
