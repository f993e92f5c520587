import Radio
import World

/// The geometry of the link from one transmitter to the phone along a part of a walk, in stretches with constants for
/// eight packets at a time.
struct LinkGeometry: Sendable {
  /// One stretch: single-precision numbers that change linearly with time or not at all.
  struct Stretch: Sendable {
    /// Microseconds from which it holds.
    var start: Int64 = 0
    /// The vector from the phone to the transmitter, in metres, and its change per second.
    var x: Float = 0, y: Float = 0, z: Float = 0
    var dx: Float = 0, dy: Float = 0, dz: Float = 0
    /// The direction to the body.
    var bodyX: Float = 0, bodyY: Float = 0
    /// The loss through obstacles and floors, in decibels.
    var obstacles: Float = 0
    /// For shadows along the path: the place in units of the spacing of the shadow's points, counted from the edge's
    /// first point, and its change per second; then the index of that first point, the number of spaces, and the
    /// variance lost by interpolation. For shadows over a floor: only the index of the floor's first point.
    var point: Float = 0, pointRate: Float = 0
    var firstPoint: Int32 = 0, intervals: Int32 = 1
    var interpolationLoss: Float = 0
  }

  private(set) var stretches: [Stretch] = []

  /// Empty; stretches are appended in order of time.
  init() {}

  mutating func append(_ stretch: Stretch) { stretches.append(stretch) }

  /// - Parameters:
  ///   - place: of the transmitter, on `floor`.
  ///   - span: the microseconds to cover.
  init(from place: Point, floor: Int, in scene: Scene, during span: Range<Int64>) {
    let parts = scene.track.stretches
    for index in scene.track.indices(during: span) {
      let end =
        index + 1 < parts.count ? parts[index + 1].start : max(span.upperBound, parts[index].start + 1)
      add(parts[index], until: end, from: place, floor: floor, in: scene)
    }
  }

  private mutating func add(
    _ part: Track.Stretch, until end: Int64, from place: Point, floor: Int, in scene: Scene
  ) {
    let seconds = Double(end - part.start) / 1e6
    let sight = SightLine(
      line: (part.position, part.position + part.velocity * seconds), beacon: place)
    let hidden = Obstruction(
      of: sight, by: scene.obstacles, on: min(floor, part.floor)...max(floor, part.floor),
      and: scene.crowd?.changes(along: sight, floor: part.floor) ?? [])
    let floors = scene.lossOfFloors(between: floor, and: part.floor)
    let toBody = scene.body?.directionToBody(heading: part.heading, hand: scene.hand) ?? .zero
    for (fraction, loss) in hidden.losses {
      var stretch = Stretch(start: part.start + Int64((fraction * seconds * 1e6).rounded(.up)))
      let since = Double(stretch.start - part.start) / 1e6
      let offset = place - (part.position + part.velocity * since)
      (stretch.x, stretch.y, stretch.z) = (Float(offset.x), Float(offset.y), Float(offset.z))
      (stretch.dx, stretch.dy) = (Float(-part.velocity.x), Float(-part.velocity.y))
      stretch.dz = Float(-part.velocity.z)
      (stretch.bodyX, stretch.bodyY) = (Float(toBody.x), Float(toBody.y))
      stretch.obstacles = Float(loss + floors)
      switch scene.shadows {
      case .path(let plan):
        let edge = plan.edges[part.edge]
        stretch.point = Float((part.along + part.alongRate * since) / edge.spacing - Double(edge.before))
        stretch.pointRate = Float(part.alongRate / edge.spacing)
        (stretch.firstPoint, stretch.intervals) = (Int32(edge.first), Int32(edge.intervals))
        stretch.interpolationLoss = edge.loss
      case .floor(let plan): stretch.firstPoint = Int32(plan.firstPoint(ofFloor: part.floor))
      case nil: break
      }
      stretches.append(stretch)
    }
  }
}

/// What all links of one lap share: the walk, the walker, and the surroundings.
struct Scene: Sendable {
  let track: Track
  let hand: Hand
  let body: BodyPattern?
  let obstacles: [Obstacle]
  let crowd: Crowd?
  let pathLoss: PathLossLaw
  /// The levels of the building's floors.
  let floors: [Int]
  let shadows: ShadowPlan?
  /// Nil where each packet comes on a random channel.
  let scanner: Scanner?

  /// The loss through the floors between two levels, in decibels.
  func lossOfFloors(between a: Int, and b: Int) -> Double {
    guard a != b else { return 0 }
    let between = floors.count { $0 > min(a, b) && $0 <= max(a, b) }
    return pathLoss.loss(ofFloors: between).value
  }
}

/// A moving beacon, as seen by its link.
struct MovingEnd: Sendable {
  let track: Track
  /// Nil without shadowing.
  let shadow: LinkShadow?
}

extension LinkGeometry {
  /// The greatest distance in metres that either end moves while the obstacles between them are taken as constant.
  private static let spacing = 0.1

  /// The geometry of a link whose two ends both move.
  ///
  /// It is cut where either end changes its course and, where there may be obstacles, into short pieces, each with the
  /// loss at its middle. Shadowing is not part of it.
  ///
  /// - Parameter span: the microseconds to cover.
  init(following beacon: MovingEnd, in scene: Scene, during span: Range<Int64>) {
    self.init()
    let (phones, beacons) = (scene.track.stretches, beacon.track.stretches)
    var phone = scene.track.indices(during: span).lowerBound
    var other = beacon.track.indices(during: span).lowerBound
    var reached = span.lowerBound
    repeat {
      while phone + 1 < phones.count, phones[phone + 1].start <= reached { phone += 1 }
      while other + 1 < beacons.count, beacons[other + 1].start <= reached { other += 1 }
      var end = max(span.upperBound, reached + 1)
      if phone + 1 < phones.count { end = min(end, phones[phone + 1].start) }
      if other + 1 < beacons.count { end = min(end, beacons[other + 1].start) }
      add(phones[phone], beacons[other], during: reached..<end, in: scene)
      reached = end
    } while reached < span.upperBound
  }

  /// Adds the pieces of the stretch common to both ends, as far as they overlap a span.
  private mutating func add(
    _ phone: Track.Stretch, _ other: Track.Stretch, during span: Range<Int64>, in scene: Scene
  ) {
    let fastest = max(phone.velocity.length, other.velocity.length)
    let isOpen = scene.obstacles.isEmpty && scene.crowd == nil
    let reach = isOpen ? .infinity : LinkGeometry.spacing
    // Counted from the beginning of the stretch, so that the result does not depend on how the generation of a stream
    // is divided.
    let start = max(phone.start, other.start)
    let length = max(Int64(min(reach / fastest * 1e6, Double(Track.longest))), 1)
    let toBody = scene.body?.directionToBody(heading: phone.heading, hand: scene.hand) ?? .zero
    let drift = other.velocity - phone.velocity
    var first = start + (span.lowerBound - start) / length * length
    while first < span.upperBound {
      let offset = other.position(at: first) - phone.position(at: first)
      var stretch = Stretch(start: first)
      (stretch.x, stretch.y, stretch.z) = (Float(offset.x), Float(offset.y), Float(offset.z))
      (stretch.dx, stretch.dy, stretch.dz) = (Float(drift.x), Float(drift.y), Float(drift.z))
      (stretch.bodyX, stretch.bodyY) = (Float(toBody.x), Float(toBody.y))
      stretch.obstacles = Float(
        LinkGeometry.loss(between: phone, other, at: first + length / 2, in: scene))
      append(stretch)
      first += length
    }
  }

  /// The loss through walls, people and floors at a moment.
  private static func loss(
    between phone: Track.Stretch, _ other: Track.Stretch, at time: Int64, in scene: Scene
  ) -> Double {
    let (here, there) = (phone.position(at: time), other.position(at: time))
    // A line of zero length: the obstacles between the beacon and this one place.
    let sight = SightLine(line: (here, here), beacon: there)
    let floors = min(other.floor, phone.floor)...max(other.floor, phone.floor)
    let hidden = Obstruction(
      of: sight, by: scene.obstacles, on: floors,
      and: scene.crowd?.changes(along: sight, floor: phone.floor) ?? [])
    return hidden.losses[0].loss + scene.lossOfFloors(between: other.floor, and: phone.floor)
  }
}
