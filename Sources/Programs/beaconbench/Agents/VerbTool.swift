import ArgumentParser
import Documents
import Results
import World

/// The tool of a study's verb: takes the options of the verb by their names, and answers with its JSON document.
struct VerbTool<Verb: StudyVerb>: AgentTool {
  static var name: String { Verb.configuration.commandName ?? "" }
  static var onlyReads: Bool { false }

  static var about: String {
    "\(Verb.configuration.abstract) \(Verb.configuration.discussion.prefix { $0 != "\n" }) The answer is what the verb \(name) prints "
      + "with --json. Time grows with the number of laps: begin with a few."
  }

  private var flags: [String: Bool] = [:]
  private var values: [String: Document] = [:]
  private var lists: [String: [Document]] = [:]

  private subscript(required name: String) -> Document {
    get { values[name] ?? "" }
    set { values[name] = newValue }
  }

  static var defaults: VerbTool { VerbTool() }

  static var keys: [SettingKey<VerbTool>] {
    VerbArgument.all(of: Verb.self).map { argument in
      let (name, about) = (argument.name, argument.about)
      let form = SettingForm<Document>.document(.alternatives([.text(), .integer(), .number()]))
      return switch argument.kind {
      case .flag: .optional(name, \.flags[name], .flag, about)
      case .list: .optional(name, \.lists[name], .list(of: form), about)
      case .value where argument.isRequired: .required(name, \.[required: name], form, about)
      case .value: .optional(name, \.values[name], form, about)
      }
    }
  }

  func answer(_ surroundings: AgentSurroundings) async throws -> Document {
    let runner = StudyRunner(width: surroundings.width) { steps in
      ToolProgress(total: steps.count, shown: surroundings.progress)
    }
    do {
      let verb = try Verb.parse(words(surroundings))
      let (outcome, folders) = try await verb.outcome(runner, warn: { _ in })
      let results = folders.map { Document.Member(key: "results", value: Document($0)) }
      let failure = outcome.failure.map { [Document.Member(key: "failure", value: Document($0))] } ?? []
      return Document(results + failure + (try outcome.document.members))
    } catch let problem as any InputProblem {
      throw problem
    } catch  where Verb.exitCode(for: error) == .validationFailure {
      throw FileProblem(file: Self.name, sentence: Verb.message(for: error).printable())
    }
  }

  /// The command line, whose files are all below the working folder.
  private func words(_ surroundings: AgentSurroundings) throws(FileProblem) -> [String] {
    var (options, rest) = ([String](), [String]())
    for argument in VerbArgument.all(of: Verb.self) {
      let given = values[argument.name].map { [$0] } ?? lists[argument.name] ?? []
      if flags[argument.name] == true { options.append("--\(argument.name)") }
      for value in given where argument.name == "laps" { try Self.checkLaps(value) }
      for value in given {
        let text = (try? value.text) ?? (try? value.integer).map { "\($0)" } ?? value.json
        if argument.isPath { _ = try surroundings.checked(text) }
        if argument.isPositional { rest.append(text) } else { options.append("--\(argument.name)=\(text)") }
      }
    }
    return options + ["--"] + rest
  }

  private static func checkLaps(_ value: Document) throws(FileProblem) {
    guard let laps = try? value.integer, laps > RunScenario.mostLaps else { return }
    throw FileProblem(
      file: name, place: .key("laps"), expected: "at most \(RunScenario.mostLaps)", found: "\(laps)")
  }
}

extension StudyVerb {
  static var tool: any AgentTool.Type { VerbTool<Self>.self }
}

/// Passes on how much is done.
private struct ToolProgress: StudyProgress {
  let total: Int
  let shown: @Sendable (Int, Int) -> Void

  func show(done: Int) { shown(done, total) }
  func finish() {}
}

/// An argument of a verb, as the parser describes it.
private struct VerbArgument {
  enum Kind { case flag, value, list }

  /// What a tool has no use for, or must not decide.
  private static let left: Set = [
    "threads", "memory", "allow-programs", "json", "table", "quiet", "data", "help", "version", "report",
    "token", "person",
  ]

  let name: String
  let about: String
  let kind: Kind
  let isPositional: Bool
  let isRequired: Bool
  /// Whether it names a file or a folder.
  let isPath: Bool

  static func all(of verb: any ParsableCommand.Type) -> [VerbArgument] {
    guard let help = try? Document(json: verb._dumpHelp(), file: ""),
      let arguments = try? help["command"]["arguments"].elements
    else { return [] }
    return arguments.compactMap { VerbArgument($0) }.filter { !left.contains($0.name) }
  }

  private init?(_ document: Document) {
    guard let kind = try? document.text("kind"), (try? document["shouldDisplay"].flag) == true,
      let about = try? document.text("abstract")
    else { return nil }
    isPositional = kind == "positional"
    let preferred = document.optional("preferredName").flatMap { try? $0.text("name") }
    guard let name = isPositional ? try? document.text("valueName") : preferred else { return nil }
    let isRepeating = (try? document["isRepeating"].flag) == true
    (self.name, self.about) = (name, about)
    self.kind = kind == "flag" ? .flag : isRepeating ? .list : .value
    isRequired = (try? document["isOptional"].flag) == false
    let completion = document.optional("completionKind")
    isPath = completion?.has("file") == true || completion?.has("directory") == true
  }
}
