import Documents
import Phone
import Testing
import World

/// Filters whose outputs another program has computed, on readings at 1, 2, … 10 s, four of them missed.
@Suite struct OtherProgramsTests {
  static let readings: [DBm?] = [-71, -64, nil, nil, -80, -77, -69, nil, -66, -90]

  static func expect(_ expected: [Double], of filter: some SignalFilter, within tolerance: Double = 1e-11)
    throws
  {
    var filter = filter
    var levels = readings
    filter.smooth(&levels, at: (1...10).map(Double.init))
    for (level, expected) in zip(levels, expected) {
      #expect(abs(try #require(level).value - expected) < tolerance)
    }
  }

  // OneEuroFilter 0.2.1, the authors' own, with freq=1, mincutoff=0.1, beta=0.05, dcutoff=0.3 and the times.
  @Test func `1€ agrees with the program of its authors`() throws {
    try Self.expect(
      [
        -71.0, -66.28372811561486, -66.28372811561486, -66.28372811561486, -77.67474020040959,
        -77.36709650938406, -71.55633598603052, -71.55633598603052, -67.2844355239171, -86.17091030802185,
      ], of: OneEuroFilter())
  }

  // filterpy 2.0.0, GHFilter with g = 0.5, h = 1/6 and dt as long as the last reading is past.
  @Test func `alpha-beta agrees with filterpy`() throws {
    let expected = [
      -71.0, -67.5, -67.5, -67.5, -72, -74.36111111111111, -71.98148148148148, -71.98148148148148,
      -68.59876543209876, -78.88683127572017,
    ]
    try Self.expect(expected, of: AlphaBetaFilter())
    try Self.expect(expected, of: AlphaBetaFilter(.init { $0.beta = 1.0 / 6 }))
  }

  // filterpy 2.0.0, KalmanFilter(dim_x=1, dim_z=1) with F = H = 1, whose R or Q is set from the squared innovations of
  // the last three updates by NumPy.
  @Test(arguments: [
    (
      AdaptiveKalmanFilter.Settings.Adapting.reading,
      [
        -71.0, -65.75, -65.75, -65.75, -74.81818181818181, -75.02670579904299, -74.10843301635018,
        -74.10843301635018, -70.57661209553724, -72.24867469041259,
      ]
    ),
    (
      .process,
      [
        -71.0, -65.75, -65.75, -65.75, -74.81818181818181, -76.17241379310344, -69.87289063518894,
        -69.87289063518894, -66.25460016563336, -86.0929260541709,
      ]
    ),
  ])
  func `adaptive Kalman agrees with filterpy given the same variances`(
    adapting: AdaptiveKalmanFilter.Settings.Adapting, expected: [Double]
  ) throws {
    try Self.expect(expected, of: AdaptiveKalmanFilter(.init { ($0.adapting, $0.window) = (adapting, 3) }))
  }

  // filterpy 2.0.0, KalmanFilter(dim_x=2, dim_z=1) with x = (first reading, 0), P = diag(5, 1), F of the time since the last
  // reading and Q = Q_continuous_white_noise(dim=2, dt, spectral_density=0.5).
  @Test func `Kalman on level and slope agrees with filterpy`() throws {
    try Self.expect(
      [
        -71.0, -67.13432835820896, -67.13432835820896, -67.13432835820896, -77.26913547177392,
        -78.2593072667851, -74.0795346395864, -74.0795346395864, -68.20742284934082, -80.2890279451577,
      ], of: KalmanSlopeFilter())
  }

  @Test func `all restart after a gap longer than their setting, and not after one as long`() throws {
    let filters: [any SignalFilter] = [
      OneEuroFilter(.init { $0.resetAfter = 3 }), AlphaBetaFilter(.init { $0.resetAfter = 3 }),
      AdaptiveKalmanFilter(.init { ($0.window, $0.resetAfter) = (2, 3) }),
      KalmanSlopeFilter(.init { $0.resetAfter = 3 }), ExponentialFilter(.init { $0.resetAfter = 3 }),
    ]
    for fresh in filters {
      var (filter, other) = (fresh, fresh)
      for time in [1.0, 2, 3] { _ = filter.smooth(-60, at: time) }
      let near = filter.smooth(-80, at: 6)
      let far = filter.smooth(-90, at: 9.5)
      #expect(try #require(near) > -80)
      #expect(far == -90)
      _ = other.smooth(-90, at: 9.5)
      let next = [filter.smooth(-70, at: 10), other.smooth(-70, at: 10)]
      #expect(next[0] == next[1])
    }
  }

  @Test func `two readings at one time leave the filters finite`() {
    for fresh in [OneEuroFilter(), AlphaBetaFilter(), KalmanSlopeFilter()] as [any SignalFilter] {
      var filter = fresh
      let outputs = [(-60.0, 1.0), (-70, 1), (-65, 2)].map { filter.smooth(DBm($0), at: $1)?.value }
      #expect(outputs.allSatisfy { $0?.isFinite == true })
    }
  }
}
