package import ArgumentParser
package import Documents
package import Rendering
package import Sites
package import World

/// A verb that runs a study. It declares its options and says which study they ask for; the rest is the same for every
/// study: limits, warnings, progress, tables or JSON, exit status, and the tool of ``AgentCommand``.
package protocol StudyVerb: AsyncParsableCommand, StudyRunning {
  associatedtype Options: VerbOptions

  var options: Options { get }

  /// Refuses outputs that cannot be written, before anything is read.
  func checkOutputs() throws

  /// Reads and checks what the study needs.
  func prepared() throws -> any PreparedStudy

  /// What stands above the report.
  var note: [ReportSection] { get }

  /// The commands that a terminal names below the report.
  ///
  /// - Parameter folders: that were written.
  func next(_ folders: [String]) -> [String]

  /// Writes what the options ask to keep, before anything is printed.
  ///
  /// - Returns: the folders, for the end of the report.
  func save(_ outcome: any StudyOutcome, provenance: Provenance) throws -> [String]
}

extension StudyVerb {
  package var limits: StudyLimits { options.limits }
  package var note: [ReportSection] { [] }

  package func next(_ folders: [String]) -> [String] { [] }

  package func checkOutputs() throws {}

  package func save(_ outcome: any StudyOutcome, provenance: Provenance) throws -> [String] { [] }

  /// Does all but print the results.
  ///
  /// - Parameter warn: is given the warnings of the study before it begins.
  /// - Returns: what came of the study, and the folders that were written.
  package func outcome(
    _ runner: StudyRunner, warn: ([String]) -> Void
  ) async throws -> (outcome: any StudyOutcome, folders: [String]) {
    let start = RunClock()
    try checkOutputs()
    return try await outcome(of: prepared(), runner, warn: warn, startedAt: start)
  }

  private func outcome(
    of study: some PreparedStudy, _ runner: StudyRunner, warn: ([String]) -> Void, startedAt start: RunClock
  ) async throws -> (outcome: any StudyOutcome, folders: [String]) {
    warn(study.warnings)
    let outcome = try await study.run(runner)
    let provenance = Provenance(start: start, threads: runner.width)
    let folders = try study.keep(outcome, provenance: provenance)
    return (outcome, folders + (try save(outcome, provenance: provenance)))
  }

  package func run() async throws { try await runStudy() }

  /// Runs the study, prints what came of it, and ends with its exit status.
  package func runStudy() async throws {
    let (outcome, folders) = try await outcome(options.runner, warn: StandardStreams.warn)
    let commands = options.printing.isText ? next(folders) : []
    let ending: [ReportSection] = folders.isEmpty ? [] : [.folders(folders, next: commands)]
    do {
      try options.show(note + outcome.report + ending, outcome.document)
    } catch let error as FileProblem where !folders.isEmpty {
      // What took so long to compute is there, and stays.
      let places = folders.joined(separator: ", ")
      throw FileProblem(
        file: error.file, expected: error.expected, found: "\(error.found); the results are in \(places)")
    }
    if let failure = outcome.failure { throw CheckFailed(sentence: failure) }
  }
}

/// A study verb whose results are kept in a folder where ``SaveOption`` names one.
package protocol SavedStudyVerb: StudyVerb {
  var saving: SaveOption { get }
}

extension SavedStudyVerb {
  package func checkOutputs() throws { try saving.check() }

  package func save(_ outcome: any StudyOutcome, provenance: Provenance) throws -> [String] {
    try saving.write(outcome, note: note, provenance: provenance)
  }
}

/// The folder in which a verb keeps its results.
package struct SaveOption: ParsableArguments {
  /// Nil where results are not kept.
  @Option(
    .folder, "A new folder for the report, the JSON document, pictures and their provenance. (default: none)",
    name: .customLong("save"))
  package var path: String?

  /// Whether files of the folder may be replaced.
  @OptionGroup package var replacing: ReplaceOption

  package init() {}

  /// Refuses a folder that cannot be written.
  package func check() throws(FileProblem) { _ = try folder() }

  /// - Returns: the folder, if there is one.
  package func write(
    _ outcome: any StudyOutcome, note: [ReportSection], provenance: Provenance
  ) throws -> [String] {
    guard let path, let folder = try folder() else { return [] }
    let report = (note + outcome.report).text(as: .markdown, width: OutputWidth.piped)
    try folder.write(
      [
        ("report.md", report), ("summary.json", outcome.document.prettyJSON),
        ("provenance.json", provenance.document.prettyJSON),
      ] + outcome.files)
    let plots = try outcome.plots.map { plot in
      PlotFile(plot: plot, format: .svg, path: "\(path)/\(plot.name).svg")
    }
    if !plots.isEmpty { try PlotFile.write(plots, makesFolder: true, others: .replaced) }
    return [path + "/"]
  }

  private func folder() throws(FileProblem) -> NewFolder? {
    try path.map { path throws(FileProblem) in
      try NewFolder(path, for: "--save", replacing: replacing.replace)
    }
  }
}

/// The shared options of a study's verb: how it runs, and in which form its results are printed.
package protocol VerbOptions: ParsableArguments {
  var limits: StudyLimits { get }
  var runner: StudyRunner { get }
  var printing: OutputOptions { get }
}

extension VerbOptions {
  /// Prints the results.
  package func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document
  ) throws {
    try printing.show(report(), try document(), failure: nil)
  }
}

extension VerbOptions where Self: StudyTaking {
  /// Shows on the terminal how much is done.
  package var runner: StudyRunner {
    StudyRunner(width: width) { [isQuiet] in
      TerminalProgress(ProgressLine(of: $0.count, $0.unit), isQuiet: isQuiet)
    }
  }
}

extension ReportingOptions: VerbOptions {}
extension RunningOptions: VerbOptions {}

/// Of verbs that are done at once.
extension OutputOptions: VerbOptions {
  package var printing: OutputOptions { self }
  package var limits: StudyLimits { StudyLimits() }
  package var runner: StudyRunner {
    StudyRunner(width: 1) { TerminalProgress(ProgressLine(of: $0.count, $0.unit), isQuiet: true) }
  }
}

/// A verb that an agent may ask for: its options by their names are the arguments, and its JSON document is the answer.
package struct VerbTool: Sendable {
  package let name: String
  package let verb: any StudyVerb.Type
  /// Whether it leaves all files as they are.
  package let onlyReads: Bool
  /// The keys of the document that are answered; nil for all.
  package let shown: [String]?

  /// All of this program.
  @TaskLocal package static var all: [VerbTool] = []

  package init(
    _ verb: any StudyVerb.Type, as name: String? = nil, onlyReads: Bool = false, shown: [String]? = nil
  ) {
    self.name = name ?? verb.configuration.commandName ?? ""
    (self.verb, self.onlyReads, self.shown) = (verb, onlyReads, shown)
  }

  /// Those of a verb's own commands, such as `benchmark_verify`.
  package static func all(below verb: any ParsableCommand.Type) -> [VerbTool] {
    let parts = verb.configuration.subcommands.compactMap { $0 as? any StudyVerb.Type }
    return parts.map { part in
      let names = [verb.configuration.commandName, part.configuration.commandName]
      return VerbTool(part, as: names.compactMap { $0 }.joined(separator: "_"))
    }
  }
}

/// What serves a few users: verbs, and what the program reads beyond its own formats. The program works without any.
package struct Annex: Sendable {
  /// The group of the help, or the verb, to which verbs are added.
  package enum Place: Sendable { case record, study, serve, site }

  let place: Place?
  let verbs: [any ParsableCommand.Type]
  /// Makes a site of another program's plan.
  package let readPlan: (@Sendable (String, SiteImport.Options) throws -> SiteImport)?
  let begin: @Sendable () -> Void

  /// - Parameter begin: runs before anything is read.
  package init(
    _ verbs: [any ParsableCommand.Type] = [], in place: Place? = nil,
    readPlan: (@Sendable (String, SiteImport.Options) throws -> SiteImport)? = nil,
    begin: @escaping @Sendable () -> Void = {}
  ) {
    (self.verbs, self.place, self.readPlan, self.begin) = (verbs, place, readPlan, begin)
  }
}

extension [Annex] {
  package func verbs(in place: Annex.Place) -> [any ParsableCommand.Type] {
    filter { $0.place == place }.flatMap(\.verbs)
  }

  package func begin() { for annex in self { annex.begin() } }
}
