public import NumericalMethods
public import Phone
public import Radio
public import World

/// What a method may be given beyond the advertisements and the site.
public enum Given: String, Hashable, Sendable, CaseIterable {
  case channel
  /// Rooms, walkable areas, walls and other obstacles.
  case map
  case direction
  /// When the walker presses at which test point.
  case presses
  /// A radio map.
  case survey
  /// When a walker who stands at one place after another leaves each of them.
  case stays

  /// What a method itself can be given: a pipeline uses stays, and its method only starts again.
  static let ofMethods = allCases.filter { $0 != .stays }
}

/// Everything that a method knows before the first advertisement: what all methods may know, and what its pipeline's
/// `given` lists.
///
/// Direction and presses belong to single laps: see ``LapPrior``.
public struct PriorInformation: Sendable {
  /// The rooms, walkable areas and obstacles of a site.
  public struct Map: Hashable, Sendable {
    /// In the order of the site file.
    public let rooms: [Room]
    /// Where people can walk, as the site states it: see ``ground``.
    public let walkable: [WalkableArea]
    /// Walls and pillars, each with its loss.
    public let obstacles: [Obstacle]

    /// Where people can walk apart from obstacles: the walkable areas, and the rooms of floors for which none is stated.
    public var ground: [WalkableArea] { walkable.ground(rooms: rooms) }
  }

  /// The statistics of a channel.
  public struct Channel: Hashable, Sendable {
    /// The mean level by distance, as in the simulation.
    public let pathLoss: PathLossLaw
    /// The standard deviation of shadowing over places.
    public let shadowing: Decibels
    /// Metres over which the correlation of shadowing falls to 1/e.
    public let correlationDistance: Double
    /// The loss through the walker's own body; nil for none.
    public let body: BodyPattern?

    public init(
      pathLoss: PathLossLaw, shadowing: Decibels, correlationDistance: Double, body: BodyPattern? = nil
    ) {
      self.pathLoss = pathLoss
      self.shadowing = shadowing
      self.correlationDistance = correlationDistance
      self.body = body
    }
  }

  /// What a study provides to the pipelines whose `given` lists it.
  public struct OfStudy: Sendable {
    /// The statistics of a simulated channel; nil for a recording.
    public var channel: Channel?
    /// The site's radio map; nil without a survey.
    public var survey: RadioMap?
    /// By the pipeline's name: the radio maps of pipelines that make their own of the survey's readings.
    public var ownSurveys: [String: RadioMap]

    public init(channel: Channel? = nil, survey: RadioMap? = nil, ownSurveys: [String: RadioMap] = [:]) {
      self.channel = channel
      self.survey = survey
      self.ownSurveys = ownSurveys
    }

    /// What it provides to one pipeline.
    public func ofPipeline(_ name: String) -> OfStudy {
      OfStudy(channel: channel, survey: ownSurveys[name] ?? survey)
    }
  }

  /// Without test points, rooms and obstacles; see ``Map`` for the latter two.
  public private(set) var site: KnownSite
  /// The answer of the constant baseline, and for that method only.
  let middle: Fix
  /// What is assumed to turn levels into distances, right or wrong.
  public let assumptions: RangingSettings
  /// The seed of the pipeline.
  public let seed: Seed
  /// Includes what concerns single laps.
  public let given: Set<Given>
  /// Rooms and obstacles; nil unless `given` lists `map`.
  public let map: Map?
  /// The channel's statistics; nil unless `given` lists `channel`.
  public let channel: Channel?
  /// The radio map; nil unless `given` lists `survey`.
  public private(set) var survey: RadioMap?

  /// - Parameters:
  ///   - site: the places where errors are scored are left out; rooms and obstacles are kept only if `given` lists
  ///     them.
  ///   - assumptions: what turns levels into distances, right or wrong.
  ///   - seed: the pipeline's own.
  ///   - given: what the pipeline is given beyond the advertisements and the site file.
  ///   - study: channel and survey are kept only if `given` lists them.
  public init(
    of site: Site, assumptions: RangingSettings, seed: Seed, given: Set<Given> = [],
    study: OfStudy = OfStudy()
  ) {
    self.site = KnownSite(site)
    middle = site.middle
    self.assumptions = assumptions
    self.seed = seed
    self.given = given
    map =
      given.contains(.map)
      ? Map(rooms: site.rooms, walkable: site.walkable, obstacles: site.obstacles) : nil
    self.channel = given.contains(.channel) ? study.channel : nil
    self.survey = given.contains(.survey) ? study.survey : nil
  }
}

/// What a method knows of one lap before its first advertisement.
public struct LapPrior: Sendable {
  /// A press at a place that is known.
  public struct Press: Hashable, Sendable {
    /// Seconds since the stream began.
    public let time: Double
    /// The test point in metres.
    public let position: Point
    /// The level of the test point's floor.
    public let floor: Int

    public init(time: Double, position: Point, floor: Int = 0) {
      self.time = time
      self.position = position
      self.floor = floor
    }
  }

  /// Counted from 0.
  public let number: Int
  /// The pipeline's own seed for this lap.
  public let seed: Seed
  /// Nil unless `given` lists it, or where the walk has no direction.
  public let direction: TravelDirection?
  /// In the order of time; a method must not use one before it happens. Empty unless `given` lists them.
  public let presses: [Press]

  /// - Parameters:
  ///   - prior: of the pipeline: what its `given` does not list is left out.
  ///   - number: of the lap, from which the seed derives.
  ///   - walker: whose phone it is; nil for the only one and the first of several.
  ///   - direction: of the walk; nil where it has none.
  ///   - presses: in any order.
  public init(
    of prior: PriorInformation, number: Int, walker: String? = nil, direction: TravelDirection? = nil,
    presses: [Press] = []
  ) {
    self.number = number
    let seed = prior.seed.derived("lap", number)
    self.seed = walker.map { seed.derived("walker").derived($0) } ?? seed
    self.direction = prior.given.contains(.direction) ? direction : nil
    self.presses = prior.given.contains(.presses) ? presses.sorted { $0.time < $1.time } : []
  }
}

/// A site as methods may know it: without test points, rooms and obstacles.
public struct KnownSite: Hashable, Sendable {
  /// The storeys, in the order of the file.
  public let floors: [Floor]
  /// Nil for an open space.
  public let path: PathGraph?
  /// In the order of the file, moving ones included; everything that is "by anchor" has this order.
  public private(set) var anchors: [Anchor]

  public init(_ site: Site) { (floors, path, anchors) = (site.floors, site.path, site.anchors) }

  /// The height of a floor's surface in metres; 0 for a level that the site does not list.
  public func elevation(ofFloor level: Int) -> Double { floors.elevation(ofLevel: level) }
}

extension PriorInformation {
  /// The same with each advertising channel of an anchor as an anchor of its own, in the site and in the survey.
  ///
  /// - Throws: when there is no survey of the site, or one without channels.
  func byChannel() throws(PipelineError) -> PriorInformation {
    guard let survey, survey.fits(site) else { throw .noSurvey }
    guard let separate = survey.byChannel else { throw .noSurveyedChannels }
    var prior = self
    (prior.site, prior.survey) = (site.byChannel, separate)
    return prior
  }
}

extension KnownSite {
  /// Each advertising channel of an anchor as an anchor of its own, named as in ``RadioMap/byChannel``.
  fileprivate var byChannel: KnownSite {
    var site = self
    site.anchors = anchors.flatMap { anchor in
      RadioMap.names(byChannelOf: anchor.id).map { name in
        Anchor(
          id: name, identity: anchor.identity, position: anchor.position, floor: anchor.floor,
          measuredPower: anchor.measuredPower, calibratedLevel: anchor.calibratedLevel,
          transmitters: anchor.transmitters, isMobile: anchor.isMobile)
      }
    }
    return site
  }
}
