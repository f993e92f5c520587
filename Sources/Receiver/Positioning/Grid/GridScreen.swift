import NumericalMethods

/// A quick look at the first window that anything is heard in: it leaves out places that are too improbable for a channel of their own.
///
/// The likelihood is that of the prior channel without regard to headings. The common offset is integrated out exactly, and the
/// uncertainty of other parameters is added to the variance of each reading. Ours.
struct GridScreen {
  private let links: [GridLink]
  private let prior: ChannelPrior
  private let radio: GridRadio

  init(_ links: [GridLink], _ prior: ChannelPrior, _ radio: GridRadio) {
    (self.links, self.prior, self.radio) = (links.filter { $0.silence == nil }, prior, radio)
  }

  /// How much less probable than the best place one may be by this look, in nepers, beyond what is dropped afterwards.
  private static let margin = 3.0

  /// - Parameter cells: those to look at.
  /// - Returns: the indices of those that remain.
  func probable(_ cells: [Int], of grid: WalkGrid) -> [Int] {
    var places: [Int: Double] = [:]
    let logarithms = cells.map { cell in
      let place = grid.places[cell]
      if let known = places[place] { return known }
      let logarithm = logarithm(in: place)
      places[place] = logarithm
      return logarithm
    }
    let least = (logarithms.max() ?? 0) + Elementary.log(grid.least) - Self.margin
    return cells.indices.filter { logarithms[$0] > least }
  }

  private func logarithm(in cell: Int) -> Double {
    // Sums over readings of 1, residual and squared residual over the variance.
    var (ones, linear, squares, logarithm) = (0.0, 0.0, 0.0, 0.0)
    let here = radio.four(SIMD4(repeating: cell))
    for link in links {
      var features = radio.features(ofAnchor: link.anchor, in: cell)
      let across = features[4] * features[4] + features[5] * features[5]
      for body in 4..<8 { features[body] = 0 }
      let side = prior.mean[4] * prior.mean[4] + prior.covariance[4][4]
      var uncertainty = prior.variance + side * across / 2
      for parameter in 1..<4 {
        uncertainty += prior.covariance[parameter][parameter] * features[parameter] * features[parameter]
      }
      let variance =
        (radio.shadowing(ofAnchor: link.anchor, in: here)[0] + link.variance) / radio.tempering + uncertainty
      let residual =
        link.level - radio.residual(ofAnchor: link.anchor, in: here)[0] - (prior.mean * features).sum()
      ones += 1 / variance
      linear += residual / variance
      squares += residual * residual / variance
      logarithm -= 0.5 * Elementary.log(variance)
    }
    let offset = prior.covariance[0][0]
    return logarithm - 0.5 * (squares - offset * linear * linear / (1 + offset * ones))
      - 0.5 * Elementary.log(1 + offset * ones)
  }
}
