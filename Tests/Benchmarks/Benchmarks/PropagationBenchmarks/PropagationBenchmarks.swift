import Benchmark
import NumericalMethods

/// Each hot path has a file with a function that registers its benchmarks here.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .peakMemoryResident], warmupIterations: 1, maxDuration: .seconds(5))
  FreedMemory.keep()  // as the program does
  randomNumbers()
  simulatedLap()
  jobJ1()
}
