// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds or tests BeaconBench pays for the benchmark tools.
func benchmarks(_ name: String, uses: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: uses.map { .product(name: $0, package: "BeaconBench") } + [
      .product(name: "Benchmark", package: "benchmark")
    ],
    path: "Benchmarks/\(name)", plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let package = Package(
  name: "BeaconBenchBenchmarks",
// swift-tools-version: 6.1
import PackageDescription

// Benchmarks of the hot paths, in a package of their own so that nobody who only builds or tests pays for the
// benchmark library. Run with `make bench`.
let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "BeaconBench", path: "../.."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    benchmarks("EvaluationBenchmarks", uses: ["Evaluation", "NumericalMethods"])
    .executableTarget(
      name: "HotPaths",
      dependencies: [
        .product(name: "BeaconBenchModules", package: "BeaconBench"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "HotPaths",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ]
)
