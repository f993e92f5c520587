public import World

/// Why a pipeline cannot run on a site.
public struct PipelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is missing, in a table's cell; the ``description`` says why it is needed.
  public let brief: String
  /// A sentence that names the setting, what it needs and what is missing.
  public let description: String

  private init(_ brief: String, _ description: String) {
    self.brief = brief
    self.description = description
  }

  /// A setting with a wrong value.
  public static func setting(_ fault: SettingFault) -> Self { Self(refused, fault.description) }
  /// The named setting asks for a path, and the site has none.
  public static func noPath(setting: String) -> Self {
    Self(path, "\(setting) needs a site with a path, and this site has none")
  }
  /// The method compares with a radio map, and there is none of the site.
  public static let noSurvey = Self(survey, "method needs a survey of this site, but there is none")
  /// No path-loss law can be fitted to the survey: every beacon was received at one distance only.
  public static let unfitSurvey = Self(
    survey, "method needs a survey with a beacon received at two or more distances, and none is")
  /// No surveyed point is on a floor of the site that has beacons.
  public static func surveyElsewhere(floors: [Int]) -> Self {
    let floors = floors.map(String.init).joined(separator: ", ")
    return Self(
      survey, "method needs a survey of the floors with beacons, and this one is of floor \(floors)")
  }
  /// The survey has more points than a Gaussian process is fitted to.
  public static func surveyTooLarge(points: Int, most: Int) -> Self {
    Self(
      survey,
      "a Gaussian process needs a survey of at most \(most) points on a floor, and this one has \(points)")
  }
  /// No cell is in the rooms of a map.
  public static let noRooms = Self(
    rooms, "given: [map] needs rooms or walkable areas that are wider than a cell, and this site has none")
  /// The rooms of a floor are not connected: a place to which no way leads, and its floor.
  public static func separateRooms(_ place: Point, floor: Int) -> Self {
    let place = words(place, floor)
    return Self(
      rooms,
      "space: plan needs rooms that doors in the path or open sides connect, and no way leads to \(place)")
  }
  /// The plan is too large for the squares into which it would be cut.
  ///
  /// - Parameter advice: what makes fewer of them; nil where nothing does.
  public static func tooManySquares(
    _ count: Int, most: Int, advice: String? = "a larger cell makes fewer"
  ) -> Self {
    let needed = "the plan is cut into at most \(most) squares, and this one has about \(count)"
    return Self("plan too large", needed + (advice.map { "; \($0)" } ?? ""))
  }
  /// No walker can be at the start.
  public static func startOutside(_ place: Point, floor: Int) -> Self {
    let place = words(place, floor)
    return Self("no start", "method.from needs a place where people can walk, and \(place) is none")
  }
  /// The method uses the statistics of the channel, and the study does not know them.
  public static let noChannel = Self(
    "no channel", "method needs the statistics of the channel, which only simulated laps have")
  /// The method adds up steps, and the recordings have none.
  public static let noSteps = Self(
    "no steps", "method needs the walker's steps, and not every walk was recorded with them")
  /// The method is given presses, and the recordings have none.
  public static let noPresses = Self(
    "no presses", "method needs presses, and not every walk was recorded with them")
  /// The method uses the positions of the beacons, which are unknown.
  public static let noPlaces = Self(
    "no positions", "method needs the positions of the beacons, which are not known")
  /// The method uses later epochs, and must answer before they come.
  public static let lookAhead = Self(refused, "live replay needs a method without look-ahead")
  /// The method is a program that cannot be started, or does not begin as it should.
  public static func program(_ sentence: String) -> Self { Self(refused, sentence) }
  /// The method compares by advertising channel, and the stream does not have the channels.
  public static let noChannels = Self(
    channels,
    "channels: separate needs advertisements with their channel (sniffer captures have it, HCI captures do not), and there are none"
  )
  /// The method compares by advertising channel, and the survey does not have the channels.
  public static let noSurveyedChannels = Self(
    channels, "channels: separate needs a survey by advertising channel, and this one has none")
  /// The method uses the single advertisements, and the stream has none: it is one of averages or of white noise.
  public static let noAdvertisements = Self(
    "no advertisements", "method needs single advertisements, and with white noise there are none")

  private static let (refused, path, survey) = ("refused", "no path", "no survey")
  private static let (rooms, channels) = ("no rooms", "no channels")

  private static func words(_ place: Point, _ floor: Int) -> String {
    func metres(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    return "[\(metres(place.x)), \(metres(place.y))] on floor \(floor)"
  }
}
