import Documents
import Scenarios
import World

// The files from which a sweep can be run again, and the definition that its blocks share.

extension Sweep {
  /// The sweep beside the saved scenario, with every default.
  var saved: Document {
    get throws(FileProblem) {
      let own: [Document.Member] = try document.members.filter { $0.key != "set" && $0.key != "slurm" }
        .map {
          $0.key == "scenario" ? .init(key: $0.key, value: Document(SavedScenario.scenarioName)) : $0
        }
      return try Self.schema.resolve(Document(own))
    }
  }

  /// All that the blocks of a sweep have in common, whatever its points, seeds and metrics are.
  func definition(_ saved: SavedScenario) -> Document {
    [
      "block": Document(block), "pipelines": Document((pipelines ?? []).map { Document($0) }),
      "files": Document(saved.files.map(\.document)),
      "tables": Document(saved.tables.map { Document($0.text) }),
    ]
  }
}
