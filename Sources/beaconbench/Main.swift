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
    guard status == .success else {
      FileHandle.standardError.write(Data("beaconbench: \(usageSentence(for: error))\n".utf8))
      Foundation.exit(2)
    }
    FileHandle.standardOutput.write(Data((BeaconBench.fullMessage(for: error) + "\n").utf8))
    Foundation.exit(0)
  }

  /// What is wrong with the arguments and where to read on, on one line like everything else that is wrong.
  private static func usageSentence(for error: any Error) -> String {
    let lines = BeaconBench.message(for: error).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let advice = BeaconBench.fullMessage(for: error).split(separator: "\n").last {
      $0.contains("--help' for more information")
    }
    let message = lines.joined(separator: " ")
    guard let advice else { return message }
    let stop = message.last.map { ".?!".contains($0) } ?? true
    return message + (stop ? " " : ". ") + advice.trimmingCharacters(in: .whitespaces)
  }
}

/// A check or gate that failed: exit status 1.
struct CheckFailed: Error {
  let sentence: String
}
