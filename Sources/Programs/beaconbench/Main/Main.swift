import ArgumentParser
import Foundation
import NumericalMethods
import Rendering
import Results
import World

#if SERVER
  import ServerProgram
#endif

/// Parses, runs, and turns what went wrong into one sentence and an exit status.
@main
enum Main {
  /// The runtime opens descriptors of its own as soon as there is something to wait for, and traps without them: they
  /// are checked before.
  static func main() {
    #if SERVER
      if CommandLine.arguments.first == ServerProgram.name { ServerProgram.start() }
    #endif
    StandardStreams.prepare()
    if let problem = StandardStreams.shortageOfDescriptors() {
      StandardStreams.complain(problem.description)
      Foundation.exit(2)
    }
    Task { await run() }
    dispatchMain()
  }

  private static func run() async {
    FreedMemory.keep()
    Annex.all.begin()
    do {
      guard !CommandLine.names.isEmpty else {
        try StandardStreams.print(BeaconBench.welcome)
        Foundation.exit(0)
      }
      try UsageSentence.checkVerb(CommandLine.names)
      let command = try BeaconBench.parseAsRoot(Array(CommandLine.names))
      let limits = (command as? any StudyRunning)?.limits ?? StudyLimits()
      try await ProgramCommit.$current.withValue(.ofThisProgram) {
        try await VerbTool.$all.withValue(StudyVerbs.tools) {
          try await limits.apply(to: { try await run(command) })
        }
      }
      Foundation.exit(0)
    } catch {
      Foundation.exit(status(of: error))
    }
  }

  private static func run(_ command: any ParsableCommand) async throws {
    var command = command
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }

  /// 0 for help and version, 1 for a check that failed, 2 for bad usage and bad input, 70 for a fault of ours.
  ///
  /// Reports the error.
  private static func status(of error: any Error) -> Int32 {
    if let check = error as? CheckFailed {
      StandardStreams.complain(check.sentence)
      return 1
    }
    if let problem = error as? any InputProblem {
      StandardStreams.complain(problem.description + ShippedFile.damage(in: problem.description))
      return 2
    }
    switch BeaconBench.exitCode(for: error) {
    case .success:
      do {
        let message = BeaconBench.fullMessage(for: error) + HelpOfParts.text(for: CommandLine.names)
        // The parser does not wrap the line of usage. Completion scripts and JSON must stay as they are.
        try StandardStreams.print(
          CommandLine.names.contains(where: isForPrograms)
            ? CompletionScript.completed(message)
            : BeaconBench.withGroups(message).wrappingLines(to: OutputWidth.ofHelp))
      } catch {
        return status(of: error)
      }
      return 0
    case .validationFailure:
      StandardStreams.complain(UsageSentence.text(for: error))
      return 2
    default:
      StandardStreams.complain("internal error: \(error)")
      return 70
    }
  }

  /// Whether an option asks the parser for what shells and generators of manual pages read.
  private static func isForPrograms(_ argument: String) -> Bool {
    argument.hasPrefix("--generate-completion-script") || argument == "--experimental-dump-help"
  }
}

extension CommandLine {
  /// The arguments behind the program's name, which may be names of files in any encoding.
  static var names: ArraySlice<String> {
    (1..<max(1, Int(argc))).compactMap { place in
      unsafeArgv[place].map { FileName.text($0) }
    }[...]
  }
}

/// What the help of a verb with commands of its own leaves out: the options of the command that the verb means when none is
/// named, and where those of the others are listed.
enum HelpOfParts {
  /// What is to follow the parser's help; empty unless the arguments ask for the help of such a verb.
  static func text(for arguments: ArraySlice<String>) -> String {
    let words = arguments.filter { !["help", "--help", "-h"].contains($0) }
    guard words.count == 1, words.count < arguments.count, let name = words.first,
      let verb = BeaconBench.configuration.subcommands.first(where: { $0.configuration.commandName == name })
    else { return "" }
    let parts = verb.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !parts.isEmpty else { return "" }
    let others =
      "Options of each command: " + parts.map { "beaconbench \(name) \($0) --help" }.joined(separator: ", ")
      + "."
    return options(of: verb) + "\n\n\(others)"
  }

  /// The sections of arguments and options of the default command.
  private static func options(of verb: any ParsableCommand.Type) -> String {
    guard let part = verb.configuration.defaultSubcommand, let name = part.configuration.commandName,
      let verbName = verb.configuration.commandName
    else { return "" }
    let help = BeaconBench.helpMessage(for: part)
    guard let start = help.range(of: "ARGUMENTS:") ?? help.range(of: "OPTIONS:") else { return "" }
    return
      "\n\nWithout a command, \(verbName) means \(verbName) \(name), with these arguments and options:\n\n"
      + help[start.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
