import Evaluation
import NumericalMethods
import Reporting
import Testing
import World

@Suite struct ScoreTableTests {
  @Test func `shows what was missed beside the mean, and says why below`() {
    let errors = [
      PositionError(lap: 1, time: 1, outcome: .success(.init(metres: 1))),
      PositionError(lap: 1, time: 2, outcome: .success(.init(metres: 3, floors: 1))),
      PositionError(lap: 1, time: 3, outcome: .failure(.noFix(.tooFewBeacons(heard: 1, needed: 2)))),
      PositionError(lap: 1, time: 4, outcome: .failure(.noCallback)),
    ]
    var bootstrap = Bootstrap(seed: Seed(1), resamples: 40)
    var table = ScoreTable(labels: ["filter", "method"])
    table.add(["feedback", "two circles"], Score(of: errors, bootstrap: &bootstrap))
    table.add(["published", ""], mean: 2.23, standardDeviation: 2.05, p95: 7)
    #expect(
      table.table.description == """
        filter     method       n  missed  mean m [95 %]  std m  P50 m  P75 m  P90 m  P95 m  RMSE m  max m
        ---------  -----------  -  ------  -------------  -----  -----  -----  -----  -----  ------  -----
        feedback   two circles  2       2           2.00   1.00   2.00   2.50   2.80   2.90    2.24   3.00
        published                                   2.23   2.05                        7.00
        missed by feedback, two circles: no callback to score 1, too few beacons 1
        on another floor by feedback, two circles: 1

        """)
  }

  @Test func `nothing measured is a row of dashes`() {
    var bootstrap = Bootstrap(seed: Seed(1), resamples: 40)
    var table = ScoreTable(labels: ["filter"])
    table.add(
      ["kalman"],
      Score(of: [PositionError(lap: 1, time: 1, outcome: .failure(.notFinite))], bootstrap: &bootstrap))
    let lines = table.table.description.split(separator: "\n")
    #expect(
      lines[2].split(separator: " ").map(String.init) == ["kalman", "0", "1"]
        + Array(repeating: "–", count: 8))
    #expect(lines[3] == "missed by kalman: not a number 1")
  }
}
