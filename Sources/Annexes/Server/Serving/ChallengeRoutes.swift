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
        Response(
          json: Document([
            .init(key: "laps", value: Document(challenge.study.laps)),
            .init(key: "scenario", value: Document(challenge.site.site.name)),
            .init(key: "scores", value: Document(await challenge.scores)),
            .init(key: "site", value: challenge.site.document), .init(key: "stepSeconds", value: 0.5),
          ]).json)
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
        let estimate = try read(Estimate.self, call.body)
        var fix: Fix?
        if let x = estimate.x, let y = estimate.y {
          let floor = estimate.floor ?? challenge.site.site.floors[0].level
          let height = challenge.site.site.elevation(ofFloor: floor)
          fix = Fix(position: Point(x: x, y: y, z: height), floor: floor)
        }
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
