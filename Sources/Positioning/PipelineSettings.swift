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
  /// Metres above the floor at which the phone is assumed to be carried, -10 to 10.
  public var carriedHeight: Double
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
    snap: Bool = true, assumes: RangingSettings = RangingSettings(), carriedHeight: Double = 1.2,
    maximumAge: Double? = 5, direction: DirectionOfTravel.Settings? = nil,
    floor: FloorEstimator.Settings? = nil, adapts: Bool = false,
    given: Set<Given> = []
  ) {
    self.filters = filters
    self.method = method
    self.snap = snap
    self.assumes = assumes
    self.carriedHeight = carriedHeight
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
        of: ("carriedHeight", -10...10 ~= carriedHeight, "-10 to 10", carriedHeight),
        ("maximumAge", maximumAge.map { $0 >= 0 } ?? true, "0 or more", maximumAge ?? 0))
  }
}

/// Why a pipeline cannot run on a site.
public enum PipelineError: Error, Hashable, Sendable, CustomStringConvertible {
  case setting(SettingFault)
  /// The named setting asks for a path, and the site has none.
  case noPath(setting: String)
  /// The direction of travel is asked for on a path that branches.
  case branchingPath
  /// The method compares with a radio map, and there is none of the site.
  case noSurvey
  /// No path-loss law can be fitted to the survey: every beacon was received at one distance only.
  case unfitSurvey
  /// The survey has more points than a Gaussian process is fitted to.
  case surveyTooLarge(points: Int, most: Int)
  /// The method uses the statistics of the channel, and the study does not know them.
  case noChannel
  /// The method adds up steps, and the recordings have none.
  case noSteps
  /// The method is given presses, and the recordings have none.
  case noPresses
  /// The method uses the positions of the beacons, which are unknown.
  case noPlaces
  /// The method uses later epochs, and must answer before they come.
  case lookAhead
  /// The method is a program that cannot be started, or does not begin as it should.
  case program(String)
  /// The method compares by advertising channel, and the stream does not have the channels.
  case noChannels
  /// The method compares by advertising channel, and the survey does not have the channels.
  case noSurveyedChannels
  /// The method uses the single advertisements, and the stream has none: it is one of averages or of white noise.
  case noAdvertisements

  /// What is missing, in a table's cell; the ``description`` says why it is needed.
  public var brief: String {
    switch self {
    case .noPath, .branchingPath: "no path"
    case .noSurvey, .unfitSurvey, .surveyTooLarge: "no survey"
    case .noChannel: "no channel"
    case .noSteps: "no steps"
    case .noPresses: "no presses"
    case .noPlaces: "no positions"
    case .noAdvertisements: "no advertisements"
    case .noChannels, .noSurveyedChannels: "no channels"
    case .setting, .lookAhead, .program: "refused"
    }
  }

  public var description: String {
    switch self {
    case .setting(let fault): fault.description
    case .noPath(let setting): "\(setting) needs a site with a path, and this site has none"
    case .program(let sentence): sentence
    case .noAdvertisements: "method needs single advertisements, and with white noise there are none"
    case .noChannels:
      "channels: separate needs advertisements with their channel (sniffer captures have it, HCI captures do not), and there are none"
    case .noSurveyedChannels:
      "channels: separate needs a survey by advertising channel, and this one has none"
    case .lookAhead: "live replay needs a method without look-ahead"
    case .noChannel: "method needs the statistics of the channel, which only simulated laps have"
    case .noSteps: "method needs the walker's steps, and not every walk was recorded with them"
    case .noPresses: "method needs presses, and not every walk was recorded with them"
    case .noPlaces: "method needs the positions of the beacons, which are not known"
    case .unfitSurvey: "method needs a survey with a beacon received at two or more distances, and none is"
    case .surveyTooLarge(let points, let most):
      "a Gaussian process needs a survey of at most \(most) points on a floor, and this one has \(points)"
    case .noSurvey: "method needs a survey of this site, but there is none"
    case .branchingPath: "direction needs a path that is one line or loop, and the site's branches"
    }
  }
}
