public import World

/// About how many bytes the shadowing of a building takes, known before any of it is drawn.
///
/// Shadowing is drawn for each beacon at each point of a path or of whole floors, so it grows with the square of a building.
public struct ShadowMemory: Hashable, Sendable {
  /// Everything that has shadowing of its own.
  public private(set) var beacons = 0
  /// What the building keeps for all laps.
  public private(set) var building = 0.0
  /// What each lap at work takes.
  public private(set) var lap = 0.0

  /// None.
  public init() {}

  /// - Parameter extra: how many beacons there are beside the site's, as rogues and misplaced ones.
  public init(of channel: ChannelSettings, on site: Site, extra: Int) {
    guard let shadowing = channel.shadowing, shadowing.sigma > 0 else { return }
    beacons = site.anchors.count + extra
    let points: Double
    switch shadowing.extent {
    case .path:
      points = Double(site.path.map { PathShadows.points(on: $0, shadowing.decorrelation) } ?? 0)
      let nodes = Double(site.path?.nodes.count ?? 0)
      building = nodes * nodes * Self.perPairOfNodes
    case .floor:
      let floors = max(site.floors.count, 1)
      let size = FloorShadows.size(of: site.box, floors: floors, decorrelation: shadowing.decorrelation)
      points = size.map { Double($0.columns * $0.rows * floors) } ?? 0
    }
    let field = points * Double((beacons + 7) / 8) * Double(MemoryLayout<SIMD8<Float>>.stride)
    if shadowing.fixedShare > 0 { building += field }
    // Beside its own field a lap has the mixture with the building's, or with that of other beacons.
    let fields = shadowing.fixedShare > 0 || shadowing.anchorDecorrelation != nil ? 2.0 : 1
    if shadowing.fixedShare < 1 { lap = fields * field + points * Self.perPointDrawn }
  }

  /// Half of a symmetric matrix, in double and in single precision.
  private static let perPairOfNodes = 6.0
  /// Eight beacons' normal numbers for the two parts of a transform, and these parts.
  private static let perPointDrawn = 128.0
}
