import ArgumentParser
import Foundation

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
