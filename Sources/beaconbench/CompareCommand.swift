import ArgumentParser
import Documents
import Evaluation
import Figures
import Foundation
import Laps
import Reporting
import Results
import SiteFiles
import Studies
import World

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Test whether results are worse than a baseline.",
    discussion: """
      Pairs the errors of each pipeline in two results folders at the same presses of the same laps. The exit status \
      is 1 when the 95 % interval of a mean difference lies above the tolerance, when the share of missed fixes rises by \
      more than --missed with a 95 % interval above 0, when the 95 % interval of the decrease of the share of fixes in \
      the right room lies above --rooms, or when laps of A are missing in B. Folders of different scenarios, sites or \
      seeds are refused. To compare two pipelines of one folder, name it twice.

      Example: beaconbench compare results/floor35/before results/floor35/after
      Example: beaconbench compare results/mine results/mine --pipelines Kalman,feedback
      """)

  @Argument(
    help: ArgumentHelp("The results folder of the baseline.", valueName: "A"), transform: OptionValue.path)
  var a: String

  @Argument(
    help: ArgumentHelp("The results folder to test.", valueName: "B"), transform: OptionValue.path)
  var b: String

  @Option(
    help: ArgumentHelp(
      "Compare only these pipelines; within one folder, the first is the baseline. (default: all)",
      valueName: "a,b,..."))
  var pipelines: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The tolerance, as a share of the baseline's mean error. (default: \(ComparisonTolerance.defaultRelative))",
      valueName: "share"),
    transform: Self.tolerance)
  var relative = ComparisonTolerance.defaultRelative

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The smallest tolerance. (default: \(ComparisonTolerance.defaultAbsolute))", valueName: "metres"),
    transform: Self.tolerance)
  var absolute = ComparisonTolerance.defaultAbsolute

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The largest acceptable increase of the share of missed fixes. (default: \(ComparisonTolerance.defaultMissed))",
      valueName: "share"),
    transform: Self.tolerance)
  var missed = ComparisonTolerance.defaultMissed

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The largest acceptable decrease of the share of fixes in the right room. (default: \(ComparisonTolerance.defaultRooms))",
      valueName: "share"),
    transform: Self.tolerance)
  var rooms = ComparisonTolerance.defaultRooms

  @Flag(help: "Compare although laps of A are missing in B.")
  var allowFewerLaps = false

  @Flag(help: "Compare although the channel, the site, the walk or the beacons differ.")
  var differentScenarios = false

  @Flag(help: "Print one JSON document instead of a table.")
  var json = false

  @Option(
    help: ArgumentHelp("Write the verdicts as JUnit XML.", valueName: "file"), transform: OptionValue.path)
  var junit: String?

  @Flag(help: "Make B the new baseline: replace A by a copy of B; A need not exist.")
  var accept = false

  private static let tolerance = OptionValue.number(
    0...Double.greatestFiniteMagnitude, expected: "a number of at least 0")

  func validate() throws {
    if let pipelines {
      let names = pipelines.split(separator: ",", omittingEmptySubsequences: false)
      guard names.allSatisfy({ !$0.isEmpty }), Set(names).count == names.count else {
        throw ValidationError("--pipelines: expected different names with commas between, found \(pipelines)")
      }
    }
    guard accept else { return }
    if pipelines != nil { throw ValidationError("--accept cannot be combined with --pipelines") }
    if isOneFolder { throw ValidationError("--accept: expected two different folders, found one twice") }
    if junit != nil {
      throw ValidationError("--accept cannot be combined with --junit, since it gives no verdict")
    }
  }

  func run() throws {
    if accept { return try acceptJudged() }
    try OutputFile.check([junit])
    let judged = try SavedResults(contentsOf: b)
    let comparison = try compare(judged)
    if let junit { try OutputFile.write(ComparisonJUnit(comparison).xml, to: junit) }
    try print(json ? comparison.document.json : report(comparison), terminator: json ? "\n" : "")
    if !comparison.worse.isEmpty { throw CheckFailed(sentence: comparison.verdict) }
  }

  private var isOneFolder: Bool { ResultsFolder(path: a).isSame(as: ResultsFolder(path: b)) }

  private var rules: FolderComparison.Rules {
    FolderComparison.Rules(
      tolerance: ComparisonTolerance(relative: relative, absolute: absolute, missed: missed, rooms: rooms),
      allowsFewerLaps: allowFewerLaps, allowsDifferentScenarios: differentScenarios)
  }

  private func compare(_ judged: SavedResults) throws -> FolderComparison {
    let names = pipelines.map { $0.split(separator: ",").map(String.init) }
    if isOneFolder, let names {
      for name in names { _ = try judged.pipeline(name) }
      guard names.count > 1 else {
        throw FileProblem(
          file: "--pipelines", expected: "at least two pipelines of one folder", found: names[0])
      }
      return try FolderComparison(within: judged, pipelines: names, rules: rules)
    }
    return try FolderComparison(
      try SavedResults(contentsOf: a), judged, pipelines: names, rules: rules)
  }

  private func report(_ comparison: FolderComparison) -> String {
    comparison.report.text(width: OutputWidth.ofStandardOutput)
  }

  /// Shows what changes and makes it the baseline; a baseline that B cannot be compared with is replaced too.
  private func acceptJudged() throws {
    let (baseline, accepted) = (ResultsFolder(path: a), ResultsFolder(path: b))
    try accepted.checkSource()
    let judged = try SavedResults(contentsOf: b)
    try baseline.check(copyOf: accepted)
    let (document, text): (Document, String)
    do {
      let comparison = try compare(judged)
      (document, text) = (comparison.document, report(comparison))
    } catch let problem as FileProblem {
      let reason = "Not compared: \(problem)"
      document = FolderComparison.document(of: judged, notComparedWith: a, rules, reason: reason)
      text = reason.wrappingLines(to: OutputWidth.ofStandardOutput) + "\n"
    }
    try baseline.copy(of: accepted)
    let isAccepted = try document.setting("accepted", to: true)
    let sentence = "Accepted: \(a) is now a copy of \(b)"
    try print(
      json ? isAccepted.json : text + sentence.wrappingLines(to: OutputWidth.ofStandardOutput))
  }
}
