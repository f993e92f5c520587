public import Documents
public import Phone
public import World

/// The centre of the places that lie in the most rings about the heard anchors.
///
/// The ring about an anchor reaches from the farthest of the other anchors that is nearer to it than the walker to the nearest
/// one that is farther, so that only the order of distances counts. The answer is the mean of all cells of a grid
/// that lie in the most rings.
///
/// Source: Liu, Wu & He 2004, "ROCRSSI: ring overlapping based on comparison of received signal strength indicator", IEEE
/// MASS. There anchors hear each other, and levels are compared; beacons on a wall do not, so here the estimated distance to
/// the walker is compared with the known distances between anchors.
public struct RingOverlap: PositioningMethod, PositioningSession {
  /// The beacons, and the grid on which rings are counted.
  public struct Settings: MethodSettings {
    public static let name = "ringOverlap"
    public static let about =
      "The middle of the places in the most rings, which reach from one neighbour of a beacon to the next: Liu et al. 2004."

    /// Nil for all that are heard.
    public var anchors: Int? = nil
    /// Metres.
    public var cell = 1.0
    /// Whether the grid covers the path or the whole plan.
    public var ground = SearchGround.plan

    /// All beacons that are heard, on the whole plan.
    public init() {}

    public static let keys: [SettingKey<Settings>] = [
      .nearestAnchors(\.anchors, atLeast: 1),
      .cell(\.cell), .ground(\.ground),
    ]

    /// For example `ring overlap of all`.
    public var summary: String { "ring overlap of \(anchors.map { "\($0)" } ?? "all")" }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { RingOverlap(RangedSite(prior), self) }
  }

  private var ranging: NearestRanging<Settings>
  private let cells: SearchCells
  /// By cell, and then by anchor: metres.
  private let distances: [Double]
  /// By anchor: the distances of the other anchors on its floor, as a phone at their place would have them, in order.
  private let rings: [[Double]]

  /// - Precondition: the settings have no fault.
  public init(_ site: RangedSite, _ settings: Settings = Settings()) {
    ranging = NearestRanging(site, settings)
    cells = SearchCells(site.site, cell: settings.cell, on: settings.ground)
    distances = cells.distances(in: site)
    let anchors = site.site.anchors
    rings = anchors.indices.map { centre in
      anchors.indices.filter {
        $0 != centre && anchors[$0].floor == anchors[centre].floor && !anchors[$0].isMobile
      }.map { other in
        let across = anchors[other].position.horizontalDistance(to: anchors[centre].position)
        return (across * across + site.rises[centre] * site.rises[centre]).squareRoot()
      }.sorted()
    }
  }

  public mutating func learn(_ model: RangingModel) { ranging.site.model = model }

  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)`` when nothing is heard.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let (anchors, floor) = try ranging.choose(ranging.settings.anchors, from: epoch)
    let heard = anchors.compactMap { anchor in
      epoch.levels[anchor].map { (anchor: anchor, ring: ring(of: anchor, at: $0)) }
    }
    var (most, count, x, y) = (-1, 0.0, 0.0, 0.0)
    for cell in cells.cells(ofFloor: floor) {
      let row = cell * rings.count
      let overlap = heard.count { $0.ring.contains(distances[row + $0.anchor]) }
      if overlap > most { (most, count, x, y) = (overlap, 0, 0, 0) }
      if overlap == most {
        count += 1
        x += cells.places[cell].x
        y += cells.places[cell].y
      }
    }
    guard count > 0 else { throw .undetermined }
    return ranging.site.fix(Point(x: x / count, y: y / count), on: floor)
  }

  private func ring(of anchor: Int, at level: DBm) -> Range<Double> {
    let distance = ranging.site.model.distance(to: anchor, at: level)
    let outer = rings[anchor].first { $0 > distance } ?? .infinity
    return (rings[anchor].last { $0 <= distance } ?? 0)..<outer
  }
}
