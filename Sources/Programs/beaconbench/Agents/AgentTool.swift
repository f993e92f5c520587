import Documents
package import Sites
import World

/// Something that an agent can ask for: its arguments, declared as any settings are, and what comes of them.
protocol AgentTool: DeclaredSettings {
  static var name: String { get }
  /// What the client reads to choose a tool: what it does, what the answer holds, and what it costs.
  static var about: String { get }
  /// Whether it leaves all files as they are.
  static var onlyReads: Bool { get }

  /// - Returns: an object.
  /// - Throws: an `InputProblem` for what cannot be done as asked.
  func answer(_ surroundings: AgentSurroundings) async throws -> Document
}

extension AgentTool {
  static var onlyReads: Bool { true }

  /// As tools/list describes it.
  static var listing: Document {
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
  static func answer(_ arguments: Document, _ surroundings: AgentSurroundings) async throws -> Document {
    try await Self(schema.resolve(arguments)).answer(surroundings)
  }
}

/// What tools work with.
package struct AgentSurroundings: Sendable {
  /// How many laps run side by side.
  let width: Int
  /// The working folder; nothing elsewhere is read or written.
  let folder: FolderLimit
  /// Is given how much is done, and of how much.
  let progress: @Sendable (_ done: Int, _ of: Int) -> Void

  package init(
    width: Int, folder: FolderLimit,
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) {
    (self.width, self.folder, self.progress) = (width, folder, progress)
  }

  /// The same for one call.
  func with(progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void) -> AgentSurroundings {
    AgentSurroundings(width: width, folder: folder, progress: progress)
  }

  /// A path that leads nowhere outside the working folder.
  func checked(_ path: String) throws(FileProblem) -> String {
    try folder.check(path)
    return path
  }
}

extension Document {
  /// An object with some of its members, in the order of the keys.
  func only(_ keys: [String]) -> [Document.Member] {
    keys.compactMap { key in optional(key).map { Document.Member(key: key, value: $0) } }
  }
}
