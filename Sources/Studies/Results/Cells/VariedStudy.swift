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

/// Changes to some values of a scenario: one row of a table of changes, one preset, or one cell of a sweep.
package struct Variation: Hashable, Sendable {
  /// Paths as ``Document/setting(_:to:)`` takes them, with the values to set there, in the order of the file.
  package let settings: [Document.Member]

  package init(_ settings: [Document.Member] = []) { self.settings = settings }

  /// The scenario with the values set.
  ///
  /// - Parameter schema: the schema of a file in which paths, as those of `--set`, may add absent keys; nil to allow only
  ///   keys that are present.
  /// - Throws: ``FileProblem`` at a setting whose key the scenario does not have.
  package func applied(to scenario: Document, in schema: Schema? = nil) throws(FileProblem) -> Document {
    var changed = scenario
    for setting in settings {
      do throws(FileProblem) {
        changed =
          if let schema {
            try changed.setting(setting.key, to: setting.value, in: schema)
          } else {
            try changed.setting(setting.key, to: setting.value)
          }
      } catch {
        throw setting.value.problem(
          expected: "a place that the scenario has: \(error.expected)", found: "\"\(setting.key)\"")
      }
    }
    return changed
  }

  /// How a file states it.
  package static let form = SettingForm.document(.map(of: .anything)).converted(
    { Variation((try? $0.members) ?? []) }, back: { Document($0.settings) }
  ).checked { _, variation throws(FileProblem) in
    for setting in variation.settings
    where ["seed", "laps.count"].contains(setting.key)
      || setting.key == "laps" && setting.value.has("count")
    {
      throw setting.value.problem(
        expected: "no such key, since seed and laps are those of the reproduction")
    }
  }

  /// What the reference says of the key.
  package static let about =
    "Values that replace the scenario's, by their paths such as `channel.pathLoss.logDistance.n`, "
    + "`pipelines[feedback].snap` or, for all that have it, `pipelines[*].filters[*].kalman.q`."
}

/// A scenario's file with some of its values changed.
package struct VariedScenario: DeclaredSettings {
  /// Of the scenario file.
  package var path = ""
  /// What is set.
  package var variation = Variation()
  /// The scenario with the values set.
  package var document: Document = [:]

  package init() {}

  /// With the customary sentence.
  package static let keys = declared("The file, relative to this file.")

  /// The keys, with a sentence on the path.
  package static func declared(_ about: String) -> [SettingKey<VariedScenario>] {
    [
      .required("scenario", \.path, .file, about),
      .defaulted("set", \.variation, Variation.form, Variation.about),
    ]
  }

  /// Reads the file.
  package mutating func load() throws(FileProblem) {
    document = try variation.applied(to: Document(contentsOf: path))
  }
}

/// Several seeds in a short form, such as `1-10` or `1,4,7-9`; `1..10` means `1-10`.
package enum SeedList {
  /// How many seeds a list may have.
  package static let most = 10_000
  /// What a refusal names.
  package static let expected =
    "up to \(most) different seeds from \(Scenario.seeds.lowerBound) to \(Scenario.seeds.upperBound), such as 1-10, 1..10 or 1,4,7-9"

  /// Nil for text that is not such a list.
  package static func seeds(in text: String) -> [UInt64]? {
    var seeds: [UInt64] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.replacing("..", with: "-").split(separator: "-", omittingEmptySubsequences: false).map {
        UInt64($0)
      }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last,
        Scenario.seeds.contains(last), last - first < most
      else { return nil }
      seeds += first...last
      guard seeds.count <= most else { return nil }
    }
    return Set(seeds).count == seeds.count ? seeds : nil
  }

  /// A list of seeds, or their short form.
  package static let form = SettingForm<[UInt64]>.either(
    .init(.list(of: .seed, count: .between(1, most)), as: { $0 }, from: { $0 }),
    .init(
      SettingForm<String>.text().checked { document, text throws(FileProblem) in
        guard seeds(in: text) != nil else { throw document.problem(expected: expected) }
      }, as: { seeds(in: $0) ?? [] }, from: { _ in nil })
  ).checked { document, seeds throws(FileProblem) in
    guard Set(seeds).count == seeds.count else { throw document.problem(expected: "each seed once") }
  }
}
