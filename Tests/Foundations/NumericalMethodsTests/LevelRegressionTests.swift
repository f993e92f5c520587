import NumericalMethods
import Testing

@Suite struct LevelRegressionTests {
  /// Metres, dBm or nil for silence, group; the fourth is an outlier.
  static let readings: [(Double, Double?, Int)] = [
    (1.0, -64, 0), (1.16, -65, 1), (1.34, -64, 0), (1.56, -84, 1), (1.81, -59, 0), (2.09, nil, 1),
    (2.43, -70, 0), (2.82, -70, 1), (3.26, -67, 0), (3.78, -60, 1), (4.39, -71, 0), (5.09, -77, 1),
    (5.9, nil, 0), (6.84, -66, 1), (7.93, -77, 0), (9.19, -85, 1), (10.66, -81, 0), (12.35, -85, 1),
    (14.32, nil, 0), (16.6, nil, 1), (19.25, nil, 0), (22.32, -81, 1), (25.88, nil, 0), (30.0, nil, 1),
  ]

  static func rows(silent: Bool, clusters: (Int) -> Int = { _ in 0 }) -> [LevelRow] {
    readings.enumerated().compactMap { index, reading in
      guard silent || reading.1 != nil else { return nil }
      return LevelRow(
        x: -10 * Elementary.log10(reading.0), y: reading.1, group: reading.2, cluster: clusters(index))
    }
  }

  @Test func `a group of which nothing was heard has no level, also behind all that were`() throws {
    // Two rows of each group, at the same places: each level is the mean of its own.
    let rows = [(0, -60.0), (0, -62), (2, -70), (2, -72)].enumerated().map { index, row in
      LevelRow(x: Double(index % 2), y: row.1, group: row.0, cluster: 0)
    }
    let found = try LevelRegression(rows, law: .normal, slope: .fixed(0), levels: .perGroup).solve()
    #expect(
      (0..<5).map { found.level(of: $0).map { ($0 * 1e6).rounded() / 1e6 } } == [-61, nil, -71, nil, nil])
  }

  struct Expected: Sendable {
    let law: ErrorLaw
    let silence: SilenceKnowledge
    let levels: LevelRegression.Levels
    let slope: Double
    let scale: Double
    let loss: Double?
    let c: [Double]
    let logLikelihood: Double
  }

  /// By `scipy.optimize.minimize` (Nelder-Mead, then BFGS) on the log-likelihood written with `scipy.stats.norm`
  /// and `t`: heard `log(1 - p) + logpdf(z) - log S`, silent `log(p + (1 - p) cdf(u))`, plus
  /// `0.5 log p + 0.5 log(1 - p)`; truncated `logpdf(z) - log S - logsf(u)`; with s = -85.5.
  static let expected: [Expected] = [
    Expected(
      law: .normal, silence: .counted, levels: .common, slope: 1.9624487, scale: 7.2816911, loss: 0.1127192,
      c: [-62.001228], logLikelihood: -66.43864646),
    Expected(
      law: .normal, silence: .counted, levels: .perGroup, slope: 1.9564647, scale: 7.2725481, loss: 0.1133945,
      c: [-61.928485, -62.138124], logLikelihood: -66.43687695),
    Expected(
      law: .normal, silence: .unknown, levels: .common, slope: 1.9804769, scale: 7.7161804, loss: nil,
      c: [-62.409462], logLikelihood: -54.45689860),
    Expected(
      law: .normal, silence: .unknown, levels: .perGroup, slope: 1.8254266, scale: 7.4832441, loss: nil,
      c: [-61.135475, -65.111022], logLikelihood: -54.04304276),
    Expected(
      law: .normal, silence: .ignored, levels: .common, slope: 1.4227111, scale: 6.6284398, loss: nil,
      c: [-63.678563], logLikelihood: -56.27523569),
    Expected(
      law: .studentT(degrees: 4), silence: .counted, levels: .common, slope: 2.0079741, scale: 5.1118496,
      loss: 0.1192106, c: [-61.133702], logLikelihood: -65.53322332),
    Expected(
      law: .studentT(degrees: 4), silence: .counted, levels: .perGroup, slope: 1.9820656, scale: 4.9906949,
      loss: 0.1229142, c: [-60.875317, -61.871781], logLikelihood: -65.47188179),
    Expected(
      law: .studentT(degrees: 4), silence: .unknown, levels: .perGroup, slope: 1.9005038, scale: 5.0033381,
      loss: nil, c: [-60.371984, -64.143599], logLikelihood: -53.14901285),
    Expected(
      law: .studentT(degrees: 10), silence: .counted, levels: .common, slope: 2.0011717, scale: 6.2264032,
      loss: 0.1180676, c: [-61.295948], logLikelihood: -66.01780841),
    Expected(
      law: .studentT(degrees: 10), silence: .ignored, levels: .perGroup, slope: 1.4609995, scale: 5.6112789,
      loss: nil, c: [-62.182051, -64.506076], logLikelihood: -55.56044165),
  ]

  @Test(arguments: expected) func `finds the most likely parameters that SciPy finds`(_ expected: Expected)
    throws
  {
    let fit = try LevelRegression(
      Self.rows(silent: expected.silence == .counted), law: expected.law, limit: -85.5,
      silence: expected.silence, levels: expected.levels
    ).solve()
    #expect(abs(fit.logLikelihood - expected.logLikelihood) < 1e-7)
    #expect(abs(fit.slope - expected.slope) < 2e-5)
    #expect(abs(fit.scale - expected.scale) < 5e-5)
    #expect((fit.loss == nil) == (expected.loss == nil))
    #expect(abs((fit.loss ?? 0) - (expected.loss ?? 0)) < 1e-5)
    #expect(fit.levels.count == expected.c.count)
    for (level, c) in zip(fit.levels, expected.c) { #expect(abs(try #require(level) - c) < 2e-4) }
  }

  @Test func `a row that stands for three is three rows`() throws {
    let rows = Self.rows(silent: true)
    var heavy = rows
    heavy[4].weight = 3
    let one = try LevelRegression(heavy, law: .normal, limit: -85.5, silence: .counted).solve()
    let other = try LevelRegression(
      rows + [rows[4], rows[4]], law: .normal, limit: -85.5, silence: .counted
    ).solve()
    #expect(abs(one.slope - other.slope) < 1e-8 && abs(one.scale - other.scale) < 1e-7)
  }

  @Test func `a group of which nothing was heard has no level, and changes no other's`() throws {
    let rows = Self.rows(silent: true)
    let silent = [LevelRow(x: -5, y: nil, group: 2), LevelRow(x: -9, y: nil, group: 2)]
    let fit = try LevelRegression(
      rows + silent, law: .normal, limit: -85.5, silence: .counted, levels: .perGroup
    ).solve()
    #expect(fit.levels.count == 3 && fit.levels[2] == nil && fit.levels[0] != nil)
  }

  /// One step from the solution against fitting anew without each of 24 clusters of ten rows, whose levels go up
  /// and down by 3 dB from cluster to cluster and by 4 dB within one. What one step misses is of second order in
  /// the share of a group that a cluster is, here an eighth: a tenth of the change in the root mean square.
  @Test(arguments: [LevelRegression.Levels.common, .perGroup])
  func `leaving out a cluster moves the slope about as far as fitting without it`(
    levels: LevelRegression.Levels
  ) throws {
    let rows = (0..<240).map { index in
      let (cluster, decibels) = (index / 10, Double(index * 37 % 50) / 3)
      let y =
        -60 - 2 * decibels + 3 * Elementary.sin(Double(cluster * cluster)) + 4 * Elementary.sin(Double(index))
      return LevelRow(x: -decibels, y: y >= -88 ? y : nil, group: cluster % 3, cluster: cluster)
    }
    let regression = LevelRegression(rows, law: .normal, limit: -88, silence: .counted, levels: levels)
    let whole = try regression.solve()
    let left = try regression.leavingOut(at: whole)
    var (squares, wrong) = (0.0, 0.0)
    for cluster in 0..<24 {
      let rest = try LevelRegression(
        rows.filter { $0.cluster != cluster }, law: .normal, limit: -88, silence: .counted, levels: levels
      ).solve()
      let change = rest.slope - whole.slope
      squares += change * change
      wrong += (left.slope[cluster] - change) * (left.slope[cluster] - change)
    }
    #expect(squares > 0 && wrong < 0.01 * squares)
  }

  @Test func `one distance leaves the slope open, and a fixed slope does not need two`() throws {
    let rows = (0..<10).map { LevelRow(x: 0, y: Double(-60 - $0 % 3)) }
    #expect(throws: FitError.undetermined) { try LevelRegression(rows, law: .normal).solve() }
    let fit = try LevelRegression(rows, law: .normal, slope: .fixed(2)).solve()
    #expect(abs(try #require(fit.levels[0]) + 60.9) < 1e-9)
  }

  @Test(arguments: [ErrorLaw.normal, .studentT(degrees: 4)])
  func `rows that lie on a line give the line, and no error`(law: ErrorLaw) throws {
    let rows = (0..<20).map {
      LevelRow(x: -Double($0), y: -60 - 2.5 * Double($0) - Double($0 % 2), group: $0 % 2, cluster: $0 / 4)
    }
    let regression = LevelRegression(rows, law: law, limit: -200, silence: .counted, levels: .perGroup)
    let fit = try regression.solve()
    let level = try #require(fit.levels[1])
    #expect(abs(fit.slope - 2.5) < 1e-9 && abs(level + 61) < 1e-8)
    #expect(fit.scale < 0.011)
    #expect(try regression.leavingOut(at: fit).slope.allSatisfy { abs($0) < 1e-9 })
  }

  @Test func `two rows are too few`() {
    #expect(throws: FitError.tooFewPoints(given: 2, needed: 3)) {
      try LevelRegression(Array(Self.rows(silent: false).prefix(2)), law: .normal).solve()
    }
  }

  /// By `scipy.optimize.minimize` (Nelder-Mead, then BFGS) as above. About the level of least squares, the likelihood of a group at the
  /// limit bends upwards: damping that outweighs this takes 59 steps, and on recordings more than the 100 allowed.
  @Test func `a group at the limit, with thousands of silences, is found in few steps`() throws {
    let errors = [0.0, 1, -1, 2, -2, 3, -3, 5, -5, 12, -12]
    let x = (0..<200).map { -13 * Double($0) / 200 }
    var rows = x.enumerated().map { LevelRow(x: $1, y: -60 + 2 * $1 + errors[$0 * 4 % 11]) }
    rows += [20, 90, 160].map { LevelRow(x: x[$0], y: -100, group: 1) }
    for index in stride(from: 0, to: 200, by: 8) {
      rows += [LevelRow(x: x[index], y: nil), LevelRow(x: x[index], y: nil, group: 1, weight: 120)]
    }
    let fit = try LevelRegression(
      rows, law: .studentT(degrees: 4), limit: -100, silence: .counted, levels: .perGroup
    ).solve()
    #expect(fit.iterations < 30, "\(fit.iterations)")
    #expect(abs(fit.logLikelihood + 737.82078125) < 1e-6 && abs(fit.slope - 1.985742) < 1e-5)
    #expect(try abs(fit.scale - 4.234913) < 1e-5 && abs(#require(fit.loss) - 0.1105453) < 1e-6)
    #expect(abs(try #require(fit.levels[0]) + 60.119406) < 1e-5)
    #expect(abs(try #require(fit.levels[1]) + 120.50228) < 1e-3)
  }
}
