import Documents
import Filters
import Foundation
import Phone
import Positioning
import Scenarios
import Sites
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
      return [
        "filters": Document(BuiltInFilters.all.map { Self.entry($0.name, $0.about) }),
        "methods": Document(MethodChoice.builtIn.map { Self.entry($0.name, $0.about) }),
        "n": Document(BuiltInFilters.all.count + MethodChoice.builtIn.count),
      ]
    }
    if let filter = BuiltInFilters.all.first(where: { $0.name == method }) {
      return Self.described("filter", filter.schema, filter.name, filter.about)
    }
    if let known = MethodChoice.builtIn.first(where: { $0.name == method }) {
      return Self.described("method", known.schema, known.name, known.about)
    }
    let names = BuiltInFilters.all.map { $0.name } + MethodChoice.builtIn.map { $0.name }
    throw FileProblem(
      file: "", place: .key("name"), expected: "a filter or a method",
      found: method + suggestion(for: method, among: names))
  }

  private static func entry(_ name: String, _ about: String) -> Document {
    ["name": Document(name), "about": Document(about)]
  }

  private static func described(_ kind: String, _ schema: Schema, _ name: String, _ about: String) -> Document
  {
    [
      "kind": Document(kind), "name": Document(name),
      "settings": schema.jsonSchema(title: name, about: about),
    ]
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
