import Evaluation
package import Laps
import Phone
import Positioning
package import Results
import Scenarios
import World

/// Runs the laps of a results folder again, finds where one pipeline erred, and takes one cause after another away.
package struct ErrorExplainer: SteppedStudy, Sendable {
  /// The same laps without some causes.
  private struct Variant: Sendable {
    let causes: [ErrorCause]
    /// Nil where the laps are heard as they were.
    let study: SimulatedStudy?
    let change: HeardChange
  }

  /// The result of one lap.
  private struct LapFound: Sendable {
    var callbacks = 0
    var missed = 0
    var above = 0
    var stretches: [Explanation.Stretch] = []

    mutating func count(_ walker: WalkerLap, above threshold: Double) {
      callbacks += walker.errors.count
      for error in walker.errors {
        guard let metres = error.metres else {
          missed += 1
          continue
        }
        if metres > threshold { above += 1 }
      }
    }
  }

  /// One walker's lap, with the errors at every callback at which the truth is known.
  private struct WalkerLap: Sendable {
    let truth: LapTruth
    let interval: Double
    let errors: [PositionError]
    let stretches: [ErrorStretch]
  }

  private let source: any LapSource
  /// The pipeline that is explained, alone.
  @Shared private var pipelines: PipelineSet
  /// At every callback.
  private let scorer: Scorer
  private let rules: Explanation.Rules
  /// One for each cause, and last all of them at once.
  private let variants: [Variant]
  /// Path loss, floors and walls alone; nil where that is not known.
  private let means: SimulatedStudy?
  private let saved: SavedLaps
  private let study: Study

  /// - Parameters:
  ///   - study: what the folder was made from.
  ///   - saved: the folder.
  ///   - pipeline: nil for the first one of the scenario.
  /// - Throws: ``FileProblem`` where the folder and the study do not go together, and for white noise.
  package init(
    _ study: Study, saved: SavedResults, pipeline: String?, rules: Explanation.Rules
  ) throws {
    (self.study, source) = (study, study.source)
    try source.scenario.checkHasOwnNoise(in: "an explanation")
    self.rules = rules
    let names = source.pipelines.definitions.map(\.name)
    let name = pipeline ?? names[0]
    self.saved = SavedLaps(try saved.pipeline(name), path: saved.path)
    guard let index = names.firstIndex(of: name) else {
      throw FileProblem(
        file: "\(saved.path)/\(SavedScenario.scenarioName)", expected: "the pipeline \(name) of errors.csv",
        found: "only \(names.joined(separator: ", "))")
    }
    let pipelines = source.pipelines.only(index)
    self.pipelines = pipelines
    guard pipelines.definitions[0].restart == .never else {
      throw FileProblem(
        file: "--pipeline", expected: "one that does not start again at stays", found: name)
    }
    scorer = try Scorer(
      ScoringRule(at: .callbacks, measure: source.scenario.scoring.measure), site: source.pipelines.site)
    (variants, means) = try Self.variants(of: study, pipelines)
  }

  private static func variants(
    of study: Study, _ pipelines: PipelineSet
  ) throws(StudyProblem) -> ([Variant], SimulatedStudy?) {
    let hasDelay = pipelines.delay(of: 0, every: pipelines.phone.averageSeconds) != nil
    let delay = Variant(causes: [.delay], study: nil, change: .withoutDelay)
    guard case .simulated(let simulated) = study else { return (hasDelay ? [delay] : [], nil) }
    let surroundings = Surroundings(simulation: simulated.simulation, phone: pipelines.phone)
    func replaced(_ causes: [ErrorCause]) throws(StudyProblem) -> SimulatedStudy? {
      let others = surroundings.without(causes)
      guard !surroundings.isSame(as: others) else { return nil }
      return try simulated.replacing(others.simulation, pipelines: pipelines.hearing(by: others.phone))
    }
    var variants: [Variant] = []
    for cause in ErrorCause.allCases where cause != .delay {
      guard let study = try replaced([cause]) else { continue }
      variants.append(Variant(causes: [cause], study: study, change: .none))
    }
    if hasDelay { variants.append(delay) }
    let all = variants.flatMap(\.causes)
    let means = try replaced(all.filter { $0 != .walls }) ?? simulated
    guard variants.count > 1 else { return (variants, means) }
    variants.append(
      Variant(causes: all, study: try replaced(all), change: hasDelay ? .withoutDelay : .none))
    return (variants, means)
  }

  /// The laps of the study.
  package var steps: StudySteps { StudySteps(source.laps) }

  /// Runs all laps.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: called with how many laps are done.
  /// - Throws: ``FileProblem`` where the laps do not have the errors that the folder holds.
  package func run(width: Int, progress: (Int) -> Void) async throws -> Explanation {
    try MemoryNeed(of: source, width: width).check()
    var whole = LapFound()
    try await inParallel(
      source.laps, width: width, progress: progress,
      inOrder: { (lap: LapFound) in
        whole.callbacks += lap.callbacks
        whole.missed += lap.missed
        whole.above += lap.above
        whole.stretches += lap.stretches
      }, found)
    var explanation = try explanation(of: whole)
    explanation.study = study
    return explanation
  }

  private func explanation(of whole: LapFound) throws -> Explanation {
    let stretches = whole.stretches
    let worst = stretches.indices.sorted {
      (-stretches[$0].size.excess, $0) < (-stretches[$1].size.excess, $1)
    }.prefix(rules.stretches).map { stretches[$0] }
    func mean(_ shares: [Double?]) -> Double? {
      let known = shares.compactMap(\.self)
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
    let single = variants.filter { $0.causes.count == 1 }
    return Explanation(
      scenario: source.scenario.name, seed: source.scenario.seed, laps: source.laps,
      pipeline: pipelines.definitions[0].name, rules: rules, measure: scorer.rule.measure,
      isSimulated: means != nil, directionNames: source.directionNames, callbacks: whole.callbacks,
      missed: whole.missed, above: whole.above, found: stretches.count,
      causes: single.indices.map { index in
        let shares = stretches.map(\.removals[index].removed.share)
        return .init(
          cause: single[index].causes[0], share: mean(shares), stretches: shares.count { $0 != nil })
      },
      meanRemainder: mean(stretches.map(\.remainder)), meanTogether: mean(stretches.map(\.together?.share)),
      stretches: try worst.map { (stretch: $0, worst: try moment(of: $0)) })
  }

  /// The stretches of one lap, by walker, with the errors of each without each cause.
  private func found(lap: Int) throws -> LapFound {
    let heard = try source.heard(lap: lap)
    let walkers = try heard.map { try walkerLap($0) }
    var found = LapFound()
    for walker in walkers { found.count(walker, above: rules.threshold) }
    guard walkers.contains(where: { !$0.stretches.isEmpty }) else { return found }
    let others = try variants.map { try metres(of: $0, lap: lap, heardAs: heard) }
    for index in walkers.indices {
      found.stretches += stretches(of: walkers[index], without: others.map { $0[index] })
    }
    return found
  }

  /// One walker's lap, if the errors that were scored are those of the folder.
  private func walkerLap(_ heard: HeardLap) throws -> WalkerLap {
    let answers = pipelines.answers(of: 0, on: heard)
    let scored = source.scorer.errors(
      of: answers.callbacks.map(\.fix), asked: answers.asked, at: heard.readings.times,
      interval: heard.readings.interval, against: heard.truth)
    try saved.check(scored.errors, lap: heard.truth.lap, walker: heard.truth.walker?.name)
    let errors = errors(of: answers, on: heard)
    let stretches = ErrorStretch.all(
      in: errors.map(\.metres), at: errors.map(\.time), every: heard.readings.interval,
      above: rules.threshold, bridge: rules.bridge)
    return WalkerLap(
      truth: heard.truth, interval: heard.readings.interval, errors: errors, stretches: stretches)
  }

  /// The errors of one lap without some causes, by walker.
  private func metres(of variant: Variant, lap: Int, heardAs walkers: [HeardLap]) throws -> [[Double?]] {
    var laps = walkers
    if let study = variant.study { laps = try study.heard(lap: lap) }
    return laps.map { errors(of: pipelines.answers(of: 0, on: $0, variant.change), on: $0).map(\.metres) }
  }

  private func stretches(of walker: WalkerLap, without others: [[Double?]]) -> [Explanation.Stretch] {
    let metres = walker.errors.map(\.metres)
    return walker.stretches.map { stretch in
      let removed = others.map { RemovedShare(of: stretch, with: metres, without: $0) }
      var (removals, together): ([Explanation.Removal], RemovedShare?) = ([], nil)
      for (variant, removed) in zip(variants, removed) {
        if variant.causes.count == 1 {
          removals.append(.init(cause: variant.causes[0], removed: removed))
        } else {
          together = removed
        }
      }
      return Explanation.Stretch(
        lap: walker.truth.lap, walker: walker.truth.walker, direction: walker.truth.direction,
        hand: walker.truth.hand, stretch: stretch,
        size: StretchSize(of: stretch, in: metres, every: walker.interval, above: rules.threshold),
        from: walker.errors[stretch.moments.lowerBound].time,
        to: walker.errors[stretch.moments.upperBound].time,
        missed: stretch.moments.count { metres[$0] == nil }, removals: removals, together: together)
    }
  }

  /// At the callbacks at which the truth is known.
  private func errors(of answers: LapAnswers, on heard: HeardLap) -> [PositionError] {
    scorer.errors(
      of: answers.callbacks.map(\.fix), at: heard.readings.times, interval: heard.readings.interval,
      against: heard.truth
    ).errors
  }

  /// The worst moment of a stretch, on its lap heard again.
  private func moment(of stretch: Explanation.Stretch) throws -> WorstMoment {
    let walker = stretch.walker?.index ?? 0
    let heard = try source.heard(lap: stretch.lap)[walker]
    let answers = pipelines.answers(of: 0, on: heard)
    let error = errors(of: answers, on: heard)[stretch.size.worst]
    return try WorstMoment(
      error, on: heard, answers, through: pipelines,
      means: try means?.heard(lap: stretch.lap)[walker].readings)
  }
}
