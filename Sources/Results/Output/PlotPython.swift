import Foundation

/// Where the Python is that renders pictures.
package enum PlotPython {
  /// What BEACONBENCH_PYTHON says, else that of the virtual environment which `make build` sets up: beside the build folder
  /// of a checkout, or in `share/beaconbench` of an installed program. Nil where there is none.
  package static var path: String? {
    if let named = ProcessInfo.processInfo.environment["BEACONBENCH_PYTHON"], !named.isEmpty { return named }
    return ShippedFile.folders.flatMap { ["\($0)/.build/python", "\($0)/python"] }
      .map { "\($0)/bin/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
