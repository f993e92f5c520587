import Documents
import Foundation
import Rendering
import Scenarios
import World

/// The scenarios of a folder.
struct ListScenarios: AgentTool {
  static let name = "list_scenarios"
  static let about =
    "Lists the scenario files below a folder: path, name, what each is for, its number of laps and its pipelines. Recorded scenarios "
    + "need their data set."

  var folder = "scenarios"
  var offset = 0

  static let defaults = ListScenarios()
  static let keys: [SettingKey<ListScenarios>] = [
    .defaulted("folder", \.folder, .text(), "A folder below the working folder."),
    .defaulted("offset", \.offset, .integer(.between(0, 1_000_000)), "How many scenarios to pass over."),
  ]

  /// How many are listed at once, and how many files are looked into.
  private static let most = 100
  private static let mostFiles = 2000

  func answer(_ surroundings: AgentSurroundings) throws -> Document {
    let files = try surroundings.files(below: folder, most: Self.mostFiles) { $0.hasSuffix(".yaml") }
    let scenarios = files.paths.compactMap { ListedScenario(contentsOf: $0) }.map(Self.entry)
    let shown = scenarios.dropFirst(offset).prefix(Self.most)
    return [
      "scenarios": Document(Array(shown)), "n": Document(scenarios.count),
      "left": Document(max(0, scenarios.count - offset - shown.count)),
      "filesNotLookedAt": Document(files.left),
    ]
  }

  private static func entry(_ scenario: ListedScenario) -> Document {
    var members: [Document.Member] = [
      .init(key: "path", value: Document(scenario.path)),
      .init(key: "kind", value: scenario.isRecorded ? "recorded" : "simulated"),
      .init(key: "laps", value: scenario.laps.map { Document($0) } ?? nil),
      .init(key: "pipelines", value: Document(scenario.pipelines.map { Document($0) })),
      .init(key: "name", value: Document(scenario.name)),
    ]
    if let about = scenario.about { members.append(.init(key: "about", value: Document(about))) }
    return Document(members)
  }
}

/// Filters and positioning methods.
struct ListMethods: AgentTool {
  static let name = "list_methods"
  static let about =
    "Lists the signal filters and positioning methods that a pipeline of a scenario may name, each with a sentence; with a name, "
    + "also the JSON Schema of its settings."

  var method: String?

  static let defaults = ListMethods()
  static let keys: [SettingKey<ListMethods>] = [
    .optional("name", \.method, .text(.line), "A filter or a method whose settings to describe.")
  ]

  func answer(_ surroundings: AgentSurroundings) throws -> Document {
    guard let method else {
      let lists = Listed.lists.dropFirst().map { (title: $0.title, rows: $0.rows()) }
      return Document(
        lists.map { .init(key: $0.title, value: $0.rows.figureValue.document) }
          + [.init(key: "n", value: Document(lists.reduce(0) { $0 + $1.rows.count }))])
    }
    guard let known = Listed.components.first(where: { $0.name == method }) else {
      throw FileProblem(
        file: "", place: .key("name"), expected: "a filter or a method",
        found: method + suggestion(for: method, among: Listed.components.map(\.name)))
    }
    return Document(
      [.init(key: "kind", value: Document(known.kind))] + known.document.only(["name", "settings"]))
  }
}

extension AgentSurroundings {
  /// The files below a folder, in the order of their paths, hidden ones left out; how many more there are is not known once
  /// there are too many.
  func files(
    below folder: String, most: Int, where isMeant: (String) -> Bool
  ) throws(FileProblem) -> (paths: [String], left: Int) {
    let top = try checked(folder)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: top, isDirectory: &isFolder), isFolder.boolValue else {
      throw FileProblem(file: top, sentence: isFolder.boolValue ? "cannot be read" : "no such folder")
    }
    // Links are not followed.
    let names = FileManager.default.enumerator(
      at: URL(filePath: top), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    var (paths, looked) = ([String](), 0)
    while let url = names?.nextObject() as? URL, looked < 20 * most {
      looked += 1
      guard isMeant(url.lastPathComponent) else { continue }
      paths.append(url.path)
    }
    let base = URL(filePath: top).path
    let all = paths.map { top + $0.dropFirst(base.count) }.sorted()
    return (Array(all.prefix(most)), max(0, all.count - most))
  }
}
