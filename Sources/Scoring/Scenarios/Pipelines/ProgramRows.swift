package import Documents
package import Positioning
import Sites
public import World

extension [PipelineDefinition] {
  /// The same rows, with the permission that their programs have: the one place that decides which programs start.
  ///
  /// - Parameters:
  ///   - path: of the file that they come from.
  ///   - own: rows that the user stated on the command line.
  package func permitted(
    in path: String, own: [MethodRow], by policy: ProgramPolicy = .current
  ) throws(FileProblem) -> Self {
    guard contains(where: { $0.program != nil }) else { return self }
    var (named, stated, file) = ([ProgramMethod.Settings](), [ProgramMethod.Settings](), "")
    if case .named(let list) = policy.rule {
      named = try Self.programs(in: own.map(\.document))
      stated = Entry(following: path) == .file ? (try? Self.programs(inFile: path)) ?? [] : []
      if try AllowedPrograms(contentsOf: list).hold(path) { named += stated }
      file = list
    }
    return map { definition in
      guard var program = definition.program else { return definition }
      // What a sweep, a study or --set puts in the place of a method is not in the file, and no digest of the file stands for it.
      let advice =
        stated.contains(program)
        ? "not started, since it is a program that \(path) names. Where you trust it, --allow-programs starts it; so does "
          + "a line with the file's SHA-256 digest in \(file)"
        : "not started, since it is a program that neither \(path) nor --method names. Where you trust what names it, "
          + "--allow-programs starts it"
      program.permission = policy.permission(for: program, named: named, advice: advice)
      var definition = definition
      definition.method = MethodChoice(program)
      return definition
    }
  }

  /// The same rows with the permission that equal programs of other rows have.
  package func permitted(as others: Self) -> Self {
    map { definition in
      guard let other = others.first(where: { $0.program != nil && $0.method == definition.method })
      else { return definition }
      var definition = definition
      definition.method = other.method
      return definition
    }
  }

  /// As a file states them, before anything takes the place of what it says.
  private static func programs(inFile path: String) throws(FileProblem) -> [ProgramMethod.Settings] {
    try programs(in: try Document(contentsOf: path).elements("pipelines"))
  }

  private static func programs(in rows: [Document]) throws(FileProblem) -> [ProgramMethod.Settings] {
    let form = MethodChoice.form
    var programs: [ProgramMethod.Settings] = []
    for case let method? in rows.map({ $0.optional("method") }) {
      let settings = try form.read(form.schema.resolve(method)).settings
      if let program = settings as? ProgramMethod.Settings { programs.append(program) }
    }
    return programs
  }
}

extension PipelineDefinition {
  fileprivate var program: ProgramMethod.Settings? { settings.method.settings as? ProgramMethod.Settings }
}

/// The digests of the scenarios whose programs the user allows.
private struct AllowedPrograms {
  private let digests: Set<String>

  /// Reads lines as `sha256sum` prints them: a digest, and perhaps the name of a file. Other lines begin with `#`.
  ///
  /// - Parameter path: where there is no file, nothing is allowed.
  init(contentsOf path: String) throws(FileProblem) {
    var digests: Set<String> = []
    let text = Entry(following: path) == nil ? "" : try wholeText(of: path)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let word = line.split(whereSeparator: \.isWhitespace).first, !word.hasPrefix("#") else {
        continue
      }
      guard TextFormat.sha256.accepts(String(word)) else {
        throw FileProblem(
          file: path, line: number + 1, expected: "a SHA-256 digest of 64 hexadecimal digits",
          found: word.prefix(80).description.printable())
      }
      digests.insert(word.lowercased())
    }
    self.digests = digests
  }

  func hold(_ path: String) throws(FileProblem) -> Bool {
    guard !digests.isEmpty, Entry(following: path) == .file else { return false }
    return try digests.contains(FileDigest.sha256(ofFile: path))
  }
}

/// A pipeline without filters, as an option names its method.
public struct MethodRow: Sendable {
  /// As it stands in a scenario.
  package let document: Document

  /// - Parameter document: a pipeline as a scenario has it, which is checked with the scenario.
  package init(_ document: Document) { self.document = document }

  /// Reads `nearest`, `{weightedCentroid: {k: 8}}` or `exec:python3 mine.py`, words between spaces, each with or without a
  /// name for the row: `mine=exec:python3 mine.py`.
  public init(_ text: String) throws(FileProblem) {
    let sign = text.firstIndex { "=:{[".contains($0) }.flatMap { text[$0] == "=" ? $0 : nil }
    let name = (sign.map { text[..<$0] } ?? text[...]).trimmingPrefix { $0 == " " }.split(separator: " ")
      .joined(separator: " ")
    let method = sign.map { text[text.index(after: $0)...] } ?? text[...]
    let option = "--method \(text)"
    guard !name.isEmpty, !method.isEmpty else {
      throw FileProblem(
        file: "--method", expected: "a positioning method, such as nearest or exec:python3 mine.py",
        found: text.isEmpty ? "nothing" : text)
    }
    let members = [Document.Member(key: "name", value: Document(String(name)))]
    let more = try method.hasPrefix("exec:") ? Self.program(method, option) : Self.builtIn(method, option)
    document = Document(members + more).moved(to: Document.Location(file: option))
  }

  private static func program(
    _ method: Substring, _ option: String
  ) throws(FileProblem) -> [Document.Member] {
    let words = method.dropFirst(5).split(separator: " ").map { Document(String($0)) }
    guard !words.isEmpty else {
      throw FileProblem(file: option, expected: "a command after exec:", found: "nothing")
    }
    return .init(present: ["method": ["command": Document(words)], "snap": false])
  }

  /// A built-in method with what it uses: that is what it was asked for. A program with settings has no `snap` here either.
  private static func builtIn(
    _ method: Substring, _ option: String
  ) throws(FileProblem) -> [Document.Member] {
    let read = try Document(yaml: String(method), file: option)
    let known = MethodChoice.builtIn.map { $0.name }
    if let word = try? read.text, !known.contains(word) {
      throw FileProblem(
        file: "--method",
        expected: "one of the methods \(known.joined(separator: ", ")), or exec: and a command",
        found: word + suggestion(for: word, among: known))
    }
    // Settings that cannot be read are refused with the scenario.
    let uses = (try? MethodChoice.form.read(MethodChoice.form.schema.resolve(read)))?.settings.uses ?? []
    let snap: Document? = (try? read.choice.name) == "command" ? false : nil
    return .init(present: [
      "method": read, "given": Document(uses.map { Document($0.rawValue) }), "snap": snap,
    ])
  }
}
