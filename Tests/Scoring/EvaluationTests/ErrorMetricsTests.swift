import Evaluation
import Testing
import World

@Suite struct ErrorMetricsTests {
  private func due(
    _ metres: Double?, vector: Point? = nil, floors: Int = 0, place: Point? = nil, room: Int? = nil,
    found: Int? = nil, point: Int? = nil, age: Double = 0
  ) -> PositionError {
    PositionError(
      lap: 0, place: place, room: room, testPoint: point, time: 0,
      outcome: metres.map {
        .success(.init(metres: $0, floors: floors, vector: vector, room: found, age: age))
      } ?? .failure(.noCallback))
  }

  private func penalised(_ errors: [PositionError]) -> [Double] {
    errors.compactMap(\.offset).map(FloorPenalty.penalised)
  }

  @Test func `both standard deviations and the shares within thresholds`() throws {
    // NumPy: std([0.5, 1, 2.5, 3, 7]) is 2.293468988235943, with ddof=1 2.564176280991617.
    let distribution = try #require(
      ErrorDistribution(of: [0.5, 1, 2.5, 3, 7], within: [0.4, 1, 3, 10]))
    #expect(abs(distribution.populationDeviation - 2.293468988235943) < 1e-14)
    #expect(try abs(#require(distribution.sampleDeviation) - 2.564176280991617) < 1e-14)
    #expect(distribution.shares.map(\.share) == [0, 0.4, 0.8, 1])
    #expect(ErrorDistribution(of: [], within: [1]) == nil)
    let one = try #require(ErrorDistribution(of: [2], within: [2]))
    #expect(one.sampleDeviation == nil && one.populationDeviation == 0 && one.shares[0].share == 1)
  }

  @Test func `mean, covariance and radii of arrows`() throws {
    // NumPy: mean, cov with ddof=0, percentile of hypot at 50 and 95, for these six.
    let arrows = [(1.0, 2.0), (-1, 0.5), (3, -4), (0, 0), (2, 2.5), (-2, 1)].map { Point(x: $0, y: $1, z: 9) }
    let vector = try #require(ErrorVector(of: arrows))
    #expect(vector.meanEast == 0.5 && abs(vector.meanNorth - 1 / 3.0) < 1e-15)
    #expect(abs(vector.covarianceEast - 35 / 12.0) < 1e-14)
    #expect(abs(vector.covarianceNorth - 4.472222222222222) < 1e-14)
    #expect(abs(vector.covarianceEastNorth + 1.4166666666666667) < 1e-14)
    #expect(abs(vector.circularErrorProbable - 2.23606797749979) < 1e-14)
    #expect(abs(vector.circularError95 - 4.550390529679106) < 1e-14)
    #expect(abs(vector.bias - 0.6009252125773316) < 1e-15)
    #expect(ErrorVector(of: []) == nil)
  }

  @Test func `errors with a sign keep it in the mean and lose it in the magnitude`() throws {
    // NumPy: mean, std, root of the mean square and mean of abs of [1.5, -0.5, 2, -4].
    let errors = try #require(SignedErrors(of: [1.5, -0.5, 2, -4]))
    #expect(errors.count == 4 && errors.mean == -0.25 && errors.meanMagnitude == 2)
    #expect(abs(errors.deviation - 2.3584952830141508) < 1e-14)
    #expect(abs(errors.rootMeanSquare - 2.3717082451262845) < 1e-14)
    #expect(SignedErrors(of: []) == nil)
  }

  @Test func `fifteen metres for each wrong floor, and the third quartile of the sum`() throws {
    // 1, 2, 3, 4 + 15 and 4.5 + 30: NumPy's 75 % of [1, 2, 3, 19, 34.5] is 19.
    let errors = [
      due(1), due(2), due(3), due(4, floors: -1), due(4.5, floors: 2), due(nil),
    ]
    #expect(FloorPenalty.thirdQuartile(of: penalised(errors)) == 19)
    // Measured along a path, the plan's distance counts all the same.
    #expect(FloorPenalty.thirdQuartile(of: penalised([due(9, vector: Point(x: 3, y: 4))])) == 5)
    #expect(FloorPenalty.thirdQuartile(of: penalised([due(nil)])) == nil)
  }

  // Mean errors of 5, 6 and 5.5 m; the lap without a measured error is left out.
  @Test func `a lap is lost when its mean error is above five metres`() throws {
    let lost = try #require(Metric(rawValue: "lost"))
    guard case .figure(let share) = lost.form else { throw Unexpected() }
    let laps = [[due(3), due(7), due(nil)], [due(6)], [due(1), due(10)], [due(nil)]]
    #expect(share(laps) == 2 / 3.0)
    #expect(share([[due(nil)]]) == nil)
  }

  private struct Unexpected: Error {}

  @Test func `a fix in no room is wrong, and a walker in no room is left out`() {
    let errors = [
      due(1, room: 0, found: 0), due(1, room: 0, found: 1), due(1, room: 0), due(1, room: 1, found: 1),
      due(1, found: 1), due(nil, room: 1),
    ]
    let score = RoomScore(ofLaps: [errors], rooms: 3)
    #expect(score.hitRate == HitRate(hits: 2, of: 4) && score.hitRate.share == 0.5 && score.outside == 1)
    #expect(score.rows.map(\.room) == [0, 1])
    #expect(score.rows[0].found == [1, 1, 0] && score.rows[0].foundNowhere == 1)
    #expect(score.rows[1].found == [0, 1, 0])
    // A third of room 0 and all of room 1.
    #expect(abs((score.macroShare ?? 0) - 2 / 3.0) < 1e-15)
    let none = RoomScore(ofLaps: [], rooms: 2)
    #expect(none.hitRate.share == nil && none.macroShare == nil)
  }

  @Test func `rooms counted alike show what a hall hides`() {
    let hall = [PositionError](repeating: due(1, room: 0, found: 0), count: 96)
    let wards = [
      due(1, room: 1, found: 0), due(1, room: 1, found: 0), due(1, room: 2), due(1, room: 2, found: 0),
    ]
    let score = RoomScore(ofLaps: [hall, wards], rooms: 3)
    #expect(score.hitRate.share == 0.96 && abs((score.macroShare ?? 0) - 1 / 3.0) < 1e-15)
  }

  @Test func `a place is covered when more than half of its fixes came`() {
    let points = [
      due(1, point: 0), due(nil, point: 0), due(1, point: 1), due(1, point: 1), due(nil, point: 1),
    ]
    #expect(Coverage(ofLaps: [points]).places == 2 && Coverage(ofLaps: [points]).covered == 1)
    let squares = [
      due(1, place: Point(x: 0.1, y: -0.1)), due(nil, place: Point(x: 0.9, y: -0.9)),
      due(1, place: Point(x: 0.1, y: -0.2)), due(nil, place: Point(x: 0.1, y: 0.1)),
    ]
    #expect(Coverage(ofLaps: [squares]).places == 2 && Coverage(ofLaps: [squares]).share == 0.5)
    #expect(Coverage(ofLaps: []).share == nil)
  }

  @Test func `what the site does not have is not there`() throws {
    let errors = [due(1, vector: Point(x: 1, y: 0), floors: 1, age: 0.5), due(2, vector: .zero, age: 0.25)]
    let plain = ErrorMetrics(
      ofLaps: [errors], site: Site(name: "s", anchors: []), settings: MetricSettings())
    #expect(plain.floors == nil && plain.rooms == nil && plain.along == nil && plain.meanAge == 0.375)
    let house = Site(
      name: "s", floors: [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 3)],
      rooms: [Room(name: "r", corners: [.zero, Point(x: 1, y: 0), Point(x: 0, y: 1)])], anchors: [])
    let metrics = ErrorMetrics(ofLaps: [errors], site: house, settings: MetricSettings())
    #expect(metrics.floors == HitRate(hits: 1, of: 2) && metrics.rooms?.outside == 2)
    let none = ErrorMetrics(ofLaps: [[due(nil)]], site: house, settings: MetricSettings())
    #expect(
      none.distribution == nil && none.vector == nil && none.floorPenalised == nil && none.meanAge == nil)
    #expect(none.floors?.share == nil)
  }
}
