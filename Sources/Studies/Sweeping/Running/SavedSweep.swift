import Documents
import Scenarios
import World

// The files from which a sweep can be run again, and the definition that its blocks share.

extension Sweep {
  /// The sweep beside the saved scenario, with every default; a search as the file of a reproduction.
  var saved: Document {
    get throws(FileProblem) {
      guard let targets else {
        let own: [Document.Member] = try document.members.filter { $0.key != "set" && $0.key != "slurm" }
          .map {
            $0.key == "scenario" ? .init(key: $0.key, value: Document(SavedScenario.scenarioName)) : $0
          }
        return try Self.schema.resolve(Document(own))
      }
      let search: Document = [
        "scenario": Document(SavedScenario.scenarioName), "set": Document([Document.Member]()),
        "seed": Document(Int(seed)), "points": Document(points),
        "stages": Document(stages.map { Document($0) }), "falseStops": Document(targets.falseStops),
        "parameters": try document["parameters"],
      ]
      return try reproduction(about.isEmpty ? name : about, preset: "as it stands").replacing(
        "search", by: search)
    }
  }

  /// A reproduction beside the saved scenario whose preset is one point of a search.
  func reproduction(ofBest point: SweepPoint) -> Document {
    reproduction(
      "Point \(point.index) of a search: the one closest to the published figures.", preset: "best point",
      setting: point.settings(of: parameters))
  }

  /// With the seed of the laps with which a search tries again what it finds.
  private func reproduction(_ about: String, preset: String, setting: [Document.Member] = []) -> Document {
    let preset: Document = [
      "name": Document(preset), "scenario": Document(SavedScenario.scenarioName), "set": Document(setting),
      "matches": false,
    ]
    return [
      "name": Document(name), "about": Document(about), "seed": Document(Int(stopping.again)),
      "laps": Document(stages.last ?? 0), "presets": [preset],
    ]
  }

  /// All that the blocks of a sweep have in common, whatever its points, seeds and metrics are.
  func definition(_ saved: SavedScenario) -> Document {
    [
      "block": Document(targets == nil ? block : 0),
      "pipelines": Document((pipelines ?? []).map { Document($0) }),
      "files": Document(saved.files.map(\.document)),
      "tables": Document(saved.tables.map { Document($0.contents) }),
      "targets": targets.map {
        [
          "stages": Document(stages.map { Document($0) }), "falseStops": Document($0.falseStops),
          "again": Document(Int($0.again)),
        ]
      } ?? nil,
    ]
  }
}
