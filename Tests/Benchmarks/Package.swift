// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds or tests BeaconBench pays for the benchmark tools.

/// The benchmarks of one module.
func benchmarks(_ name: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: [
      .product(name: "BeaconBenchModules", package: "BeaconBench"),
      .product(name: "Benchmark", package: "benchmark"),
    ],
    path: "Benchmarks/\(name)", plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let package = Package(
  name: "BeaconBenchBenchmarks",
  dependencies: [
    .package(name: "BeaconBench", path: "../.."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    benchmarks("CapturesBenchmarks"),
    benchmarks("EvaluationBenchmarks"),
    benchmarks("PositioningBenchmarks"),
    benchmarks("PropagationBenchmarks"),
    // Prints how long pieces of work take beside other people's programs.
    .executableTarget(
      name: "Peers", dependencies: [.product(name: "BeaconBenchModules", package: "BeaconBench")],
      path: "Peers", exclude: ["peers.py", "peers.txt"]),
  ]
)
