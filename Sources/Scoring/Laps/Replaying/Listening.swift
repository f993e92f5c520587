import Documents
import Evaluation
public import NumericalMethods
import Phone
import Positioning
import Propagation
public import Scenarios
public import World

/// Everything that processes a stream: the phone, the assumptions, the pipelines, and how they are scored.
///
/// A scenario brings its own; without one there are the five filters of Mustafa & Sykes 2021 with the two-circle
/// method, and an exponent of 2.
@dynamicMemberLookup public struct Listening: Sendable {
  /// Those of the scenario, or the defaults, with the n and the C that are given.
  @Shared private var settings: ScenarioSettings
  /// From which methods with random draws derive theirs.
  public let seed: Seed
  /// In the order of the tables.
  public let pipelines: [PipelineDefinition]
  /// The scenario whose survey is used.
  private let scenario: Scenario?

  /// What stands at the top of a scenario.
  public subscript<Value>(dynamicMember setting: KeyPath<ScenarioSettings, Value>) -> Value {
    settings[keyPath: setting]
  }

  /// The processing of a scenario. Published figures hold for the scenario's own site and are omitted on another one.
  ///
  /// - Parameters:
  ///   - scenario: whose phone, assumptions, pipelines and scoring are taken over.
  ///   - site: the one that is replayed on; nil when there is none.
  ///   - n: a path-loss exponent that replaces the assumed one; nil to keep it.
  ///   - c: an RSSI at 1 m that replaces the assumed one; nil to keep it.
  /// - Throws: ``World/FileProblem`` when n or c is to be fitted to a data set's calibration part, which a replay does
  ///   not have, and is not given here.
  public init(
    _ scenario: Scenario, on site: Site?, n: Double? = nil, c: DBm? = nil
  ) throws(FileProblem) {
    try scenario.checkHasOwnNoise(in: "a replay")
    let isOwn = site != nil && site == scenario.simulation?.site
    let definitions = scenario.pipelines.map {
      $0.assuming(n: n, c: c, published: isOwn ? $0.published : nil)
    }
    var settings = scenario.settings
    settings.assumptions = scenario.assumptions.replacing(n: n, c: c)
    guard !settings.assumptions.needsCalibration, !definitions.contains(where: \.assumptions.needsCalibration)
    else {
      throw try scenario.resolved["assumes"].problem(
        expected: "numbers for n and c, here or by --n and --c",
        found: "calibration, which a replay has no data set for")
    }
    (self.scenario, self.settings, pipelines, seed) = (scenario, settings, definitions, scenario.studySeed)
  }

  /// The default processing.
  ///
  /// - Parameters:
  ///   - hasPath: whether the site has a path to snap to.
  ///   - n: the path-loss exponent to assume; nil for the default.
  ///   - c: the RSSI at one metre to assume; nil for the measured power that frames state.
  ///   - methods: pipelines in addition to the default ones.
  public init(
    hasPath: Bool, n: Double? = nil, c: DBm? = nil, methods: [MethodRow] = []
  ) throws(FileProblem) {
    let document = try ScenarioSchema.listening.resolve(
      Self.customary(snap: hasPath, methods: methods.map(\.document)))
    var settings = ScenarioSettings.defaults
    (settings.name, settings.phone) = ("replay", try PhoneSettings(try document["phone"]))
    settings.assumptions = try Assumptions(try document["assumes"]).replacing(n: n, c: c)
    var pipelines: [PipelineDefinition] = []
    for pipeline in try document.elements("pipelines") {
      pipelines.append(try PipelineDefinition.form(assumptions: settings.assumptions).read(pipeline))
    }
    pipelines = try pipelines.permitted(in: "replay", own: methods)
    (scenario, self.settings, self.pipelines) = (nil, settings, pipelines)
    seed = Seed(1).derived("study")
  }

  /// - Parameter site: nil for no site, without which nothing can be positioned.
  func pipelineSet(on site: Site?) throws(StudyProblem) -> PipelineSet {
    var prior = PriorInformation.OfStudy()
    if let scenario, let simulation = scenario.simulation, site != nil {
      prior = try scenario.prior(in: try Building(of: simulation, seed: scenario.studySeed))
    }
    let set = try PipelineSet(
      site == nil ? [] : pipelines, site: site ?? Site(name: "none", anchors: []), phone: settings.phone,
      seed: seed,
      prior: prior)
    try set.prepare()
    return set
  }

  /// At presses if there are any, by the scenario's rule; otherwise at every callback.
  func rule(hasPresses: Bool) -> ScoringRule {
    let scoring = settings.scoring
    guard hasPresses else { return ScoringRule(at: .callbacks, measure: scoring.measure) }
    if case .presses = scoring.moment { return scoring }
    return ScoringRule(at: .presses(.last), measure: scoring.measure)
  }

  private static func customary(snap: Bool, methods: [Document]) -> Document {
    let kalman: Document = ["kalman": ["q": 20, "r": 5]]
    func pipeline(_ name: String, _ filters: [Document], _ method: Document = ["twoCircle": [:]]) -> Document
    {
      ["name": Document(name), "filters": Document(filters), "method": method, "snap": Document(snap)]
    }
    return [
      "assumes": ["n": 2],
      "pipelines": Document(
        [
          pipeline("Kalman", [kalman]), pipeline("Savitzky-Golay", [kalman, "savitzkyGolay"]),
          pipeline("feedback", [kalman, "feedback"]), pipeline("moving average", [kalman, "movingAverage"]),
          pipeline("proximity", [], "proximity"),
          ["name": "room centre", "method": "roomCentre", "snap": false],
        ] + methods),
    ]
  }
}

extension Listening {
  /// A scenario of one recording, which is scored at every callback.
  ///
  /// - Parameters:
  ///   - scenario: whose phone, assumptions and pipelines are taken over; nil for the default ones.
  ///   - path: of the recording.
  package static func scenario(
    _ scenario: Scenario?, of path: String, on site: Site, seed: UInt64?, changes: ScenarioChanges
  ) throws(FileProblem) -> Scenario {
    let listening = scenario?.resolved ?? customary(snap: site.path != nil, methods: [])
    var members: [Document.Member] = [
      .init(key: "name", value: Document(scenario?.name ?? "twin")),
      .init(key: "dataset", value: Document(path)),
      .init(key: "score", value: ["at": "callbacks"]),
    ]
    for key in ["seed", "phone", "identifiedBy", "assumes", "pipelines"] {
      if let value = listening.optional(key) { members.append(.init(key: key, value: value)) }
    }
    var made = try Scenario(Document(members), path: path, seed: seed, changes: changes)
    if let scenario { made.pipelines = made.pipelines.permitted(as: scenario.pipelines) }
    return made
  }
}

extension ScenarioSchema {
  /// The part of a scenario that listens.
  static let listening = Schema.object([
    .defaulted(
      "phone", PhoneSettings.schema, to: [:], "How the phone makes readings, accuracy values and zones."),
    .required("assumes", Assumptions.form().schema, "The path-loss parameters that the pipelines assume."),
    .required(
      "pipelines", .array(of: PipelineDefinition.form().schema, count: .atLeast(1)), "The pipelines."),
  ])
}
