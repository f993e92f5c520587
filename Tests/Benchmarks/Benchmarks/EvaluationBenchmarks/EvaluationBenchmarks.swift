import Benchmark
import Evaluation
import NumericalMethods

/// 300 laps of 12 errors, as many as the floor35 scenario has in each pipeline.
private let errors: [PositionError] = {
  var random = RandomStream(Seed(1))
  return (0..<300).flatMap { lap in
    let level = random.uniform() * 2
    return (0..<12).map { press in
      let metres = level + random.uniform() * random.uniform() * 10
      return PositionError(
        lap: lap, testPoint: press, time: Double(press), outcome: .success(.init(metres: metres)))
    }
  }
}()

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.cpuTotal, .wallClock], timeUnits: .microseconds, maxDuration: .seconds(3))
  let byLap = ErrorsByLap(errors)

  Benchmark("statistics of 3,600 errors", configuration: .init(scalingFactor: .kilo)) { benchmark in
    for _ in benchmark.scaledIterations { blackHole(ErrorStatistics(of: byLap.values)) }
  }

  Benchmark("the interval of the mean of 300 laps") { _ in blackHole(LapMean(of: byLap)?.interval) }

  Benchmark("the interval of the standard deviation of 300 laps") { _ in blackHole(byLap.deviationInterval())
  }

  Benchmark("the interval of the P95 of 300 laps") { _ in blackHole(LapQuantile(0.95, of: byLap)) }
}
