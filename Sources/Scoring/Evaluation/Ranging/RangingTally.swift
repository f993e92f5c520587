import NumericalMethods
public import Radio
public import World

/// The errors of distances and zones estimated from the levels of one filter, by beacon and by true distance.
public struct RangingTally: Hashable, Sendable {
  /// By anchor of the site.
  public private(set) var anchors: [DistanceErrors]
  /// By bin of ``DistanceBins``.
  public private(set) var bins = [DistanceErrors](repeating: DistanceErrors(), count: DistanceBins.count)
  /// Estimated zones against true zones, of all beacons.
  public private(set) var zones = ZoneConfusion()
  /// How often the estimated zone of a beacon changed from one callback to the next; unknown counts as a zone.
  public private(set) var flips = 0
  /// How often the true zone changed.
  public private(set) var trueChanges = 0
  /// Seconds of the callbacks for which the ground truth is known, times the number of beacons.
  public private(set) var beaconSeconds = 0.0

  /// - Parameter anchors: how many the site has.
  public init(anchors: Int) {
    self.anchors = [DistanceErrors](repeating: DistanceErrors(), count: anchors)
  }

  /// The errors of one lap.
  ///
  /// - Parameters:
  ///   - levels: for each anchor in turn, one level for each callback of the whole lap; nil where nothing was heard.
  ///   - laws: by anchor: the path-loss law that turns levels into distances.
  ///   - truth: the true distances and zones at the lap's callbacks.
  public init(of levels: [DBm?], laws: [LogDistance], truth: RangingTruth) {
    self.init(anchors: truth.anchors)
    beaconSeconds = Double(truth.count * truth.isKnown.count { $0 }) * truth.interval
    var column = RangedColumn(callbacks: truth.count)
    for anchor in 0..<truth.anchors where truth.isKnown[anchor] {
      column.fill(levels, of: anchor, law: laws[anchor], truth: truth)
      add(column, of: anchor, slope: 10 * laws[anchor].exponent, truth)
    }
  }

  /// Bins and zones seldom change from one callback to the next, so runs of equal ones are added together.
  private mutating func add(_ column: RangedColumn, of anchor: Int, slope: Double, _ truth: RangingTruth) {
    let classes = truth.classes.span
    let distances = truth.distances.span
    let decades = truth.decades.span
    let estimated = column.zones.span
    let metres = column.distances.span
    let losses = column.losses.span
    let first = anchor * truth.count
    var sums = DistanceErrors()
    var start = 0
    while start < truth.count {
      let (truly, zone) = (classes[first + start], estimated[start])
      var end = start
      while end < truth.count, classes[first + end] == truly, estimated[end] == zone { end += 1 }
      if zone == 0 {
        sums.addUnheard(end - start)
      } else {
        for index in start..<end {
          sums.add(
            metres: Double(metres[index]) - Double(distances[first + index]),
            decibels: slope * Double(decades[first + index]) - losses[index])
        }
      }
      zones.add(end - start, estimated: Int(zone), truth: truly.zone)
      if end < truth.count {
        if estimated[end] != zone { flips += 1 }
        if classes[first + end].zone != truly.zone { trueChanges += 1 }
      }
      if end == truth.count || classes[first + end].bin != truly.bin {
        bins[truly.bin].add(sums)
        anchors[anchor].add(sums)
        sums = DistanceErrors()
      }
      start = end
    }
  }

  /// - Parameter other: of the same site.
  public mutating func add(_ other: RangingTally) {
    for anchor in anchors.indices { anchors[anchor].add(other.anchors[anchor]) }
    for bin in bins.indices { bins[bin].add(other.bins[bin]) }
    zones.add(other.zones)
    flips += other.flips
    trueChanges += other.trueChanges
    beaconSeconds += other.beaconSeconds
  }

  /// All beacons together.
  public var whole: DistanceErrors { anchors.reduce(into: DistanceErrors()) { $0.add($1) } }

  /// Changes per hour of one beacon; nil without any time.
  public func perHour(_ count: Int) -> Double? {
    beaconSeconds > 0 ? Double(count) * 3600 / beaconSeconds : nil
  }
}

/// The estimated zones of beacons, by their true zone.
public struct ZoneConfusion: Hashable, Sendable {
  /// One row for each true zone, in the order of ``Zone``.
  private var counts = [Int](repeating: 0, count: Zone.allCases.count * Zone.allCases.count)

  public init() {}

  mutating func add(_ callbacks: Int, estimated: Int, truth: Int) {
    counts[truth * Zone.allCases.count + estimated] += callbacks
  }

  mutating func add(_ other: ZoneConfusion) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  /// Callbacks at which a beacon truly in one zone was estimated to be in another, or in the same one; unknown means that
  /// it was not heard.
  public func count(estimated: Zone, truth: Zone) -> Int {
    counts[truth.rawValue * Zone.allCases.count + estimated.rawValue]
  }

  /// The estimates for beacons in a zone: correct ones, of all that were heard there.
  public func hitRate(of zone: Zone) -> HitRate {
    let heard = Zone.allCases.filter { $0 != .unknown }.reduce(0) { $0 + count(estimated: $1, truth: zone) }
    return HitRate(hits: count(estimated: zone, truth: zone), of: heard)
  }

  /// Of all zones together; beacons that were not heard do not count.
  public var hitRate: HitRate {
    let rates = Zone.allCases.filter { $0 != .unknown }.map { hitRate(of: $0) }
    return HitRate(hits: rates.reduce(0) { $0 + $1.hits }, of: rates.reduce(0) { $0 + $1.count })
  }
}

/// Distances and zones of one beacon at the callbacks of a lap, from its levels.
///
/// One value is reused for column after column, so that memory is allocated once.
struct RangedColumn {
  /// C less the level, in decibels; 0 where nothing was heard.
  private(set) var losses: [Double]
  /// Metres, to seven digits; without meaning where nothing was heard.
  private(set) var distances: [Float]
  /// ``Zone`` by its number, of the exact distance.
  private(set) var zones: [UInt8]

  init(callbacks: Int) {
    losses = [Double](repeating: 0, count: callbacks)
    distances = [Float](repeating: 0, count: callbacks)
    zones = [UInt8](repeating: 0, count: callbacks)
  }

  /// - Parameter levels: as for ``RangingTally``.
  mutating func fill(_ levels: [DBm?], of anchor: Int, law: LogDistance, truth: RangingTruth) {
    let first = anchor * truth.heard + truth.first
    Self.classify(levels.span.extracting(first..<first + losses.count), law, truth.zones, &losses, &zones)
    Self.computeDistances(law, of: losses, &distances)
  }

  private static func classify(
    _ levels: Span<DBm?>, _ law: LogDistance, _ boundaries: ZoneBoundaries, _ losses: inout [Double],
    _ zones: inout [UInt8]
  ) {
    let edges = ZoneEdges(boundaries, law: law)
    // Spans are checked for bounds like arrays, and spare the check for sharing at every element.
    var losses = losses.mutableSpan
    var zones = zones.mutableSpan
    for index in levels.indices {
      if let level = levels[index] {
        losses[index] = (law.levelAtOneMetre - level).value
        zones[index] = UInt8(edges.zone(at: level).rawValue)
      } else {
        losses[index] = 0
        zones[index] = UInt8(Zone.unknown.rawValue)
      }
    }
  }

  /// Eight at a time: `e^(loss ln 10 / 10 n)`, limited to the same largest distance as in the path-loss law.
  private static func computeDistances(
    _ law: LogDistance, of losses: [Double], _ distances: inout [Float]
  ) {
    let scale = Float(2.302585092994046 / (10 * law.exponent))
    let farthest = Float(LogDistance.farthest)
    let losses = losses.span
    var distances = distances.mutableSpan
    for start in stride(from: 0, to: losses.count, by: 8) {
      var lanes = SIMD8<Float>.zero
      let end = min(start + 8, losses.count)
      for index in start..<end { lanes[index - start] = Float(losses[index]) }
      let metres = Elementary.exp(lanes * scale)
      for index in start..<end { distances[index] = min(metres[index - start], farthest) }
    }
  }
}

/// The levels at which one beacon passes from zone to zone.
private struct ZoneEdges {
  private let zones: ZoneBoundaries
  private let law: LogDistance
  private let immediate: Double
  private let near: Double

  init(_ zones: ZoneBoundaries, law: LogDistance) {
    (self.zones, self.law) = (zones, law)
    immediate = law.level(at: zones.immediate).value
    near = law.level(at: zones.near).value
  }

  /// The zone of the distance that a level corresponds to. Near an edge, where rounding could decide, the distance
  /// itself is used.
  func zone(at level: DBm) -> Zone {
    let value = level.value
    if (value - immediate).magnitude < 1e-6 || (value - near).magnitude < 1e-6 {
      return zones.zone(at: law.distance(for: level))
    }
    return value > immediate ? .immediate : value > near ? .near : .far
  }
}
