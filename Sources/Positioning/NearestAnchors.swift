import Filtering
import World

/// The anchors that are estimated nearest, nearest first.
///
/// They are ranked by estimated distance, and of equals the lower index comes first. The paper sorts beacons by
/// "a weighted function" and says no more: with the weight of the centroid, one over the distance to any power
/// above 0, that is this order; and with one level at one metre for all anchors it is that of the strongest.
/// Anchors on other floors than the nearest one are left out.
struct NearestAnchors: Sendable {
  /// Nearest first, at most as many as were asked for.
  private(set) var indices: [Int] = []
  private var losses: [Double] = []
  /// How many anchors had a level, on any floor.
  private(set) var heard = 0

  mutating func choose(_ most: Int, from epoch: Epoch, in site: RangedSite) {
    indices.removeAll(keepingCapacity: true)
    losses.removeAll(keepingCapacity: true)
    heard = 0
    let floor = site.hasOneFloor ? nil : floorOfNearest(in: epoch, of: site)
    let references = site.model.levelsAtOneMetre
    var limit = Double.infinity
    for anchor in epoch.levels.indices {
      guard let level = epoch.levels[anchor] else { continue }
      heard += 1
      if let floor, site.site.anchors[anchor].floor != floor { continue }
      let loss = (references[anchor] - level).value
      guard loss < limit else { continue }
      if indices.count == most {
        indices.removeLast()
        losses.removeLast()
      }
      indices.append(anchor)
      losses.append(loss)
      sink()
      if indices.count == most { limit = losses[most - 1] }
    }
  }

  /// Moves the last anchor forward past those that are farther.
  private mutating func sink() {
    var position = indices.count - 1
    while position > 0, losses[position] < losses[position - 1] {
      indices.swapAt(position, position - 1)
      losses.swapAt(position, position - 1)
      position -= 1
    }
  }

  private func floorOfNearest(in epoch: Epoch, of site: RangedSite) -> Int? {
    nearest(in: epoch, of: site).map { site.site.anchors[$0].floor }
  }

  private func nearest(in epoch: Epoch, of site: RangedSite) -> Int? {
    var best: (anchor: Int, loss: Double)?
    for anchor in epoch.levels.indices {
      guard let level = epoch.levels[anchor] else { continue }
      let loss = site.loss(of: anchor, at: level)
      if best.map({ loss < $0.loss }) ?? true { best = (anchor, loss) }
    }
    return best?.anchor
  }
}
