public import NumericalMethods
public import World

/// One lap: where the walker is at each moment of the stream, and when the button is pressed.
public struct LapWalk: Hashable, Sendable {
  /// The walker's true positions, the walk-in included.
  public let walk: Walk
  /// In order of time; presses at one moment are in the order of the test points.
  public let presses: [Press]
  /// Nil where the journey has no direction.
  public let direction: TravelDirection?
  /// Metres per second: the walker's own speed on this lap, about which the speed may vary.
  public let speed: Double
  /// Seconds at which the walker is at the route's start.
  public let start: Double
  /// Seconds that the stream lasts.
  public let duration: Double
  /// The end of each stay in seconds, where the walker stands at one place after another; otherwise empty.
  public let stays: [Double]

  init(
    walk: Walk, presses: [Press], direction: TravelDirection?, speed: Double, start: Double, duration: Double,
    stays: [Double] = []
  ) {
    self.walk = walk
    self.presses = presses.sorted { ($0.time, $0.testPoint) < ($1.time, $1.testPoint) }
    self.direction = direction
    self.speed = speed
    self.start = start
    self.duration = duration
    self.stays = stays
  }

  /// A lap along a route; going backward begins at the route's end, which on a closed route is its start.
  ///
  /// The walker reaches the route's start after the walk-in and a random part of a second, so that the phone's seconds,
  /// which are counted from the stream's beginning, fall anywhere between steps. Before that the walker comes along a
  /// closed route from further back, and stands at the start of an open one; after the route's end the walker goes on
  /// round a closed route, and stands at the end of an open one. The walker stops between start and end only.
  ///
  /// A test point is pressed on reaching its nearest place on the route; one that the route does not pass is not.
  ///
  /// - Parameters:
  ///   - itinerary: the route, with its stops and how each leg is gone.
  ///   - testPoints: the site's, in its order.
  ///   - settings: speed, turns, pauses and the times of presses.
  ///   - direction: forward along the route, or backward.
  ///   - seed: the walk's own; the seeds of speed, start, steps, stops and presses derive from it.
  public init(
    along itinerary: Itinerary, testPoints: [TestPoint], settings: WalkSettings, direction: TravelDirection,
    seed: Seed
  ) {
    let speed = Self.speed(settings, seed: seed)
    var random = RandomStream(seed.derived("start"))
    let start = settings.walkIn + random.uniform()
    let route = itinerary.route
    let course = Course(itinerary: itinerary, direction: direction)
    let pace = Pace(own: speed, settings, start: start, seed: seed)
    var timetable = Timetable(start: start, pace: pace, pauses: PauseClock(settings, seed: seed))
    timetable.walk(course, settings)
    let arrival = timetable.time(at: route.length)
    let duration = settings.duration ?? arrival + 2
    let isPlain = itinerary.isPlain && settings.variation == nil && settings.randomPauses == nil
    if route.isClosed, !isPlain {
      timetable.goRound(course, settings, until: duration)
      var before = Timetable(start: 0, pace: pace.reversed(start: 0, seed: seed), pauses: nil)
      before.goBack(course, settings, until: start)
      timetable.precede(with: before, start: start)
    }
    let knots = course.knots(timetable, duration: duration, height: settings.height)
    let presses = testPoints.indices.compactMap { index -> Press? in
      guard let arc = itinerary.arc(passing: testPoints[index]) else { return nil }
      let crossing = timetable.time(at: course.distance(atArc: arc))
      return Press(time: Self.press(at: crossing, index, settings, seed: seed), testPoint: index)
    }
    self.init(
      walk: Walk(knots: Turning(rate: settings.turnRate, spins: timetable.spins).applied(to: knots)),
      presses: presses, direction: direction, speed: speed, start: start, duration: duration)
  }

  /// The walker's own speed on a lap, or on a part of it, in metres per second.
  static func speed(_ settings: WalkSettings, seed: Seed) -> Double {
    var random = RandomStream(seed.derived("speed"))
    let drawn = settings.speed + settings.speedDeviation * random.normal()
    return min(max(drawn, settings.speedRange.lowerBound), settings.speedRange.upperBound)
  }

  /// When the button is pressed for a test point passed at a moment.
  static func press(at crossing: Double, _ index: Int, _ settings: WalkSettings, seed: Seed) -> Double {
    var jitter = RandomStream(seed.derived("press", index))
    return max(crossing + settings.pressJitter * jitter.normal(), 0)
  }
}

extension Timetable {
  /// Walks a course from its start to its end, with its stops.
  fileprivate mutating func walk(_ course: Course, _ settings: WalkSettings) {
    var stops = course.stops[...]
    let legs = course.itinerary.route.legs
    for leg in 0..<legs {
      let end = course.beginning(ofLeg: leg + 1)
      // On an open route, any distance beyond the end belongs to its last leg.
      let limit = leg == legs - 1 ? .infinity : end
      switch course.manner(ofLeg: leg) {
      case .walked(let speed):
        let factor = speed.map { $0 / settings.speed } ?? 1
        while let next = stops.first, next.distance < limit {
          walk(to: min(next.distance, end), factor: factor)
          stand(next.stop.seconds, turn: next.stop.turn)
          stops = stops.dropFirst()
        }
        walk(to: end, factor: factor)
      case .ridden:
        while let next = stops.first, next.distance < limit {
          stand(next.stop.seconds, turn: next.stop.turn)
          stops = stops.dropFirst()
        }
        go(course.manner(ofLeg: leg), to: end, settings)
      }
    }
    if !course.itinerary.route.isClosed { self.end() }
  }

  /// Walks on round a closed course without stopping.
  fileprivate mutating func goRound(_ course: Course, _ settings: WalkSettings, until end: Double) {
    pauses = nil
    var leg = course.itinerary.route.legs
    while time <= end {
      go(course.manner(ofLeg: leg), to: course.beginning(ofLeg: leg + 1), settings)
      leg += 1
    }
  }

  /// Walks back from the start of a closed course, in reversed time.
  fileprivate mutating func goBack(_ course: Course, _ settings: WalkSettings, until end: Double) {
    var leg = -1
    while time <= end {
      let metres = -course.beginning(ofLeg: leg)
      switch course.manner(ofLeg: leg) {
      case .walked: go(course.manner(ofLeg: leg), to: metres, settings)
      case .ridden(let wait, let speed):
        ride(to: metres, at: speed)
        stand(wait)
      }
      leg -= 1
    }
  }

  /// Travels along one leg in a given manner up to a distance.
  mutating func go(_ manner: Itinerary.Manner, to distance: Double, _ settings: WalkSettings) {
    switch manner {
    case .walked(let speed): walk(to: distance, factor: speed.map { $0 / settings.speed } ?? 1)
    case .ridden(let wait, let speed):
      stand(wait)
      ride(to: distance, at: speed)
    }
  }
}

extension Walk {
  /// Seconds before a turn at which a carried thing has not yet swung round.
  private static let beforeTurn = 0.001

  /// The walk of a thing that is carried on this walk.
  ///
  /// - Parameter offset: from the phone, in metres: x ahead, y to the left, z up. It turns with the walker.
  public func carrying(_ offset: Point) -> Walk {
    let headings = headings
    func knot(_ time: Double, _ position: Point, _ floor: Int, _ heading: Point) -> Knot {
      let left = Point(x: -heading.y, y: heading.x)
      let place = position + heading * offset.x + left * offset.y + Point(x: 0, y: 0, z: offset.z)
      return Knot(time: time, position: place, floor: floor, facing: heading == .zero ? nil : heading)
    }
    var carried: [Knot] = []
    for (index, own) in knots.enumerated() {
      if index > 0, headings[index] != headings[index - 1] {
        let last = knots[index - 1].time
        let time = max(own.time - Walk.beforeTurn, (last + own.time) / 2)
        if time > last, time < own.time {
          carried.append(knot(time, position(at: time), floor(at: time), headings[index - 1]))
        }
      }
      carried.append(knot(own.time, own.position, own.floor, headings[index]))
    }
    return Walk(knots: carried)
  }
}
