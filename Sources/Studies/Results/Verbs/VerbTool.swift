package import ArgumentParser

/// A verb that an agent may ask for: its options by their names are the arguments, and its JSON document is the answer.
package struct VerbTool: Sendable {
  package let name: String
  package let verb: any StudyVerb.Type
  /// Whether it leaves all files as they are.
  package let onlyReads: Bool
  /// The keys of the document that are answered; nil for all.
  package let shown: [String]?

  /// All of this program.
  @TaskLocal package static var all: [VerbTool] = []

  package init(
    _ verb: any StudyVerb.Type, as name: String? = nil, onlyReads: Bool = false, shown: [String]? = nil
  ) {
    self.name = name ?? verb.configuration.commandName ?? ""
    (self.verb, self.onlyReads, self.shown) = (verb, onlyReads, shown)
  }

  /// Those of a verb's own commands, such as `benchmark_verify`.
  package static func all(below verb: any ParsableCommand.Type) -> [VerbTool] {
    let parts = verb.configuration.subcommands.compactMap { $0 as? any StudyVerb.Type }
    return parts.map { part in
      let names = [verb.configuration.commandName, part.configuration.commandName]
      return VerbTool(part, as: names.compactMap { $0 }.joined(separator: "_"))
    }
  }
}
