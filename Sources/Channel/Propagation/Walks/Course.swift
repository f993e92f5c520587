import World

/// An itinerary in one direction of travel, as a function of the metres walked since its start. On a closed route these
/// may be negative, before the start, or exceed its length.
struct Course {
  let itinerary: Itinerary
  let direction: TravelDirection

  private var route: Route { itinerary.route }

  /// The arc length along the route after a number of metres walked.
  func arc(after distance: Double) -> Double {
    if direction == .forward { return distance }
    return route.isClosed ? -distance : route.length - distance
  }

  /// The metres walked when an arc length is reached for the first time.
  func distance(atArc arc: Double) -> Double {
    if direction == .forward { return arc }
    return route.isClosed ? route.wrapped(-arc) : route.length - arc
  }

  /// The metres walked since the start at which a leg in walking order begins; on a closed route also before the start
  /// and beyond the end.
  func beginning(ofLeg number: Int) -> Double {
    let leg = route.legs.remainder(of: number)
    // At the end of an open route no further leg begins.
    let arc = direction == .forward ? route.arcs[leg] : route.length - route.arcs[route.legs - leg]
    return Double((number - leg) / route.legs) * route.length + arc
  }

  func manner(ofLeg number: Int) -> Itinerary.Manner {
    let leg = route.legs.remainder(of: number)
    return itinerary.manners[direction == .forward ? leg : route.legs - 1 - leg]
  }

  /// The stops and the metres walked to them, in order.
  var stops: [(distance: Double, stop: Itinerary.Stop)] {
    let stops = itinerary.stops.map { (distance: distance(atArc: $0.arc), stop: $0) }
    let order = stops.indices.sorted { (stops[$0].distance, $0) < (stops[$1].distance, $1) }
    return order.map { stops[$0] }
  }

  /// The positions and times of a timetable, from the stream's beginning to its end.
  func knots(_ timetable: Timetable, duration: Double, height: Double) -> [Walk.Knot] {
    var walked = [timetable.distance(at: 0), timetable.distance(at: duration)]
    if !route.isClosed { walked = [0, min(max(walked[1], 0), route.length)] }
    var events = route.isClosed ? [] : [(time: 0.0, distance: 0.0)]
    for distance in [walked[0]] + vertexDistances(from: walked[0], to: walked[1]) + [walked[1]] {
      // Rounding must not place the first knot before the stream.
      events.append((max(timetable.time(at: distance), 0), distance))
    }
    events += timetable.changes.filter { $0.time > 0 && $0.time < duration }
    events += floorChanges(timetable, until: walked[1]).filter { $0.time > 0 && $0.time < duration }
    var knots: [Walk.Knot] = []
    for (time, distance) in events.sorted(by: { ($0.time, $0.distance) < ($1.time, $1.distance) }) {
      if let last = knots.last, time - last.time < 1e-6 { continue }
      let arc = arc(after: distance)
      knots.append(
        Walk.Knot(
          time: time, position: route.position(at: arc) + Point(x: 0, y: 0, z: height), floor: floor(at: arc))
      )
    }
    return knots
  }

  /// The floor of the nearer end of the leg.
  private func floor(at arc: Double) -> Int {
    let (leg, along) = route.leg(at: arc)
    let isPastMiddle = along > (route.arcs[leg + 1] - route.arcs[leg]) / 2
    return route.floors[isPastMiddle ? (leg + 1) % route.vertices.count : leg]
  }

  /// Just before and just after the middle of each leg between floors, so that each knot lies on one of the two floors.
  private func floorChanges(
    _ timetable: Timetable, until end: Double
  ) -> [(time: Double, distance: Double)] {
    guard route.floors.contains(where: { $0 != route.floors[0] }) else { return [] }
    var changes: [(time: Double, distance: Double)] = []
    let rounds = (timetable.distance(at: 0) / route.length).rounded(.down)
    var number = route.isClosed ? route.legs * Int(rounds) : 0
    while route.isClosed ? beginning(ofLeg: number) < end : number < route.legs {
      let (low, high) = (beginning(ofLeg: number), beginning(ofLeg: number + 1))
      let leg = route.legs.remainder(of: number)
      let own = direction == .forward ? leg : route.legs - 1 - leg
      if route.floors[own] != route.floors[(own + 1) % route.vertices.count] {
        let time = timetable.time(at: (low + high) / 2)
        for moment in [time - 0.0005, time + 0.0005] {
          changes.append((moment, timetable.distance(at: moment)))
        }
      }
      number += 1
    }
    return changes
  }

  /// Metres walked at each vertex strictly between two distances, in order.
  private func vertexDistances(from low: Double, to high: Double) -> [Double] {
    let arcs = route.isClosed ? Array(route.arcs.dropLast()) : route.arcs
    var distances: [Double] = []
    for arc in arcs {
      guard route.isClosed else {
        distances.append(direction == .forward ? arc : route.length - arc)
        continue
      }
      let first = direction == .forward ? arc : -arc
      var rounds = ((low - first) / route.length).rounded(.down)
      while first + rounds * route.length < high {
        distances.append(first + rounds * route.length)
        rounds += 1
      }
    }
    return distances.filter { $0 > low && $0 < high }.sorted()
  }
}

extension Int {
  /// The remainder of a number divided by this one, never negative.
  fileprivate func remainder(of number: Int) -> Int {
    let rest = number % self
    return rest < 0 ? rest + self : rest
  }
}
