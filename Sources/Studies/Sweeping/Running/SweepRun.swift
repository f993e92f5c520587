import Documents
package import Evaluation
package import Laps
package import Results
package import Scenarios
import Sites
import World

/// A sweep that is ready to run.
///
/// A cell is one point with one seed. Its laps are computed in blocks, which are the pieces of work that threads, processes
/// and the jobs of a cluster share. A block is kept with what it depends on (the settings of its point, its seed and its
/// laps), so that a sweep with more points, seeds or laps reuses finished blocks.
package struct SweepRun: Sendable {
  /// What it runs.
  package let sweep: Sweep
  /// In their order.
  package let points: [SweepPoint]
  /// The number of laps of each cell.
  package let laps: Int
  /// Identifies the blocks of its journals.
  package let identity: JournalIdentity
  /// The files from which the sweep can be run again.
  package let saved: SavedScenario
  /// The published figures beside which cells are put; none without targets.
  package let targets: [PublishedFigure]
  /// All pipelines that run.
  private let definitions: [PipelineDefinition]
  /// Those that apply to the site.
  package let metrics: [Metric]
  /// Different pieces of work, in the order of cells.
  package let blocks: [Block]
  /// By cell, the places of its blocks.
  let blocksOfCells: [[Int]]
  let spread: ErrorStatistics.Spread
  private let varied: VariedStudy
  /// The first cell's, before anything is varied.
  private let source: any LapSource

  /// Some laps of a point with a seed.
  package struct Block: Sendable {
    /// The index of the point.
    package let point: Int
    /// The seed of the laps.
    package let seed: UInt64
    /// Counted from 0.
    package let laps: Range<Int>
    /// Its key in journals.
    package let key: String
  }

  /// Checks that scenario and site accept the values that the parameters set, one at a time.
  ///
  /// - Parameters:
  ///   - program: as `ProgramIdentity` has it.
  ///   - dataRoot: the folder in which data sets lie.
  /// - Throws: `FileProblem` or `StudyProblem` for what cannot be run.
  package init(_ sweep: Sweep, program: String, dataRoot: String) throws {
    self.sweep = sweep
    func varied(_ site: SiteFile?) -> VariedStudy {
      VariedStudy(
        sweep.scenario.document, path: sweep.scenario.path, laps: sweep.laps, site: site, addsKeys: true,
        dataRoot: dataRoot, pipelines: sweep.pipelines)
    }
    let scenario = try varied(nil).scenario(seed: sweep.seed)
    try scenario.checkHasOwnNoise(in: "a sweep")
    targets = try sweep.targets(in: scenario)
    try sweep.checkNames(targets)
    let study = try Study(scenario, dataRoot: dataRoot)
    self.varied = varied(
      try scenario.simulation.map { simulation in try SiteFile(simulation.siteDocument) })
    source = study.source
    (definitions, laps, spread) = (source.pipelines.definitions, study.laps, scenario.spread)
    metrics = try sweep.metrics(on: source.pipelines.site)
    saved = try study.saved.adding(sweep.saved, named: "sweep.yaml")
    identity = try JournalIdentity(
      study: "sweep", name: sweep.name, seed: sweep.seed, program: program,
      definition: sweep.definition(study.saved))
    points = try sweep.allPoints()
    (blocks, blocksOfCells) = Self.blocks(of: points, sweep, laps: laps)
    try checkParameters()
  }

  /// Refuses methods that cannot start, before anything is computed: those of the scenario, and those that a parameter puts in
  /// their place.
  package func prepare() throws {
    try source.pipelines.prepare()
    for (index, swept) in sweep.parameters.enumerated()
    where swept.paths.contains(where: { $0.hasPrefix("pipelines") }) {
      for value in swept.tried { try source(setting: value, of: index).pipelines.prepare() }
    }
  }

  /// Equal pieces of work of different cells are computed once.
  private static func blocks(
    of points: [SweepPoint], _ sweep: Sweep, laps: Int
  ) -> ([Block], [[Int]]) {
    var blocks: [Block] = []
    var places: [String: Int] = [:]
    var cells: [[Int]] = []
    for point in points {
      let settings = Document(point.settings(of: sweep.parameters)).json
      for seed in sweep.seeds {
        cells.append(
          stride(from: 0, to: laps, by: sweep.block).map { start in
            let end = min(start + sweep.block, laps)
            let key = "\(settings) \(seed) \(start)-\(end)"
            if let place = places[key] { return place }
            places[key] = blocks.count
            blocks.append(Block(point: point.index, seed: seed, laps: start..<end, key: key))
            return blocks.count - 1
          })
      }
    }
    return (blocks, cells)
  }

  /// The names of all pipelines that run.
  package var pipelines: [String] { definitions.map(\.name) }

  /// The names of those that are compared.
  package var compared: [String] { definitions.filter(\.hasSignal).map(\.name) }

  /// How many cells there are: each point with each seed.
  package var cellCount: Int { points.count * sweep.seeds.count }

  /// The point of a cell.
  func point(ofCell cell: Int) -> SweepPoint { points[cell / sweep.seeds.count] }

  /// The laps with some settings.
  func source(_ settings: [Document.Member], seed: UInt64) throws -> any LapSource {
    try varied.source(with: settings, seed: seed, in: "a sweep")
  }

  /// The laps with one value of one parameter, and any values of the parameters before it.
  private func source(setting value: Document, of index: Int) throws -> any LapSource {
    let setting = setting(for: value, of: index)
    return try source(
      sweep.parameters[index].paths.map { Document.Member(key: $0, value: setting) }, seed: sweep.seed)
  }

  private func setting(for value: Document, of index: Int) -> Document {
    let others = sweep.parameters[..<index].map { $0.values?.first ?? $0.value(at: 0) }
    return sweep.parameters[index].setting(for: value, after: others)
  }

  private func checkParameters() throws {
    let documents = try sweep.document.elements("parameters")
    for (index, swept) in sweep.parameters.enumerated() {
      let set = try documents[index]["set"]
      for value in swept.tried {
        let source: any LapSource
        do { source = try self.source(setting: value, of: index) } catch let problem as any InputProblem {
          // On the command line, the option names the key already.
          if set.location.file.hasPrefix("--"), let problem = problem as? FileProblem {
            throw FileProblem(file: set.location.file, expected: problem.expected, found: problem.found)
          }
          throw set.problem(
            expected: "places of the scenario that take \(setting(for: value, of: index).json)",
            found: "one that does not: \(problem.description)")
        }
        guard source.pipelines.definitions.map(\.name) == pipelines, source.laps == laps else {
          throw set.problem(
            expected: "keys that leave the names of the pipelines and the number of laps as they are")
        }
      }
    }
  }
}

extension Sweep {
  /// The published figures beside which cells are put; none without targets.
  fileprivate func targets(in scenario: Scenario) throws(FileProblem) -> [PublishedFigure] {
    guard hasTargets else { return [] }
    let figures = PublishedFigure.targets(of: scenario.pipelines)
    guard !figures.isEmpty else {
      throw try document["targets"].problem(
        expected: "a scenario with published rows", found: "one in which no pipeline has the key published")
    }
    for figure in figures where !metrics.contains(where: { $0.rawValue == figure.statistic.rawValue }) {
      throw try document["metrics"].problem(
        expected: "a list with \(figure.statistic.rawValue), which was published of \(figure.pipeline)")
    }
    return figures
  }

  fileprivate func metrics(on site: Site) throws(FileProblem) -> [Metric] {
    let metrics = metrics.filter { $0.applies(site) }
    guard metrics.contains(metric) else {
      throw try document["metric"].problem(
        expected:
          "a metric that applies to the site \(site.name): \(metrics.map(\.rawValue).joined(separator: ", "))"
      )
    }
    return metrics
  }

  /// Checks that every column of a table that has one for each parameter has a name of its own.
  fileprivate func checkNames(_ targets: [PublishedFigure]) throws(FileProblem) {
    let columns = Self.ownColumns + (targets.isEmpty ? [] : ["verdict"] + targets.map(\.name))
    for parameter in try document.elements("parameters")
    where columns.contains(try parameter.text("name")) {
      throw try parameter["name"].problem(expected: "a name that no other column of the tables has")
    }
  }
}
