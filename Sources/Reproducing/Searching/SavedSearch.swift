import Documents
import Scenarios
import World

/// The files from which a search can be run again, and the definition that its cells share.
enum SavedSearch {
  static let name = "search.yaml"

  /// A reproduction file beside the saved scenario, with the search and every number as it was run.
  static func document(of search: Search, _ reproduction: Reproduction) throws(FileProblem) -> Document {
    let part = try search.document
      .setting("scenario", to: Document(SavedScenario.scenarioName)).setting(
        "set", to: Document([Document.Member]())
      )
      .setting("seed", to: Document(Int(search.seed))).setting("points", to: Document(search.points))
      .setting("stages", to: Document(search.stages.map { Document($0) }))
    return try Reproduction.schema.resolve([
      "name": Document(reproduction.name), "about": Document(reproduction.about),
      "seed": Document(Int(reproduction.seed)), "laps": Document(search.laps),
      "presets": [["name": "as it stands", "scenario": Document(SavedScenario.scenarioName)]],
      "search": Document(part.content),
    ])
  }

  /// A reproduction file beside the saved scenario whose preset is one point, with the reproduction's own seed.
  static func document(
    ofBest point: SearchPoint, of search: Search, reproduction: String, seed: UInt64
  ) throws(FileProblem) -> Document {
    try Reproduction.schema.resolve([
      "name": Document(reproduction),
      "about": Document(
        "Point \(point.index) of a search: the one closest to the published figures."),
      "seed": Document(Int(seed)), "laps": Document(search.laps),
      "presets": [
        [
          "name": "best point", "scenario": Document(SavedScenario.scenarioName),
          "set": Document(point.settings(of: search.parameters)),
        ]
      ],
    ])
  }

  /// All that the cells of a search have in common, whatever the number of points.
  ///
  /// - Parameter seed: of the laps with which points that are inside are run again.
  static func definition(
    of search: Search, again seed: UInt64, _ saved: SavedScenario
  ) throws(FileProblem) -> Document {
    [
      "parameters": try search.document["parameters"],
      "stages": Document(search.stages.map { Document($0) }),
      "falseStops": Document(search.falseStops), "again": Document(Int(seed)),
      "files": Document(saved.files.map(\.document)),
      "tables": Document(saved.tables.map { Document($0.contents) }),
    ]
  }
}
