import NumericalMethods
import Testing

@Suite struct SeriesInformationTests {
  private static let x = SIMD3<Double>(1, 0, 0)

  /// Two readings of 1 and 1 more for each unit, whose shared numbers have the covariance v [[1, a], [a, 1]] with a growing
  /// by `growth` for each unit.
  private func pair(
    variance: Double, alike: Double, growth: Double, means: (Double, Double), noise: LocationNoise
  ) -> Double {
    let covariance = SeriesCovariance(count: 2) { i, j in
      (i == j ? variance : variance * alike, i == 1 && j == 0 ? variance * growth : 0)
    }
    let group = SeriesGroup(
      gradients: [[Self.x * means.0, Self.x * means.1]], covariance: covariance, packets: 1, noise: noise)
    // The second number's shift alone moves the covariance: twice the same keeps both numbers apart from 0.
    let found = SeriesInformation.accumulated(
      group, directions: [[Self.x, Self.x]], shifts: [[0, 1]], over: 0..<2, at: [2])
    return found[0][0, 0]
  }

  /// A noise whose exponential is exponential has 1 / J = 1, κ = 5/2 and γ = -1. By quadrature over a grid of 680 x 680 in
  /// NumPy 2 (a Fourier transform spreads it by the normal numbers) what two readings tell is 0.70723, 1.11580, 0.77020 and
  /// 0.29102; the bound must not be below. For normal noise it is the information itself, by the same quadrature.
  @Test(arguments: [
    (1, 0.5, 0.4, 1, 1, 0.7072324733826576, 0.8483555515025473),
    (1, 0.5, 0.4, 1, -1, 1.1157946599936701, 1.3816888832928047),
    (1, 0.5, -0.4, 1, 1, 0.770198917610927, 0.8483555515025476),
    (3, 0.8, 0.3, 0.5, 1, 0.29101747904475633, 0.42199705787076786),
    (5, 0.9, 0.2, 0, 0, 0.12084066350042871, 0.2267573500019164),
  ])
  func `is never below the information, and the same for normal noise`(
    variance: Double, alike: Double, growth: Double, first: Double, second: Double, exponential: Double,
    normal: Double
  ) {
    let bound = pair(
      variance: variance, alike: alike, growth: growth, means: (first, second),
      noise: LocationNoise(variance: 1, second: 2.5, third: -1))
    #expect(bound >= exponential)
    let exact = pair(
      variance: variance, alike: alike, growth: growth, means: (first, second),
      noise: LocationNoise(variance: 1))
    #expect(abs(exact - normal) < 1e-6)
  }

  /// Six moments 0.65 m apart, σ 5 dB, decorrelation 3 m, two series, 4.5 packets of which 0.7 are heard; a shift and a
  /// speed. By the formula with dense inverses in NumPy.
  @Test func `every cut is the formula of the moments so far`() {
    let places = (0..<6).map { 0.65 * Double($0) }
    let covariance = SeriesCovariance(count: 6) { i, j in
      let value = 25 * Elementary.exp(-abs(places[i] - places[j]) / 3)
      return (value, i == j ? 0 : (i < j ? value : -value) / 3)
    }
    let gradients = [[1.0, 2, 3, 1, -2, -1], [0.5, -1, 0, 2, 1, 1]].map { $0.map { Self.x * $0 } }
    let group = SeriesGroup(
      gradients: gradients, covariance: covariance, packets: 4.5, heard: 0.7,
      noise: LocationNoise(variance: 10, second: 2.3, third: -0.9))
    let shifts = [[Double](repeating: 1, count: 6), (0..<6).map { 0.5 * Double($0) }]
    let found = SeriesInformation.accumulated(
      group, directions: shifts.map { $0.map { Self.x * $0 } }, shifts: shifts, over: 0..<6, at: [1, 3, 6])
    let expected = [
      [0.044366197183098595, 0, 0, 0],
      [0.5159247012826708, 0.442825209792342, 0.442825209792342, 0.9115143109856],
      [1.6099690416209593, 2.1435973530862027, 2.1435973530862027, 4.38971377576154],
    ]
    for (matrix, values) in zip(found, expected) {
      for (element, value) in zip(matrix.elements, values) { #expect(abs(element - value) < 1e-12) }
    }
  }

  /// Moments of one place share everything: what counts is the mean of their packets.
  @Test func `a second look at one place has no shadow of its own`() {
    let covariance = SeriesCovariance(count: 2) { _, _ in (9, 0) }
    func information(_ noise: LocationNoise?) -> Double {
      let group = SeriesGroup(
        gradients: [[Self.x * 3, Self.x * 3]], covariance: covariance, packets: 1, noise: noise)
      return SeriesInformation.accumulated(group, directions: [[Self.x, Self.x]], over: 0..<2, at: [2])[0][
        0, 0]
    }
    #expect(abs(information(LocationNoise(variance: 2)) - 9.0 / 10) < 1e-12)
    #expect(abs(information(nil) - 1) < 1e-12)
  }

  @Test func `independent packets add up`() {
    let group = SeriesGroup(
      gradients: [[Self.x * 2, Self.x], [Self.x, Self.x * 4]], covariance: nil, packets: 3, heard: 0.5,
      noise: LocationNoise(variance: 6))
    let found = SeriesInformation.accumulated(
      group, directions: [[Self.x, Self.x]], over: 0..<2, at: [1, 2])
    #expect(found.map { $0[0, 0] } == [5 / 4, 22 / 4])
  }

  @Test func `the variance of what nothing tells has no bound`() {
    var information = InformationMatrix(size: 2)
    #expect(information.variance(of: [1, 0]) == .infinity)
    (information[0, 0], information[1, 1]) = (4, 9e6)
    (information[0, 1], information[1, 0]) = (6000, 6000)
    #expect(information.variance(of: [1, 0]) == .infinity)
    (information[0, 1], information[1, 0]) = (3000, 3000)
    // [[4, 3000], [3000, 9e6]] has the inverse [[9e6, -3000], [-3000, 4]] / 27e6.
    #expect(abs(information.variance(of: [1, 0]) - 1.0 / 3) < 1e-12)
    #expect(abs(information.variance(of: [1, 1000]) - (9e6 - 6e6 + 4e6) / 27e6) < 1e-12)
  }
}
