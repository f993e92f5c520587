import Documents
import HTTPTypes
import Hummingbird
import Laps
import Sites
import World

/// The operations of a challenge.
struct ChallengeRoutes: Sendable {
  let challenge: Challenge
  let clock: @Sendable () -> Double

  private struct Beginning: DeclaredSettings {
    var name = ""
    var laps = 10

    static let defaults = Beginning()
    static let keys: [SettingKey<Beginning>] = [
      .required("name", \.name, .text(.line), "The name of the row of results."),
      .defaulted(
        "laps", \.laps, .integer(.between(1, 100)), "How many laps."),
    ]
  }

  private struct Estimate: DeclaredSettings {
    var x: Double?
    var y: Double?
    var floor: Int?

    static let defaults = Estimate()
    static let keys: [SettingKey<Estimate>] = [
      .optional(
        "x", \.x, .number(.coordinate), unit: "m", "East of the origin; left out where it is not known."),
      .optional("y", \.y, .number(.coordinate), unit: "m", "North of the origin."),
      .optional(
        "floor", \.floor, .integer(.between(-1000, 1000)), "The floor's level; by default the site's first."),
    ]
    static let rules: [Schema.KeyRule] = [.together("x", "y")]

    /// Nil for an answer without a position.
    func fix(on site: Site) -> Fix? {
      guard let x, let y else { return nil }
      let floor = floor ?? site.floors[0].level
      return Fix(position: Point(x: x, y: y, z: site.elevation(ofFloor: floor)), floor: floor)
    }
  }

  private static let state: Document = [
    "type": "object", "required": ["name", "laps", "lap", "isDone"],
    "properties": [
      "untilSeconds": ["type": "number"], "readings": ["type": "array"], "isDone": ["type": "boolean"],
    ],
  ]

  var operations: [Operation] {
    [
      Operation(
        method: .get, path: "/v1/challenge",
        summary: "The scenario, its site, and the scores of the last \(Challenge.mostScores) finished runs.",
        answer: ["type": "object", "required": ["scenario", "laps", "site", "scores"]]
      ) { _ in
        let answer: Document = [
          "laps": Document(challenge.study.laps), "scenario": Document(challenge.site.site.name),
          "scores": Document(await challenge.scores), "site": challenge.site.document, "stepSeconds": 0.5,
        ]
        return Response(json: answer.json)
      },
      Operation(
        method: .post, path: "/v1/challenge/runs", summary: "Begins a run.", protection: .write,
        body: Beginning.schema.jsonSchema(title: "run", about: "A run of a program."), answer: Self.state,
        goodStatus: 201
      ) { call in
        let settings = try read(Beginning.self, call.body)
        let answer = try await challenge.begin(settings.name, laps: settings.laps, at: clock())
        return Response(json: answer.json, status: .created)
      },
      Operation(
        method: .get, path: "/v1/challenge/runs/{run}",
        summary: "How far a run is, and its score at the end.",
        answer: Self.state
      ) { call in Response(json: try await challenge.state(of: call.path["run"] ?? "").json) },
      Operation(
        method: .post, path: "/v1/challenge/runs/{run}/next",
        summary: "Posts the estimate for the end of the last half second, and gives the next one.",
        protection: .write,
        body: Estimate.schema.jsonSchema(title: "estimate", about: "Where the walker is."), answer: Self.state
      ) { call in
        let fix = try read(Estimate.self, call.body).fix(on: challenge.site.site)
        return Response(json: try await challenge.next(call.path["run"] ?? "", fix, at: clock()).json)
      },
    ]
  }

  private func read<Settings: DeclaredSettings>(_: Settings.Type, _ body: Document) throws(Problem)
    -> Settings
  {
    do throws(FileProblem) {
      return try Settings(Settings.schema.resolve(body))
    } catch {
      throw Problem(.unprocessableContent, error.description)
    }
  }
}
