import NumericalMethods
import World

/// Correlates the shadowing of anchors that are near each other, since obstacles before one beacon are usually before
/// its neighbour too.
///
/// At one place of the phone, the shadowing of two anchors `s` metres apart in space has the correlation `exp(-s /
/// decorrelation)`; at two places this is multiplied by the correlation between the places. An anchor's shadowing then
/// depends on the anchors listed before it.
///
/// Source: ours. A product of two covariances is one (Rasmussen & Williams, "Gaussian Processes for Machine
/// Learning", section 4.2.4); it has the form of Wang, Tameh, Nix 2008, doi:10.1109/TVT.2007.904542, for
/// links whose both ends move.
struct AnchorLikeness: Hashable, Sendable {
  /// By anchor: its column of the Cholesky factor of the correlation matrix, in groups of eight rows.
  private let columns: [[SIMD8<Float>]]

  /// The limit on the number of anchors with correlated shadowing.
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

  /// Correlates independent fields, which are given in groups of eight anchors.
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
