import Radio
import World

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
