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

  Benchmark("10,000 resamples of 300 laps, drawn, and the interval of their mean") { _ in
    var bootstrap = Bootstrap(seed: Seed(2))
    blackHole(bootstrap.intervalOfMean(of: byLap))
  }

  Benchmark("10,000 resamples of 300 laps, drawn, and the interval of their P95") { _ in
    var bootstrap = Bootstrap(seed: Seed(2))
    blackHole(bootstrap.intervalOfQuantile(0.95, of: byLap))
  }

  // As if each error were a lap of its own: 36 million draws, which is what NumPy draws for 3,600 errors.
  let byError = ErrorsByLap(
    byLap.values.enumerated().map {
      PositionError(lap: $0, testPoint: 0, time: 0, outcome: .success(.init(metres: $1)))
    })
  Benchmark("10,000 resamples of 3,600 errors, drawn, and the interval of their mean") { _ in
    var bootstrap = Bootstrap(seed: Seed(2))
    blackHole(bootstrap.intervalOfMean(of: byError))
  }

  Benchmark("10,000 resamples of 3,600 errors, drawn, and the interval of their P95") { _ in
    var bootstrap = Bootstrap(seed: Seed(2))
    blackHole(bootstrap.intervalOfQuantile(0.95, of: byError))
  }

  var bootstrap = Bootstrap(seed: Seed(2))
  blackHole(bootstrap.intervalOfMean(of: byLap))
  Benchmark("the interval of the mean, resamples drawn before") { [bootstrap] _ in
    var kept = bootstrap
    blackHole(kept.intervalOfMean(of: byLap))
  }
}
