import Evaluation
import NumericalMethods

extension Job {
  /// 300 laps of 12 errors, as many as floor35 has in each pipeline.
  static func evaluation() -> [Job] {
    var random = RandomStream(Seed(1))
    let errors = (0..<300).flatMap { lap in
      let level = random.uniform() * 2
      return (0..<12).map { press in
        let metres = level + random.uniform() * random.uniform() * 10
        return PositionError(
          lap: lap, testPoint: press, time: Double(press), outcome: .success(.init(metres: metres)))
      }
    }
    let laps = ErrorsByLap(errors)
    return [
      Job("the mean of 300 laps and its interval", a: "figure", most: 4e3, units: 1) {
        _ = LapMean(of: laps)?.interval
      },
      Job("their standard deviation and its interval", a: "figure", most: 86e3, units: 1) {
        _ = laps.deviationInterval()
      },
      Job("their P95 and its interval", a: "figure", most: 98e3, units: 1) {
        _ = LapQuantile(0.95, of: laps)
      },
    ]
  }
}
