public import World

/// About how many bytes the shadowing of a building takes, known before any of it is drawn.
public struct ShadowMemory: Hashable, Sendable {
  /// Everything that has shadowing of its own.
  public private(set) var beacons = 0
  /// What the building keeps for all laps.
  public private(set) var building = 0.0
  /// What each lap at work takes: the least, or that of ``passing(_:hearing:)``.
  public private(set) var lap = 0.0
  /// How many fields a lap holds, with those from which it is mixed.
  private var fields = 0.0

  /// None.
  public init() {}

  /// - Parameter extra: how many beacons there are beside the site's, as rogues and misplaced ones.
  public init(of channel: ChannelSettings, on site: Site, extra: Int) {
    guard let shadowing = channel.shadowing, shadowing.sigma > 0 else { return }
    beacons = site.anchors.count + extra
    let (all, least): (Int, Int)
    switch shadowing.extent {
    case .path:
      let nodes = Double(site.path?.nodes.count ?? 0)
      building = nodes * nodes * Self.perPairOfNodes
      all = site.path.map { PathShadows.points(on: $0, shadowing.decorrelation) } ?? 0
      least = all <= PathShadows.wholeLimit ? all : PathShadows.pieceLength
    case .floor:
      let size = FloorShadows.size(of: site.box, decorrelation: shadowing.decorrelation)
      least = size.map { $0.columns * $0.rows } ?? 0
      all = least * max(site.floors.count, 1)
    }
    let isFixed = shadowing.fixedShare > 0
    let isKept = isFixed && Self.isKept(all, beacons)
    if isKept { building += Self.field(all, beacons) }
    // Beside its own field a lap has the building's, unless that is kept, and the mixture of both or with that of other beacons.
    fields = isKept ? 2 : isFixed ? 3 : shadowing.anchorDecorrelation == nil ? 1 : 2
    guard !isKept || shadowing.fixedShare < 1 else { return }
    lap = taken(isKept ? all : least, shadowing.anchorDecorrelation == nil ? min(beacons, 8) : beacons)
  }

  /// The same with what a lap takes that draws this number of points for each of this number of beacons.
  package func passing(_ points: Int, hearing beacons: Int) -> ShadowMemory {
    guard lap > 0 else { return self }
    var memory = self
    memory.beacons = min(beacons, self.beacons)
    memory.lap = taken(points, memory.beacons)
    return memory
  }

  /// Whether a building keeps the field of its fixed share.
  static func isKept(_ points: Int, _ beacons: Int) -> Bool { field(points, beacons) <= 0x1p26 }

  private func taken(_ points: Int, _ beacons: Int) -> Double {
    fields * Self.field(points, beacons) + Double(points) * Self.perPointDrawn
  }

  private static func field(_ points: Int, _ beacons: Int) -> Double {
    Double(points) * Double((beacons + 7) / 8) * Double(MemoryLayout<SIMD8<Float>>.stride)
  }

  /// Half of a symmetric matrix, in double and in single precision.
  private static let perPairOfNodes = 6.0
  /// Sixteen beacons' normal numbers for the two parts of a transform, and these parts.
  private static let perPointDrawn = 128.0
}
