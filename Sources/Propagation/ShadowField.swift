public import NumericalMethods
public import World

/// The shadow of every anchor of a site at every place of its path, with unit variance.
///
/// It is a function of the place: whoever comes by, from whichever side, finds the same. Each anchor's shadows
/// depend on the seed and the anchor's name alone, so adding an anchor changes no other's.
public struct ShadowField: Sendable {
  private let plan: ShadowPlan
  /// The values at the plan's points, for eight anchors at a time, in the order of the anchors.
  private(set) var groups: [[SIMD8<Float>]]

  /// Draws the shadows of a site's anchors on a path.
  ///
  /// - Precondition: `decorrelation`, in metres, is above 0.
  public init(path: PathGraph, decorrelation: Double, anchors: [Anchor], seed: Seed) {
    precondition(decorrelation > 0, "decorrelation must be above 0, was \(decorrelation)")
    self.init(plan: ShadowPlan(path: path, decorrelation: decorrelation), anchors: anchors, seed: seed)
  }

  init(plan: ShadowPlan, anchors: [Anchor], seed: Seed) {
    self.plan = plan
    groups = stride(from: 0, to: anchors.count, by: 8).map { first in
      let members = anchors[first..<min(first + 8, anchors.count)]
      return plan.draw(seeds: members.map { seed.derived("shadow").derived($0.id) })
    }
  }

  /// The shadow of an anchor (an index) at a place on the path.
  ///
  /// Between the plan's points it is interpolated along the edge, and scaled back to unit variance.
  public func value(ofAnchor anchor: Int, at place: PathGraph.Place) -> Double {
    let edge = plan.edges[place.edge]
    let position = place.along / edge.spacing
    let point = min(max(Int(position), 0), edge.intervals - 1)
    let fraction = min(max(position - Double(point), 0), 1)
    let values = groups[anchor / 8]
    let (a, b) = (values[edge.first + point][anchor % 8], values[edge.first + point + 1][anchor % 8])
    let kept = 1 - Double(edge.loss) * fraction * (1 - fraction)
    return (Double(a) + (Double(b) - Double(a)) * fraction) / kept.squareRoot()
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
