import ArgumentParser
import Foundation
package import Positioning

/// Whether a verb may start the programs that a scenario names as methods.
package struct ProgramsOption: ParsableArguments {
  /// Whether all programs of the scenario may be started.
  @Flag(
    help: "Start the programs that the scenario names as methods. docs/security.md says what that permits.")
  var allowPrograms = false

  package init() {}

  /// What the option and the list of the user permit.
  package var policy: ProgramPolicy { allowPrograms ? .all : .named(list: Self.list) }

  /// The option again, for another process.
  package var arguments: [String] { allowPrograms ? ["--allow-programs"] : [] }

  /// The file in which the user lists scenarios whose programs may be started always.
  private static var list: String {
    let environment = ProcessInfo.processInfo.environment
    // The specification of these folders ignores a relative one.
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"] ?? NSHomeDirectory()
    return (folder ?? home + "/.config") + "/beaconbench/allowed-programs"
  }
}
