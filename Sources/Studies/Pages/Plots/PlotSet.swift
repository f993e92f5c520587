import Calibrating
import Comparisons
import Context
package import Documents
import Laps
import Phone
import Placement
import Propagation
package import Rendering
import Results
import Scenarios
import Sweeping
import World

/// What may be said about pictures besides their kind.
package struct PlotOptions: Sendable {
  /// Nil for the customary ones of the subject.
  package var kind: PlotKind?
  /// Nil for that of each kind.
  package var width: PlotWidth?
  /// The laps that are run again for tracks and RSSI, counted from 0.
  package var laps = [0]
  /// Nil for all.
  package var pipelines: [String]?
  /// Nil for the one heard most often.
  package var beacon: String?
  /// The level of coverage, in dBm; nil for the receiver's sensitivity.
  package var level: Double?
  /// Whether constant baselines are drawn where their errors stretch the axis; those in ``pipelines`` are in any case.
  package var showsBaselines = false
  /// Whether two results folders may have different scenarios or sites.
  package var allowsDifferentScenarios = false
  /// The folder in which data sets lie.
  package var dataRoot = ""

  package init() {}
}

/// The pictures of one subject.
package struct PlotSet: Sendable {
  /// In the order of the kinds.
  package let plots: [Plot]
  /// Why customary pictures were not drawn, each with the kind.
  package let leftOut: [(kind: PlotKind, reason: String)]

  /// - Parameters:
  ///   - subject: what is drawn.
  ///   - results: of the laps of a scenario that were run, or nil for what has none.
  /// - Throws: One sentence where a kind that was asked for cannot be drawn, or none can.
  package init(_ subject: PlotSubject, results: [PlottedResults], options: PlotOptions) throws {
    if let kind = options.kind, !subject.kinds.contains(kind) {
      throw PlotProblem(
        "--kind: expected \(subject.kinds.map(\.name).joined(separator: ", ")) of \(subject.name), found \(kind.name)"
      )
    }
    let maker = PlotMaker(subject: subject, results: results, options: options)
    if let kind = options.kind {
      (plots, leftOut) = ([try maker.plot(kind)], [])
      return
    }
    var (plots, leftOut) = ([Plot](), [(kind: PlotKind, reason: String)]())
    for kind in subject.customaryKinds {
      do {
        plots.append(try maker.plot(kind))
      } catch let problem as any InputProblem {
        leftOut.append((kind, problem.description))
      }
    }
    if plots.isEmpty, let first = leftOut.first { throw PlotProblem(first.reason) }
    (self.plots, self.leftOut) = (plots, leftOut)
  }
}

extension [(kind: PlotKind, reason: String)] {
  /// Each with its kind and the reason.
  package var document: Document {
    Document(map { ["kind": Document($0.kind.name), "reason": Document($0.reason)] })
  }

  /// `Not drawn: path, errormap: no path.`: a sentence for each reason, in the order of the kinds.
  package var notDrawn: [String] {
    let reasons = map(\.reason).uniqued
    return reasons.map { reason in
      let kinds = filter { $0.reason == reason }.map(\.kind.name)
      return "Not drawn: \(kinds.joined(separator: ", ")): \(reason)."
    }
  }
}

/// Makes one picture after another of a subject.
private struct PlotMaker {
  let subject: PlotSubject
  let results: [PlottedResults]
  let options: PlotOptions

  private func width(_ kind: PlotKind) -> PlotWidth { options.width ?? kind.usualWidth }

  /// The results for axes of errors, which constant baselines would stretch until the pipelines lie on each other.
  private var onAxis: [PlottedResults] {
    options.showsBaselines || options.pipelines != nil ? results : results.map(\.withoutConstants)
  }

  func plot(_ kind: PlotKind) throws -> Plot {
    switch subject {
    case .site(let file): return .plan(of: PlottedSite(file), width: width(.plan))
    case .residuals(let residuals): return .residuals(residuals, width: width(kind))
    case .calibration(let document): return try .correlation(document, width: width(kind))
    case .channel(let file):
      return .pathLoss(
        try file.channel.pathLoss, deviation: try file.channel.shadowing?.sigma.value ?? 0,
        source: "the file", width: width(kind))
    case .recording(let path): return try recording(path)
    case .events(let summary): return try .events(of: summary, width: width(.events))
    case .sweep(let sweep): return try sweep.plot(kind, pipelines: options.pipelines, width: width(kind))
    case .placement(let placement): return try placement.plot(kind, width: width(kind))
    case .results, .scenario: return try study(kind)
    }
  }

  private func recording(_ path: String) throws -> Plot {
    var input = try RecordedInput(contentsOf: path, site: nil)
    let stream = try input.stream(site: nil)
    return try .rssi(
      of: stream, directory: input.directory, beacon: options.beacon, source: path, width: width(.rssi))
  }

  private func study(_ kind: PlotKind) throws -> Plot {
    let first = results[0]
    switch kind {
    case .cdf: return try .cdf(onAxis, width: width(kind))
    case .means: return try .means(onAxis, width: width(kind))
    case .ranks: return try .ranks(first, width: width(kind))
    case .published: return try .published(first, width: width(kind))
    case .ranging: return try .ranging(first, width: width(kind))
    case .zones: return try .zones(first, width: width(kind))
    case .uncertainty: return try .uncertainty(first, width: width(kind))
    case .differences: return try differences()
    case .path:
      return try .errorsAlongPath(
        onAxis[0], on: first.rerunnable().plottedSite.site, width: width(kind))
    case .errormap:
      return try .errorMap(first, on: first.rerunnable().plottedSite, width: width(kind))
    case .plan:
      return try .plan(of: first.rerunnable().plottedSite, width: width(kind))
    case .tracks, .rssi, .lag: return try laps(kind)
    case .boundmap, .coverage, .rssimap: return try map(kind)
    default: throw PlotProblem("--kind \(kind.name) cannot be drawn of \(subject.name)")
    }
  }

  private func differences() throws -> Plot {
    guard case .results(let folders) = subject, folders.count == 2 else {
      throw PlotProblem("--kind differences requires two results folders")
    }
    let comparison = try FolderComparison(
      SavedResults(contentsOf: folders[0]), SavedResults(contentsOf: folders[1]),
      pipelines: options.pipelines,
      rules: .init(allowsDifferentScenarios: options.allowsDifferentScenarios))
    return .differences(comparison, looks: results.looks, width: width(.differences))
  }

  private func laps(_ kind: PlotKind) throws -> Plot {
    let results = onAxis[0]
    let study = try results.rerunnable()
    let definitions = study.source.pipelines.definitions
    let chosen = results.pipelines.compactMap { pipeline in
      definitions.firstIndex { $0.name == pipeline.name }
    }
    guard let pipeline = chosen.first else {
      throw PlotProblem(
        "--kind \(kind.name) requires a pipeline of the saved scenario; \(results.label) has none")
    }
    let origin =
      (results.scenario.map { "Scenario \($0)" } ?? results.label)
      + (results.seed.map { ", seed \($0)." } ?? ".")
    switch kind {
    case .tracks:
      return try .tracks(
        study.tracks(of: pipeline, laps: options.laps, dataRoot: options.dataRoot),
        of: definitions[pipeline].name, colour: results.looks.colour(of: definitions[pipeline].name),
        on: study.plottedSite, origin: origin, width: width(kind))
    case .lag:
      // Enough laps to see the curve, and few enough to be quick.
      let records = try (0..<min(study.laps, 20)).flatMap { try study.records(ofLap: $0) }
      return try .lag(
        records, pipelines: chosen.map { ($0, definitions[$0].name) }, looks: results.looks, origin: origin,
        width: width(kind))
    default: return try rssi(of: study, chosen, results.looks, origin)
    }
  }

  private func rssi(
    of study: Study, _ chosen: [Int], _ looks: PipelineLooks, _ origin: String
  ) throws -> Plot {
    let anchor = try options.beacon.map { try study.anchor(named: $0) }
    let lap = options.laps.first ?? 0
    guard let record = try study.records(ofLap: lap).first else {
      throw PlotProblem("lap \(lap): expected a walker, found none")
    }
    let filters = study.source.pipelines.definitions.enumerated().map { index, pipeline in
      let words = pipeline.filterSummary.replacing("none", with: "no filter")
      return (pipeline.name, chosen.contains(index) && pipeline.hasSignal ? words : "")
    }
    return try .rssi(
      of: record, anchor: anchor, filters: filters, looks: looks, origin: origin, width: width(.rssi))
  }

  private func map(_ kind: PlotKind) throws -> Plot {
    let study = try results[0].rerunnable()
    guard case .simulated(let simulated) = study else {
      throw PlotProblem(
        "--kind \(kind.name) requires a simulated scenario; the channel of recorded walks is unknown")
    }
    let simulation = simulated.simulation
    let window = simulated.scenario.phone.averageSeconds
    let map = simulated.levelMap
    let height = simulation.walk.settings.height
    let (site, source) = (try study.plottedSite, "the scenario \(simulated.scenario.name)")
    switch kind {
    case .boundmap:
      return try .boundMap(
        map, height: height, window: window, on: site, source: source, width: width(kind))
    case .coverage:
      return .coverage(
        map, atLeast: options.level.map { DBm($0) } ?? simulation.receiver.sensitivity, height: height,
        on: site, source: source, width: width(kind))
    default:
      return .levelMap(
        map, ofAnchor: try options.beacon.map { try study.anchor(named: $0) } ?? 0, height: height, on: site,
        source: source, width: width(kind))
    }
  }
}

extension Study {
  fileprivate func anchor(named name: String) throws -> Int {
    let anchors = source.pipelines.site.anchors
    if let index = anchors.firstIndex(where: { $0.id == name }) { return index }
    throw PlotProblem(
      "--beacon: expected a beacon of the site \(source.pipelines.site.name), found \(name)"
        + suggestion(for: name, among: anchors.map(\.id)))
  }
}
