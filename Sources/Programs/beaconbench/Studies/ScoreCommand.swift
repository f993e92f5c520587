import ArgumentParser
import Documents
import Evaluation
import Foundation
import Laps
import Rendering
import Results
import Scenarios
import Sites
import World

enum ScoreNaming: ResultsNaming {
  static let customary = "the name of the table of fixes"
}

struct ScoreCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "score", abstract: "Score fixes that another program made.",
    discussion: """
      Reads fixes as `run --keep-fixes` and `replay --fixes` write them, of several pipelines and laps: a CSV file with \
      pipeline,lap,time_s,x_m,y_m. Prints their scores, and writes them to results/<site>/<name>/, which compare reads.

      Example: beaconbench score fixes.csv --site my-site.yaml --presses presses.csv
      """)

  @Argument(.input, "The table of fixes.", as: "fixes")
  var path: String

  @Option(.input, "The site file; required.")
  var site: String

  @Option(.truth) var truth: String?

  @Option(.presses) var presses: String?

  @Option(.lap, "The only lap to score. (default: all laps of the fixes)")
  var lap: Int?

  @OptionGroup var offset: FittedClockOffsetOption

  @Option(
    .timeTolerance,
    "How far behind a press a fix may be and still count at it, for rounded times. (default: 0)")
  var timeTolerance: Double?

  @Flag(help: "Print all applicable metrics below the tables; summary.json always has them.")
  var metrics = false

  @OptionGroup var options: OutputOptions

  @OptionGroup var place: ResultsOptions<ScoreNaming>

  func validate() throws {
    guard truth != nil || presses != nil else {
      throw ValidationError("expected --truth or --presses, found neither")
    }
    if timeTolerance != nil, presses == nil {
      throw ValidationError("--time-tolerance requires --presses")
    }
    if metrics, options.json {
      throw ValidationError("--metrics cannot be combined with --json, which has all metrics")
    }
  }

  func prepared() throws -> any PreparedStudy {
    let start = RunClock()
    let siteFile = try SiteFile(contentsOf: site)
    let known = siteFile.site
    StandardStreams.warn(siteFile.warnings)
    let fixes = try GivenFixes(contentsOf: path, site: known, lap: lap)
    let (given, shared) = try truths(on: known, of: fixes)
    let clock = offset.isEstimated ? try TruthAlignment.offset(of: given, by: fixes, on: known) : nil
    let laps = clock.map { clock in given.map { $0.shifted(by: clock.seconds) } } ?? given
    let dated = fixes.dated(to: laps, within: timeTolerance ?? 0)
    let origin = "fixes that another program made, from \(path)" + (lap.map { ", lap \($0)" } ?? "")
    let saved = SavedScenario(site: siteFile.document)
    let folder = try self.folder(of: known, for: origin)
    StandardStreams.warn(shared + [dated.note(on: laps)].compactMap(\.self))
    if place.replace { try folder.check() } else { try folder.check(for: saved) }
    let result = try dated.scored(
      name: known.name, on: known, by: ScoringRule(at: presses == nil ? .callbacks : .presses(.last)),
      against: laps, notes: siteFile.notes + [origin, clock?.noteOnFixes].compactMap(\.self))
    try folder.write(
      result, scenario: saved,
      provenance: Provenance(start: start, threads: 1))
    return Answer(
      result.report(showsAdvertisements: false) + (metrics ? result.metricsReport : []), result.document,
      written: [folder.path + "/"])
  }

  /// What is known of the laps of the fixes, and sentences about tables that hold for each of them.
  private func truths(on site: Site, of fixes: GivenFixes) throws -> (laps: [LapTruth], notes: [String]) {
    let file = try truth.map { try TruthFile(contentsOf: $0, site: site, clockOffset: offset.seconds) }
    let (walks, loose) = (file?.walks, file?.loose)
    let pressed = try presses.map {
      try PressesTable(contentsOf: $0, site: site, clockOffset: offset.seconds)
    }
    let laps = try fixes.laps.map { lap in
      LapTruth(
        lap: lap, walk: try walks.map { try $0.walk(lap: lap) },
        loose: try loose.map { try $0.truth(lap: fixes.laps.count > 1 ? lap : nil) },
        presses: try pressed.map { try $0.presses(lap: lap) } ?? [])
    }
    if let (ofFixes, ofTruth) = fixes.spansApart(from: laps) {
      throw FileProblem(
        file: presses ?? truth ?? path,
        expected: "times within those of \(path), from \(ofFixes.lowerBound) s to \(ofFixes.upperBound) s",
        found:
          "them from \(ofTruth.lowerBound) s to \(ofTruth.upperBound) s, in seconds like the fixes, with --clock-offset added"
      )
    }
    let note = laps.first?.loose.map { LooseTruthTable.note(on: $0, of: truth ?? "") }
    return (laps, shared(by: fixes.laps.count, pressed, walks) + [note].compactMap(\.self))
  }

  /// Results of other fixes are never replaced unasked: a folder without a name of its own gets a digest then.
  private func folder(of site: Site, for origin: String) throws -> ResultsFolder {
    let name = place.name ?? URL(filePath: path).deletingPathExtension().lastPathComponent
    let folder = ResultsFolder(root: place.results, scenario: site.name, name: name)
    guard !place.replace, let stored = try? Document(contentsOf: "\(folder.path)/summary.json"),
      let notes = try? stored.elements("notes"), !notes.contains(where: { (try? $0.text) == origin })
    else { return folder }
    guard place.name == nil else { throw folder.others("one of other fixes") }
    return ResultsFolder(
      root: place.results, scenario: site.name, name: "\(name)-\(SavedScenario.digest(of: origin))")
  }

  /// What says nothing of laps holds for each of them.
  private func shared(by laps: Int, _ presses: PressesTable?, _ truth: TruthTable?) -> [String] {
    guard laps > 1 else { return [] }
    return [(self.presses, presses?.hasLaps), (self.truth, truth.map { !$0.laps.isEmpty })]
      .compactMap {
        path, hasLaps in
        guard let path, hasLaps == false else { return nil }
        return "\(path) has no column lap: the same is used for each of the \(laps) laps of \(self.path)"
      }
  }
}
