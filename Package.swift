// swift-tools-version: 6.2
import PackageDescription

// An import line shows what leaks: imports are internal unless they say `public import`, and a member is
// visible only where its module is imported. Warnings are errors in every target of this package.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// `make test` optimises the modules that do most of the arithmetic, which makes its statistical tests up to 30 times as fast.
/// SwiftPM refuses dependencies with such a flag, so it is set nowhere else.
let arithmetic: [SwiftSetting] =
  Context.environment["BEACONBENCH_FAST_TESTS"] == nil
  ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A library target that may import exactly what `uses` names: this is what keeps the arrows pointing down.
///
/// - Parameter isArithmetic: whether most of its work is arithmetic.
func module(
  _ name: String, uses: [Target.Dependency] = [], resources: [Resource] = [], isArithmetic: Bool = false
) -> Target {
  .target(
    name: name, dependencies: uses, resources: resources,
    swiftSettings: settings + (isArithmetic ? arithmetic : []))
}

func tests(_ name: String, uses: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: uses + ["TestSupport"], swiftSettings: settings)
}

let package = Package(
  name: "BeaconBench",
  products: [
    .executable(name: "beaconbench", targets: ["beaconbench"]),
    // What the package under Tests/Benchmarks measures.
    .library(
      name: "BeaconBenchModules",
      targets: [
        "World", "NumericalMethods", "Radio", "Propagation", "Filtering", "Filters", "Positioning",
        "Evaluation",
        "Captures", "SiteFiles", "Documents", "Storing", "Scenarios", "Laps", "Results", "Calibrating",
        "Placement", "Studies",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CFiles"),
    module("World", isArithmetic: true),
    module("NumericalMethods", uses: ["CGSL"], isArithmetic: true),
    module("Radio", uses: ["NumericalMethods", "Documents", "World"], isArithmetic: true),
    module("Propagation", uses: ["Radio", "NumericalMethods", "Documents", "World"], isArithmetic: true),
    module("Filtering", uses: ["Radio", "NumericalMethods", "Documents", "World"], isArithmetic: true),
    module("Filters", uses: ["Filtering", "NumericalMethods", "Documents", "World"], isArithmetic: true),
    module("Evaluation", uses: ["Radio", "NumericalMethods", "Documents", "World"], isArithmetic: true),
    module(
      "Positioning", uses: ["Filters", "Filtering", "Radio", "NumericalMethods", "Documents", "World"],
      isArithmetic: true),
    module("Placement", uses: ["NumericalMethods", "World"], isArithmetic: true),
    module("Storing", uses: ["CFiles", "CSQLite", "NumericalMethods", "World"]),
    module("Zipping", uses: ["CZlib"]),
    module("Captures", uses: ["Documents", "Zipping", "World"]),
    module("Documents", uses: ["World"]),
    module("SiteFiles", uses: ["Documents", "Zipping", "World", .product(name: "Yams", package: "Yams")]),
    module(
      "Scenarios",
      uses: [
        "Evaluation", "Positioning", "Filters", "Filtering", "Captures", "Propagation", "SiteFiles",
        "Documents", "Radio", "NumericalMethods", "World",
      ]),
    module(
      "Laps",
      uses: [
        "Scenarios", "Evaluation", "Positioning", "Filtering", "Propagation", "Captures", "SiteFiles",
        "Documents",
        "Radio", "NumericalMethods", "World",
      ], isArithmetic: true),
    module(
      "Context",
      uses: [
        "Evaluation", "Filtering", "Propagation", "Documents", "Radio", "NumericalMethods", "World",
      ]),
    module("Figures", uses: ["SiteFiles", "Documents", "Evaluation", "World"]),
    module(
      "Results",
      uses: [
        "Figures", "Laps", "Scenarios", "Evaluation", "Positioning", "Filtering", "Captures", "SiteFiles",
        "Documents", "Storing",
        "Zipping", "Radio", "World",
      ]),
    module(
      "Calibrating",
      uses: [
        "Figures", "Laps", "Scenarios", "Captures", "SiteFiles", "Documents", "Radio",
        "NumericalMethods", "World",
      ], isArithmetic: true),
    module(
      "ContextStudies",
      uses: [
        "Context", "Results", "Figures", "Laps", "Scenarios", "Evaluation", "Propagation", "SiteFiles",
        "Documents", "NumericalMethods", "World",
      ]),
    module(
      "Studies",
      uses: [
        "Calibrating", "Results", "Figures", "Laps", "Scenarios", "Evaluation", "Positioning", "Filters",
        "Filtering", "Propagation", "SiteFiles", "Documents", "Radio", "NumericalMethods", "World",
      ]),
    module(
      "Explaining",
      uses: [
        "Results", "Figures", "Laps", "Scenarios", "Evaluation", "Positioning", "Filtering", "Propagation",
        "Documents", "Radio", "World",
      ]),
    module(
      "Exporting",
      uses: [
        "Results", "Figures", "Laps", "Scenarios", "Evaluation", "Positioning", "SiteFiles", "Documents",
        "Storing", "World",
      ]),
    module(
      "Placing",
      uses: [
        "Placement", "Figures", "Laps", "Scenarios", "Evaluation", "Positioning", "Filtering", "Propagation",
        "SiteFiles",
        "Documents", "Radio", "NumericalMethods", "World",
      ]),
    module(
      "Sweeping",
      uses: [
        "Studies", "Results", "Figures", "Laps", "Scenarios", "Evaluation", "SiteFiles", "Documents",
        "Storing", "NumericalMethods", "World",
      ]),
    module(
      "Reporting",
      uses: [
        "Sweeping", "Placing", "Placement", "Explaining", "Exporting", "ContextStudies", "Context",
        "Studies",
        "Calibrating",
        "Results", "Figures", "Laps", "Scenarios", "SiteFiles", "Captures", "Evaluation",
        "Documents", "Positioning", "Radio", "World",
      ]),
    module(
      "AgentTools",
      uses: [
        "Reporting", "Sweeping", "Explaining", "Studies", "Results", "Figures", "Laps", "Scenarios",
        "Evaluation", "Positioning", "Filters", "Filtering", "SiteFiles", "Documents", "Storing", "World",
      ]),
    module(
      "Plotting",
      uses: [
        "Explaining", "Sweeping", "Studies", "Calibrating", "Results", "Figures", "Laps", "Scenarios",
        "Captures",
        "Evaluation", "Positioning", "Filtering", "Propagation", "SiteFiles", "Documents", "Radio",
        "NumericalMethods", "World",
      ]),
    module(
      "Presenting",
      uses: [
        "Plotting", "Reporting", "Results", "Figures", "Laps", "Scenarios", "Evaluation", "Positioning",
        "Filtering", "Propagation", "SiteFiles", "Zipping", "Documents", "Radio", "World",
      ],
      resources: [
        .embedInCode("Assets/player.js"), .embedInCode("Assets/player.css"),
        .embedInCode("Assets/report.js"), .embedInCode("Assets/report.css"),
      ]),
    .executableTarget(
      name: "beaconbench",
      dependencies: [
        "AgentTools", "Presenting", "Plotting", "Reporting", "Exporting", "Explaining", "Placing", "Sweeping",
        "ContextStudies",
        "Context", "Studies",
        "Calibrating", "Results", "Figures", "Laps", "Scenarios", "Evaluation", "Placement",
        "Positioning", "Filters", "Filtering", "Captures", "SiteFiles", "Documents", "Storing", "Zipping",
        "NumericalMethods", "World", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings, plugins: ["StampCommit"]),
    .plugin(name: "StampCommit", capability: .buildTool(), path: "Sources/StampCommit", exclude: ["stamp"]),
    // What `make coverage` runs.
    .executableTarget(
      name: "IntervalCoverage",
      dependencies: [
        "Studies", "Calibrating", "Results", "Figures", "Laps", "Scenarios", "Evaluation", "NumericalMethods",
        "World",
      ],
      path: "Tests/Coverage", swiftSettings: settings),
    // Prints how fast layouts are searched, beside NumPy and numba: `make timing`.
    .executableTarget(
      name: "PlacementTiming", dependencies: ["Placement", "NumericalMethods"], path: "Tests/PlacementTiming",
      swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: ["Positioning", "Filtering", "SiteFiles", "Documents", "NumericalMethods", "World"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    // Simulated recordings of a channel whose numbers are known.
    .target(
      name: "SyntheticChannels",
      dependencies: [
        "Studies", "Calibrating", "Results", "Laps", "Scenarios", "Propagation", "Radio", "NumericalMethods",
        "World",
      ],
      path: "Tests/SyntheticChannels", swiftSettings: settings),
    // Prints how often the intervals of calibrate hold the truth.
    .executableTarget(
      name: "CalibrationCoverage",
      dependencies: [
        "SyntheticChannels", "Studies", "Calibrating", "Results", "Figures", "Laps", "Scenarios", "SiteFiles",
        "Documents", "Propagation", "Radio", "NumericalMethods",
        "World",
      ],
      path: "Tests/CalibrationCoverage", swiftSettings: settings),
    // What `make bench` runs for applications: a day of advertisements within limits of time and memory.
    .executableTarget(
      name: "ContextSpeed", dependencies: ["Context", "Documents", "World"], path: "Tests/ContextSpeed",
      swiftSettings: settings),
    tests("WorldTests", uses: ["World"]),
    tests("NumericalMethodsTests", uses: ["NumericalMethods"]),
    tests("PropagationTests", uses: ["Propagation", "Radio", "NumericalMethods", "World"]),
    tests("RadioTests", uses: ["Radio", "NumericalMethods", "World"]),
    tests("SiteFilesTests", uses: ["SiteFiles", "Documents", "Zipping", "World"]),
    tests("CapturesTests", uses: ["Captures", "Zipping", "World"]),
    tests("StoringTests", uses: ["Storing"]),
    tests("FilteringTests", uses: ["Filters", "Filtering", "Radio", "NumericalMethods", "World"]),
    // With GSL's search beside the project's own.
    tests(
      "PositioningTests",
      uses: [
        "Positioning", "Filters", "Filtering", "Documents", "Radio", "NumericalMethods", "World", "CGSL",
      ]),
    tests("PlacementTests", uses: ["Placement", "Evaluation", "Radio", "NumericalMethods", "World"]),
    tests(
      "SweepingTests",
      uses: [
        "Sweeping", "Studies", "Results", "Figures", "Laps", "Scenarios", "Evaluation", "SiteFiles",
        "Documents", "Storing", "NumericalMethods", "World",
      ]),
    tests("EvaluationTests", uses: ["Evaluation", "Radio", "NumericalMethods", "World"]),
    tests(
      "StudiesTests",
      uses: [
        "SyntheticChannels", "ContextStudies", "Explaining", "Sweeping", "Studies", "Calibrating", "Results",
        "Figures", "Laps", "Scenarios", "Captures",
        "Evaluation", "Positioning", "Propagation", "SiteFiles", "Documents", "Zipping",
        "Filters", "Filtering", "NumericalMethods", "World",
      ]),
    tests(
      "ContextTests",
      uses: [
        "ContextStudies", "Context", "Figures", "Laps", "Scenarios", "Captures", "Evaluation", "Results",
        "SiteFiles", "Documents", "World",
      ]),
    tests(
      "ExplainingTests",
      uses: [
        "Explaining", "Results", "Figures", "Laps", "Scenarios", "Evaluation", "SiteFiles", "Documents",
        "Positioning", "Filtering", "Propagation", "Radio", "World",
      ]),
    // Mutants of documents, tables and results: a few with the tests, thousands by `make fuzz`.
    .testTarget(
      name: "DocumentFuzzing",
      dependencies: [
        "Studies", "Calibrating", "Results", "Figures", "Laps", "Scenarios", "SiteFiles", "Documents",
        "World",
        "TestSupport",
      ],
      path: "Tests/Fuzzing/Documents", swiftSettings: settings),
    tests(
      "ReportingTests",
      uses: [
        "Reporting", "Sweeping", "Placing", "Exporting", "Studies", "Calibrating", "Results", "Figures",
        "Laps", "Scenarios", "Captures", "Evaluation",
        "Positioning", "SiteFiles", "Documents",
        "NumericalMethods",
        "World",
      ]),
    tests(
      "PlottingTests",
      uses: [
        "Plotting", "Studies", "Calibrating", "Results", "Figures", "Laps", "Scenarios", "Evaluation",
        "Propagation", "SiteFiles", "Documents", "Radio", "NumericalMethods", "World",
      ]),
    tests(
      "PlacingTests",
      uses: [
        "Placing", "Placement", "Reporting", "Figures", "Scenarios", "Evaluation", "SiteFiles", "Documents",
        "World",
      ]),
    // The program itself, which is built for it and lies beside the tests.
    tests("CommandTests", uses: ["beaconbench", "SiteFiles", "Zipping", "Documents", "World"]),
  ]
)

// The server's HTTP library is fetched and compiled only by those who ask for the server: `make server`.
if Context.environment["BEACONBENCH_SERVER"] != nil {
  package.dependencies += [
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
  package.products += [.executable(name: "beaconbench-server", targets: ["beaconbench-server"])]
  package.targets += [
    module(
      "ContextServer",
      uses: [
        "Presenting", "Plotting", "Captures", "Filtering", "Results", "Figures", "Laps", "Scenarios",
        "Positioning", "Evaluation", "NumericalMethods", "SiteFiles", "Documents",
        "CFiles", "Storing", "World", .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "beaconbench-server",
      dependencies: [
        "ContextServer", "SiteFiles", "World", .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
  ]
}
