import Documents
public import Filtering
import Filters
public import World

/// The settings of a pipeline: filters, a method, and what the method assumes.
public struct PipelineSettings: Hashable, Sendable {
  /// Applied one after another to each anchor's readings; without any, the level is the latest reading.
  public var filters: [FilterChoice]
  public var method: MethodChoice
  /// Whether fixes are moved to the nearest place on the path; the site must then have one.
  public var snap: Bool
  /// What is assumed to turn levels into distances.
  public var assumes: RangingSettings
  /// Seconds since the last reading, 0 or more, up to which an anchor's level still counts; nil for ever.
  /// Proximity forgets as the phone does instead.
  public var maximumAge: Double?
  /// How the direction of travel is estimated; nil if it is not. The path must then be one line or loop.
  public var direction: DirectionOfTravel.Settings?
  /// Determines the floor in place of the method; nil for the method itself.
  public var floor: FloorEstimator.Settings?
  /// Whether a press moves the fixes after it, for which the pipeline's `given` must list presses.
  public var adapts: Bool
  /// What it is given beyond advertisements and site.
  public var given: Set<Given>

  public init(
    filters: [FilterChoice] = [], method: MethodChoice = MethodChoice(TwoCircle.Settings()),
    snap: Bool = true, assumes: RangingSettings = RangingSettings(),
    maximumAge: Double? = 5, direction: DirectionOfTravel.Settings? = nil,
    floor: FloorEstimator.Settings? = nil, adapts: Bool = false,
    given: Set<Given> = []
  ) {
    self.filters = filters
    self.method = method
    self.snap = snap
    self.assumes = assumes
    self.maximumAge = maximumAge
    self.direction = direction
    self.floor = floor
    self.adapts = adapts
    self.given = given
  }

  /// The same with the phone's processing written out: proximity becomes the pipeline's filters, the phone's running mean,
  /// which expires by itself, and the nearest beacon.
  func resolved(for phone: PhoneSettings) -> PipelineSettings {
    guard method.settings.smoothsAsPhone else { return self }
    var resolved = self
    resolved.filters.append(FilterChoice(RunningMean.Settings(seconds: phone.proximitySmoothing)))
    resolved.maximumAge = nil
    resolved.method = MethodChoice(NearestBeacon.Settings())
    return resolved
  }

  /// What is out of range; nil when all is well.
  public var fault: SettingFault? {
    filters.lazy.compactMap(\.fault).first ?? method.fault ?? assumes.fault ?? direction?.fault ?? floor?
      .fault
      ?? .first(
        of: ("maximumAge", maximumAge.map { $0 >= 0 } ?? true, "0 or more", maximumAge ?? 0))
  }
}
