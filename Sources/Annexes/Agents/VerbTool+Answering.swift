import ArgumentParser
import Documents
import Foundation
import Results
import Sites
import World

extension VerbTool {
  /// With what agents alone need.
  static var ofAgents: [VerbTool] { all + [VerbTool(TableVerb.self, as: "read_table", onlyReads: true)] }

  /// The largest number of laps.
  private static let mostLaps = 2000

  private var about: String {
    let configuration = verb.configuration
    let discussion = configuration.discussion.prefix { $0 != "\n" }
    let advice =
      "Time grows with the number of laps, of which there may be \(Self.mostLaps): begin with a few."
    return "\(configuration.abstract) \(discussion) The answer is what the verb prints with --json."
      + (onlyReads ? "" : " \(advice)")
  }

  private var schema: Schema { .object(VerbArgument.all(of: verb).map(\.field)) }

  /// As tools/list describes it.
  var listing: Document {
    [
      "name": Document(name), "description": Document(about),
      "inputSchema": schema.jsonSchema(title: name, about: about),
      "annotations": [
        "readOnlyHint": Document(onlyReads), "destructiveHint": false, "idempotentHint": true,
        "openWorldHint": false,
      ],
    ]
  }

  /// Reads the arguments strictly, and answers them.
  ///
  /// - Throws: an `InputProblem` for what cannot be done as asked.
  func answer(_ arguments: Document, _ surroundings: AgentSurroundings) async throws -> Document {
    let runner = StudyRunner(width: surroundings.width) { steps in
      ToolProgress(total: steps.count, shown: surroundings.progress)
    }
    let words = try words(schema.resolve(arguments), surroundings)
    do {
      let verb = try verb.parse(words)
      let (outcome, folders) = try await verb.outcome(runner, warn: { _ in })
      let members = try outcome.document.members.filter { shown?.contains($0.key) ?? true }
      let results = folders.first.map { [Document.Member(key: "results", value: Document($0))] } ?? []
      let failure = outcome.failure.map { [Document.Member(key: "failure", value: Document($0))] } ?? []
      return Document(results + failure + members)
    } catch let problem as any InputProblem {
      throw problem
    } catch  where verb.exitCode(for: error) == .validationFailure {
      throw FileProblem(file: name, sentence: verb.message(for: error).printable())
    }
  }

  /// The command line, whose files are all below the working folder.
  private func words(_ given: Document, _ surroundings: AgentSurroundings) throws(FileProblem) -> [String] {
    var (options, rest) = ([String](), [String]())
    for argument in VerbArgument.all(of: verb) {
      guard let value = given.optional(argument.name) else { continue }
      if argument.name == "laps", let laps = try? value.integer, laps > Self.mostLaps {
        throw FileProblem(
          file: name, place: .key("laps"), expected: "at most \(Self.mostLaps)", found: "\(laps)")
      }
      for text in argument.texts(of: value) {
        if argument.isPath { _ = try surroundings.checked(text) }
        switch argument.kind {
        case .flag: if text == "true" { options.append("--\(argument.name)") }
        case _ where argument.isPositional: rest.append(text)
        default: options.append("--\(argument.name)=\(text)")
        }
      }
    }
    return options + ["--"] + rest
  }
}

/// What tools work with.
package struct AgentSurroundings: Sendable {
  /// How many laps run side by side.
  let width: Int
  /// The working folder; nothing elsewhere is read or written.
  let folder: FolderLimit
  /// Is given how much is done, and of how much.
  var progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }

  /// The same for one call.
  func with(progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void) -> AgentSurroundings {
    AgentSurroundings(width: width, folder: folder, progress: progress)
  }

  /// A path that leads nowhere outside the working folder.
  func checked(_ path: String) throws(FileProblem) -> String {
    try folder.check(path)
    return path
  }

  /// The files below a folder, in the order of their paths, hidden ones left out; of too many, the first.
  func files(below folder: String, most: Int, where isMeant: (String) -> Bool) throws(FileProblem) -> [String]
  {
    let top = try checked(folder)
    // Links are not followed.
    let names = FileManager.default.enumerator(
      at: URL(filePath: top), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    var (paths, looked) = ([String](), 0)
    while let url = names?.nextObject() as? URL, looked < 20 * most {
      looked += 1
      if isMeant(url.lastPathComponent) { paths.append(url.path) }
    }
    let base = URL(filePath: top).path
    return Array(paths.map { top + $0.dropFirst(base.count) }.sorted().prefix(most))
  }
}

/// Passes on how much is done.
private struct ToolProgress: StudyProgress {
  let total: Int
  let shown: @Sendable (Int, Int) -> Void

  func show(done: Int) { shown(done, total) }
  func finish() {}
}
