import Foundation

/// The scenarios of this project, which are found wherever the program runs.
package enum ShippedFile {
  /// The path itself, or where nothing is there and it is `scenarios` or below it, that of the shipped file; without a folder
  /// of that name, also that of one that is not shipped, so that the nearest name is found among the shipped ones.
  package static func path(_ path: String) -> String {
    guard path == "scenarios" || path.hasPrefix("scenarios/"), !exists(path) else { return path }
    let shipped = folders.map { "\($0)/\(path)" }.first(where: exists)
    return shipped ?? (exists("scenarios") ? path : folders.first.map { "\($0)/\(path)" } ?? path)
  }

  /// `share/beaconbench` beside the `bin` of an installed program, and the checkout above the build folder.
  package static let folders: [String] = {
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return []
    }
    var folder = URL(filePath: program).deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent().appending(path: "share/beaconbench").path
    while folder.path != "/", !exists(folder.appending(path: "Package.swift").path) {
      folder.deleteLastPathComponent()
    }
    return [installed, folder.path].filter { exists("\($0)/scenarios") }
  }()

  private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
