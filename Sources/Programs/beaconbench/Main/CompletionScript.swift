import ArgumentParser
import Foundation

/// Completion scripts that propose the names of shipped scenarios beside files, and know what a verb such as sweep means when none
/// of its commands is named: the parser's own propose files, and its commands, only.
enum CompletionScript {
  /// A script of the parser for one of three shells, in which such a verb also proposes what its default command takes.
  static func completed(_ script: String) -> String {
    BeaconBench.configuration.subcommands.reduce(script) { script, verb in
      let script = named(script, verb)
      guard let name = verb.configuration.commandName,
        let standard = verb.configuration.defaultSubcommand?.configuration.commandName
      else { return script }
      let parts = verb.configuration.subcommands.compactMap { $0.configuration.commandName }
      if script.hasPrefix("#!/bin/bash") { return bash(script, name, standard, parts) }
      if script.hasPrefix("#compdef") { return zsh(script, name, standard, parts) }
      return script.hasPrefix("function ") ? fish(script, name, standard, parts) : script
    }
  }

  /// With the names of scenarios for a verb whose first argument is one.
  private static func named(_ script: String, _ verb: any ParsableCommand.Type) -> String {
    guard let name = verb.configuration.commandName,
      BeaconBench.helpMessage(for: verb).contains("ARGUMENTS:\n  <scenario>")
    else { return script }
    let names = "$(\(ListCommand.scenarios))"
    if script.hasPrefix("#!/bin/bash") {
      return inserting(
        """
            [[ "${positional_number}" -ne 1 ]] || __beaconbench_add_completions -W "\(names)"

        """, behind: "    # Offer positional completions\n", in: script, after: "\n_beaconbench_\(name)() {\n"
      )
    }
    if script.hasPrefix("#compdef") {
      return script.replacing(
        "':scenario:_files'\n", with: "':scenario:{_files; compadd -- ${(f)\"\(names)\"}}'\n")
    }
    guard script.hasPrefix("function ") else { return script }
    return script
      + "\ncomplete -c 'beaconbench' -n '__beaconbench_should_offer_completions_for_positional \"beaconbench "
      + "\(name)\" -eq 1' -a '(\(ListCommand.scenarios))'\n"
  }

  private static func bash(_ script: String, _ verb: String, _ standard: String, _ parts: [String]) -> String
  {
    let names = parts.joined(separator: " ")
    return inserting(
      """
          if [[ " \(names) " != *" ${unparsed_words[0]:- } "* ]]; then
              [[ "${#unparsed_words[@]}" -gt 1 ]] || COMPREPLY+=($(compgen -W '\(names)' -- "${cur}"))
              _beaconbench_\(verb)_\(standard)
              return
          fi

      """, behind: "\n_beaconbench_\(verb)() {\n", in: script)
  }

  private static func zsh(_ script: String, _ verb: String, _ standard: String, _ parts: [String]) -> String {
    inserting(
      """
          if [[ "${words[2]}" != (\(parts.joined(separator: "|"))) ]]; then
              _beaconbench_\(verb)_\(standard)
              (( CURRENT > 2 )) && return
          fi

      """, behind: "\n_beaconbench_\(verb)() {\n", in: script)
  }

  /// Words behind the verb are parsed as those of its default command, whose proposals also follow the verb itself.
  private static func fish(_ script: String, _ verb: String, _ standard: String, _ parts: [String]) -> String
  {
    let proposals = script.split(separator: "\n").filter {
      $0.contains("\"beaconbench \(verb) \(standard)\"") && !$0.contains("-l 'version'")
        && !$0.contains("-l 'help'")
    }.map { $0.replacing("\"beaconbench \(verb) \(standard)\"", with: "\"beaconbench \(verb)\"") + "\n" }
    return inserting(
      """
                  if set -q unparsed_tokens[2]; and not contains -- $unparsed_tokens[2] \(parts.joined(separator: " "))
                      set unparsed_tokens \(verb) \(standard) $unparsed_tokens[2..]
                  end

      """, behind: "        case '\(verb)'\n", in: script) + "\n" + proposals.joined()
  }

  /// - Parameter start: behind which the line is looked for.
  private static func inserting(
    _ lines: String, behind line: String, in script: String, after start: String = ""
  ) -> String {
    let place = script.range(of: start)?.upperBound ?? script.startIndex
    return script[..<place] + String(script[place...]).replacing(line, with: line + lines, maxReplacements: 1)
  }
}
