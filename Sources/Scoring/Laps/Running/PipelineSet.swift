public import Evaluation
public import NumericalMethods
public import Phone
public import Positioning
public import Scenarios
public import World

/// The pipelines of a study, set up once for its site; every stream is sent through them.
///
/// Simulated, replayed and recorded streams take this one way, and all pipelines hear the same stream.
public struct PipelineSet: Sendable {
  /// The site as the pipelines know it.
  public let site: Site
  /// In the order of the tables.
  public private(set) var definitions: [PipelineDefinition]
  /// What a reader should know about the values that rows assume.
  public let cautions: [String]
  /// How the phone makes readings of advertisements.
  package private(set) var phone: PhoneSettings
  /// What the study provides to pipelines that may use it.
  package let prior: PriorInformation.OfStudy
  /// One for each definition, in the same order.
  package private(set) var pipelines: [Pipeline]
  /// Indices of pipelines with the same filtered readings, in ascending order; the groups are ordered by their first pipeline.
  private(set) var groups: [[Int]]

  /// - Parameters:
  ///   - definitions: in the order of the results.
  ///   - site: on which all of them work.
  ///   - phone: that turns advertisements into readings.
  ///   - seed: of the study; each pipeline has its own by its name.
  ///   - calibration: the fit to the calibration part of a data set, where a pipeline uses it.
  ///   - misSet: a misspecification that all of them share.
  ///   - prior: for the pipelines whose settings use it.
  /// - Throws: ``Scenarios/StudyProblem`` when a pipeline needs what the site or the study does not have.
  public init(
    _ definitions: [PipelineDefinition], site: Site, phone: PhoneSettings, seed: Seed,
    calibration: Calibration? = nil, misSet: MisSetting? = nil,
    prior: PriorInformation.OfStudy = .init()
  ) throws(StudyProblem) {
    self.prior = prior
    self.site = site
    self.definitions = definitions
    self.phone = phone
    let fitted = calibration?.applied(to: site) ?? site
    pipelines = try definitions.map { definition throws(StudyProblem) in
      let assumptions = try definition.assumptions(on: site, calibration: calibration, misSet: misSet)
      do throws(PipelineError) {
        return try Pipeline(
          definition.settings, assuming: assumptions,
          site: definition.assumptions.level == .calibrationPerAnchor ? fitted : site,
          phone: phone, seed: seed.derived("method").derived(definition.name),
          study: prior.ofPipeline(definition.name))
      } catch {
        throw .pipeline(name: definition.name, problem: error)
      }
    }
    groups = Self.groups(of: pipelines)
    cautions = definitions.cautions(with: calibration, site: site)
  }

  /// The pipelines that hear the same filtered readings, by the first of each group.
  private static func groups(of pipelines: [Pipeline]) -> [[Int]] {
    pipelines.indices.reduce(into: []) { groups, index in
      if let group = groups.firstIndex(where: { pipelines[$0[0]].hears(as: pipelines[index]) }) {
        groups[group].append(index)
      } else {
        groups.append([index])
      }
    }
  }

  /// One of the pipelines alone.
  package func only(_ pipeline: Int) -> PipelineSet {
    var set = self
    (set.definitions, set.pipelines, set.groups) = ([definitions[pipeline]], [pipelines[pipeline]], [[0]])
    return set
  }

  /// The same pipelines with another phone.
  package func hearing(by phone: PhoneSettings) -> PipelineSet {
    var set = self
    set.phone = phone
    return set
  }

  /// A driver for some pipelines with the same filtered readings on one lap.
  ///
  /// - Parameter truth: of the lap: methods are given what the prior information of their pipelines lists.
  func driver(of group: [Int], on truth: LapTruth) -> LapDriver {
    let presses = truth.presses.map { press in
      let point = site.testPoints[press.testPoint]
      return LapPrior.Press(time: press.time, position: point.position, floor: point.floor)
    }
    let walker = truth.walker.flatMap { $0.index > 0 ? $0.name : nil }
    return LapDriver(
      group.map { pipelines[$0] },
      laps: group.map {
        LapPrior(
          of: pipelines[$0].prior, number: truth.lap, walker: walker, direction: truth.direction,
          presses: presses)
      })
  }

  /// The notes of the methods so far.
  var methodNotes: [String] {
    zip(definitions, pipelines).flatMap { definition, pipeline in
      pipeline.method.notes.map { "\(definition.name): \($0)" }
    }
  }

  /// Whether a method needs more than readings.
  var keepsAdvertisements: Bool { pipelines.contains { $0.method.needsAdvertisements } }

  /// Whether a method compares levels by advertising channel.
  var keepsChannels: Bool { pipelines.contains(where: \.needsChannels) }

  /// - Throws: when a pipeline compares by advertising channel, and no channel is known of anything that was heard.
  func check(hasChannels: Bool) throws(StudyProblem) {
    guard !hasChannels, let index = pipelines.firstIndex(where: \.needsChannels) else { return }
    throw .pipeline(name: definitions[index].name, problem: .noChannels)
  }

  /// Sends one whole stream through every pipeline.
  ///
  /// - Parameters:
  ///   - stream: the advertisements of the lap.
  ///   - directory: of the stream: which anchors and transmitters its indices mean.
  ///   - end: as ``World/AdvertisementSource/end``: the phone calls back up to it.
  ///   - truth: of the lap, for pipelines with prior information on it.
  public func run(
    on stream: AdvertisementStream, directory: StreamDirectory, until end: Int64?,
    truth: LapTruth = LapTruth(lap: 0)
  ) throws(StudyProblem) -> StreamOutcome {
    run(on: try readings(of: stream, directory: directory, until: end), directory: directory, truth: truth)
  }

  /// Prepares the methods in ways that only laps need.
  package func prepare() throws(StudyProblem) {
    for (definition, pipeline) in zip(definitions, pipelines) {
      do throws(PipelineError) { try pipeline.method.prepare() } catch {
        throw .pipeline(name: definition.name, problem: error)
      }
    }
  }

  /// The readings of one whole stream.
  func readings(
    of stream: AdvertisementStream, directory: StreamDirectory, until end: Int64?
  ) throws(StudyProblem) -> Readings {
    try prepare()
    do throws(PhoneError) {
      return try Readings(
        of: stream, directory: directory, phone: phone, until: end, keepsAdvertisements: keepsAdvertisements,
        keepsChannels: keepsChannels)
    } catch {
      throw .stream(error)
    }
  }

  /// Sends the readings of one stream through every pipeline.
  ///
  /// - Parameters:
  ///   - truth: of the lap, for pipelines with prior information on it.
  ///   - hearing: receives, for each group of pipelines with the same filtered readings, the first one's index, the levels that
  ///     their methods see, and the final model that turns these into distances.
  package func run(
    on readings: Readings, directory: StreamDirectory, truth: LapTruth,
    hearing: (_ pipeline: Int, _ levels: FilteredLevels, _ model: RangingModel) -> Void = { _, _, _ in }
  ) -> StreamOutcome {
    var answers = [LapAnswers](repeating: LapAnswers(), count: pipelines.count)
    var epochs = readings.epochs(of: KnownSite(site))
    for group in groups where pipelines[group[0]].settings.restart == .never {
      let levels = pipelines[group[0]].filtered(readings)
      var driver = driver(of: group, on: truth)
      let ofGroup = driver.answers(
        to: readings, epochs: &epochs, filtered: levels, directory: directory,
        at: truth.presses.map(\.time))
      for (index, pipeline) in zip(group, ofGroup) { answers[index] = pipeline }
      hearing(group[0], levels, driver.model)
    }
    for group in groups where pipelines[group[0]].settings.restart == .stays {
      let heard = answersByStay(of: group, to: readings, directory: directory, truth: truth)
      for (index, pipeline) in zip(group, heard.answers) { answers[index] = pipeline }
      hearing(group[0], heard.levels, heard.model)
    }
    return StreamOutcome(readings: readings, answers: answers)
  }
}

extension PipelineDefinition {
  /// Numbers for everything that the row assumes.
  fileprivate func assumptions(
    on site: Site, calibration: Calibration?, misSet: MisSetting?
  ) throws(StudyProblem) -> RangingSettings {
    do throws(FileProblem) {
      try assumptions.check(on: site)
    } catch {
      throw .assumption(error)
    }
    guard var ranging = assumptions.ranging(with: calibration, site: site) else {
      throw .noCalibration(pipeline: name)
    }
    if let shift = misSet?.exponent, shift != 0 {
      let assumed = ranging.exponent
      ranging.exponent += shift
      guard ranging.exponent > 0, ranging.exponent <= 10 else {
        throw .assumption(
          FileProblem(
            file: "--n-offsets", expected: "offsets that leave every n above 0 and at most 10",
            found: "\(shift) for \(name), which assumes \(assumed)"))
      }
    }
    ranging.levelOffset = misSet?.level ?? 0
    return ranging
  }
}

/// The results of one stream: its readings, and those of each pipeline at each callback and press.
public struct StreamOutcome: Sendable {
  /// The phone's readings of the stream.
  public let readings: Readings
  /// By pipeline; asked at the presses of the lap.
  public let answers: [LapAnswers]
  /// By pipeline, then by callback.
  let fixes: [[Result<Fix, NoFix>]]
  /// By pipeline, then by callback.
  public var callbacks: [[Callback]] { answers.map(\.callbacks) }
  /// Nil where no walk is known, or it was not requested.
  var metrics: LapMetrics?

  init(readings: Readings, answers: [LapAnswers]) {
    (self.readings, self.answers) = (readings, answers)
    fixes = answers.map { $0.callbacks.map(\.fix) }
  }
}
