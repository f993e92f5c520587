import ArgumentParser
import Foundation
import World

/// Parses, runs, and turns what went wrong into one sentence and an exit status.
@main
enum Main {
  static func main() async {
    do {
      var command = try BeaconBench.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      exit(for: error)
    }
  }

  /// 0 for help and version, 2 for bad usage and bad input, a command's own status, 70 for a fault of ours.
  private static func exit(for error: any Error) -> Never {
    if let check = error as? CheckFailed {
      FileHandle.standardError.write(Data("beaconbench: \(check.sentence)\n".utf8))
      Foundation.exit(1)
    }
    if let problem = error as? any InputProblem {
      FileHandle.standardError.write(Data("beaconbench: \(problem.description)\n".utf8))
      Foundation.exit(2)
    }
    let status = BeaconBench.exitCode(for: error)
    guard status == .validationFailure || status == .success else {
      FileHandle.standardError.write(Data("beaconbench: a fault of ours: \(error)\n".utf8))
      Foundation.exit(70)
    }
    let message = BeaconBench.fullMessage(for: error)
    let output = status == .success ? FileHandle.standardOutput : FileHandle.standardError
    output.write(Data((message + "\n").utf8))
    Foundation.exit(status == .success ? 0 : 2)
  }
}

/// A check or gate that failed: exit status 1.
struct CheckFailed: Error {
  let sentence: String
}
