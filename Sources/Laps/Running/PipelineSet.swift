public import Filtering
public import Positioning
public import Scenarios
public import World

/// The pipelines of a study, set up for its site: what every stream is sent through.
///
/// Simulated, replayed and recorded streams take this one way, and all pipelines hear the same stream.
public struct PipelineSet: Sendable {
  public let site: Site
  public let definitions: [PipelineDefinition]
  /// What a reader should know about the values that rows assume.
  public let cautions: [String]
  private let settings: [PipelineSettings]
  /// By pipeline: with the fitted levels where it asks for them.
  private let sites: [Site]
  let phone: PhoneSettings
  /// For each pipeline the first one that hears the same: with the same filters, assumptions and memory.
  let rangingGroups: [Int]
  /// As they are before a stream has told of measured powers.
  private let withoutStream: [Pipeline]

  /// - Parameters:
  ///   - calibration: what was fitted to the calibration part of a data set, where a pipeline asks for it.
  ///   - misSet: what all of them assume wrongly.
  /// - Throws: ``StudyProblem`` when a pipeline needs what the site or the study does not have.
  public init(
    _ definitions: [PipelineDefinition], site: Site, phone: PhoneSettings, calibration: Calibration? = nil,
    misSet: MisSetting? = nil
  ) throws(StudyProblem) {
    self.site = site
    let fitted = calibration?.applied(to: site) ?? site
    sites = definitions.map { $0.assumptions.level == .calibrationPerAnchor ? fitted : site }
    self.definitions = definitions
    self.phone = phone
    var settings: [PipelineSettings] = []
    for definition in definitions {
      do throws(FileProblem) {
        try definition.assumptions.check(on: site)
      } catch {
        throw .assumption(error)
      }
      guard var ranging = definition.assumptions.ranging(with: calibration, site: site) else {
        throw .noCalibration(pipeline: definition.name)
      }
      if let shift = misSet?.exponent, shift != 0 {
        let assumed = ranging.exponent
        ranging.exponent += shift
        guard ranging.exponent > 0, ranging.exponent <= 10 else {
          throw .assumption(
            FileProblem(
              file: "--n", expected: "numbers that keep every n above 0 and at most 10",
              found: "\(shift) for \(definition.name), which assumes \(assumed)"))
        }
      }
      ranging.levelOffset = misSet?.level ?? 0
      settings.append(
        PipelineSettings(
          filters: definition.filters, method: definition.method, snap: definition.snap, assumes: ranging,
          carriedHeight: definition.assumptions.carriedHeight, maximumAge: definition.maximumAge,
          direction: definition.direction))
    }
    self.settings = settings
    let keys = zip(definitions, settings).map { RangingKey($0, $1) }
    rangingGroups = keys.map { key in keys.firstIndex(of: key) ?? 0 }
    cautions = definitions.cautions(with: calibration, site: site)
    withoutStream = try Self.pipelines(definitions, settings, sites, StreamDirectory(of: site), phone)
  }

  /// Seconds by which each pipeline's filters trail a slow ramp, with readings at such intervals.
  func delays(every interval: Double) -> [Double] { withoutStream.map { $0.delay(every: interval) } }

  /// The pipelines as the stream's measured powers, as far as they are known, make them.
  func pipelines(for directory: StreamDirectory) throws(StudyProblem) -> [Pipeline] {
    try Self.pipelines(definitions, settings, sites, directory, phone)
  }

  private static func pipelines(
    _ definitions: [PipelineDefinition], _ settings: [PipelineSettings], _ sites: [Site],
    _ directory: StreamDirectory, _ phone: PhoneSettings
  ) throws(StudyProblem) -> [Pipeline] {
    var pipelines: [Pipeline] = []
    for (index, definition) in definitions.enumerated() {
      do throws(PipelineError) {
        pipelines.append(
          try Pipeline(settings[index], site: sites[index], directory: directory, phone: phone))
      } catch {
        throw .pipeline(name: definition.name, problem: error)
      }
    }
    return pipelines
  }

  /// Sends one whole stream through every pipeline.
  ///
  /// - Parameters:
  ///   - end: as ``AdvertisementSource/end``: the phone calls back up to it.
  ///   - presses: what pipelines are told of that ask for it.
  public func run(
    on stream: AdvertisementStream, directory: StreamDirectory, until end: Int64?, presses: [Press] = []
  ) throws(StudyProblem) -> StreamOutcome {
    try run(
      on: readings(of: stream, directory: directory, until: end), directory: directory, presses: presses)
  }

  /// What the phone makes of one whole stream.
  func readings(
    of stream: AdvertisementStream, directory: StreamDirectory, until end: Int64?
  ) throws(StudyProblem) -> Readings {
    do throws(PhoneError) {
      return try Readings(of: stream, directory: directory, phone: phone, until: end)
    } catch {
      throw .stream(error)
    }
  }

  /// Sends the readings of one stream through every pipeline.
  ///
  /// - Parameters:
  ///   - presses: what pipelines are told of that ask for it.
  ///   - hearing: is told, for each pipeline that hears unlike those before it, its index, the levels that its method
  ///     sees, and what it turns them into distances with.
  func run(
    on readings: Readings, directory: StreamDirectory, presses: [Press] = [],
    hearing: (_ pipeline: Int, _ levels: FilteredLevels, _ model: RangingModel) -> Void = { _, _, _ in }
  ) throws(StudyProblem) -> StreamOutcome {
    let pipelines = try pipelines(for: directory)
    var callbacks: [[Callback]] = []
    // What another pipeline has filtered in the same way need not be filtered again.
    var kept: [Int: FilteredLevels] = [:]
    for (index, pipeline) in pipelines.enumerated() {
      let group = rangingGroups[index]
      let levels = kept[group] ?? pipeline.filtered(readings)
      if group == index { hearing(index, levels, pipeline.site.model) }
      kept[group] = rangingGroups[(index + 1)...].contains(group) ? levels : nil
      var answers = pipeline.run(on: readings, filtered: levels)
      if definitions[index].adapts {
        var offset = PressOffset(presses: presses, site: site, snap: definitions[index].snap)
        answers = answers.map { offset.moved($0) }
      }
      callbacks.append(answers)
    }
    return StreamOutcome(readings: readings, callbacks: callbacks)
  }
}

/// All that a pipeline's levels and distances depend on.
private struct RangingKey: Hashable {
  let settings: PipelineSettings
  let isCalibrated: Bool

  init(_ definition: PipelineDefinition, _ settings: PipelineSettings) {
    var settings = settings
    // Proximity filters and forgets in its own way, and the room's centre hears nothing; the others hear alike.
    if settings.method != .proximity, definition.hasSignal { settings.method = .nearestBeacon }
    settings.snap = false
    settings.direction = nil
    self.settings = settings
    isCalibrated = definition.assumptions.level == .calibrationPerAnchor
  }
}

/// What one stream came to: its readings, and what each pipeline answered at each callback.
public struct StreamOutcome: Sendable {
  public let readings: Readings
  /// By pipeline, then by callback.
  public let callbacks: [[Callback]]
  /// Nil where no walk is known, or nobody asked.
  var metrics: KeptMetrics?
}
