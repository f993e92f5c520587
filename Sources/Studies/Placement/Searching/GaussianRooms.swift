public import World

/// The share of fixes in a wrong room, each room counting equally, if fixes were normal about the walker with the covariance of
/// the position error bound.
///
/// Ours: the share is counted over the same draws of a standard normal vector at each point, so that it holds
/// for rooms of any shape. A fix in no room is wrong, and points in no room do not count. Real methods are biased and their
/// errors are not normal, so this ranks layouts and predicts no share.
public struct GaussianRooms: LayoutScore {
  private var bound: BoundScore
  /// By point that lies in a room: its index, its place and its room.
  private let points: [(index: Int, place: Point, room: Int)]
  private let site: Site
  private let floors: [Int]
  private let draws: [SIMD2<Double>]

  /// - Parameters:
  ///   - table: what each candidate contributes at each point.
  ///   - places: of the table's points, with their floors.
  ///   - site: whose rooms count.
  ///   - draws: of a standard normal vector; at least one.
  public init(
    _ table: InformationTable, places: [(place: Point, floor: Int)], site: Site, draws: [SIMD2<Double>]
  ) {
    precondition(!draws.isEmpty, "at least one draw is needed")
    bound = BoundScore(table)
    (self.site, self.draws, floors) = (site, draws, places.map(\.floor))
    points = places.enumerated().compactMap { index, point in
      site.room(at: point.place, floor: point.floor).map { (index, point.place, $0) }
    }
  }

  /// How many candidates the table has.
  public var candidates: Int { bound.candidates }
  /// The present layout, ascending.
  public var layout: [Int] { bound.layout }
  /// Takes a layout in place of the present one.
  public mutating func set(_ layout: [Int]) { bound.set(layout) }

  /// The share of fixes in a wrong room, 0 to 1; 0 on a site without rooms.
  public func value() -> Double {
    let covariances = bound.covariances
    var (wrong, counts) = (
      [Double](repeating: 0, count: site.rooms.count), [Int](repeating: 0, count: site.rooms.count)
    )
    for point in points {
      counts[point.room] += 1
      wrong[point.room] += share(wrongAt: point, covariances[point.index])
    }
    let shares = zip(wrong, counts).filter { $0.1 > 0 }.map { $0.0 / Double($0.1) }
    return shares.isEmpty ? 0 : shares.reduce(0, +) / Double(shares.count)
  }

  /// The share with one more beacon.
  public func value(adding candidate: Int) -> Double { value(of: layout + [candidate]) }

  /// The share with one beacon exchanged for another.
  public func value(replacing old: Int, by new: Int) -> Double {
    value(of: layout.filter { $0 != old } + [new])
  }

  private func share(wrongAt point: (index: Int, place: Point, room: Int), _ covariance: SIMD3<Double>)
    -> Double
  {
    // The lower Cholesky factor.
    let first = covariance.x.squareRoot()
    let both = covariance.y / first
    let second = max(covariance.z - both * both, 0).squareRoot()
    let wrong = draws.count { draw in
      let fix = point.place + Point(x: first * draw.x, y: both * draw.x + second * draw.y)
      return site.room(at: fix, floor: floors[point.index]) != point.room
    }
    return Double(wrong) / Double(draws.count)
  }
}
