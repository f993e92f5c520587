public import Documents
import Filters
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
    /// Where the figures stand, such as a paper's table.
    public var source = ""

    public static let defaults = Published()
    public static let keys: [SettingKey<Published>] = [
      .required("mean", \.mean, .number(.atLeast(0)), unit: "m", "The published mean error."),
      .optional("std", \.deviation, .number(.atLeast(0)), unit: "m", "The published standard deviation."),
      .required("source", \.source, .text(), "The source of the figures."),
    ]
  }

  /// The row's name in every table; unique in a study.
  public var name = ""
  /// Filters, method and what follows it.
  public var settings = PipelineSettings()
  /// What turns levels into distances, right or wrong.
  public var assumptions = Assumptions.defaults
  /// Nil where nothing was published for this row.
  public var published: Published?

  public init() {}

  /// One of the ``settings``.
  public subscript<Value>(dynamicMember setting: WritableKeyPath<PipelineSettings, Value>) -> Value {
    get { settings[keyPath: setting] }
    set { settings[keyPath: setting] = newValue }
  }

  public static let defaults = PipelineDefinition()
  public static let keys: [SettingKey<PipelineDefinition>] = keys(assumes: Assumptions.form())

  private static func keys(assumes: SettingForm<Assumptions>) -> [SettingKey<PipelineDefinition>] {
    [.required("name", \.name, .text(.line), "The pipeline's name, unique in the scenario.")]
      + PipelineSettings.fixKeys.map { $0.within(\.settings) }
      + [.omissible("assumes", \.assumptions, assumes, "Replaces the scenario's `assumes`.")]
      + PipelineSettings.givenKeys.map { $0.within(\.settings) }
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
    assumes: SettingForm<Assumptions> = Assumptions.form(), assumptions: Assumptions = Assumptions.defaults
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
      + (settings.floor.map { ", floor by \($0.rule.rawValue)" } ?? "")
  }

  /// `kalman(q 20, r 5) + feedback(0.75, literal)`, or `none`.
  public var filterSummary: String {
    let names =
      settings.filters.map(\.summary) + (settings.method.settings.smoothsAsPhone ? ["phone's smoothing"] : [])
    return names.isEmpty ? "none" : names.joined(separator: " + ")
  }
}
