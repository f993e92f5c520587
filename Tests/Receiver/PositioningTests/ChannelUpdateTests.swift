import NumericalMethods
import Testing
import World

@testable import Positioning

/// Updates of four cells at once beside a Kalman filter of one cell, written out with the whole covariance.
@Suite struct ChannelUpdateTests {
  private static let path = Sites.path([.zero, Point(x: 20, y: 0)], edges: [(0, 1)])
  private static let site = Sites.site(
    (0..<19).map { Point(x: Double($0), y: Double($0 % 3) - 1, z: 2.2) }, path: path)
  private static let grid = WalkGrid(PathGrid(path, cell: 1), turn: 0.001)
  private static let shadowing = 20.0

  /// The parameters in one cell, and the bias of each anchor.
  private struct Reference {
    var mean: [Double]
    var covariance: [[Double]]
    var biases: [Double]
    var variances: [Double]

    init(_ prior: ChannelPrior) {
      mean = (0..<8).map { prior.mean[$0] }
      covariance = (0..<8).map { row in (0..<8).map { prior.covariance[row][$0] } }
      biases = [Double](repeating: 0, count: prior.anchors)
      variances = [Double](repeating: prior.variance, count: prior.anchors)
    }

    func spread(_ features: [Double]) -> [Double] {
      covariance.map { zip($0, features).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    /// - Returns: the logarithm of the likelihood up to a constant.
    mutating func update(_ link: GridLink, in cell: Int, from origin: Int?, _ radio: GridRadio) -> Double {
      var features = (0..<8).map { radio.features(ofAnchor: link.anchor, in: cell)[$0] }
      var (level, variance, share) = (link.level, shadowing + link.variance, 1.0)
      if let before = link.before, let origin {
        let gain = before.correlation * shadowing / (shadowing + before.variance)
        for index in 0..<8 {
          features[index] -= gain * radio.features(ofAnchor: link.anchor, in: origin)[index]
        }
        (level, share) = (level - gain * before.level, 1 - gain)
        variance -= gain * before.correlation * shadowing
      }
      if link.silence == nil { variance /= radio.tempering }
      let spread = spread(features)
      let own = share * variances[link.anchor]
      variance += zip(spread, features).reduce(0) { $0 + $1.0 * $1.1 } + share * own
      let residual =
        level - zip(mean, features).reduce(0) { $0 + $1.0 * $1.1 } - share * biases[link.anchor]
      let (value, slope, curvature) = evidence(link, residual, variance)
      for row in 0..<8 {
        mean[row] += slope * spread[row]
        for column in 0..<8 { covariance[row][column] -= curvature * spread[row] * spread[column] }
      }
      biases[link.anchor] += slope * own
      variances[link.anchor] -= curvature * own * own
      return value
    }

    private func evidence(_ link: GridLink, _ residual: Double, _ variance: Double) -> (
      Double, Double, Double
    ) {
      guard let silence = link.silence else {
        let value = -0.5 * (Elementary.log(variance) + residual * residual / variance)
        return (value, residual / variance, 1 / variance)
      }
      let steep = 1.702 / variance.squareRoot()
      guard residual * steep < 6 else { return (0, 0, 0) }
      let heard = 1 / (1 + Elementary.exp(residual * steep))
      let silent = 1 - (1 - silence.lapse) * heard
      let first = (1 - silence.lapse) * steep * heard * (1 - heard) / silent
      let curvature = first * first - first * steep * (2 * heard - 1)
      return (
        silence.weight * Elementary.log(silent), -silence.weight * first,
        silence.weight * min(max(curvature, 0), 0.9 / variance)
      )
    }
  }

  /// All parameters learned; some known, but not 0; two of which one is the sum of the other and its own; none learned; and none but biases.
  private static func prior(_ kind: Int) -> ChannelPrior {
    let parameters: [[ChannelPrior.Parameter]] = [
      [(0, 6), (2, 0.3), (15, 5), (0, 2), (4, 4), (0, 3), (0, 0.5), (0, 0.5)],
      [(0, 4), (1.8, 0), (15, 0), (0, 0), (4, 4), (0, 3), (0.3, 0), (0, 0.5)],
      [(0, 6), (2, 0.3), (0, 0), (0, 2), (4, 4), (0, 3), (0, 0.5), (0, 0.5)],
      [(1, 0), (2, 0)], [(1, 0), (2, 0)],
    ]
    var prior = ChannelPrior(parameters[kind], anchors: 19, bias: [4, 2, 4, 0, 4][kind])
    if kind == 2 { prior.add(4, to: 3) }
    return prior
  }

  /// Every sixth anchor is silent, and two of three readings had one before them.
  private static func link(_ anchor: Int, _ random: inout RandomStream) -> GridLink {
    let level = -25 + 20 * random.uniform()
    let before = GridLink.Before(
      level: level + 6 * random.uniform() - 3, variance: 3 + 9 * random.uniform(),
      correlation: random.uniform())
    guard random.uniform() > 1.0 / 6 else {
      let silence = GridLink.Silence(lapse: 0.3 * random.uniform(), weight: random.uniform())
      return GridLink(anchor: anchor, level: level, variance: 40, before: nil, silence: silence)
    }
    return GridLink(
      anchor: anchor, level: level, variance: 3 + 9 * random.uniform(),
      before: random.uniform() > 1.0 / 3 ? before : nil, silence: nil)
  }

  /// Seven cells are one group of four and a part of one. Twelve windows have four times as many readings as there are factors in a product
  /// of which one logarithm is taken.
  @Test(arguments: 0..<5, 1..<5 as Range<UInt64>)
  func `four cells at once learn what a Kalman filter of each learns, reading by reading`(
    kind: Int, seed: UInt64
  ) throws {
    let radio = try GridRadio(
      Self.grid, site: KnownSite(Self.site), carriedHeight: 1.2, shadowing: Self.shadowing)
    var random = RandomStream(Seed(seed))
    let prior = Self.prior(kind)
    var channels = GridChannels(prior, cells: 7)
    var references = (0..<7).map { _ in Reference(prior) }
    for window in 0..<12 {
      let cells = (0..<7).map { _ in Int(random.uniform() * Double(Self.grid.count)) }
      let origins = window == 0 ? nil : cells.map { _ in Int(random.uniform() * Double(Self.grid.count)) }
      let links = (0..<19).map { Self.link($0, &random) }
      let logarithms = channels.update(by: links, in: cells, from: origins, radio)
      for index in 0..<7 {
        let expected = links.reduce(0) {
          $0 + references[index].update($1, in: cells[index], from: origins?[index], radio)
        }
        #expect(abs(logarithms[index] - expected) < 1e-10)
        let mean = channels.mean((0..<7).map { $0 == index ? 1 : 0 })
        for parameter in 0..<8 { #expect(abs(mean[parameter] - references[index].mean[parameter]) < 1e-10) }
        for anchor in 0..<19 {
          let features = (0..<8).map { radio.features(ofAnchor: anchor, in: cells[index])[$0] }
          let level = channels.level(ofAnchor: anchor, at: index, in: cells[index], radio)
          let reference = references[index]
          let predicted = zip(reference.mean, features).reduce(reference.biases[anchor]) { $0 + $1.0 * $1.1 }
          let variance = zip(reference.spread(features), features).reduce(reference.variances[anchor]) {
            $0 + $1.0 * $1.1
          }
          #expect(abs(level.mean - predicted) < 1e-10)
          #expect(abs(level.variance - Self.shadowing - variance) < 1e-10)
        }
      }
    }
  }
}
