import Evaluation
import NumericalMethods
import Testing
import World

@Suite struct LapBoundsTests {
  /// Along x from x = 0, with bins of half a second.
  private func bins(speed: Double, seconds: Double) -> WalkedBins {
    let end = Point(x: speed * seconds, y: 0)
    return WalkedBins(
      of: Walk(knots: [Walk.Knot(time: 0, position: .zero), Walk.Knot(time: seconds, position: end)]),
      duration: seconds, length: 0.5)
  }

  /// A reading of 60 dB - 10 n log10 d has the slope 10 n / (d ln 10), so a beacon d ahead tells the place with σ ln 10 d /
  /// (10 n); n 2, d 4 m and σ 3 dB make 1.3816 m. Two of them, and one straight to the side, make it smaller by √2.
  @Test func `one reading has the bound of Cramér and Rao`() {
    let bins = bins(speed: 1, seconds: 0.5)
    let slope = 10 * 2 / (4 * 2.302585092994046)
    let noise = LocationNoise(variance: 9)
    func bounds(_ gradients: [SIMD3<Double>]) -> PlaceBounds {
      let group = SeriesGroup(
        gradients: gradients.map { [$0] }, covariance: nil, packets: 1, noise: noise)
      return LapBounds([group], bins: bins, speed: .known)
        .bounds(at: [LapBounds.Target(time: 0.25, heard: 0.5)], window: 0.5)[0]
    }
    let one = bounds([SIMD3(slope, 0, 0)])
    #expect(abs((one.epochAlong ?? 0) - 1.3815510557964274) < 1e-12)
    #expect(one.epochPlane == nil)
    let more = bounds([SIMD3(slope, 0, 0), SIMD3(-slope, 0, 0), SIMD3(0, slope, 0)])
    #expect(abs((more.epochAlong ?? 0) - 1.3815510557964274 / 2.0.squareRoot()) < 1e-12)
    // 1.9087 m² × (1/2 + 1) on the plan.
    #expect(abs((more.epochPlane ?? 0) - 1.3815510557964274 * 1.5.squareRoot()) < 1e-12)
  }

  /// A linear level with white noise of 30 dB² and 2 dB/m, a start of which nothing is known, and a speed known to 0.5 m/s: a
  /// Kalman filter and the smoother of Rauch, Tung and Striebel over 20 bins, worked out in NumPy.
  @Test func `with linear levels and white noise it is the covariance of Kalman's filter and its smoother`() {
    // The way is so long that its ends do not matter.
    let bins = bins(speed: 1e5, seconds: 10)
    let group = SeriesGroup(
      gradients: [[SIMD3<Double>](repeating: SIMD3(2, 0, 0), count: 20)], covariance: nil, packets: 1,
      noise: LocationNoise(variance: 30))
    let found = LapBounds(
      [group], bins: bins, speed: .normal(mean: 1e5, deviation: 0.5, variation: nil)
    ).bounds(at: targets([0, 3, 9, 19]), window: 0.5)
    let filter = [2.738612684827857, 1.4177446777434046, 1.2247448713632385, 1.112322409942246]
    let smoother = [1.1123224038223254, 0.88241850074759, 0.6143195693159197, 1.112322409942246]
    for (bound, (filter, smoother)) in zip(found, zip(filter, smoother)) {
      #expect(abs(bound.filter - filter) < 1e-5)
      #expect(abs(bound.smoother - smoother) < 1e-5)
    }
  }

  private func targets(_ bins: [Int]) -> [LapBounds.Target] {
    bins.map { LapBounds.Target(time: 0.5 * Double($0) + 0.25, heard: 0.5 * Double($0) + 0.5) }
  }

  /// Slopes 2 cos(0.7 k) + 0.5 dB/m, shadows of 25 dB² that decorrelate over 3 m, bins 0.65 m apart, noise of 4 dB²: a Kalman
  /// filter with the shadow in its state, in NumPy.
  @Test func `with Markov shadows it is the covariance of a filter that follows them`() {
    let bins = bins(speed: 1e5, seconds: 10)
    let covariance = SeriesCovariance(count: 20) { i, j in
      (25 * Elementary.exp(-0.65 * Double(abs(i - j)) / 3), 0)
    }
    let group = SeriesGroup(
      gradients: [(0..<20).map { SIMD3(2 * Elementary.cos(0.7 * Double($0)) + 0.5, 0, 0) }],
      covariance: covariance, packets: 2, noise: LocationNoise(variance: 8))
    let found = LapBounds([group], bins: bins, speed: .known).bounds(at: targets([0, 3, 9, 19]), window: 0.5)
    let filter = [2.154065872879474, 1.6197605689388208, 1.0307581462372986, 0.7736966528611555]
    for (bound, filter) in zip(found, filter) {
      #expect(abs(bound.filter - filter) < 1e-5)
      #expect(abs(bound.smoother - 0.7736966528611555) < 1e-5)
    }
  }

  /// Less known of the speed cannot make a place surer; a known one makes it surest.
  @Test func `bounds grow with what is not known of the speed`() {
    let bins = bins(speed: 1.3, seconds: 30)
    let covariance = SeriesCovariance(count: 60) { i, j in
      let value = 25 * Elementary.exp(-0.65 * Double(abs(i - j)) / 3)
      return (value, i == j ? 0 : (i < j ? value : -value) / 3)
    }
    let group = SeriesGroup(
      gradients: [(0..<60).map { SIMD3(2 * Elementary.cos(0.7 * Double($0)) + 0.5, 0, 0) }],
      covariance: covariance, packets: 5, noise: LocationNoise(variance: 8, second: 2.5, third: -1))
    let slow = SpeedKnowledge.Variation(deviation: 0.2, correlationTime: 5)
    let known: [SpeedKnowledge] = [
      .known, .normal(mean: 1.3, deviation: 0.05, variation: nil),
      .normal(mean: 1.3, deviation: 0.3, variation: nil), .normal(mean: 1.3, deviation: 0.3, variation: slow),
    ]
    let bounds = known.map {
      LapBounds([group], bins: bins, speed: $0).bounds(at: targets([59]), window: 1)[0].filter
    }
    #expect(bounds == bounds.sorted())
    #expect(bounds[3] > 1.2 * bounds[0])
  }

  /// Mean squares of the posterior mean of a place that is even on a line of L metres and read with normal noise of variance
  /// 1 / I, by quadrature in SciPy 1.17: no estimate is better, and the bound comes near.
  @Test(arguments: [
    (1, 2, 0.24918485930868436), (1, 6, 0.69894596990283), (4, 10, 0.2274200678607846),
    (0.01, 3, 0.7444168002806494), (25, 20, 0.039277442171545114),
  ])
  func `a way with ends bounds what the best estimate comes to`(
    information: Double, length: Double, best: Double
  ) {
    let bound = LapBounds.leastMeanSquare(information: information, within: length)
    #expect(bound <= best)
    #expect(bound > 0.95 * best)
  }

  @Test func `without information a place is anywhere on its way`() {
    #expect(LapBounds.leastMeanSquare(information: 0, within: 6) == 3)
    #expect(LapBounds.leastMeanSquare(information: 1e-9, within: 6) == 3)
    #expect(LapBounds.leastMeanSquare(information: .infinity, within: 6) == 0)
  }

  @Test func `a ratio is below only when all of its interval is`() {
    let errors = (0..<20).map { lap in
      PositionError(
        lap: lap, time: 0, outcome: .success(PositionError.Offset(metres: lap % 2 == 0 ? 1 : 3)))
    }
    func ratio(_ bound: Double?) -> BoundRatio { BoundRatio(of: ErrorsByLap(errors), to: bound) }
    // √((1 + 9) / 2)
    #expect(abs((ratio(2).value ?? 0) - 5.0.squareRoot() / 2) < 1e-12)
    #expect(!ratio(2).isBelow && !ratio(2.4).isBelow && ratio(4).isBelow)
    #expect(ratio(0).value == nil && ratio(nil).value == nil && !ratio(nil).isBelow)
  }
}
