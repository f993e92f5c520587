import NumericalMethods
import Testing
import World

@testable import Positioning

@Suite struct GridChannelsTests {
  private static let site = Sites.site(
    [0.0, 10, 20].map { Point(x: $0, y: 1, z: 1.2) },
    path: Sites.path([.zero, Point(x: 20, y: 0)], edges: [(0, 1)]))
  private static let grid = WalkGrid(
    PathGrid(Sites.path([.zero, Point(x: 20, y: 0)], edges: [(0, 1)]), cell: 1), turn: 0.001)
  private static let parameters: [ChannelPrior.Parameter] = [
    (0, 6), (2, 0.3), (15, 5), (0, 2), (4, 4), (0, 3), (0, 0.5), (0, 0.5),
  ]

  private static func radio() throws -> GridRadio {
    try GridRadio(grid, site: KnownSite(site), carriedHeight: 1.2, shadowing: 20)
  }

  /// With the shadowing of 20 dB² and the factor of 0.8 by which variances are divided, a reading of variance 40 dB².
  private static func reading(_ anchor: Int, _ level: Double, before: GridLink.Before? = nil) -> GridLink {
    GridLink(anchor: anchor, level: level, variance: 12, before: before, silence: nil)
  }

  private static func silence(_ anchor: Int = 0, _ level: Double = 0, lapse: Double) -> GridLink {
    GridLink(
      anchor: anchor, level: level, variance: 40, before: nil,
      silence: .init(lapse: lapse, weight: 1))
  }

  /// That of a silence with a lapse of 0.1.
  private static func evidence(margin: Double) throws -> (value: Double, slope: Double, curvature: Double) {
    let silence = try #require(silence(lapse: 0.1).silence)
    let (value, slope, curvature) = silence.evidence(
      margin: .init(repeating: margin), variance: .init(repeating: 64))
    return (value[0], slope[0], curvature[0])
  }

  /// The bias that an anchor has in one cell, of a channel without other parameters.
  private static func bias(_ channels: GridChannels, anchor: Int, at index: Int) throws -> Double {
    channels.level(ofAnchor: anchor, at: index, in: 3, try radio()).mean
  }

  /// Bayesian linear regression in information form: the posterior mean solves (P⁻¹ + Σ h hᵀ / R) m = P⁻¹ m₀ + Σ h z / R.
  @Test func `learns from readings what linear regression with a Gaussian prior learns`() throws {
    let radio = try Self.radio()
    let prior = ChannelPrior(Self.parameters, anchors: 3, bias: 0)
    var channels = GridChannels(prior, cells: 1)
    let readings: [(cell: Int, anchor: Int, level: Double)] = [
      (3, 0, -9), (5, 1, -17), (8, 2, -24), (12, 0, -27),
    ]
    var right = Self.parameters.map { $0.mean / ($0.deviation * $0.deviation) }
    var rows = (0..<8).map { row in
      (0..<8).map { $0 == row ? 1 / (Self.parameters[row].deviation * Self.parameters[row].deviation) : 0 }
    }
    for (cell, anchor, level) in readings {
      _ = channels.update(by: [Self.reading(anchor, level)], in: [cell], from: nil, radio)
      let h = radio.features(ofAnchor: anchor, in: cell)
      for row in 0..<8 {
        right[row] += h[row] * level / 40
        for column in 0..<8 { rows[row][column] += h[row] * h[column] / 40 }
      }
    }
    let matrix = try #require(PositiveDefinite(size: 8) { rows[$0][$1] })
    let (expected, learned) = (matrix.solving(right), channels.mean([1]))
    for index in expected.indices { #expect(abs(learned[index] - expected[index]) < 1e-9) }
  }

  /// One reading r of an anchor with a bias of variance V and a variance R: the bias becomes V r / (V + R), and the log-likelihood
  /// is -½ (log(V + R) + r² / (V + R)). Of V 16, R 40 and r 7: 2 and -½ (log 56 + 0.875).
  @Test func `a channel that is known but for a bias learns that bias`() throws {
    let radio = try Self.radio()
    var channels = GridChannels(ChannelPrior([], anchors: 3, bias: 4), cells: 2)
    let logarithms = channels.update(by: [Self.reading(1, 7)], in: [3, 4], from: nil, radio)
    for anchor in 0..<3 {
      #expect(abs(try Self.bias(channels, anchor: anchor, at: 0) - (anchor == 1 ? 2 : 0)) < 1e-12)
    }
    for logarithm in logarithms { #expect(abs(logarithm + 0.5 * (Elementary.log(56) + 0.875)) < 1e-12) }
    let chosen = channels.selecting([1, 0, 0])
    for index in 0..<3 { #expect(abs(try Self.bias(chosen, anchor: 1, at: index) - 2) < 1e-12) }
  }

  /// Of a residual, an offset of variance 36 takes 36 parts of 92, and a bias of variance 16 takes 16: a reading has a variance of 40. Mixed as
  /// 3 to 1, a variance grows by 3/16 of the squared difference of the means.
  @Test func `where two walks meet, the channel has the mean and the covariance of their mixture`() throws {
    let radio = try Self.radio()
    var channels = GridChannels(ChannelPrior([(0, 6), (2, 0)], anchors: 3, bias: 4), cells: 2)
    _ = channels.update(by: [Self.reading(1, 7)], in: [3, 8], from: nil, radio)
    // The phone is 6.5 and 1.5 m along and 1 m beside beacon 1.
    let residuals = [6.5, 1.5].map { 7 + 10 * Elementary.log10($0 * $0 + 1) }
    let squared = (residuals[0] - residuals[1]) * (residuals[0] - residuals[1])
    var origins = GridOrigins()
    for (origin, part) in [(0, 0.2), (0, 0.1), (1, 0.1)] { origins.add(part, from: origin, to: 0) }
    #expect(origins.main == [0])
    let mixed = channels.mixing(origins)
    let residual = 0.75 * residuals[0] + 0.25 * residuals[1]
    #expect(abs(mixed.mean([1])[0] - residual * 36 / 92) < 1e-9)
    let level = mixed.level(ofAnchor: 1, at: 0, in: 8, radio)
    #expect(abs(level.mean - (residual * 52 / 92 - 10 * Elementary.log10(3.25))) < 1e-9)
    let kept = 36 - 36.0 * 36 / 92 + 16 - 16.0 * 16 / 92
    let apart = 3.0 / 16 * squared * (36 * 36 + 16 * 16) / (92 * 92)
    #expect(abs(level.variance - (20 + kept + apart)) < 1e-9)
  }

  /// Of 0.5, 0.4 and 0.04 the last is less than a tenth of the first, and 5/9 and 4/9 are left.
  @Test func `origins from which little came are left out`() {
    var origins = GridOrigins()
    for (origin, part) in [(4, 0.4), (7, 0.04), (2, 0.5)] { origins.add(part, from: origin, to: 0) }
    origins.append(asOf: 0)
    origins.add(1, from: 3, to: 2)
    origins.restrict(to: [2, 1])
    #expect(origins.main == [3, 2] && origins.count == 2)
    let shares = Dictionary(uniqueKeysWithValues: origins.shares(of: 1).map { ($0.origin, $0.part) })
    #expect(
      shares.count == 2 && abs((shares[2] ?? 0) - 5.0 / 9) < 1e-12 && abs((shares[4] ?? 0) - 4.0 / 9) < 1e-12)
  }

  /// A correlation of 0.8 makes the gain 0.8 · 20 / (20 + 12) = 0.5, and leaves (32 - 0.5 · 0.8 · 20) / 0.8 = 30 dB² of the variance
  /// and half of the bias. The readings are 5 and 4 dB above the law, so that 5 - 0.5 · 4 = 3 dB are not explained; of a bias of variance 16
  /// dB² half is 8, which shares them as 4 dB² to 30.
  @Test func `subtracts what the reading before explains, of the features and of the bias as well`() throws {
    let radio = try Self.radio()
    // In cells 3 and 4 the phone is 3.5 and 4.5 m along and 1 m beside beacon 0; n is 2.
    let law = { (x: Double) in -10 * Elementary.log10(x * x + 1) }
    let link = Self.reading(
      0, law(4.5) + 5, before: .init(level: law(3.5) + 4, variance: 12, correlation: 0.8))
    for (deviation, variance) in [(0.0, 30.0), (4, 34)] {
      var channels = GridChannels(ChannelPrior([(0, 0), (2, 0)], anchors: 3, bias: deviation), cells: 1)
      let logarithms = channels.update(by: [link], in: [4], from: [3], radio)
      #expect(abs(logarithms[0] + 0.5 * (Elementary.log(variance) + 9 / variance)) < 1e-9)
      let bias = channels.level(ofAnchor: 0, at: 0, in: 4, radio).mean - law(4.5)
      #expect(abs(bias - deviation * deviation * 0.5 * 3 / variance) < 1e-9)
    }
  }

  @Test(arguments: [-20.0, -8, -1, 0, 3, 12])
  func `a silence has the slope and the curvature of its likelihood`(
    margin: Double
  ) throws {
    func logarithm(_ margin: Double) throws -> Double { try Self.evidence(margin: margin).value }
    let here = try Self.evidence(margin: margin)
    // The margin falls by as much as the mean level rises.
    let (above, below) = (try logarithm(margin - 1e-3), try logarithm(margin + 1e-3))
    #expect(abs(here.slope - (above - below) / 2e-3) < 1e-6)
    let curvature = -(above - 2 * (try logarithm(margin)) + below) / 1e-6
    #expect(abs(here.curvature - max(curvature, 0)) < 1e-5)
  }

  @Test func `a silence is certain of an anchor that is far too weak, and a lapse of one that is near`()
    throws
  {
    #expect(try Self.evidence(margin: 60) == (0, 0, 0))
    let near = try Self.evidence(margin: -60)
    #expect(abs(near.value - Elementary.log(0.1)) < 1e-3 && abs(near.slope) < 1e-3)
  }

  @Test func `a silence makes the channel weaker`() throws {
    let radio = try Self.radio()
    var channels = GridChannels(ChannelPrior([(0, 6)], anchors: 3, bias: 0), cells: 1)
    _ = channels.update(by: [Self.silence(0, -3, lapse: 0)], in: [3], from: nil, radio)
    #expect(channels.mean([1])[0] < -1)
  }

  /// Half of the anchors are expected at -70 dBm and read, and half at -95 dBm and silent.
  @Test func `the sensitivity of a receiver lies between what is read and what is silent`() {
    var receiver = GridReceiver(anchors: 4)
    for _ in 0..<40 {
      receiver.hear([-70, -72, nil, nil], expected: [-70.0, -72, -95, -97].map { ($0, 30) })
    }
    #expect(receiver.sensitivity.mean > -95 && receiver.sensitivity.mean < -73)
    #expect(receiver.sensitivity.variance < 100)
  }

  @Test func `an anchor that is never heard where it should be says no more`() {
    var receiver = GridReceiver(anchors: 3)
    for _ in 0..<40 { receiver.hear([-60, -85, nil], expected: [-60.0, -85, -55].map { ($0, 30) }) }
    #expect(receiver.lapse(ofAnchor: 2) > 0.8 && receiver.lapse(ofAnchor: 0) < 0.1)
  }
}
