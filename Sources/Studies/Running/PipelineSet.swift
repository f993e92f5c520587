public import Filtering
public import Positioning
public import World

/// The pipelines of a study, set up for its site: what every stream is sent through.
///
/// Simulated, replayed and recorded streams take this one way, and all pipelines hear the same stream.
public struct PipelineSet: Sendable {
  public let site: Site
  public let definitions: [PipelineDefinition]
  /// Seconds by which each pipeline's filters trail a slow ramp.
  public let delays: [Double]
  private let settings: [PipelineSettings]
  private let phone: PhoneSettings

  /// - Parameters:
  ///   - calibration: what was fitted to the calibration part of a data set, where a pipeline asks for it.
  /// - Throws: ``StudyProblem`` when a pipeline needs what the site or the study does not have.
  public init(
    _ definitions: [PipelineDefinition], site: Site, phone: PhoneSettings, calibration: Calibration? = nil
  ) throws(StudyProblem) {
    self.site = calibration.map { $0.applied(to: site) } ?? site
    self.definitions = definitions
    self.phone = phone
    var settings: [PipelineSettings] = []
    for definition in definitions {
      guard let ranging = definition.assumptions.ranging(with: calibration) else {
        throw .noCalibration(pipeline: definition.name)
      }
      settings.append(
        PipelineSettings(
          filters: definition.filters, method: definition.method, snap: definition.snap, assumes: ranging,
          carriedHeight: definition.assumptions.carriedHeight, maximumAge: definition.maximumAge,
          direction: definition.direction))
    }
    self.settings = settings
    delays = try Self.pipelines(definitions, settings, site: self.site, StreamDirectory(of: site), phone).map(
      \.delay)
  }

  /// The pipelines as the stream's measured powers, as far as they are known, make them.
  func pipelines(for directory: StreamDirectory) throws(StudyProblem) -> [Pipeline] {
    try Self.pipelines(definitions, settings, site: site, directory, phone)
  }

  private static func pipelines(
    _ definitions: [PipelineDefinition], _ settings: [PipelineSettings], site: Site,
    _ directory: StreamDirectory, _ phone: PhoneSettings
  ) throws(StudyProblem) -> [Pipeline] {
    var pipelines: [Pipeline] = []
    for (settings, definition) in zip(settings, definitions) {
      do throws(PipelineError) {
        pipelines.append(try Pipeline(settings, site: site, directory: directory, phone: phone))
      } catch {
        throw .pipeline(name: definition.name, problem: error)
      }
    }
    return pipelines
  }

  /// Sends one whole stream through every pipeline.
  ///
  /// - Parameter end: as ``AdvertisementSource/end``: the phone calls back up to it.
  public func run(
    on stream: AdvertisementStream, directory: StreamDirectory, until end: Int64?
  ) throws(StudyProblem) -> StreamOutcome {
    let readings: Readings
    do throws(PhoneError) {
      readings = try Readings(of: stream, directory: directory, phone: phone, until: end)
    } catch {
      throw .stream(error)
    }
    let pipelines = try Self.pipelines(definitions, settings, site: site, directory, phone)
    return StreamOutcome(readings: readings, callbacks: pipelines.map { $0.run(on: readings) })
  }
}

/// What one stream came to: its readings, and what each pipeline answered at each callback.
public struct StreamOutcome: Sendable {
  public let readings: Readings
  /// By pipeline, then by callback.
  public let callbacks: [[Callback]]
}
