package import Documents
package import Evaluation
import Laps
import Reproducing
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
  package let sweep: Sweep
  package let points: [SweepPoint]
  /// The number of laps of each cell.
  package let laps: Int
  /// Identifies the blocks of its journals.
  package let identity: JournalIdentity
  /// The files from which the sweep can be run again.
  package let saved: SavedScenario
  /// The names of all pipelines, and of those that are compared.
  package let pipelines: [String]
  package let compared: [String]
  package let metrics: [Metric]
  /// Different pieces of work, in the order of cells.
  package let blocks: [Block]
  /// By cell, the places of its blocks.
  let blocksOfCells: [[Int]]
  let spread: ErrorStatistics.Spread
  private let varied: VariedStudy
  /// The first cell's, before anything is varied.
  private let study: Study

  /// Some laps of a point with a seed.
  package struct Block: Sendable {
    package let point: Int
    package let seed: UInt64
    package let laps: Range<Int>
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
    let base = VariedStudy(
      sweep.scenario.document, path: sweep.scenario.path, laps: sweep.laps, addsKeys: true,
      dataRoot: dataRoot,
      pipelines: sweep.pipelines)
    let scenario = try base.scenario(seed: sweep.seeds[0])
    try scenario.checkHasOwnNoise(in: "a sweep")
    study = try Study(scenario, dataRoot: dataRoot)
    varied = VariedStudy(
      sweep.scenario.document, path: sweep.scenario.path, laps: sweep.laps,
      site: try scenario.simulation.map { simulation in try SiteFile(simulation.siteDocument) },
      addsKeys: true, dataRoot: dataRoot, pipelines: sweep.pipelines)
    laps = study.laps
    spread = scenario.spread
    pipelines = scenario.pipelines.map(\.name)
    compared = scenario.pipelines.filter(\.hasSignal).map(\.name)
    let site = study.source.pipelines.site
    metrics = sweep.metrics.filter { $0.applies(site) }
    guard metrics.contains(sweep.metric) else {
      throw try sweep.document["metric"].problem(
        expected:
          "a metric that applies to the site \(site.name): \(metrics.map(\.rawValue).joined(separator: ", "))"
      )
    }
    saved = try study.saved.adding(SavedSweep.document(of: sweep), named: SavedSweep.name)
    identity = JournalIdentity(
      study: "sweep", name: sweep.name, seed: sweep.seeds[0], program: program,
      definition: try SavedSweep.definition(of: sweep, study.saved))
    points = try sweep.allPoints()
    (blocks, blocksOfCells) = Self.blocks(of: points, sweep, laps: laps)
    try checkParameters()
  }

  /// Refuses methods that cannot start, before anything is computed: those of the scenario, and those that a parameter puts in
  /// their place.
  package func prepare() throws {
    try study.source.pipelines.prepare()
    for (index, swept) in sweep.parameters.enumerated()
    where swept.parameter.keys.contains(where: { $0.hasPrefix("pipelines") }) {
      for value in Self.tried(swept) { try source(setting: value, of: index).pipelines.prepare() }
    }
  }

  /// Equal pieces of work of different cells are computed once.
  private static func blocks(of points: [SweepPoint], _ sweep: Sweep, laps: Int) -> ([Block], [[Int]]) {
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

  /// How many cells there are: each point with each seed.
  package var cellCount: Int { points.count * sweep.seeds.count }

  /// The places of the blocks that a shard computes: every n-th.
  package func blocks(of shard: SweepShard?) -> [Int] {
    guard let shard else { return Array(blocks.indices) }
    return blocks.indices.filter { $0 % shard.count == shard.number - 1 }
  }

  /// Computes the blocks of a shard that no journal holds.
  ///
  /// - Parameters:
  ///   - known: finished blocks by key, of this journal and of others.
  ///   - width: how many blocks at a time; results do not depend on it.
  ///   - finished: called for each block with its place, as it comes.
  /// - Returns: all blocks of the shard.
  /// - Throws: as ``Results/Journal/cells(_:known:width:read:finished:work:)`` does.
  package func compute(
    _ shard: SweepShard?, in journal: inout Journal, known: [String: Document], width: Int,
    finished: (Int, LapBlock) -> Void
  ) async throws -> [LapBlock] {
    let places = blocks(of: shard)
    return try await journal.cells(
      places.map { blocks[$0].key }, known: known, width: width,
      read: { index, document in block(document, at: places[index]) },
      finished: { finished(places[$0], $1) },
      work: { try computed(places[$0]) })
  }

  /// Reads a block of a journal; nil where it is something else.
  package func block(_ document: Document, at place: Int) -> LapBlock? {
    (try? document.text).flatMap { LapBlock($0, laps: blocks[place].laps.count) }
  }

  /// All blocks, where the journals hold every one of them; else nil.
  package func allBlocks(in known: [String: Document]) -> [LapBlock]? {
    var all: [LapBlock] = []
    for place in blocks.indices {
      guard let block = known[blocks[place].key].flatMap({ block($0, at: place) }) else { return nil }
      all.append(block)
    }
    return all
  }

  /// How many blocks of a shard the journals hold.
  package func done(of shard: SweepShard?, in known: [String: Document]) -> Int {
    blocks(of: shard).count { known[blocks[$0].key] != nil }
  }

  /// The laps of one block.
  package func computed(_ place: Int) throws -> LapBlock {
    let block = blocks[place]
    let point = points[block.point]
    do {
      return try source(point.settings(of: sweep.parameters), seed: block.seed).block(block.laps)
    } catch let problem as any InputProblem {
      throw SweepProblem(point: point, parameters: sweep.parameters, problem: problem)
    }
  }

  /// The laps with one value of one parameter, and any values of the parameters before it.
  private func source(setting value: Document, of index: Int) throws -> any LapSource {
    let setting = setting(for: value, of: index)
    let keys = sweep.parameters[index].parameter.keys
    return try source(keys.map { Document.Member(key: $0, value: setting) }, seed: sweep.seeds[0])
  }

  private func setting(for value: Document, of index: Int) -> Document {
    let others = sweep.parameters[..<index].map { $0.values?.first ?? $0.parameter.value(at: 0) }
    return sweep.parameters[index].parameter.setting(for: value, after: others)
  }

  private func source(_ settings: [Document.Member], seed: UInt64) throws -> any LapSource {
    try varied.source(with: settings, seed: seed, in: "a sweep")
  }

  /// The errors of a cell, by pipeline and then by lap.
  ///
  /// - Parameter all: the blocks of the sweep, in their order.
  func errors(ofCell cell: Int, _ all: [LapBlock]) -> [[[PositionError]]] {
    blocksOfCells[cell].reduce(into: [[[PositionError]]](repeating: [], count: pipelines.count)) {
      errors, place in
      for (pipeline, laps) in all[place].errors(pipelines: pipelines.count).enumerated() {
        errors[pipeline] += laps
      }
    }
  }

  /// Scores every cell from all blocks.
  ///
  /// - Parameter width: how many cells at a time; results do not depend on it.
  package func result(of all: [LapBlock], width: Int) async throws -> SweepResult {
    let scores = try await inParallel(
      cellCount, width: width, progress: { _ in },
      { cell in errors(ofCell: cell, all).map { SweepScore(ofLaps: $0, metrics, spread: spread) } })
    return SweepResult(self, scores: scores, blocks: all)
  }

  /// Coordinates within a range; the middle one gives no round number.
  private static let places = [0, 0.5 * 2.0.squareRoot(), 1.0.nextDown]

  /// Of a range three values; of a long list of numbers the ends and the middle: a scenario that accepts these accepts those in
  /// between.
  private static func tried(_ swept: SweptParameter) -> [Document] {
    guard let values = swept.values else { return places.map { swept.parameter.value(at: $0) } }
    guard values.count > 32 else { return values }
    let numbers = values.compactMap { try? $0.number }
    guard numbers.count == values.count,
      let low = numbers.indices.min(by: { numbers[$0] < numbers[$1] }),
      let high = numbers.indices.max(by: { numbers[$0] < numbers[$1] })
    else { return values }
    return [values[low], values[values.count / 2], values[high]]
  }

  private func checkParameters() throws {
    let documents = try sweep.document.elements("parameters")
    for (index, swept) in sweep.parameters.enumerated() {
      for value in Self.tried(swept) {
        do {
          let source = try source(setting: value, of: index)
          guard source.pipelines.definitions.map(\.name) == pipelines, source.laps == laps else {
            throw try documents[index]["set"].problem(
              expected: "keys that leave the names of the pipelines and the number of laps as they are")
          }
        } catch let problem as any InputProblem {
          let set = try documents[index]["set"]
          // On the command line, the option names the key already.
          if set.location.file.hasPrefix("--"), let problem = problem as? FileProblem {
            throw FileProblem(file: set.location.file, expected: problem.expected, found: problem.found)
          }
          throw set.problem(
            expected: "places of the scenario that take \(setting(for: value, of: index).json)",
            found: "one that does not: \(problem.description)")
        }
      }
    }
  }
}

/// Which part of a sweep a process computes: `3/16`.
package struct SweepShard: Hashable, Sendable {
  /// From 1 on.
  package let number: Int
  package let count: Int

  /// Nil for text that is not a shard, such as `17/16`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], 1...SlurmSettings.most ~= count,
      1...count ~= number
    else { return nil }
    self.init(number, of: count)
  }

  package init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

  package var text: String { "\(number)/\(count)" }
}

/// A point for which a sweep cannot continue.
package struct SweepProblem: InputProblem {
  let point: SweepPoint
  let parameters: [SweptParameter]
  let problem: any InputProblem

  package var description: String {
    "point \(point.index) with \(point.text(parameters)): \(problem.description)"
  }
}
