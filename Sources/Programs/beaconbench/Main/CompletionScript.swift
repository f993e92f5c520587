import ArgumentParser

/// Completion scripts that know what a verb such as sweep means when none of its commands is named: the parser's own propose its
/// commands only.
enum CompletionScript {
  /// A script of the parser for one of three shells, in which such a verb also proposes what its default command takes.
  static func completed(_ script: String) -> String {
    BeaconBench.configuration.subcommands.reduce(script) { script, verb in
      guard let name = verb.configuration.commandName,
        let standard = verb.configuration.defaultSubcommand?.configuration.commandName
      else { return script }
      let parts = verb.configuration.subcommands.compactMap { $0.configuration.commandName }
      if script.hasPrefix("#!/bin/bash") { return bash(script, name, standard, parts) }
      if script.hasPrefix("#compdef") { return zsh(script, name, standard, parts) }
      return script.hasPrefix("function ") ? fish(script, name, standard, parts) : script
    }
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

  private static func inserting(_ lines: String, behind line: String, in script: String) -> String {
    script.replacing(line, with: line + lines, maxReplacements: 1)
  }
}
