// swift-tools-version: 6.3
import PackageDescription

// An import line shows what leaks: imports are internal unless they say `public import`, and a member is
// visible only where its module is imported. Warnings are errors in every target of this package.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// `make test` optimises the modules in which its tests spend most of their time, which makes statistical ones up to 30 times as fast.
/// SwiftPM refuses dependencies with such a flag, so it is set nowhere else.
let hot: [SwiftSetting] =
  Context.environment["BEACONBENCH_FAST_TESTS"] == nil
  ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A library target that may import exactly what `uses` names: this is what keeps the arrows pointing down.
///
/// - Parameters:
///   - floor: the folder of Sources that holds it.
///   - isHot: whether tests spend much of their time in it.
func module(
  _ name: String, in floor: String, uses: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource] = [],
  isHot: Bool = false
) -> Target {
  .target(
    name: name, dependencies: uses, path: "Sources/\(floor)/\(name)", exclude: exclude, resources: resources,
    swiftSettings: settings + (isHot ? hot : []))
}

func tests(_ name: String, in floor: String, uses: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: uses + ["TestSupport"], path: "Tests/\(floor)/\(name)", exclude: exclude,
    swiftSettings: settings)
}

/// Whether the server is built, whose HTTP library is fetched and compiled only by those who ask for it: `make server`.
let hasServer = Context.environment["BEACONBENCH_SERVER"] != nil

let parser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// What the server is made with.
let http: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "Logging", package: "swift-log"),
]

/// What serves a few: a target here, and a line in Sources/Programs/beaconbench/Main/Annexes.swift; nothing else knows them.
/// `make annexes` builds the program without any.
let annexes: [Target] =
  Context.environment["BEACONBENCH_ANNEXES"] == "no"
  ? []
  : [
    module(
      "Agents", in: "Annexes",
      uses: ["Results", "Rendering", "Laps", "Scenarios", "Sites", "Documents", "World", parser]
    ),
    module(
      "Air", in: "Annexes",
      uses: [
        "Context", "Results", "Rendering", "Laps", "Scenarios", "Sites", "Captures", "Propagation",
        "Documents",
        "World",
        parser,
      ]),
    module(
      "Benchmark", in: "Annexes",
      uses: [
        "Comparisons", "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites", "Positioning",
        "Documents",
        "World", parser,
      ]),
    module(
      "Drawings", in: "Annexes",
      uses: ["Placement", "Results", "Rendering", "Sites", "Documents", "World", parser],
      resources: [.embedInCode("Importing/drawing.py")]),
    module(
      "PhoneLogs", in: "Annexes", uses: ["Results", "Sites", "Captures", "Documents", "World", parser],
      isHot: true),
  ]

/// Built with the tests, and with the server its operations too.
let recorder = module(
  "Recorder", in: "Annexes",
  uses: ["Results", "Rendering", "Sites", "Captures", "Phone", "Documents", "World"]
    + (hasServer ? ["Server", "Pages"] + http : []),
  exclude: hasServer ? [] : ["Serving"],
  resources: [.embedInCode("Keeping/dataset.md")]
    + (hasServer
      ? ["html", "css", "js"].map { .embedInCode("Serving/Assets/record.\($0)") } : []))

let package = Package(
  name: "BeaconBench",
  products: [
    .executable(name: "beaconbench", targets: ["beaconbench"]),
    // What a method or a source of advertisements of one's own needs.
    .library(
      name: "BeaconBenchModules",
      targets: [
        "World", "NumericalMethods", "Radio", "Propagation", "Phone", "Positioning", "Evaluation", "Captures",
        "Sites", "Documents", "Scenarios", "Laps",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CGSL", path: "Sources/Foundations/CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/Foundations/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CFiles", path: "Sources/Foundations/CFiles"),
    .systemLibrary(name: "CLanes", path: "Sources/Foundations/CLanes"),
    module(
      "World", in: "Foundations", isHot: true),
    module(
      "NumericalMethods", in: "Foundations", uses: ["CGSL"], isHot: true),
    module(
      "Documents", in: "Foundations", uses: ["NumericalMethods", "World", "CFiles", "CZlib"],
      isHot: true),
    module(
      "Radio", in: "Channel", uses: ["Documents", "NumericalMethods", "World"], isHot: true),
    module(
      "Propagation", in: "Channel", uses: ["Radio", "Documents", "NumericalMethods", "World"],
      isHot: true),
    module(
      "Phone", in: "Receiver", uses: ["Radio", "Documents", "NumericalMethods", "World"], isHot: true),
    module(
      "Positioning", in: "Receiver",
      uses: ["Phone", "Radio", "Documents", "NumericalMethods", "World", "CLanes"],
      isHot: true),
    module(
      "Captures", in: "Inputs", uses: ["Documents", "World"], isHot: true),
    module(
      "Sites", in: "Inputs", uses: ["Documents", "World", .product(name: "Yams", package: "Yams")],
      resources: [.embedInCode("Registry/fetch.py")]),
    module(
      "Evaluation", in: "Scoring", uses: ["Radio", "NumericalMethods", "World"], isHot: true),
    module(
      "Scenarios", in: "Scoring",
      uses: [
        "Evaluation", "Sites", "Captures", "Positioning", "Phone", "Propagation", "Radio", "Documents",
        "NumericalMethods", "World",
      ]),
    module(
      "Laps", in: "Scoring",
      uses: [
        "Scenarios", "Evaluation", "Sites", "Captures", "Positioning", "Phone", "Propagation", "Radio",
        "Documents", "NumericalMethods", "World",
      ], isHot: true),
    module(
      "Rendering", in: "Studies", uses: ["Evaluation", "Sites", "Captures", "Documents", "World"],
      resources: [.embedInCode("Pictures/report.css"), .embedInCode("Pictures/pictures.py")]),
    module(
      "Results", in: "Studies",
      uses: [
        "Rendering", "Laps", "Scenarios", "Evaluation", "Sites", "Captures", "Positioning", "Phone", "Radio",
        "Documents", "World", parser,
      ]),
    module(
      "Calibrating", in: "Studies",
      uses: [
        "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites", "Captures", "Radio", "Documents",
        "NumericalMethods", "World", parser,
      ], isHot: true),
    module(
      "Placement", in: "Studies",
      uses: [
        "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites", "Positioning", "Phone",
        "Propagation", "Radio", "Documents", "NumericalMethods", "World",
        parser,
      ], isHot: true),
    module(
      "Sweeping", in: "Studies",
      uses: [
        "Comparisons", "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites", "Positioning",
        "Phone",
        "Propagation",
        "Documents", "NumericalMethods", "World",
        parser,
      ]),
    module(
      "Comparisons", in: "Studies",
      uses: [
        "Calibrating", "Placement", "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites",
        "Captures", "Positioning", "Phone", "Propagation", "Radio", "Documents", "NumericalMethods", "World",
        parser,
      ]),
    module(
      "Context", in: "Studies",
      uses: [
        "Placement", "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites", "Captures", "Phone",
        "Propagation", "Radio", "Documents", "NumericalMethods", "World",
        parser,
      ]),
    module(
      "Pages", in: "Studies",
      uses: [
        "Context", "Comparisons", "Sweeping", "Placement", "Calibrating", "Results", "Rendering", "Laps",
        "Scenarios", "Evaluation", "Sites", "Captures", "Positioning", "Phone", "Propagation", "Radio",
        "Documents", "NumericalMethods", "World",
        parser,
      ],
      resources: [
        .embedInCode("Reports/Assets/player.js"), .embedInCode("Reports/Assets/player.css"),
        .embedInCode("Reports/Assets/report.js"),
      ]),
    .executableTarget(
      name: "beaconbench",
      dependencies: [
        "Pages", "Context", "Comparisons", "Sweeping", "Placement", "Calibrating", "Results", "Rendering",
        "Laps", "Scenarios", "Evaluation", "Sites", "Captures", "Positioning", "Phone", "Propagation",
        "Documents", "NumericalMethods", "World", parser,
      ] + annexes.map { .target(name: $0.name) } + (hasServer ? ["ServerProgram"] : []),
      path: "Sources/Programs/beaconbench", resources: [.embedInCode("Output/parquet.py")],
      swiftSettings: settings + (hasServer ? [.define("SERVER")] : []), plugins: ["StampCommit"]),
    .plugin(
      name: "StampCommit", capability: .buildTool(), path: "Sources/Programs/StampCommit", exclude: ["stamp"]),
    // What `make coverage` runs.
    .executableTarget(
      name: "IntervalCoverage",
      dependencies: ["Laps", "Scenarios", "Evaluation", "NumericalMethods", "World"],
      path: "Tests/Coverage", swiftSettings: settings),
    // What `make bench` runs: each job's processor time beside its peers'.
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Context", "Placement", "Laps", "Scenarios", "Evaluation", "Sites", "Captures", "Positioning",
        "Phone", "Propagation", "Radio", "Documents", "NumericalMethods", "World",
      ],
      path: "Tests/Benchmarks", exclude: ["floor35.c", "peers.c", "peers.py", "peers.txt"],
      swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: [
        "Evaluation", "Sites", "Positioning", "Phone", "Documents", "NumericalMethods", "World",
      ],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    // Captures made octet by octet, without any of the code under test.
    .target(
      name: "HandMadeCaptures", dependencies: ["World"], path: "Tests/HandMadeCaptures",
      swiftSettings: settings),
    // Simulated recordings of a channel whose numbers are known.
    .target(
      name: "SyntheticChannels",
      dependencies: ["Calibrating", "Propagation", "Radio", "Documents", "NumericalMethods", "World"],
      path: "Tests/SyntheticChannels", swiftSettings: settings),
    // Prints how often the intervals of calibrate hold the truth.
    .executableTarget(
      name: "CalibrationCoverage",
      dependencies: [
        "Calibrating", "Laps", "Scenarios", "Sites", "Propagation", "Radio", "Documents", "NumericalMethods",
        "World", "SyntheticChannels",
      ],
      path: "Tests/CalibrationCoverage", swiftSettings: settings),
    // How often compare is wrong about figures of applications and of navigation: `make coverage`.
    .executableTarget(
      name: "GateCoverage",
      dependencies: ["Context", "Comparisons", "Laps", "Scenarios", "Results", "Evaluation", "World"],
      path: "Tests/GateCoverage", swiftSettings: settings),
    tests(
      "WorldTests", in: "Foundations", uses: ["World"]),
    tests(
      "NumericalMethodsTests", in: "Foundations", uses: ["NumericalMethods"]),
    tests(
      "DocumentsTests", in: "Foundations", uses: ["Sites", "Documents", "World"]),
    tests(
      "RadioTests", in: "Channel", uses: ["Radio", "NumericalMethods", "World"]),
    tests(
      "PropagationTests", in: "Channel",
      uses: ["Propagation", "Radio", "Documents", "NumericalMethods", "World"]),
    tests(
      "PhoneTests", in: "Receiver", uses: ["Phone", "Radio", "Documents", "World"]),
    // With GSL's search beside the project's own.
    tests(
      "PositioningTests", in: "Receiver",
      uses: ["Positioning", "Phone", "Radio", "Documents", "NumericalMethods", "World", "CGSL"]),
    tests(
      "CapturesTests", in: "Inputs",
      uses: ["HandMadeCaptures", "PhoneLogs", "Captures", "Sites", "Documents", "World"]),
    tests(
      "SitesTests", in: "Inputs", uses: ["PhoneLogs", "Sites", "Captures", "Documents", "World"]),
    tests(
      "EvaluationTests", in: "Scoring", uses: ["Evaluation", "Radio", "NumericalMethods", "World"]),
    tests(
      "ScenariosTests", in: "Scoring",
      uses: [
        "Laps", "Scenarios", "Evaluation", "Sites", "Positioning", "Phone", "Propagation", "Documents",
        "NumericalMethods", "World",
      ]),
    tests(
      "LapsTests", in: "Scoring",
      uses: [
        "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites", "Captures", "Positioning",
        "Phone", "Propagation", "Documents", "NumericalMethods", "World",
      ], exclude: ["Floors"]),
    tests(
      "RenderingTests", in: "Studies", uses: ["Rendering", "Evaluation", "Documents", "World"]),
    tests(
      "ResultsTests", in: "Studies",
      uses: [
        "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites", "Captures", "Positioning",
        "Propagation", "Documents", "NumericalMethods", "World",
      ]),
    tests(
      "CalibratingTests", in: "Studies",
      uses: [
        "Calibrating", "Laps", "Scenarios", "Evaluation", "Sites", "Propagation", "Radio", "Documents",
        "NumericalMethods", "World", "SyntheticChannels",
      ]),
    tests(
      "PlacementTests", in: "Studies",
      uses: [
        "Placement", "Rendering", "Scenarios", "Evaluation", "Sites", "Radio", "Documents",
        "NumericalMethods", "World",
      ]),
    tests(
      "SweepingTests", in: "Studies",
      uses: [
        "Sweeping", "Comparisons", "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites",
        "Documents",
        "NumericalMethods", "World",
      ]),
    tests(
      "ComparisonsTests", in: "Studies",
      uses: [
        "Comparisons", "Calibrating", "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites",
        "Positioning", "Phone", "Propagation", "Documents", "World", "SyntheticChannels",
      ]),
    tests(
      "ContextTests", in: "Studies",
      uses: [
        "Context", "Comparisons", "Placement", "Results", "Rendering", "Laps", "Scenarios", "Evaluation",
        "Sites",
        "Captures", "Radio", "Documents", "World",
      ]),
    tests(
      "PagesTests", in: "Studies",
      uses: [
        "Benchmark", "Pages", "Context", "Comparisons", "Sweeping", "Placement", "Calibrating", "Results",
        "Rendering",
        "Laps", "Scenarios", "Evaluation", "Sites", "Captures", "Propagation", "Documents",
        "NumericalMethods", "World",
      ]),
    tests("AgentsTests", in: "Annexes", uses: ["Documents"]),
    tests("AirTests", in: "Annexes", uses: ["HandMadeCaptures", "Air", "Captures", "Documents", "World"]),
    tests(
      "BenchmarkTests", in: "Annexes",
      uses: [
        "Benchmark", "Comparisons", "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites",
        "Documents", "World",
      ]),
    tests("DrawingsTests", in: "Annexes", uses: ["Drawings", "Sites", "Documents", "World"]),
    tests(
      "PhoneLogsTests", in: "Annexes",
      uses: ["HandMadeCaptures", "PhoneLogs", "Captures", "Sites", "Documents", "World"]),
    tests(
      "RecorderTests", in: "Annexes",
      uses: ["Recorder", "Results", "Sites", "Captures", "Documents", "World"]),
    // Mutants of documents, tables and results: a few with the tests, thousands by `make fuzz`.
    .testTarget(
      name: "DocumentFuzzing",
      dependencies: [
        "Comparisons", "Sweeping", "Results", "Rendering", "Laps", "Scenarios", "Sites", "Documents", "World",
        "TestSupport",
      ],
      path: "Tests/Fuzzing/Documents", swiftSettings: settings),
    // The program itself, which is built for it and lies beside the tests.
    tests(
      "CommandTests", in: "Programs",
      uses: ["Sweeping", "Rendering", "Sites", "Documents", "World"]),
  ] + (annexes.isEmpty ? [] : annexes + [recorder])
)

if annexes.isEmpty { package.targets.removeAll(where: \.isTest) }

if hasServer {
  package.dependencies += [
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
  package.products += [.executable(name: "beaconbench-server", targets: ["beaconbench-server"])]
  package.targets += [
    .systemLibrary(
      name: "CSQLite", path: "Sources/Annexes/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    module(
      "Server", in: "Annexes",
      uses: [
        "Pages", "Results", "Rendering", "Laps", "Scenarios", "Evaluation", "Sites", "Captures",
        "Positioning", "Phone", "Documents", "NumericalMethods", "World", "CFiles", "CSQLite",
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ] + http,
      resources: [
        "Serving/Assets/app.html", "Serving/Assets/app.css", "Serving/Assets/app.js", "Storage/context.sql",
      ].map {
        .embedInCode($0)
      }),
    .target(
      name: "ServerProgram",
      dependencies: [
        "Recorder", "PhoneLogs", "Server", "World", .product(name: "Logging", package: "swift-log"),
        parser,
      ],
      path: "Sources/Programs/ServerProgram", swiftSettings: settings),
    .executableTarget(
      name: "beaconbench-server", dependencies: ["ServerProgram"],
      path: "Sources/Programs/beaconbench-server",
      swiftSettings: settings),
  ]
}
