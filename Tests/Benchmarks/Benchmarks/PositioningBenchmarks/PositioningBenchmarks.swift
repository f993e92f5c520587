import Benchmark
import Documents
import Phone
import Positioning
import World

/// A lap is measured at a time; what one advertisement, reading or fix of it took stands beside, in picoseconds
/// so that fractions of a nanosecond show.
let benchmarks: @Sendable () -> Void = {
  let perUnit = ["advertisement", "reading", "fix"].map { unit in
    BenchmarkMetric.custom("ps per \(unit)", useScalingFactor: false)
  }
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock] + perUnit, timeUnits: .microseconds, warmupIterations: 3, maxDuration: .seconds(2))
  for metric in perUnit { Benchmark.defaultConfiguration.units[metric] = .count }
  let lap = BenchmarkLap()

  @Sendable func measure(_ benchmark: Benchmark, _ unit: Int, count: Int, _ body: () throws -> Void) rethrows
  {
    let clock = ContinuousClock()
    benchmark.startMeasurement()
    let spent = try clock.measure(body)
    benchmark.stopMeasurement()
    let picoseconds = Double(spent.components.attoseconds) / 1e6
    benchmark.measurement(perUnit[unit], Int(picoseconds / Double(count)))
  }

  for mean in PhoneSettings.Mean.allCases {
    Benchmark("phone, mean of \(mean)") { benchmark in
      let phone = PhoneSettings(averageOf: mean)
      try measure(benchmark, 0, count: lap.stream.count) {
        blackHole(try Readings(of: lap.stream, directory: lap.directory, phone: phone))
      }
    }
  }

  for (name, choices) in BenchmarkLap.chains {
    Benchmark("filter, \(name)") { benchmark in
      let fresh = FilterChoice.makeChain(of: choices)
      measure(benchmark, 1, count: lap.readings.times.count * lap.site.anchors.count) {
        for column in lap.readings.levels {
          var (filter, levels) = (fresh, column)
          filter.smooth(&levels, at: lap.readings.times)
          blackHole(levels)
        }
      }
    }
    Benchmark("two circles after \(name)") { benchmark in
      let pipeline = try Pipeline(
        PipelineSettings { $0.filters = choices }, assuming: BenchmarkLap.assumed, site: lap.site)
      measure(benchmark, 2, count: lap.readings.times.count) { blackHole(pipeline.run(on: lap.readings)) }
    }
  }

  NumPyParticles.report()
  for (name, method) in BenchmarkLap.methods {
    Benchmark("\(name) on readings") { benchmark in
      let pipeline = try Pipeline(
        PipelineSettings { $0.method = method }, assuming: BenchmarkLap.assumed, site: lap.site)
      measure(benchmark, 2, count: lap.readings.times.count) { blackHole(pipeline.run(on: lap.readings)) }
    }
  }
}
