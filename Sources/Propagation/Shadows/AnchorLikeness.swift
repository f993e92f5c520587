import NumericalMethods
import World

/// Correlates the shadowing of anchors that are near each other, since obstacles before one beacon are usually before
/// its neighbour too.
///
/// Two anchors `s` metres apart in space are correlated by `exp(-s / decorrelation)` at one place, and by that
/// times the correlation of the places at two. An anchor's shadows then depend on those listed before it.
///
/// Source: ours. A product of two covariances is one (Rasmussen & Williams, "Gaussian Processes for Machine
/// Learning", section 4.2.4); it has the form of Wang, Tameh, Nix 2008, doi:10.1109/TVT.2007.904542, for
/// links whose both ends move.
struct AnchorLikeness: Hashable, Sendable {
  /// For each anchor and each eight, what it gives to them.
  private let columns: [[SIMD8<Float>]]

  /// The most anchors for which it is worked out.
  static let anchorLimit = 2000

  init(of anchors: [Anchor], decorrelation: Double) {
    let factor = CholeskyFactor(size: anchors.count) { row, column in
      Elementary.exp(-anchors[row].position.distance(to: anchors[column].position) / decorrelation)
    }
    let groups = (anchors.count + 7) / 8
    columns = anchors.indices.map { column in
      (0..<groups).map { group in
        var lanes = SIMD8<Float>.zero
        for lane in 0..<8 where group * 8 + lane < anchors.count && group * 8 + lane >= column {
          lanes[lane] = Float(factor[group * 8 + lane, column])
        }
        return lanes
      }
    }
  }

  /// Independent fields, eight anchors to a group, made correlated.
  func mixed(_ groups: [[SIMD8<Float>]]) -> [[SIMD8<Float>]] {
    groups.indices.map { group in
      var sums = [SIMD8<Float>](repeating: .zero, count: groups[group].count)
      for (anchor, column) in columns.enumerated() where anchor < (group + 1) * 8 {
        let (source, lane, shares) = (groups[anchor / 8], anchor % 8, column[group])
        for point in sums.indices { sums[point] += shares * source[point][lane] }
      }
      return sums
    }
  }
}
