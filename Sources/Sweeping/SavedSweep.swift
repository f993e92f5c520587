import Documents
import Scenarios
import World

/// The files from which a sweep can be run again, and the definition that its blocks share.
enum SavedSweep {
  static let name = "sweep.yaml"

  /// The sweep beside the saved scenario, with every default.
  static func document(of sweep: Sweep) throws(FileProblem) -> Document {
    let own: [Document.Member] = try sweep.document.members.filter { $0.key != "set" && $0.key != "slurm" }
      .map {
        $0.key == "scenario" ? .init(key: $0.key, value: Document(SavedScenario.scenarioName)) : $0
      }
    return try Sweep.schema.resolve(Document(own))
  }

  /// All that the blocks of a sweep have in common, whatever its points, seeds and metrics are.
  static func definition(of sweep: Sweep, _ saved: SavedScenario) throws(FileProblem) -> Document {
    [
      "block": Document(sweep.block), "pipelines": Document((sweep.pipelines ?? []).map { Document($0) }),
      "files": Document(saved.files.map(\.document)),
      "tables": Document(saved.tables.map { Document($0.contents) }),
    ]
  }
}
