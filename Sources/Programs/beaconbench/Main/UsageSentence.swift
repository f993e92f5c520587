import ArgumentParser
import Documents
import World

/// What is wrong with the arguments, as one sentence in the form of all others: which argument, what was expected
/// and what was found.
///
/// The parser's own messages are of one to three sentences, in words that are not ours; one that is not known here
/// is kept, on one line.
struct UsageSentence {
  /// For an error of parsing or validation.
  static func text(for error: any Error) -> String {
    let lines = message(for: error).split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
    let full = BeaconBench.fullMessage(for: error)
    let command = full.firstMatch(of: /See '(.*) --help' for more information/).map { String($0.1) }
    let sentence = rewritten(lines.joined(separator: " "), command: command ?? "beaconbench")
    return command.map { "\(sentence); see '\($0) --help'" } ?? sentence
  }

  /// The parser's message, in which the only ends of lines are its own: those of arguments are escaped.
  private static func message(for error: any Error) -> String {
    let values = CommandLine.names.flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    return values.filter { $0.contains(where: \.isNewline) }.reduce(BeaconBench.message(for: error)) {
      $0.replacing($1, with: $1.printable())
    }
  }

  /// Refuses a verb that does not exist before the parser takes it for an argument.
  static func checkVerb(_ arguments: ArraySlice<String>) throws {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments
    let verbs = BeaconBench.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let word = words.first, !word.hasPrefix("-"), word != "help", !verbs.contains(word) else { return }
    throw ValidationError(
      "expected one of the commands \(verbs.joined(separator: ", ")), found \(word)"
        + suggestion(for: word, among: verbs))
  }

  private static func rewritten(_ message: String, command: String) -> String {
    if let match = message.wholeMatch(of: /The value '(.*)' is invalid for '([^' ]*)( <.*>)?'(.*)/) {
      let choices = choices(of: String(match.2), command)
      let advice = match.1.isEmpty ? "" : suggestion(for: String(match.1), among: choices)
      return "\(match.2): \(expected(match.4, choices)), found \(quoted(match.1))\(advice)"
    }
    if let match = message.wholeMatch(of: /Unknown option '(.*?)'(?:\. Did you mean '.*'\?)?/) {
      // The parser names the nearest of few options, however far it is.
      return "\(command) has no option \(match.1)"
        + suggestion(for: String(match.1), among: arguments(of: command).flatMap(names(of:)))
    }
    if let match = message.wholeMatch(of: /Missing value for '([^ ]*).*'/) {
      return "\(match.1) requires a value"
    }
    if let match = message.wholeMatch(of: /Missing expected argument '(.*)'/) {
      let name = match.1.hasSuffix(" ...") ? "at least one \(match.1.dropLast(4))" : String(match.1)
      return "\(name) is required"
    }
    if let match = message.wholeMatch(of: /(?:Unexpected argument|\d+ unexpected arguments:) '(.*)'/) {
      let found = String(match.1.replacing("', '", with: ", "))
      let names = parts(of: command)
      guard !names.isEmpty else { return "unexpected argument \(found)" }
      return "expected \(names.joined(separator: " or ")), found \(found)"
        + suggestion(for: found, among: names)
    }
    if let match = message.wholeMatch(
      of: /The option '(.*)' does not take any value, but '(.*)' was specified\./)
    {
      return "\(match.1) takes no value, found \(quoted(match.2))"
    }
    return message.last == "." ? String(message.dropLast()) : message
  }

  /// The names of a command's own commands, such as motion and fingerprint of `beaconbench reproduce`.
  private static func parts(of command: String) -> [String] {
    type(of: command).configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// What a command declares.
  private static func arguments(of command: String) -> [Document] {
    let help = try? Document(json: type(of: command)._dumpHelp(), file: "")
    return (try? help?["command"]["arguments"].elements) ?? []
  }

  /// The names of an option as they are written, or that of an argument in its place.
  private static func names(of argument: Document) -> [String] {
    guard let names = try? argument.elements("names") else {
      return (try? argument.text("valueName")).map { ["<\($0)>"] } ?? []
    }
    return names.compactMap { try? "--" + $0.text("name") }
  }

  /// The values of an option or an argument that has a list of them.
  private static func choices(of name: String, _ command: String) -> [String] {
    let argument = arguments(of: command).first { names(of: $0).contains(name) }
    return (try? argument?.elements("allValues").map { try $0.text }) ?? []
  }

  /// What runs a command such as `beaconbench reproduce motion`.
  private static func type(of command: String) -> any ParsableCommand.Type {
    var type: any ParsableCommand.Type = BeaconBench.self
    for name in command.split(separator: " ").dropFirst() {
      guard
        let part = type.configuration.subcommands.first(where: {
          $0.configuration.commandName == String(name)
        })
      else { break }
      type = part
    }
    return type
  }

  /// `: expected 1 to 9` of a reader of our own, or what the parser says of a value that is none of its choices.
  private static func expected(_ text: Substring, _ choices: [String]) -> String {
    if text.hasPrefix(": ") { return String(text.dropFirst(2)) }
    return "expected \(choices.isEmpty ? "another value" : listing(choices))"
  }

  private static func quoted(_ value: Substring) -> String { value.isEmpty ? "nothing" : String(value) }
}
