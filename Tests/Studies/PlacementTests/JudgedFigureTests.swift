import Evaluation
import Testing
import World

@testable import Placement

@Suite struct JudgedFigureTests {
  private let middle = (place: Point(x: 5, y: 0), room: Int?(0))

  private func error(
    lap: Int, x: Double, room: Int? = 0, found: (metres: Double, room: Int?)? = (1, 0), time: Double = 1
  ) -> PositionError {
    PositionError(
      lap: lap, place: Point(x: x, y: 0), room: room, time: time,
      outcome: found.map { .success(.init(metres: $0.metres, room: $0.room)) } ?? .failure(.undetermined))
  }

  private func moments(_ errors: [PositionError]) -> [JudgedMoment] {
    errors.compactMap { JudgedMoment($0, middle: middle) }
  }

  @Test func `the objective says by which figure layouts are judged`() {
    #expect(PlacementObjective.meanBound.judgedFigure == .error)
    #expect(PlacementObjective.strongest(wrongRooms: 0).judgedFigure == .error)
    #expect(PlacementObjective.strongest(wrongRooms: 8).judgedFigure == .cost(wrongRooms: 8))
  }

  @Test func `without a fix a moment counts as a fix at the middle of the site`() throws {
    let silent = try #require(JudgedMoment(error(lap: 0, x: 9, room: 1, found: nil), middle: middle))
    // From 9 m to the middle at 5 m, which is in room 0.
    #expect(silent.metres == 4 && silent.isWrong == 1)
    let fixed = error(lap: 0, x: 9, room: 1, found: (2.5, 1))
    let heard = try #require(JudgedMoment(fixed, middle: middle))
    #expect(heard.metres == 2.5 && heard.isWrong == 0)
    let missed = try #require(JudgedMoment(fixed, middle: middle, isMissed: true))
    #expect(missed.metres == 4 && missed.isWrong == 1)
    #expect(
      JudgedMoment(
        PositionError(lap: 0, time: 0, outcome: .success(.init(metres: 1))), middle: middle) == nil)
  }

  /// Errors of 1, 3 and 5 m have a mean of 3 m. Room 0 is wrong in one of two fixes and room 1 in none of one: the shares 1/2 and 0
  /// have a mean of 1/4, though one fix of three is wrong.
  @Test func `each room counts equally, and metres of wrong rooms are added`() throws {
    let moments = moments([
      error(lap: 0, x: 1, room: 0, found: (1, 0)), error(lap: 0, x: 2, room: 0, found: (3, 1)),
      error(lap: 1, x: 8, room: 1, found: (5, 1)),
    ])
    #expect(try #require(JudgedFigure.error.over(moments)).value == 3)
    #expect(try #require(JudgedFigure.wrongRooms.over(moments)).value == 0.25)
    #expect(try #require(JudgedFigure.cost(wrongRooms: 8).over(moments)).value == 3 + 8 * 0.25)
  }

  @Test func `a walker in no room has errors and no share of rooms`() {
    let moments = moments([error(lap: 0, x: 1, room: nil), error(lap: 1, x: 2, room: nil)])
    #expect(JudgedFigure.error.over(moments)?.value == 1)
    #expect(JudgedFigure.wrongRooms.over(moments) == nil)
    #expect(JudgedFigure.error.over([]) == nil)
  }

  /// Differences of 1 m on lap 0 and 2 m on lap 1: a mean of 1.5 m, a standard error of 0.5 m and t(0.975, 1) = 12.7062.
  @Test func `differences are paired moment by moment, with an interval over laps`() throws {
    let better = moments([error(lap: 0, x: 1, found: (1, 0)), error(lap: 1, x: 2, found: (4, 0))])
    let worse = moments([error(lap: 0, x: 1, found: (2, 0)), error(lap: 1, x: 2, found: (6, 1))])
    let differences = try #require(JudgedMoment.differences(of: worse, from: better))
    let mean = try #require(JudgedFigure.error.over(differences))
    let interval = try #require(mean.interval)
    #expect(mean.value == 1.5)
    #expect(abs(interval.upper - (1.5 + 0.5 * 12.7062)) < 1e-4)
    #expect(JudgedFigure.wrongRooms.over(differences)?.value == 0.5)
    let back = try #require(JudgedMoment.differences(of: better, from: worse))
    #expect(JudgedFigure.error.over(back)?.value == -1.5)
  }

  @Test func `other walks have no differences`() {
    let one = moments([error(lap: 0, x: 1)])
    for other in [error(lap: 1, x: 1), error(lap: 0, x: 2), error(lap: 0, x: 1, time: 2)] {
      #expect(JudgedMoment.differences(of: one, from: moments([other])) == nil)
    }
    #expect(JudgedMoment.differences(of: one, from: []) == nil)
  }

  @Test func `a share of wrong rooms turns into one of right rooms with its interval`() throws {
    let wrong = try #require(
      WeightedMeans([.init(weight: 1, values: [(lap: 0, value: 0.2), (lap: 1, value: 0.4)])]))
    let interval = try #require(wrong.interval)
    #expect(abs(wrong.rest.value - 0.7) < 1e-12 && abs(wrong.opposite.value + 0.3) < 1e-12)
    let (rest, opposite) = (try #require(wrong.rest.interval), try #require(wrong.opposite.interval))
    #expect(rest.lower == 1 - interval.upper && rest.upper == 1 - interval.lower)
    #expect(opposite.lower == -interval.upper && opposite.upper == -interval.lower)
  }

  @Test func `only a layout shown to be better is said to be better over the budget`() throws {
    func layout(_ values: [Double], _ standing: JudgedLayout.Standing) -> JudgedLayout {
      let figure = WeightedMeans([
        .init(weight: 1, values: values.enumerated().map { (lap: $0, value: $1) })
      ])
      let row = JudgedPipeline(
        layout: "a", beacons: 9, pipeline: "p", standing: standing, figure: figure, mean: figure,
        statistics: nil,
        missed: 0, wrongRooms: nil, more: .init(figure: figure, mean: figure, wrongRooms: nil))
      return JudgedLayout(name: "a", beacons: 9, rows: [row], best: row, byError: row, byRooms: nil)
    }
    let over = JudgedLayout.Standing.excluded(JudgedLayout.overBudget)
    #expect(layout([-1, -1.01, -0.99, -1], over).isBetterOverBudget)
    #expect(!layout([-1, 1, -1, 1], over).isBetterOverBudget)
    #expect(!layout([-1, -1.01, -0.99, -1], .excluded("too few heard")).isBetterOverBudget)
    #expect(!layout([-1, -1.01, -0.99, -1], .better).isBetterOverBudget)
  }
}

@Suite struct WeightedMeansTests {
  @Test func `the values of two laps are one mean with Student's interval`() throws {
    let means = try #require(
      WeightedMeans([.init(weight: 1, values: [(0, 1), (0, 3), (1, 6), (1, 2)])]))
    // Lap means 2 and 4: the mean 3, a standard error of 1, and t(0.975, 1) = 12.7062.
    #expect(means.value == 3)
    let interval = try #require(means.interval)
    #expect(abs(interval.upper - 15.7062) < 1e-4 && abs(interval.lower + 9.7062) < 1e-4)
  }

  @Test func `an error and a weighted share of rooms add up, lap by lap`() throws {
    // Errors 1 and 3 m on two laps; each of two rooms is wrong once on the second lap: 2 m + 10 m / 2.
    let means = try #require(
      WeightedMeans([
        .init(weight: 1, values: [(0, 1), (1, 3)]), .init(weight: 5, values: [(0, 0), (1, 1)]),
        .init(weight: 5, values: [(0, 0), (1, 1)]),
      ]))
    #expect(means.value == 7)
    // The laps stand for 1 m and 13 m: a standard error of 6.
    let interval = try #require(means.interval)
    #expect(abs(interval.upper - (7 + 6 * 12.7062)) < 1e-3)
  }

  @Test func `without a value there is no mean, and with one lap no interval`() {
    #expect(WeightedMeans([.init(weight: 1, values: [])]) == nil)
    #expect(WeightedMeans([.init(weight: 1, values: [(3, 2)])])?.interval == nil)
  }

  @Test func `a rank correlation has the interval of Fisher's z`() throws {
    // 1 - 6 * 4 / (5 * 24) = 0.8; Python: tanh(atanh(0.8) ± 1.96 sqrt(1.06 / 2)).
    let correlation = try #require(ObjectiveResult.Correlation([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]))
    #expect(abs(correlation.value - 0.8) < 1e-12)
    let interval = try #require(correlation.interval)
    #expect(abs(interval.lower + 0.317) < 1e-3 && abs(interval.upper - 0.987) < 1e-3)
  }
}

/// What layouts are judged by where it is not the errors of positions.
@Suite struct JudgedUseTests {
  private func events(_ change: (inout JudgedEvents) -> Void) -> JudgedUse {
    var events = JudgedEvents()
    change(&events)
    return .context(events)
  }

  @Test func `the figure says in words what is judged, and in which unit`() {
    #expect(JudgedUse.context(JudgedEvents()).figure == .use("missed events", .share))
    #expect(events { $0.event = "exit" }.figure == .use("missed exit", .share))
    #expect(events { $0.figure = .delay }.figure == .use("seconds until an event is noticed", .seconds))
    #expect(events { $0.figure = .wrong }.figure == .use("wrong seconds", .share))
    #expect(JudgedUse.navigate(JudgedGuidance()).figure == .use("instructions not in time", .share))
    #expect(
      events { $0.figure = .delay }.figure.unit == "s" && events { $0.figure = .wrong }.figure.unit == "%")
    #expect(!JudgedUse.navigate(JudgedGuidance()).figure.isOfPositions && JudgedFigure.error.isOfPositions)
  }

  /// Values of 0, 1 and 1 on two laps have a mean of 2/3, whatever places and rooms.
  @Test func `a use is the mean of its values`() throws {
    let moments = [(0, 0, 0.0), (0, 1, 1), (1, 0, 1)].map {
      JudgedMoment(lap: $0.0, number: $0.1, value: $0.2)
    }
    let share = try #require(JudgedFigure.use("missed events", .share).over(moments))
    #expect(abs(share.value - 2.0 / 3) < 1e-12)
    let others = moments.map { JudgedMoment(lap: $0.lap, number: Int($0.time), value: 0.5) }
    let differences = try #require(JudgedMoment.differences(of: moments, from: others))
    #expect(differences.map(\.metres) == [-0.5, 0.5, 0.5])
    // Walks with another number of events are no pairs.
    #expect(JudgedMoment.differences(of: moments, from: Array(others.dropLast())) == nil)
  }

  @Test func `every figure of guidance has words of its own`() {
    let meanings = JudgedGuidance.Figure.allCases.map(\.meaning)
    #expect(Set(meanings).count == 5 && meanings.allSatisfy { !$0.isEmpty })
  }
}
