public import World

/// What the errors of one pipeline come to beyond its ``Score``. What a site or a truth does not allow is nil.
public struct ErrorMetrics: Hashable, Sendable {
  /// Nil when nothing was measured, like the four after it.
  public let distribution: ErrorDistribution?
  public let vector: ErrorVector?
  /// Metres: see ``FloorPenalty``.
  public let floorPenalised: Double?
  /// Ahead of the walker; nil where nobody knows which way he went.
  public let along: SignedErrors?
  /// To his left.
  public let cross: SignedErrors?
  /// Nil on a site with one floor.
  public let floors: HitRate?
  /// Nil on a site without rooms.
  public let rooms: RoomScore?
  public let coverage: Coverage
  /// Seconds from the callback to the moment at which its fix was due; nil when nothing was measured.
  public let meanAge: Double?

  /// - Parameter errors: in the order of laps, then of time.
  public init(of errors: [PositionError], site: Site, settings: MetricSettings) {
    let offsets = errors.compactMap(\.offset)
    distribution = ErrorDistribution(of: offsets.map(\.metres), within: settings.within)
    vector = ErrorVector(of: offsets.compactMap(\.vector))
    floorPenalised = FloorPenalty.thirdQuartile(of: errors)
    along = SignedErrors(of: offsets.compactMap(\.along))
    cross = SignedErrors(of: offsets.compactMap(\.cross))
    floors =
      site.floors.count > 1 ? HitRate(hits: offsets.count { $0.floors == 0 }, of: offsets.count) : nil
    rooms = site.rooms.isEmpty ? nil : RoomScore(of: errors, rooms: site.rooms.count)
    coverage = Coverage(of: errors)
    meanAge =
      offsets.isEmpty ? nil : offsets.reduce(0) { $0 + $1.age } / Double(offsets.count)
  }
}
