package import Calibrating
import Comparisons
import Context
package import Documents
package import Placement
package import Rendering
import Results
package import Scenarios
package import Sites
package import Sweeping
import World

/// What is drawn, by what it is.
package enum PlotSubject: Sendable {
  case site(SiteFile)
  /// The path of a scenario, of which some laps are run.
  case scenario(String)
  /// Results folders: several are drawn beside each other.
  case results([String])
  /// The summary of a results folder of `context`.
  case events(Document)
  /// A results folder of `sweep`.
  case sweep(PlottedSweep)
  /// A folder of `place`.
  case placement(PlottedPlacement)
  /// A capture or a table of readings.
  case recording(String)
  /// The table that `calibrate --residuals` writes.
  case residuals(CalibrationResiduals)
  /// The output of `calibrate --json`.
  case calibration(Document)
  /// A channel file, as `calibrate --channel` writes it.
  case channel(ChannelFile)

  /// - Throws: One sentence about what cannot be drawn.
  package init(_ paths: [String]) throws {
    let folders = paths.filter { Entry(following: $0) == .folder }
    guard folders.count < paths.count else {
      if folders.count == 1, ResultsFolder.holdsEvents(folders[0]) {
        try ResultsFolder(path: folders[0]).checkFiles()
        self = .events(try Document(contentsOf: "\(folders[0])/summary.json"))
        return
      }
      if folders.count == 1, ResultsFolder.holdsSweep(folders[0]) {
        self = .sweep(try PlottedSweep(contentsOf: folders[0]))
        return
      }
      if folders.count == 1, PlottedPlacement.isOne(folders[0]) {
        self = .placement(try PlottedPlacement(contentsOf: folders[0]))
        return
      }
      for folder in folders where Entry(following: "\(folder)/errors.csv") == nil {
        try ResultsFolder.checkIsNotAbove(folder)
        throw FileProblem(file: folder, expected: "a results folder", found: "one without errors.csv")
      }
      self = .results(paths)
      return
    }
    guard paths.count == 1 else {
      let other = paths.first { Entry(following: $0) != .folder } ?? ""
      throw FileProblem(
        file: other, expected: "results folders only, since there are several arguments",
        found: Entry(following: other) != nil ? "a file" : "nothing of this name")
    }
    self = try Self.file(paths[0])
  }

  private static func file(_ path: String) throws -> PlotSubject {
    let ending = path.split(separator: ".").last?.lowercased()
    guard let ending, ["yaml", "yml", "json"].contains(ending) else {
      if ending == "csv", try CalibrationResiduals.isOne(path) {
        return .residuals(try CalibrationResiduals(contentsOf: path))
      }
      return .recording(path)
    }
    let document = try Document(contentsOf: path)
    if document.has("pipelines"), document.has("site") || document.has("dataset") { return .scenario(path) }
    if document.has("correlation"), document.has("models") || document.has("readings") {
      return .calibration(document)
    }
    if document.has("channel"), !document.has("site") { return .channel(try ChannelFile(document)) }
    return .site(try SiteFile(document))
  }

  /// In words, for a sentence.
  package var name: String {
    switch self {
    case .site: "a site"
    case .scenario: "a scenario"
    case .results(let folders): folders.count > 1 ? "several results folders" : "a results folder"
    case .events: "results of context"
    case .sweep: "results of sweep"
    case .placement: "a folder of place"
    case .recording: "a recording"
    case .residuals: "a table of residuals"
    case .calibration: "a calibration"
    case .channel: "a channel"
    }
  }

  /// The kinds that can be drawn of it; the first is drawn where a file but no kind is named.
  package var kinds: [PlotKind] {
    let places: [PlotKind] = [.boundmap, .coverage, .rssimap]
    let study: [PlotKind] =
      [
        .cdf, .means, .ranks, .path, .errormap, .tracks, .rssi, .lag, .ranging, .zones,
        .uncertainty, .published, .plan,
      ]
      + places
    return switch self {
    case .site: [.plan]
    case .scenario: study
    case .results(let folders):
      folders.count > 1 ? [.cdf, .means] + (folders.count == 2 ? [.differences] : []) : study
    case .events: [.events]
    case .sweep(let sweep): sweep.kinds
    case .placement: PlottedPlacement.kinds
    case .recording: [.rssi]
    case .residuals: [.residuals]
    case .calibration: [.correlation]
    case .channel: [.pathloss]
    }
  }

  /// Those that are drawn without being asked for: all but maps, which are asked for one at a time.
  var customaryKinds: [PlotKind] {
    kinds.filter { ![.coverage, .rssimap].contains($0) }
  }
}

extension PlotKind: CaseIterable {
  package static let allCases: [PlotKind] = [
    .plan, .tracks, .cdf, .means, .path, .errormap, .boundmap, .coverage, .rssimap, .rssi, .lag,
    .pathloss, .residuals, .correlation, .ranging, .zones, .uncertainty, .ranks, .published, .differences,
    .events, .sweep,
    .ranking, .effects, .indices, .layouts, .judged, .curve, .causes,
  ]
}
