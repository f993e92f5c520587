public import Documents
import Filters
public import Phone
public import Positioning
public import World

/// One row of a study's table: filters, a method, and what they are given.
public struct PipelineDefinition: DeclaredSettings {
  /// What was published for the same row.
  public struct Published: DeclaredSettings {
    public var mean = 0.0
    public var deviation: Double?
    public var source = ""

    public static let defaults = Published()
    public static let keys: [SettingKey<Published>] = [
      .required("mean", \.mean, .number(.atLeast(0)), unit: "m", "The published mean error."),
      .optional("std", \.deviation, .number(.atLeast(0)), unit: "m", "The published standard deviation."),
      .required("source", \.source, .text(), "The source of the figures."),
    ]
  }

  public var name = ""
  public var filters: [FilterChoice] = []
  public var method = MethodChoice(RoomCentre.Settings())
  public var snap = true
  /// Seconds; a beacon not heard for longer counts as not heard.
  public var maximumAge = 5.0
  /// How the direction of travel is estimated; nil if it is not.
  public var direction: DirectionOfTravel.Settings?
  /// What determines the floor; nil for the method.
  public var floor: FloorEstimator.Settings?
  public var assumptions = Assumptions.defaults
  /// Whether a press moves later fixes.
  public var adapts = false
  public var given: [Given] = []
  public var published: Published?

  public init() {}

  public static let defaults = PipelineDefinition()
  public static let keys: [SettingKey<PipelineDefinition>] = keys(assumes: Assumptions.form())

  private static func keys(assumes: SettingForm<Assumptions>) -> [SettingKey<PipelineDefinition>] {
    [
      .required("name", \.name, .text(.line), "The pipeline's name, unique in the scenario."),
      .defaulted(
        "filters", \.filters, .list(of: BuiltInFilters.form),
        "Signal filters in the order of application; an empty list leaves the readings unchanged."),
      .required(
        "method", \.method, MethodChoice.form,
        "The method that computes positions from the filtered readings."),
      .defaulted(
        "snap", \.snap, .flag,
        "Whether the position is moved to the nearest point of the path, which the site must have."),
      .defaulted(
        "maximumAge", \.maximumAge, .number(.atLeast(0)), unit: "s",
        "A beacon whose last reading is older is ignored. The method proximity uses the phone's own rule instead."
      ),
      .optional(
        "direction", \.direction, .settings,
        "How to estimate the direction of travel, which replay writes beside each fix; if absent, it is not estimated. The path "
          + "must not branch."),
      .optional(
        "floor", \.floor, .settings,
        "How to estimate the floor in place of the method, from the RSSI of the beacons of each floor; if absent, the method says it."
      ),
      .omissible("assumes", \.assumptions, assumes, "Replaces the scenario's `assumes`."),
      .defaulted(
        "adapt", \.adapts,
        .words([
          ("none", false, "Nothing."),
          (
            "offset", true,
            "The offset of the last fix before the press from the test point is added to all later fixes until the next press; `given` must "
              + "then list `presses`."
          ),
        ]), "How a press at a test point corrects later fixes."),
      .defaulted(
        "given", \.given, .list(of: .choice),
        "The prior information of the pipeline beyond the advertisements and the site file: exactly what its settings use, "
          + "which is `presses` for `adapt: offset` and `deadReckoning` with `start: press`, `survey` for "
          + "`nearestFingerprints`, `fingerprintLikelihood` and `gridBayes` with `calibration: survey`, `channel` for `gridBayes` with `calibration: channel`, `map` for `particleFilter` "
          + "with `space: walls`, what `given` of `command` lists, and else nothing."
      ).formerly("told"),
      .optional("published", \.published, .settings, "The figures published for this pipeline."),
    ]
  }

  public var conflict: SettingFault? {
    guard Set(given) != Set(used) else { return nil }
    let names = used.map(\.rawValue)
    return SettingFault(
      key: "given",
      expected: names.isEmpty
        ? "[], since the method \(type(of: method.settings).name) with these settings uses nothing beyond the advertisements and the site"
        : "[\(names.joined(separator: ", "))], which the settings use",
      found: "[\(given.map(\.rawValue).joined(separator: ", "))]")
  }

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
    (other.method, other.name, other.published) = (method, name, nil)
    return other
  }

  /// Whether the method hears anything.
  public var hasSignal: Bool { method.settings.hasSignal }

  /// How a table names the method and what follows it.
  public var methodSummary: String {
    method.settings.words + (snap ? ", snapped" : "") + (adapts ? ", offset at presses" : "")
      + (floor.map { ", floor by \($0.rule.rawValue)" } ?? "")
  }

  /// What the settings use beyond stream and site.
  var used: [Given] { (adapts ? [.presses] : []) + method.settings.uses }

  /// `kalman(q 20, r 5) + feedback(0.75, literal)`, or `none`.
  public var filterSummary: String {
    let names = filters.map(\.summary) + (method.settings.smoothsAsPhone ? ["phone's smoothing"] : [])
    return names.isEmpty ? "none" : names.joined(separator: " + ")
  }
}
