import NumericalMethods
public import Radio
public import World

/// The true distance of each beacon at the callbacks of one lap: the same for all filters, and computed once.
///
/// Distances are straight, in three dimensions, from the phone to the anchor's position at the moment.
public struct RangingTruth: Sendable {
  /// The index of the first callback within the ground truth.
  let first: Int
  /// The number of callbacks within the ground truth.
  let count: Int
  /// Seconds from one callback to the next.
  let interval: Double
  let zones: ZoneBoundaries
  let anchors: Int
  /// By anchor: whether its distance is known. That of a mobile anchor without a walk is not.
  let isKnown: [Bool]
  /// How many callbacks there were, those outside the truth included.
  let heard: Int
  /// Metres, to seven digits: for each anchor in turn, one distance for each callback within the ground truth. The next
  /// arrays have the same layout.
  let distances: [Float]
  /// The decimal logarithms of the distances.
  let decades: [Float]
  let classes: [Class]

  /// The zone and the bin of a true distance.
  struct Class: Equatable {
    private let number: UInt8

    init(of distance: Double, zones: ZoneBoundaries) {
      number = UInt8(zones.zone(at: distance).rawValue | DistanceBins.bin(of: distance) << 2)
    }

    /// ``Zone`` by its number.
    var zone: Int { Int(number & 3) }
    /// Of ``DistanceBins``.
    var bin: Int { Int(number >> 2) }
  }

  /// - Parameters:
  ///   - walk: the walker's on this lap.
  ///   - times: when the phone called back, increasing.
  ///   - interval: seconds from one callback to the next.
  ///   - anchors: those of the site, in its order.
  ///   - beaconWalks: where anchors that walk were, by their index; the others stay in their places.
  ///   - zones: the boundaries by which true distances fall into zones.
  public init(
    of walk: Walk, at times: [Double], interval: Double, anchors: [Anchor],
    beaconWalks: [Int: Walk] = [:], zones: ZoneBoundaries
  ) {
    let known = walk.known(among: times)
    let inside = times[known]
    let places = inside.map { walk.position(at: $0) }
    first = known.lowerBound
    count = places.count
    self.interval = interval
    self.zones = zones
    heard = times.count
    self.anchors = anchors.count
    isKnown = anchors.indices.map { !anchors[$0].isMobile || beaconWalks[$0] != nil }
    var (distances, classes): ([Float], [Class]) = ([], [])
    distances.reserveCapacity(anchors.count * places.count)
    classes.reserveCapacity(anchors.count * places.count)
    for (index, anchor) in anchors.enumerated() {
      let own = beaconWalks[index]
      for (place, time) in zip(places, inside) {
        let beacon = own?.position(at: time) ?? anchor.position
        let distance = max(place.distance(to: beacon), LogDistance.nearest)
        distances.append(Float(distance))
        classes.append(Class(of: distance, zones: zones))
      }
    }
    self.distances = distances
    self.classes = classes
    decades = Self.logarithms(of: distances)
  }

  /// Eight at a time.
  private static func logarithms(of distances: [Float]) -> [Float] {
    var decades = distances
    for start in stride(from: 0, to: distances.count, by: 8) {
      let end = min(start + 8, distances.count)
      var lanes = SIMD8<Float>.one
      for index in start..<end { lanes[index - start] = distances[index] }
      lanes = Elementary.log(lanes) * 0.4342944819
      for index in start..<end { decades[index] = lanes[index - start] }
    }
    return decades
  }
}
