public import World

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
  /// No surveyed point is on a floor of the site that has beacons.
  case surveyElsewhere(floors: [Int])
  /// The survey has more points than a Gaussian process is fitted to.
  case surveyTooLarge(points: Int, most: Int)
  /// The method is given a map, which has neither rooms nor walkable areas.
  case noRooms
  /// The rooms of a floor are not connected: a place to which no way leads, and its floor.
  case separateRooms(Point, floor: Int)
  /// The plan is too large for the squares into which it would be cut.
  case tooManySquares(Int, most: Int)
  /// No walker can be at the start.
  case startOutside(Point, floor: Int)
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
    case .noSurvey, .unfitSurvey, .surveyElsewhere, .surveyTooLarge: "no survey"
    case .noRooms, .separateRooms: "no rooms"
    case .startOutside: "no start"
    case .tooManySquares: "plan too large"
    case .noChannel: "no channel"
    case .noSteps: "no steps"
    case .noPresses: "no presses"
    case .noPlaces: "no positions"
    case .noAdvertisements: "no advertisements"
    case .noChannels, .noSurveyedChannels: "no channels"
    case .setting, .lookAhead, .program: "refused"
    }
  }

  /// A sentence that names the setting, what it needs and what is missing.
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
    case .surveyElsewhere(let floors):
      "method needs a survey of the floors with beacons, and this one is of floor \(floors.map(String.init).joined(separator: ", "))"
    case .noRooms:
      "given: [map] needs a site with rooms or walkable areas, and this site has none; without it, space: plan is the box about the beacons"
    case .separateRooms(let place, let floor):
      "space: plan needs rooms that doors in the path or open sides connect, and no way leads to \(Self.words(place, floor))"
    case .startOutside(let place, let floor):
      "method.from needs a place where people can walk, and \(Self.words(place, floor)) is none"
    case .tooManySquares(let count, let most):
      "space: plan needs at most \(most) squares, and this plan has about \(count); a larger cell makes fewer"
    case .surveyTooLarge(let points, let most):
      "a Gaussian process needs a survey of at most \(most) points on a floor, and this one has \(points)"
    case .noSurvey: "method needs a survey of this site, but there is none"
    case .branchingPath: "direction needs a path that is one line or loop, and the site's branches"
    }
  }

  private static func words(_ place: Point, _ floor: Int) -> String {
    func metres(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    return "[\(metres(place.x)), \(metres(place.y))] on floor \(floor)"
  }
}
