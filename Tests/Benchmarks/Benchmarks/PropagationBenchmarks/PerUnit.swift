import Benchmark
import Glibc

/// The processor time that a benchmark took for each of its units, such as an advertisement, in picoseconds so
/// that fractions of a nanosecond show.
struct PerUnit {
  private let metric: BenchmarkMetric

  init(_ unit: String) { metric = .custom("CPU ps per \(unit)", useScalingFactor: false) }

  /// The standard metrics and this one.
  var configuration: Benchmark.Configuration {
    var configuration = Benchmark.defaultConfiguration
    configuration.metrics.append(metric)
    configuration.units[metric] = .count
    return configuration
  }

  /// Measures the body, which says how many units it went through.
  func measure(_ benchmark: Benchmark, _ body: () throws -> Int) rethrows {
    benchmark.startMeasurement()
    let start = PerUnit.processorTime
    let units = try body()
    let spent = PerUnit.processorTime - start
    benchmark.stopMeasurement()
    benchmark.measurement(metric, Int(spent * 1e12 / Double(max(units, 1))))
  }

  /// The same with the processor time of all threads together.
  func measureProcess(_ benchmark: Benchmark, _ body: () throws -> Int) rethrows {
    benchmark.startMeasurement()
    let start = PerUnit.seconds(of: CLOCK_PROCESS_CPUTIME_ID)
    let units = try body()
    let spent = PerUnit.seconds(of: CLOCK_PROCESS_CPUTIME_ID) - start
    benchmark.stopMeasurement()
    benchmark.measurement(metric, Int(spent * 1e12 / Double(max(units, 1))))
  }

  /// Seconds of processor time of this thread.
  private static var processorTime: Double { seconds(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
