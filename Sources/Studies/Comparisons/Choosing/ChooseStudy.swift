package import ArgumentParser
import Documents
import Evaluation
import Laps
import NumericalMethods
import Positioning
import Rendering
package import Results
package import Scenarios
import Sites
import World

/// A candidate on each site of a protocol, with constants that were chosen on all others, beside its rivals.
package struct ChooseStudy: PreparedStudy, Sendable {
  private let scenario: UnseenScenario
  /// By class: the data sets that have what it gives.
  private let classes: [[ChoicePart]]
  /// The sites that are left out, one after another; nil leaves out none.
  private let leavings: [String?]
  /// Data sets that are left out of a class, or of all, and why.
  private let skipped: [String]

  /// - Parameters:
  ///   - root: the folder in which data sets lie.
  ///   - site: the one that is left out; nil for each in turn.
  /// - Throws: `FileProblem` for a data set whose files are there and not as declared, for a site that is not there, and for a class
  ///   with fewer than two sites.
  package init(_ scenario: UnseenScenario, root: String, leaving site: String?) throws {
    self.scenario = scenario
    var (skipped, datasets) = ([String](), [(part: UnseenScenario.Part, dataset: Dataset)]())
    for part in scenario.parts {
      if let file = try Dataset.absentFile(of: part.dataset, root: root) {
        skipped.append(
          "\(part.name) is left out, since \(file) is not below \(root); `list sets` says where its files are published"
        )
      } else {
        datasets.append((part, try Dataset(contentsOf: part.dataset, root: root)))
      }
    }
    classes = try scenario.classes.map { kind in
      let able = datasets.filter { part, dataset in
        let lack =
          kind.hasPath && dataset.site.site.path == nil
          ? "path" : kind.hasSurvey && dataset.calibration.isEmpty && !part.leavesOneOut ? "survey" : nil
        if let lack {
          skipped.append("\(part.name) is left out of the class \(kind.name): it has no \(lack)")
        }
        return lack == nil
      }
      let sites = Set(able.map(\.part.site))
      guard sites.count > 1 else {
        throw FileProblem(
          file: "class \(kind.name)", expected: "data sets of two sites or more", found: sites.first ?? "none"
        )
      }
      return try able.map { try ChoicePart($0.part, $0.dataset, in: kind, of: scenario) }
    }
    self.skipped = skipped
    let known = Set(datasets.map(\.part.site))
    let sites = scenario.sites.filter(known.contains)
    if let site, !sites.contains(site) {
      throw FileProblem(
        file: "--leave", expected: "a site with data: \(sites.joined(separator: ", "))", found: site)
    }
    leavings = site.map { [$0] } ?? (sites + [nil])
  }

  /// Runs all rivals, then the candidate with all constants that the searches ask for.
  package func run(_ runner: StudyRunner) async throws -> ChoiceResult {
    let cells = classes.indices.flatMap { kind in
      classes[kind].indices.flatMap { part in
        scenario.classes[kind].rivals.indices.map { (kind, part, $0) }
      }
    }
    let rivals = try await runner.stage(StudySteps(cells.count, "cells")) { progress in
      try await inParallel(cells.count, width: runner.width, progress: progress) { index in
        let (kind, part, rival) = cells[index]
        return try classes[kind][part].errors(of: rival)
      }
    }
    var memory = CandidateErrors(scenario, classes, width: runner.width)
    let constants = max(scenario.constants.count, 1)
    let searches = try await runner.stage(
      StudySteps(leavings.count * scenario.passes * constants, "searches")
    ) {
      progress in
      var searches: [[Int?]] = []
      for (index, site) in leavings.enumerated() {
        var done = index * scenario.passes * constants
        searches.append(
          try await ChoiceSearch.best(
            scenario.constants.map(\.values.count), from: scenario.stated, passes: scenario.passes
          ) {
            choices, constant in
            done += 1
            progress(done)
            let kinds = scenario.constants[constant].classes
            return try await memory.scores(
              of: choices, in: scenario.classes.indices.filter { kinds.contains(scenario.classes[$0].name) },
              without: site)
          })
        // The site that was left out has not been seen so far.
        guard let site else { continue }
        try await memory.add([searches[index]], in: Array(scenario.classes.indices)) { $0 == site }
      }
      return searches
    }
    var next = rivals.startIndex
    let results = try classes.indices.map { kind in
      let count = scenario.classes[kind].rivals.count
      let outcomes = classes[kind].map { part in
        defer { next += count }
        return Array(rivals[next..<next + count])
      }
      return try result(of: kind, outcomes, searches, memory)
    }
    return ChoiceResult(
      name: scenario.name, seed: scenario.seed, classes: results,
      chosen: zip(leavings, searches).map { site, choice in
        ChoiceResult.Choice(
          leftOut: site,
          values: zip(scenario.constants, choice).map { constant, value in
            (constant.key, value.map { constant.values[$0] })
          })
      }, notes: skipped)
  }

  /// - Parameter outcomes: by data set and rival.
  private func result(
    of kind: Int, _ outcomes: [[ChoicePart.Outcome]], _ searches: [[Int?]], _ memory: CandidateErrors
  ) throws -> ChoiceResult.Class {
    let parts = classes[kind]
    let sites = scenario.sites.filter { site in parts.contains { $0.site == site } }
    let rivals = scenario.classes[kind].rivals.indices.map { rival in
      sites.map { site in
        SiteErrors(parts.indices.filter { parts[$0].site == site }.map { outcomes[$0][rival].walks })
      }
    }
    let names = parts[0].names
    let means = rivals.map { $0.map(\.mean) }
    let rows = try zip(leavings, searches).compactMap { leaving, choice -> ChoiceResult.Row? in
      guard let site = leaving, let place = sites.firstIndex(of: site) else { return nil }
      let candidate = try memory.errors(choice, kind, on: site)
      let limit = UnseenLimits.best(of: means, without: place)
      let hindsight = UnseenLimits.best(of: means.map { [$0[place]] })
      let seed = Seed(scenario.seed).derived("resamples").derived(scenario.classes[kind].name).derived(site)
      return ChoiceResult.Row(
        site: site, candidate: candidate, rival: names[limit], rivalMean: means[limit][place],
        ratio: ErrorRatio(of: candidate, to: rivals[limit][place], seed: seed),
        share: candidate.share(seed: seed), normalisedSquare: candidate.normalisedSquare(seed: seed),
        best: names[hindsight], bestMean: means[hindsight][place])
    }
    let lacks = [String].grouped(
      parts.indices.flatMap { part in names.indices.map { (part, $0) } },
      { "\(names[$0.1]) on \(parts[$0.0].name)" }, sentences: { outcomes[$0.0][$0.1].lack.map { [$0] } ?? [] }
    )
    return ChoiceResult.Class(
      name: scenario.classes[kind].name, candidate: parts[0].candidateName, rows: rows, sites: sites,
      rivals: zip(names, means).map { ChoiceResult.Rival(name: $0, means: $1) },
      notes: lacks.map { "Counted as room centre, since \($0.sentence): \(Counted.list($0.names))." })
  }
}

/// The verb `choose`.
package struct ChooseCommand: SavedStudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "choose",
    abstract: "Judge a method on sites that it has not seen, beside its rivals.",
    discussion: """
      Leaves out one site after another, chooses the constants of the candidate on the others, and scores it on the one that is left \
      out, beside the rival that was best on the others and the one that is best in hindsight.

      Example: beaconbench choose scenarios/methods/unseen.yaml --class site --leave danis
      """)

  @Argument(.input, "The file of the protocol.", as: "protocol")
  var path: String

  @Option(.text, "Leave out this site alone. (default: each in turn)", as: "site")
  var leave: String?

  @Option(
    .text, "Use only this class of information, for the choice of constants too. (default: all)",
    name: .customLong("class"), as: "class")
  var only: String?

  /// How it runs and prints.
  @OptionGroup package var options: ReportingOptions

  @OptionGroup var data: DataOption

  /// Where its results are kept.
  @OptionGroup package var saving: SaveOption

  package init() {}

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    try ChooseStudy(UnseenScenario(contentsOf: path, class: only), root: data.root, leaving: leave)
  }
}
