import NumericalMethods
import World

@testable import Propagation

/// The shadow of one anchor (an index) at one place: what the channel's lanes take for eight anchors at once, in double precision.
extension ShadowField {
  init(path: PathGraph, decorrelation: Double, anchors: [Anchor], seed: Seed) {
    self.init(
      plan: .path(PathShadows(path: path, decorrelation: decorrelation)), anchors: anchors, seed: seed)
  }

  /// Between the plan's points it is interpolated, and scaled back to unit variance.
  func value(ofAnchor anchor: Int, at place: PathGraph.Place) -> Double {
    guard case .path(let plan) = plan else {
      return value(ofAnchor: anchor, anywhereAt: place.position, floor: place.floor) ?? 0
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

  /// Anywhere on a floor, from the four points round the place; nil for a field that lies on the path alone.
  func value(ofAnchor anchor: Int, anywhereAt place: Point, floor: Int = 0) -> Double? {
    guard case .floor(let plan) = plan else { return nil }
    let (x, y) = ((place.x - plan.origin.x) / plan.spacing, (place.y - plan.origin.y) / plan.spacing)
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (right, up) = (x - column, y - row)
    let (p, q) = (right * (1 - right), up * (1 - up))
    let variance = 1 - Double(plan.sideLoss) * (p + q) + Double(plan.cornerGain) * p * q
    func value(_ columnStep: Int, _ rowStep: Int) -> Double {
      let across = (Int(column) + columnStep).onTorus(plan.columns)
      let along = (Int(row) + rowStep).onTorus(plan.rows)
      let point = plan.firstPoint(ofFloor: floor) + along * plan.columns + across
      return Double(groups[anchor / 8][point][anchor % 8])
    }
    let below = (1 - right) * value(0, 0) + right * value(1, 0)
    let above = (1 - right) * value(0, 1) + right * value(1, 1)
    return ((1 - up) * below + up * above) / variance.squareRoot()
  }
}

extension Int {
  fileprivate func onTorus(_ count: Int) -> Int { (self % count + count) % count }
}
