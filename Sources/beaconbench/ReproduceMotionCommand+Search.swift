import ArgumentParser
import Dispatch
import Documents
import Figures
import Foundation
import Reporting
import Results
import SiteFiles
import Studies
import World

extension ReproduceMotionCommand {
  /// Options that only a search listens to.
  func checkSearchOptions() throws {
    guard !search else { return }
    let given = [
      ("--points", points != nil), ("--name", place.name != nil), ("--replace", place.replace),
      ("--results", place.results != ResultsOptions<SearchNaming>.customary),
    ]
    for (option, isGiven) in given where isGiven {
      throw ValidationError("\(option) requires --search")
    }
  }

  /// Runs the search that the file states, or goes on with it.
  func runSearch(of path: String) async throws {
    let clock = RunClock()
    let reproduction = try Reproduction(contentsOf: path)
    guard let stated = reproduction.search else {
      throw FileProblem(file: path, expected: "the key search", found: "none")
    }
    let run = try SearchRun(
      stated.with(seed: options.seed, points: points, laps: options.laps), of: reproduction,
      program: ProgramIdentity.current)
    let name = place.name ?? "seed\(run.search.seed)"
    let folder = ResultsFolder(root: place.results, scenario: "\(run.reproduction)-search", name: name)
    if place.replace { try folder.check() } else { try folder.check(for: run.saved) }
    var journal = try Journal(at: folder.path + ".journal", for: run.identity, replacing: place.replace)
    if journal.tornLines > 0 {
      StandardStreams.complain(
        "warning: \(journal.path): \(journal.tornLines) line was incomplete; its point is run again")
    }
    if !journal.cells.isEmpty, !options.quiet, isatty(STDERR_FILENO) == 1 {
      StandardStreams.complain(
        "continuing from \(journal.path) with \(journal.cells.count) finished points")
    }
    let signal = Interruption.says(
      "interrupted; the finished points are in \(journal.path), and the same command continues from there"
    )
    defer { signal?.cancel() }
    let result = try await result(of: run, in: &journal)
    try folder.write(
      result, of: run, provenance: Provenance(start: clock, threads: options.width, commit: .ofThisProgram))
    try options.show(result.report + [.folders([folder.path + "/"])], result.document)
  }

  private func result(of run: SearchRun, in journal: inout Journal) async throws -> SearchResult {
    var progress = options.progress(of: run.search.points, "points")
    defer { progress.finish() }
    return try await run.result(in: &journal, width: options.width) { progress.show(done: $0) }
  }
}
