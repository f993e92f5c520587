package import Documents
import Foundation

/// Where the Python is that reads drawings, draws pictures and fetches data sets.
extension PythonProgram {
  /// What BEACONBENCH_PYTHON says, else that of the virtual environment which `make build` sets up, beside the build folder
  /// of a checkout or in `share/beaconbench` of an installed program, else the one beside the program, else that of the machine.
  package static var interpreter: String {
    named ?? ShippedFile.folders.flatMap { ["\($0)/.build/python", "\($0)/python"] }
      .map { "\($0)/bin/python3" }.first(where: isExecutable) ?? installed
  }

  /// What BEACONBENCH_PYTHON says.
  package static var named: String? {
    ProcessInfo.processInfo.environment["BEACONBENCH_PYTHON"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// That of the environment into which pip has installed the program, else that of the machine.
  package static var installed: String { besideProgram ?? "python3" }

  private static var besideProgram: String? {
    ShippedFile.programFolder.map { "\($0)/python3" }.flatMap { isExecutable($0) ? $0 : nil }
  }

  /// What to do where vl-convert is missing.
  package static var advice: String {
    let install = besideProgram.map { "run \($0) -m pip install 'beaconbench[pictures]'" } ?? "run make build"
    return "\(install), or set BEACONBENCH_PYTHON to a Python with the package vl-convert-python"
  }

  private static func isExecutable(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }
}
