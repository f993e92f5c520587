import NumericalMethods
import World

/// The people of one lap, and where along a straight line they stand between it and a beacon.
struct Crowd: Sendable {
  private let settings: CrowdSettings
  /// By the level of their floor.
  private let places: [Int: [Point]]
  /// The height of their heads' tops, by floor.
  private let tops: [Int: Double]

  init(_ settings: CrowdSettings, on site: Site, lap: Seed) {
    self.settings = settings
    let box = site.box
    let low = box.low - Point(x: CrowdSettings.margin, y: CrowdSettings.margin)
    let size = box.high - low + Point(x: CrowdSettings.margin, y: CrowdSettings.margin)
    var (places, tops) = ([Int: [Point]](), [Int: Double]())
    for floor in site.floors {
      var random = RandomStream(lap.derived("crowd", floor.level))
      places[floor.level] = (0..<Int(settings.count(on: box))).map { _ in
        low + Point(x: size.x * random.uniform(), y: size.y * random.uniform())
      }
      tops[floor.level] = floor.elevation + settings.height
    }
    (self.places, self.tops) = (places, tops)
  }

  /// The fractions of a straight line of walking at which people begin or cease to hide a beacon, and the change of the loss there.
  func changes(along sight: SightLine, floor: Int) -> [(fraction: Double, change: Double)] {
    guard let top = tops[floor], let places = places[floor] else { return [] }
    // The part of the line from the phone to the beacon that lies below their heads.
    let phone = (sight.line.from.z + sight.line.to.z) / 2
    guard phone < top else { return [] }
    let part = sight.beacon.z > top ? (top - phone) / (sight.beacon.z - phone) : 1
    var changes: [(fraction: Double, change: Double)] = []
    let reach = box(of: sight, part)
    for place in places {
      guard place.x >= reach.low.x, place.x <= reach.high.x, place.y >= reach.low.y, place.y <= reach.high.y
      else { continue }
      var low = 0.0
      for high in cuts(of: place, along: sight, part) where low < high {
        if hides(
          place, from: sight.line.from.moved(towards: sight.line.to, by: (low + high) / 2), sight, part)
        {
          changes.append((low, settings.loss.value))
          changes.append((high, -settings.loss.value))
        }
        low = high
      }
    }
    return changes
  }

  /// Nobody outside this box can block the signal.
  private func box(of sight: SightLine, _ part: Double) -> (low: Point, high: Point) {
    let ends = [sight.line.from, sight.line.to].flatMap { [$0, $0.moved(towards: sight.beacon, by: part)] }
    let (box, edge) = (ends.box, Point(x: settings.radius, y: settings.radius))
    return (box.low - edge, box.high + edge)
  }

  /// The fractions at which a person may begin or cease to hide the beacon, in order and with 1 at the end.
  ///
  /// The beacon is hidden from those places of the phone from which the low part of the line meets the person's circle.
  /// They form a convex region, bounded by the circle, by the lines of sight that are tangent to it, and by the
  /// circle's projection from the beacon.
  private func cuts(of place: Point, along sight: SightLine, _ part: Double) -> [Double] {
    let (grazing, near) = (sight.grazing(place, settings.radius), sight.entering(place, settings.radius))
    var cuts = [grazing.0, grazing.1, near.0, near.1]
    if part < 1 {
      let centre = (place - sight.beacon * part) * (1 / (1 - part))
      let far = sight.entering(centre, settings.radius / (1 - part))
      cuts += [far.0, far.1]
    }
    return cuts.map { min(max($0, 0), 1) }.sorted() + [1]
  }

  private func hides(_ place: Point, from phone: Point, _ sight: SightLine, _ part: Double) -> Bool {
    Obstacle(shape: .pillar(centre: place, radius: settings.radius), loss: 0)
      .blocks(phone, phone.moved(towards: sight.beacon, by: part))
  }
}
