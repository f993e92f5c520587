import Documents
import Sites

/// What a scenario file says of itself, read without its site and its data.
package struct ListedScenario {
  /// The path of the scenario's file.
  package let path: String
  /// The scenario's name, as its file states it.
  package let name: String
  /// Its description; nil where the file has none.
  package let about: String?
  /// Whether its walks were recorded, not simulated.
  package let isRecorded: Bool
  /// Nil where its data determine it.
  package let laps: Int?
  /// The names of the pipelines, in the order of the file.
  package let pipelines: [String]

  /// Nil for what is no scenario or cannot be read.
  package init?(contentsOf path: String) {
    guard let document = try? Document(contentsOf: path), document.has("pipelines"),
      (try? document.check(is: .scenario)) != nil, let name = try? document.text("name")
    else { return nil }
    let pipelines = (try? document.elements("pipelines")) ?? []
    (self.path, self.name) = (path, name)
    about = try? document.text("about")
    isRecorded = document.has("dataset")
    laps = document.optional("laps").flatMap { try? $0.integer("count") }
    self.pipelines = pipelines.compactMap { try? $0.text("name") }
  }
}
