import Documents
import Evaluation
import Laps
import NumericalMethods
import Positioning
import Scenarios
import Sites
import World

/// One data set in a class of information.
struct ChoicePart: Sendable {
  /// What came of one pipeline.
  struct Outcome: Sendable {
    /// By walk and block.
    let walks: [[SiteErrors.Sums]]
    /// Why the pipeline could not run, so that each of its fixes counts as missed.
    let lack: String?
  }

  let name: String
  let site: String
  let candidateName: String
  private let part: UnseenScenario.Part
  private let kind: UnseenScenario.InformationClass
  private let protocolFile: UnseenScenario
  /// With all rivals, and the room centre.
  private let scenario: Scenario
  private let folds: [Dataset]

  init(
    _ part: UnseenScenario.Part, _ dataset: Dataset, in kind: UnseenScenario.InformationClass,
    of file: UnseenScenario
  ) throws {
    (name, site, self.part, self.kind, protocolFile) = (part.name, part.site, part, kind, file)
    candidateName = try kind.candidate.text("name")
    scenario = try file.scenario(of: kind, on: part, pipelines: kind.rivals)
    let walks = min(scenario.walks ?? dataset.walks.count, dataset.walks.count)
    let known = dataset.withholding(path: !kind.hasPath, survey: !kind.hasSurvey)
    folds = kind.hasSurvey && part.leavesOneOut ? (0..<walks).map(known.leavingOut) : [known]
  }

  /// Of the rivals, in the order of the file.
  var names: [String] { scenario.pipelines.prefix(kind.rivals.count).map(\.name) }

  func errors(of rival: Int) throws -> Outcome { try errors(of: scenario.pipelines[rival], in: scenario) }

  /// - Throws: where the candidate lacks something, too.
  func errors(ofCandidate pipeline: Document) throws -> [[SiteErrors.Sums]] {
    let scenario = try protocolFile.scenario(of: kind, on: part, pipelines: [pipeline])
    return try walks(of: scenario.pipelines[0], in: scenario)
  }

  private func errors(of pipeline: PipelineDefinition, in scenario: Scenario) throws -> Outcome {
    do {
      return Outcome(walks: try walks(of: pipeline, in: scenario), lack: nil)
    } catch let error as StudyProblem {
      guard let lack = error.lack, let centre = scenario.pipelines.first(where: { !$0.hasSignal }) else {
        throw error
      }
      return Outcome(walks: try walks(of: centre, in: scenario), lack: lack.sentence)
    }
  }

  private func walks(of pipeline: PipelineDefinition, in scenario: Scenario) throws -> [[SiteErrors.Sums]] {
    var alone = scenario
    alone.pipelines = [pipeline]
    return try folds.flatMap { fold in
      let study = try RecordedStudy(alone, fold)
      try MemoryNeed(of: study, width: 1).check()
      let centre = study.pipelines.site.middle.position
      return try (0..<study.laps).map { lap in
        var blocks: [SiteErrors.Block: SiteErrors.Sums] = [:]
        for heard in try study.heard(lap: lap) {
          for error in study.errors(of: heard)[0] {
            // What was not answered costs as much as the answer of a method that hears nothing.
            guard let metres = error.metres ?? error.place?.horizontalDistance(to: centre) else { continue }
            blocks[SiteErrors.Block(point: error.testPoint, time: error.time), default: .init()].add(
              metres, stated: error.offset?.stated)
          }
        }
        return blocks.sorted { $0.key < $1.key }.map(\.value)
      }
    }
  }
}

/// The errors of the candidate with every choice of constants that was asked for, each computed once.
struct CandidateErrors {
  private struct Key: Hashable {
    /// The pipeline with its constants, as JSON: two choices may come to the same.
    let pipeline: String
    let kind: Int
    let part: Int
  }

  private let scenario: UnseenScenario
  private let classes: [[ChoicePart]]
  private let width: Int
  private var found: [Key: [[SiteErrors.Sums]]] = [:]

  init(_ scenario: UnseenScenario, _ classes: [[ChoicePart]], width: Int) {
    (self.scenario, self.classes, self.width) = (scenario, classes, width)
  }

  private func pipeline(_ choice: [Int?], _ kind: Int) throws(FileProblem) -> Document {
    try scenario.candidate(in: scenario.classes[kind], choice)
  }

  /// By data set of a site the errors that were added.
  func errors(_ choice: [Int?], _ kind: Int, on site: String) throws(FileProblem) -> SiteErrors {
    let pipeline = try pipeline(choice, kind).json
    return SiteErrors(
      classes[kind].indices.filter { classes[kind][$0].site == site }.map {
        found[Key(pipeline: pipeline, kind: kind, part: $0)] ?? []
      })
  }

  /// Computes what is not known yet.
  ///
  /// - Parameters:
  ///   - kinds: the places of the classes.
  ///   - isUsed: by site.
  mutating func add(_ choices: [[Int?]], in kinds: [Int], where isUsed: (String) -> Bool) async throws {
    var missing: [(key: Key, pipeline: Document)] = []
    for choice in choices {
      for kind in kinds {
        let pipeline = try pipeline(choice, kind)
        for part in classes[kind].indices where isUsed(classes[kind][part].site) {
          let key = Key(pipeline: pipeline.json, kind: kind, part: part)
          if found[key] == nil, !missing.contains(where: { $0.key == key }) {
            missing.append((key, pipeline))
          }
        }
      }
    }
    let (classes, asked) = (classes, missing)
    try await inParallel(
      asked.count, width: width, finished: { found[asked[$0].key] = $1 },
      { index in
        let key = asked[index].key
        return try classes[key.kind][key.part].errors(ofCandidate: asked[index].pipeline)
      })
  }

  /// For each choice: the logarithm of its mean error, as a mean over sites but one, and then over classes. Empty without classes.
  mutating func scores(
    of choices: [[Int?]], in kinds: [Int], without site: String?
  ) async throws -> [Double] {
    guard !kinds.isEmpty else { return [] }
    try await add(choices, in: kinds) { $0 != site }
    return try choices.map { choice in
      let means = try kinds.map { kind in
        let sites = scenario.sites.filter { other in
          other != site && classes[kind].contains { $0.site == other }
        }
        let sum = try sites.reduce(0) { try $0 + Elementary.log(errors(choice, kind, on: $1).mean) }
        return sum / Double(sites.count)
      }
      return means.reduce(0, +) / Double(means.count)
    }
  }
}
