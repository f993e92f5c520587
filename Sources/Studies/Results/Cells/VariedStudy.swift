package import Documents
package import Evaluation
package import Laps
package import Scenarios
package import Sites
package import World

/// A scenario from which the cells of a study are derived: each cell sets some values of the scenario or its site, and
/// has a seed.
///
/// This is the one place where a sweep, a reproduction and its changes turn a variation and a seed into laps.
package struct VariedStudy: Sendable {
  /// The scenario before any value is set.
  package let document: Document
  /// The path of the scenario's file: files that it names are relative to it.
  package let path: String
  /// Nil for the scenario's.
  package let laps: Int?
  /// Read once for all cells; nil to read the file that the scenario names.
  private let site: SiteFile?
  /// Whether paths lead through keys that are absent, as those of `--set`.
  private let addsKeys: Bool
  private let dataRoot: String
  private let pipelines: [String]?

  /// The prefix of paths to keys of the site.
  static let sitePrefix = "site."

  package init(
    _ document: Document, path: String, laps: Int?, site: SiteFile? = nil, addsKeys: Bool = false,
    dataRoot: String = "", pipelines: [String]? = nil
  ) {
    (self.document, self.path, self.laps, self.site) = (document, path, laps, site)
    (self.addsKeys, self.dataRoot, self.pipelines) = (addsKeys, dataRoot, pipelines)
  }

  /// The scenario with some values set.
  ///
  /// - Throws: `FileProblem` for a key that neither the scenario nor its site has, or a value that is not allowed there.
  package func scenario(with settings: [Document.Member] = [], seed: UInt64?) throws(FileProblem) -> Scenario
  {
    let isOfSite = settings.filter { $0.key.hasPrefix(Self.sitePrefix) }
    let others = settings.filter { !$0.key.hasPrefix(Self.sitePrefix) }
    let document = try Variation(others).applied(
      to: document, in: addsKeys ? ScenarioSchema.schema(of: document) : nil)
    return try Scenario(
      document, path: path, seed: seed, laps: laps, changes: ScenarioChanges(pipelines: pipelines),
      site: try site(with: isOfSite))
  }

  private func site(with settings: [Document.Member]) throws(FileProblem) -> SiteFile? {
    guard let first = settings.first else { return site }
    guard let site else {
      throw first.value.problem(
        expected: "a simulated scenario, whose site can be varied", found: "\"\(first.key)\"")
    }
    let own = settings.map {
      Document.Member(key: String($0.key.dropFirst(Self.sitePrefix.count)), value: $0.value)
    }
    return try SiteFile(Variation(own).applied(to: site.document, in: SiteFile.schema))
  }

  /// The laps of a cell, whichever source they come from.
  ///
  /// - Parameter place: the subject of a message about white noise, which is made from all laps of a study.
  package func source(with settings: [Document.Member], seed: UInt64, in place: String) throws
    -> any LapSource
  {
    let scenario = try scenario(with: settings, seed: seed)
    try scenario.checkHasOwnNoise(in: place)
    return try Study(scenario, dataRoot: dataRoot).source
  }

  /// Runs and scores all laps.
  package func result(seed: UInt64?, width: Int) async throws -> StudyResult {
    try await Study(scenario(seed: seed), dataRoot: dataRoot).run(width: width) { _ in }
  }
}

extension LapSource {
  /// Runs some laps, one after the other.
  package func block(_ laps: Range<Int>) throws -> LapBlock {
    var block = LapBlock()
    for lap in laps { block.append(lap: lap, try errors(ofLap: lap)) }
    return block
  }

  /// By pipeline, the errors of one lap, those of several walkers one after the other.
  package func errors(ofLap lap: Int) throws -> [[PositionError]] {
    try heard(lap: lap).reduce(into: .init(repeating: [], count: pipelines.definitions.count)) {
      errors, heard in
      for (pipeline, ofPipeline) in self.errors(of: heard).enumerated() { errors[pipeline] += ofPipeline }
    }
  }
}
