import NumericalMethods
import World

/// The shadow of every anchor of a site at every place of its path or its floors, with unit variance.
///
/// It is a function of the place and does not depend on how the place is reached. Each anchor's shadows depend on the
/// seed and the anchor's name alone, so adding an anchor changes no other's, unless near anchors are asked to be
/// correlated.
public struct ShadowField: Sendable {
  let plan: ShadowPlan
  /// The values at the plan's points, for eight anchors at a time, in the order of the anchors.
  private(set) var groups: [[SIMD8<Float>]]

  init(plan: ShadowPlan, anchors: [Anchor], likeness: AnchorLikeness? = nil, seed: Seed) {
    self.plan = plan
    groups = stride(from: 0, to: anchors.count, by: 8).map { first in
      let members = anchors[first..<min(first + 8, anchors.count)]
      return plan.draw(seeds: members.map { seed.derived("shadow").derived($0.id) })
    }
    if let likeness { groups = likeness.mixed(groups) }
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
