public import Documents
import Phone
public import Positioning
public import World

/// One row of a study's table: a pipeline by its name, with what it assumes and what was published for it.
@dynamicMemberLookup public struct PipelineDefinition: DeclaredSettings {
  /// What was published for the same row.
  public struct Published: DeclaredSettings {
    /// The mean error, in metres.
    public var mean = 0.0
    /// The standard deviation of the errors, in metres; nil where none was published.
    public var deviation: Double?
    /// The share of fixes at exactly the place of a stay, of visits to test points; nil where none was published.
    public var hitRate: Double?
    /// The largest of these errors in metres; nil where none was published.
    public var largest: Double?
    /// The mean error in metres over all visits, those to places beyond the test points included; nil where none was published.
    public var meanWithUnlisted: Double?
    /// The row over which the gains are; nil for none.
    public var against: String?
    /// The figures of its stays that the scenario is expected to match.
    public var checked: [StayStatistic] = []
    /// Where the figures stand, such as a paper's table.
    public var source = ""

    public init() {}
    public static let keys: [SettingKey<Published>] =
      [
        .required("mean", \.mean, .number(.atLeast(0)), unit: "m", "The published mean error."),
        .optional("std", \.deviation, .number(.atLeast(0)), unit: "m", "The published standard deviation."),
      ] + stayKeys + [.required("source", \.source, .text(), "The source of the figures.")]

    /// Of walks that stand at one place after another: only `reproduce fingerprint` uses them.
    private static let stayKeys: [SettingKey<Published>] = [
      .optional(
        "hitRate", \.hitRate, .number(.between(0, 1)),
        "The published share of fixes at exactly the point of a stay. Only `reproduce fingerprint` uses it and the next four keys."
      ),
      .optional(
        "largest", \.largest, .number(.atLeast(0)), unit: "m", "The largest published error at the points."),
      .optional(
        "meanWithUnlisted", \.meanWithUnlisted, .number(.atLeast(0)), unit: "m",
        "The published mean error including the visits to unlisted places."),
      .optional(
        "against", \.against, .text(),
        "An earlier pipeline with published figures, from which paired differences per lap are then figures too: "
          + "`hitRateGain` and `meanGain`."),
      .omissible(
        "check", \.checked, .list(of: .choice),
        "Which of the figures the scenario is expected to match: one that is outside is a failed check."),
    ]
  }

  /// The statistics of a row's fixes at stays.
  public enum StayStatistic: String, Hashable, Sendable, CaseIterable {
    /// The share of visits to test points whose fix is exactly at the point.
    case hitRate
    /// The mean error of these visits, in metres.
    case mean
    /// The largest of these errors, in metres.
    case largest
    /// The mean error of all visits, those to unlisted places included, in metres.
    case meanWithUnlisted
    /// By how much the hit rate is above that of another row in the same lap.
    case hitRateGain
    /// By how many metres the mean error is below that of another row in the same lap.
    case meanGain

    /// What no value lies outside.
    public var range: ClosedRange<Double> {
      switch self {
      case .hitRate: 0...1
      case .mean, .largest, .meanWithUnlisted: 0 ... .infinity
      case .hitRateGain, .meanGain: -.infinity ... .infinity
      }
    }
  }

  /// The row's name in every table; unique in a study.
  public var name = ""
  /// Filters, method and what follows it.
  public var settings = PipelineSettings()
  /// What turns levels into distances, right or wrong.
  public var assumptions = Assumptions()
  /// What becomes of the survey's readings for this row alone; nil for the scenario's rule.
  public var survey: SurveyRule?
  /// Whether a reproduction scores the fix after each reading of a stay, and not only after the last.
  public var scoresEachFix = false
  /// Nil where nothing was published for this row.
  public var published: Published?

  public init() {}

  /// One of the ``settings``.
  public subscript<Value>(dynamicMember setting: WritableKeyPath<PipelineSettings, Value>) -> Value {
    get { settings[keyPath: setting] }
    set { settings[keyPath: setting] = newValue }
  }

  public static let keys: [SettingKey<PipelineDefinition>] = keys(assumes: Assumptions.form())

  static func keys(assumes: SettingForm<Assumptions>) -> [SettingKey<PipelineDefinition>] {
    [.required("name", \.name, .text(.line), "The pipeline's name, unique in the scenario.")]
      + PipelineSettings.fixKeys.map { $0.within(\.settings) }
      + [.omissible("assumes", \.assumptions, assumes, "Replaces the scenario's `assumes`.")]
      + PipelineSettings.givenKeys.map { $0.within(\.settings) }
      + [
        .optional(
          "survey", \.survey, .settings,
          "A radio map of its own from the readings of the scenario's `survey`, by these keys in place of those."
        ),
        .omissible(
          "fixes", \.scoresEachFix,
          .words([
            ("last", false, "The one after the last reading, the default."),
            ("each", true, "The one after each reading."),
          ]), "The fixes of each stay that `reproduce fingerprint` scores; only that uses it."),
      ]
      + [.optional("published", \.published, .settings, "The figures published for this pipeline.")]
  }

  /// What no single key of the ``settings`` can say.
  public var conflict: SettingFault? { settings.conflict }

  /// How a scenario states its pipelines.
  ///
  /// - Parameters:
  ///   - assumes: how it states what they assume.
  ///   - assumptions: of pipelines that state none.
  package static func form(
    assumes: SettingForm<Assumptions> = Assumptions.form(), assumptions: Assumptions = Assumptions()
  ) -> SettingForm<PipelineDefinition> {
    var base = defaults
    base.assumptions = assumptions
    return .settings(keys(assumes: assumes), from: base)
  }
}

extension PipelineDefinition {
  /// The same pipeline with other assumptions, of which nil leaves one as it is, and with what is published for it
  /// where it then runs.
  package func assuming(n: Double?, c: DBm?, published: Published?) -> PipelineDefinition {
    var other = self
    other.assumptions = assumptions.replacing(n: n, c: c)
    other.published = published
    return other
  }

  /// The same row with another method, such as one of your own, and nothing that was published for it.
  public func replacing(_ method: MethodChoice, name: String) -> PipelineDefinition {
    var other = self
    (other.settings.method, other.name, other.published) = (method, name, nil)
    return other
  }

  /// Whether the method hears anything.
  public var hasSignal: Bool { settings.method.settings.hasSignal }

  /// How a table names the method and what follows it.
  public var methodSummary: String {
    settings.method.settings.words + (settings.snap ? ", snapped" : "")
      + (settings.adapts ? ", offset at presses" : "")
      + (settings.restart == .stays ? ", restarted at stays" : "")
      + (settings.floor.map { ", floor by \($0.rule.rawValue)" } ?? "")
  }

  /// `kalman(q 20, r 5) + feedback(0.75, literal)`, or `none`.
  public var filterSummary: String {
    let names =
      settings.filters.map(\.summary) + (settings.method.settings.smoothsAsPhone ? ["phone's smoothing"] : [])
    return names.isEmpty ? "none" : names.joined(separator: " + ")
  }
}

extension [PipelineDefinition] {
  /// The cautions of all rows, each once, with the rows that it is about.
  package func cautions(with calibration: Calibration?, site: Site) -> [String] {
    var lines: [(sentence: String, names: [String])] = []
    for definition in self where definition.method.settings.ranges {
      for sentence in definition.assumptions.cautions(with: calibration, site: site) {
        if let index = lines.firstIndex(where: { $0.sentence == sentence }) {
          lines[index].names.append(definition.name)
        } else {
          lines.append((sentence, [definition.name]))
        }
      }
    }
    return lines.map { "\($0.sentence) (\($0.names.joined(separator: "; ")))" }
  }
}
