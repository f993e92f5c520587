// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OwnMethod",
  dependencies: [.package(name: "BeaconBench", path: "../beaconbench")],
  targets: [
    .executableTarget(
      name: "OwnMethod",
      dependencies: [.product(name: "BeaconBenchModules", package: "BeaconBench")])
  ])
