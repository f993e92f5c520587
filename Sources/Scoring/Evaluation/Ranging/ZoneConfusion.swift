public import Radio

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
