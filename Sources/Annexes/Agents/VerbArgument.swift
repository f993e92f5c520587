import ArgumentParser
import Documents

/// An argument of a verb, as the parser describes it.
struct VerbArgument {
  enum Kind { case flag, value, list }

  /// What a tool has no use for, or must not decide.
  private static let left: Set = [
    "threads", "memory", "allow-programs", "json", "table", "quiet", "data", "help", "version", "report",
    "token", "person", "accept", "slurm", "shard", "no-merge", "estimate", "map", "metrics", "cost",
    "overview", "verbose",
  ]

  let name: String
  private let about: String
  let kind: Kind
  let isPositional: Bool
  private let isRequired: Bool
  /// Whether it names a file or a folder.
  let isPath: Bool

  static func all(of verb: any ParsableCommand.Type) -> [VerbArgument] {
    guard let help = try? Document(json: verb._dumpHelp(), file: ""),
      let arguments = try? help["command"]["arguments"].elements
    else { return [] }
    return arguments.compactMap { VerbArgument($0) }
      .filter { argument in
        // Agents get no printed tables whose columns they could choose, only the table that one tool reads.
        (argument.name != "columns" || verb is TableVerb.Type) && !left.contains(argument.name)
          && !argument.about.hasPrefix("With --slurm")
      }
  }

  private init?(_ document: Document) {
    guard let kind = try? document.text("kind"), (try? document["shouldDisplay"].flag) == true,
      let about = try? document.text("abstract")
    else { return nil }
    isPositional = kind == "positional"
    let preferred = document.optional("preferredName").flatMap { try? $0.text("name") }
    let place = (try? document.text("valueName"))?.lowercased()
    guard let name = isPositional ? place : preferred else { return nil }
    let isRepeating = (try? document["isRepeating"].flag) == true
    (self.name, self.about) = (name, about)
    self.kind = kind == "flag" ? .flag : isRepeating ? .list : .value
    isRequired = (try? document["isOptional"].flag) == false
    let completion = document.optional("completionKind")
    isPath = completion?.has("file") == true || completion?.has("directory") == true
  }

  /// Its key of a tool. What the command line separates by commas may be a list here.
  var field: Schema.Field {
    let one = Schema.alternatives([.text(), .integer(), .number()])
    let schema: Schema =
      switch kind {
      case .flag: .boolean
      case .list: .array(of: one)
      case .value: .alternatives([.text(), .integer(), .number(), .array(of: one)])
      }
    return isRequired && kind == .value ? .required(name, schema, about) : .optional(name, schema, about)
  }

  /// What stands for a value on the command line.
  func texts(of value: Document) -> [String] {
    let texts = ((try? value.elements) ?? [value]).map { (try? $0.text) ?? $0.json }
    return kind == .list ? texts : [texts.joined(separator: ",")]
  }
}
