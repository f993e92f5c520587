import Documents
import Filtering
import World

extension SettingKey where Owner: DeclaredSettings {
  /// How many of the nearest anchors a method uses; nil for all that are heard.
  static func nearestAnchors(_ property: any Property<Int?>, atLeast least: Int) -> SettingKey {
    .defaulted(
      "k", property,
      .either(
        SettingShape(.integer(.atLeast(least)), as: { $0 }, from: { $0 }),
        .words([("all", nil, "All that are received on the floor.")])),
      "The number of nearest beacons by estimated distance; or `all` that are received.")
  }
}

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

  mutating func choose(_ most: Int, from epoch: Epoch, in site: RangedSite) {
    indices.removeAll(keepingCapacity: true)
    losses.removeAll(keepingCapacity: true)
    let nearest = site.hasOneFloor ? nil : site.nearest(of: epoch.levels.indices, in: epoch)
    let floor = nearest.map { site.site.anchors[$0].floor }
    let references = site.model.levelsAtOneMetre
    var limit = Double.infinity
    for anchor in epoch.levels.indices {
      guard let level = epoch.levels[anchor] else { continue }
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
}
