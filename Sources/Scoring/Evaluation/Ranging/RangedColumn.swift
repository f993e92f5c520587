import NumericalMethods
import Radio
import World

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
