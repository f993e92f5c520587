public import NumericalMethods
public import World

/// The shadow of every anchor of a site at every place of its path or its floors, with unit variance.
///
/// It is a function of the place and does not depend on how the place is reached. Each anchor's shadows depend on the
/// seed and the anchor's name alone, so adding an anchor changes no other's, unless near anchors are asked to be
/// correlated.
public struct ShadowField: Sendable {
  private let plan: ShadowPlan
  /// The values at the plan's points, for eight anchors at a time, in the order of the anchors.
  private(set) var groups: [[SIMD8<Float>]]

  /// Draws the shadows of a site's anchors on a path.
  ///
  /// - Precondition: `decorrelation`, in metres, is above 0.
  public init(path: PathGraph, decorrelation: Double, anchors: [Anchor], seed: Seed) {
    precondition(decorrelation > 0, "decorrelation must be above 0, was \(decorrelation)")
    self.init(
      plan: .path(PathShadows(path: path, decorrelation: decorrelation)), anchors: anchors, seed: seed)
  }

  init(plan: ShadowPlan, anchors: [Anchor], likeness: AnchorLikeness? = nil, seed: Seed) {
    self.plan = plan
    groups = stride(from: 0, to: anchors.count, by: 8).map { first in
      let members = anchors[first..<min(first + 8, anchors.count)]
      return plan.draw(seeds: members.map { seed.derived("shadow").derived($0.id) })
    }
    if let likeness { groups = likeness.mixed(groups) }
  }

  /// The shadow of an anchor (an index) at a place on the path.
  ///
  /// Between the plan's points it is interpolated, and scaled back to unit variance.
  public func value(ofAnchor anchor: Int, at place: PathGraph.Place) -> Double {
    guard case .path(let plan) = plan else {
      return value(ofAnchor: anchor, at: place.position, floor: place.floor)
    }
    let edge = plan.edges[place.edge]
    let position = place.along / edge.spacing
    let point = min(max(Int(position), 0), edge.intervals - 1)
    let fraction = min(max(position - Double(point), 0), 1)
    let values = groups[anchor / 8]
    let (a, b) = (values[edge.first + point][anchor % 8], values[edge.first + point + 1][anchor % 8])
    let kept = 1 - Double(edge.loss) * fraction * (1 - fraction)
    return (Double(a) + (Double(b) - Double(a)) * fraction) / kept.squareRoot()
  }

  /// The shadow of an anchor (an index) anywhere on a floor; nil for a field that lies on the path alone.
  public func value(ofAnchor anchor: Int, anywhereAt place: Point, floor: Int = 0) -> Double? {
    guard case .floor = plan else { return nil }
    return value(ofAnchor: anchor, at: place, floor: floor)
  }

  private func value(ofAnchor anchor: Int, at place: Point, floor: Int) -> Double {
    guard case .floor(let plan) = plan else { return 0 }
    return plan.corners(of: place, floor: floor).reduce(0) { sum, corner in
      sum + corner.weight * Double(groups[anchor / 8][corner.point][anchor % 8])
    }
  }

  /// This field and another of the same plan, added with weights whose squares add up to 1.
  func mixed(with other: ShadowField, weights: (Float, Float)) -> ShadowField {
    var mixed = self
    for group in groups.indices {
      for point in groups[group].indices {
        mixed.groups[group][point] =
          groups[group][point] * weights.0 + other.groups[group][point] * weights.1
      }
    }
    return mixed
  }
}
