public import Phone
public import World

/// A site as positioning methods see it: places, and what is assumed to turn levels into distances.
public struct RangedSite: Sendable {
  /// The positions of the anchors and the path.
  public let site: KnownSite
  /// Turns levels into distances; replaced when frames state measured powers.
  public internal(set) var model: RangingModel
  /// Metres of the phone above the floor that it is carried on.
  public let carriedHeight: Double
  /// By anchor: metres from the carried phone up to it.
  public let rises: [Double]
  /// By anchor: the nearest place on the path of its floor; nil without a path.
  public let onPath: [PathGraph.Place]?
  /// Whether all anchors that keep their place are on one floor.
  let hasOneFloor: Bool

  /// - Precondition: the model has a law for every anchor of the site.
  public init(_ site: KnownSite, model: RangingModel, carriedHeight: Double) {
    precondition(model.levelsAtOneMetre.count >= site.anchors.count, "the model lacks anchors of the site")
    self.site = site
    self.model = model
    self.carriedHeight = carriedHeight
    rises = site.anchors.map { $0.position.z - site.elevation(ofFloor: $0.floor) - carriedHeight }
    onPath = site.path.map { path in site.anchors.map { path.snap($0.position, floor: $0.floor) } }
    let fixed = site.anchors.filter { !$0.isMobile }
    hasOneFloor = fixed.allSatisfy { $0.floor == fixed[0].floor }
  }

  /// As a method assumes it before any frame has stated a measured power.
  public init(_ prior: PriorInformation) {
    self.init(
      prior.site, model: RangingModel(prior.assumptions, anchors: prior.site.anchors),
      carriedHeight: prior.assumptions.carriedHeight)
  }

  /// A place on the plan, at the height of a floor's surface.
  /// A fix at a place on the plan of a floor.
  func fix(
    _ place: Point, on floor: Int, uncertainty: Double? = nil, covariance: PlanCovariance? = nil
  ) -> Fix {
    Fix(
      position: self.place(x: place.x, y: place.y, floor: floor), floor: floor, uncertainty: uncertainty,
      covariance: covariance)
  }

  func place(x: Double, y: Double, floor: Int) -> Point {
    Point(x: x, y: y, z: site.elevation(ofFloor: floor))
  }

  /// A fix where an anchor stands on the plan.
  func fix(at anchor: Int) -> Fix { fix(site.anchors[anchor].position, on: site.anchors[anchor].floor) }

  /// The anchor that is estimated nearest of those that have a level, of equals the first; nil when none has.
  func nearest(of anchors: some Sequence<Int>, in epoch: Epoch) -> Int? {
    var best: (anchor: Int, loss: Double)?
    for anchor in anchors {
      guard let level = epoch.levels[anchor] else { continue }
      let loss = loss(of: anchor, at: level)
      if best.map({ loss < $0.loss }) ?? true { best = (anchor, loss) }
    }
    return best?.anchor
  }

  /// By how much an anchor's level is below the level at one metre, in decibels: it grows with the distance.
  func loss(of anchor: Int, at level: DBm) -> Double { model.levelsAtOneMetre[anchor].value - level.value }
}
