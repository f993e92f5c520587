import Evaluation
import NumericalMethods
import Testing
import World

@Suite struct UncertaintyScoreTests {
  private func error(
    _ x: Double, _ y: Double, lap: Int = 0, _ covariance: PlanCovariance?, room: Int? = nil,
    fixRoom: Int? = nil,
    floors: Int = 0, floor: ErrorClaim.Forecast? = nil, ofRoom: ErrorClaim.Forecast? = nil
  ) -> PositionError {
    let vector = Point(x: x, y: y)
    return PositionError(
      lap: lap, place: .zero, room: room, time: 0,
      outcome: .success(
        PositionError.Offset(
          metres: vector.horizontalLength, floors: floors, vector: vector, room: fixRoom,
          claim: ErrorClaim(covariance, floor: floor, room: ofRoom))))
  }

  private func value(_ key: String, _ score: UncertaintyScore?) -> Double? {
    score?.estimates.first { $0.metric.rawValue == key }?.value
  }

  private func interval(_ key: String, _ score: UncertaintyScore?) -> ConfidenceInterval? {
    score?.estimates.first { $0.metric.rawValue == key }?.interval
  }

  @Test func `figures of three errors by hand`() throws {
    let round = PlanCovariance(xx: 1, xy: 0, yy: 1)
    // Squares 1, 4 and 9 of two degrees each; levels 1 - e^-1/2 = 0.39, 0.86 and 0.989.
    let score = UncertaintyScore(ofLaps: [
      [error(1, 0, round), error(0, 2, round)], [error(-3, 0, lap: 1, round), error(9, 9, lap: 1, nil)],
    ])
    #expect(score?.count == 4)
    #expect(value("nees", score) == 14.0 / 6)
    #expect(value("inside50", score) == 1.0 / 3 && value("inside95", score) == 2.0 / 3)
    #expect(abs(try #require(value("sharpness", score)) - 2.0.squareRoot()) < 1e-15)
    #expect(abs(try #require(value("area95", score)) - 5.991464547107979 * .pi) < 1e-12)
    #expect(value("floorBrier", score) == nil && score?.floors == nil && score?.rooms == nil)
    let regions = try #require(score?.regions)
    #expect(regions.count == 19 && regions[9].probability == 0.5 && regions[9].share == 1.0 / 3)
    // Of two laps: scipy.stats.chi2.ppf([0.025, 0.975], 4) / 4.
    let credible = try #require(score?.credible)
    #expect(
      abs(credible.lower - 0.12110463927198248) < 1e-9 && abs(credible.upper - 2.785821695469449) < 1e-9)
  }

  @Test func `nothing is scored where nothing is stated`() {
    let silent = PositionError(
      lap: 0, time: 0, outcome: .success(.init(metres: 1, vector: Point(x: 1, y: 0))))
    #expect(UncertaintyScore(ofLaps: [[silent]]) == nil)
    // What is no number is no statement.
    let claim = ErrorClaim(PlanCovariance(xx: .nan, xy: 0, yy: 1))
    #expect(claim.covariance == nil)
  }

  /// 400 laps of 20 independent normal errors with the covariance ((4, 1), (1, 2)): the standard error of a share p is √(p (1 - p) / 8000),
  /// 0.0056 at 50 %, that of the NEES, whose terms have a variance of 1, 0.0112. Bounds of 5.2 of them: 2e-7 for each of 21 figures.
  private func laps(stating covariance: PlanCovariance) -> [[PositionError]] {
    var random = RandomStream(Seed(11))
    return (0..<400).map { lap in
      (0..<20).map { _ in
        let (u, v) = (random.normal(), random.normal())
        return error(2 * u, 0.5 * u + 1.75.squareRoot() * v, lap: lap, covariance)
      }
    }
  }

  @Test func `errors drawn from the stated covariance lie inside its regions as often as they should`() throws
  {
    let score = UncertaintyScore(ofLaps: laps(stating: PlanCovariance(xx: 4, xy: 1, yy: 2)))
    for region in try #require(score?.regions) {
      let error = (region.probability * (1 - region.probability) / 8000).squareRoot()
      #expect(abs(region.share - region.probability) < 5.2 * error, "\(region)")
    }
    #expect(abs(try #require(value("nees", score)) - 1) < 5.2 / 8000.0.squareRoot())
    let credible = try #require(score?.credible)
    #expect(credible.lower < 1 && credible.upper > 1)
    // The RMSE that is stated is the RMSE: √6.
    #expect(abs(try #require(value("sharpness", score)) - 6.0.squareRoot()) < 1e-6)
  }

  @Test func `half of the true deviation is found to be too little, and twice too much`() throws {
    let tight = UncertaintyScore(ofLaps: laps(stating: PlanCovariance(xx: 1, xy: 0.25, yy: 0.5)))
    // P(χ² with 2 ≤ 5.991 / 4) = 1 - e^-0.749 = 0.5271; standard error 0.0056.
    #expect(abs(try #require(value("inside95", tight)) - 0.52713) < 5.2 * 0.0056)
    let nees = try #require(interval("nees", tight))
    #expect(nees.lower > 3.5 && nees.upper < 4.5)
    let credible = try #require(tight?.credible)
    #expect(nees.lower > credible.upper)
    let loose = UncertaintyScore(ofLaps: laps(stating: PlanCovariance(xx: 16, xy: 4, yy: 8)))
    #expect(try #require(interval("inside50", loose)).lower > 0.5)
    // The score is proper: the true covariance has the best.
    let right = UncertaintyScore(ofLaps: laps(stating: PlanCovariance(xx: 4, xy: 1, yy: 2)))
    let scores = try [right, tight, loose].map { try #require(value("energyScore", $0)) }
    #expect(scores[0] < scores[1] && scores[0] < scores[2])
  }

  @Test func `intervals treat a lap as one observation`() throws {
    // Each lap's ten errors are the same: ten times as many errors tell no more.
    let one = PlanCovariance(xx: 1, xy: 0, yy: 1)
    let lengths = [0.5, 1, 1.5, 2, 2.5]
    let short = UncertaintyScore(
      ofLaps: lengths.enumerated().map { lap, length in [error(length, 0, lap: lap, one)] })
    let long = UncertaintyScore(
      ofLaps: lengths.enumerated().map { lap, length in
        (0..<10).map { _ in error(length, 0, lap: lap, one) }
      })
    let (few, many) = (try #require(interval("nees", short)), try #require(interval("nees", long)))
    #expect(abs(few.lower - many.lower) < 1e-12 && abs(few.upper - many.upper) < 1e-12)
  }

  @Test func `Brier's score and the reliability of floors and rooms by hand`() throws {
    // 0.7 for the right one of (0.7, 0.2, 0.1): 0.09 + 0.04 + 0.01. For the second: 0.49 + 0.64 + 0.01.
    let right = ErrorClaim.Forecast(of: [0.7, 0.2, 0.1], answer: 0, truth: 0)
    #expect(abs(right.brier - 0.14) < 1e-12 && right.confidence == 0.7)
    let wrong = ErrorClaim.Forecast(of: [0.7, 0.2, 0.1], answer: 0, truth: 1)
    #expect(abs(wrong.brier - 1.14) < 1e-12)
    // A truth that was given no probability.
    let unforeseen = ErrorClaim.Forecast(of: [1], answer: 0, truth: nil)
    #expect(unforeseen.brier == 2)
    let score = UncertaintyScore(ofLaps: [
      [
        error(0, 0, nil, floor: right, ofRoom: right),
        error(0, 0, nil, room: 1, floors: 1, floor: wrong, ofRoom: wrong),
        error(0, 0, nil, floor: unforeseen),
      ]
    ])
    let (floors, rooms) = (try #require(value("floorBrier", score)), try #require(value("roomBrier", score)))
    // The mean of 0.14, 1.14 and 2, and of the first two.
    #expect(abs(floors - 3.28 / 3) < 1e-6 && abs(rooms - 0.64) < 1e-6)
    let rows = try #require(score?.floors).rows
    #expect(rows.map(\.count) == [2, 1] && rows.map(\.right) == [0.5, 1] && rows.map(\.from) == [0.7, 0.9])
    #expect(abs(rows[0].stated - 0.7) < 1e-6 && rows[1].stated == 1)
    #expect(score?.rooms?.rows.map(\.right) == [0.5])
    #expect(score?.regions.isEmpty == true && score?.credible == nil)
  }

  @Test func `compare: a share nearer to its probability is better, whichever side it is on`() throws {
    let tolerance = ComparisonTolerance()
    let metric = try #require(Metric.named("inside95", for: .comparisons))
    func compared(_ metric: Metric, _ a: [[PositionError]], _ b: [[PositionError]]) -> ComparedFigure? {
      ComparedFigure(metric, of: PairedErrors([], []), in: a, b, tolerance: tolerance)
    }
    // Of ten laps with 100 errors each; of a variance of 1 m² along both axes 95 % lie within 2.45 m.
    func laps(_ inside: Int) -> [[PositionError]] {
      (0..<10).map { _ in
        (0..<100).map { error($0 < inside ? 0 : 9, 0, PlanCovariance(xx: 1, xy: 0, yy: 1)) }
      }
    }
    func verdict(_ a: Int, _ b: Int) -> Conclusion.Verdict? { compared(metric, laps(a), laps(b))?.verdict }
    #expect(verdict(70, 94) == .better && verdict(94, 70) == .worse)
    #expect(verdict(100, 95) == .better && verdict(95, 100) == .worse)
    // From 5 points below to 5 above.
    #expect(verdict(90, 100) == .within && verdict(90, 90) == .within)
    #expect(compared(metric, [], []) == nil)
    let better = compared(.energyScore, laps(0), laps(100))
    #expect(better?.verdict == .better && better?.laps == 10)
  }
}
