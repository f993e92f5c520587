package import Documents
package import Reproducing
import Scenarios
import World

/// Makes a sweep a search for points that reproduce published figures.
package struct SweepTargets: DeclaredSettings {
  package var stages = Search.defaults.stages
  package var falseStops = Search.defaults.falseStops
  /// The seed of the laps with which points that are inside are run again.
  package var again: UInt64 = 0

  package static let defaults = SweepTargets()
  package static let keys: [SettingKey<SweepTargets>] = [
    .defaulted(
      "stages", \.stages, .list(of: .integer(.between(2, 1_000_000)), count: .atLeast(1)),
      "The numbers of laps after which a point is tested, ascending, as of the key `search` of a reproduction."
    ),
    .defaulted(
      "falseStops", \.falseStops, .number(.between(0.001, 0.5)),
      "The probability of stopping a point before the last stage although all its figures are inside."),
    .required(
      "again", \.again, .seed,
      "The seed with which the points found are repeated, different from the sweep's."),
  ]
}

extension Sweep {
  /// The reproduction whose search a sweep with targets is; nil for one without.
  package var reproduction: Reproduction? {
    get throws(FileProblem) {
      guard let targets = document.optional("targets") else { return nil }
      let search = try ["scenario", "set", "points", "parameters"].map { key throws(FileProblem) in
        Document.Member(key: key, value: try document[key])
      }
      let more: [Document.Member] = [
        .init(key: "seed", value: Document(Int(seeds[0]))),
        .init(key: "stages", value: try targets["stages"]),
        .init(key: "falseStops", value: try targets["falseStops"]),
      ]
      return try Reproduction([
        "name": Document(name), "about": Document(about.isEmpty ? name : about), "seed": try targets["again"],
        "presets": [["name": "as it stands", "scenario": try document["scenario"]]],
        "search": Document(search + more),
      ])
    }
  }
}
