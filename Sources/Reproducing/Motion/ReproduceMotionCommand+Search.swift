import ArgumentParser
import Dispatch
package import Documents
import Foundation
package import Rendering
import Results
import Sites
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
    let reproduction = try Reproduction(contentsOf: path)
    guard let stated = reproduction.search else {
      throw FileProblem(file: path, expected: "the key search", found: "none")
    }
    let run = try SearchRun(
      stated.with(seed: options.seed, points: points, laps: options.laps), of: reproduction,
      program: ProgramIdentity.current)
    try await run.complete(
      in: place.results, name: place.name, replacing: place.replace, width: options.width,
      isQuiet: options.reporting.terminal.isQuiet
    ) { try options.show($0, $1) }
  }
}

extension SearchRun {
  /// Runs a search or goes on with it, writes its results and shows them.
  package func complete(
    in root: String, name: String?, replacing: Bool, width: Int, isQuiet: Bool,
    show: ([ReportSection], Document) throws -> Void
  ) async throws {
    let clock = RunClock()
    let folder = ResultsFolder(
      root: root, scenario: "\(reproduction)-search", name: name ?? "seed\(search.seed)")
    if replacing { try folder.check() } else { try folder.check(for: saved) }
    var journal = try Journal(at: folder.path + ".journal", for: identity, replacing: replacing)
    if journal.tornLines > 0 {
      StandardStreams.complain(
        "warning: \(journal.path): \(journal.tornLines) line was incomplete; its point is run again")
    }
    if !journal.cells.isEmpty, !isQuiet, isatty(STDERR_FILENO) == 1 {
      StandardStreams.complain(
        "continuing from \(journal.path) with \(journal.cells.count) finished points")
    }
    let signal = Interruption.says(
      "interrupted; the finished points are in \(journal.path), and the same command continues from there"
    )
    defer { signal?.cancel() }
    let result = try await result(in: &journal, width: width, isQuiet: isQuiet)
    try folder.write(
      result, of: self, provenance: Provenance(start: clock, threads: width))
    try show(result.report + [.folders([folder.path + "/"])], result.document)
  }

  private func result(in journal: inout Journal, width: Int, isQuiet: Bool) async throws -> SearchResult {
    var progress = TerminalProgress(ProgressLine(of: search.points, "points"), isQuiet: isQuiet)
    defer { progress.finish() }
    return try await result(in: &journal, width: width) { progress.show(done: $0) }
  }
}
