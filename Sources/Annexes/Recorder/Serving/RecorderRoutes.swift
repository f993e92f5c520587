import Documents
import HTTPTypes
import Hummingbird
import Logging
import Pages
import Server
import Sites
import World

/// The operations of a recorder, and its page.
struct RecorderRoutes: Sendable {
  let recorder: Recorder
  let logger: Logger

  private static let state: Document = [
    "type": "object", "required": ["unixSeconds", "input", "beacons", "unknown", "walks", "presses"],
    "properties": [
      "unixSeconds": [
        "type": "number", "description": "The server's clock, with which a page compares its own.",
      ],
      "input": [
        "enum": ["none", "waiting", "arriving", "halted", "ended"],
        "description":
          "Halted while what arrives cannot be kept, as on a full disk; marks are answered with 507 then.",
      ],
      "walks": [
        "type": "array", "items": ["type": "integer"], "description": "The number of presses of each walk.",
      ],
    ],
  ]

  var operations: [Operation] {
    [
      .page("/record", PackageResources.record_html, "text/html; charset=utf-8", "The recorder's page."),
      .page(
        "/record.js", PackageResources.record_js, "text/javascript; charset=utf-8", "The recorder's program."),
      .page(
        "/record.css", PackageResources.record_css + PlayerAssets.style, "text/css; charset=utf-8",
        "The recorder's style."),
      Operation(
        method: .get, path: "/v1/recorder", summary: "What is heard and what is marked.",
        protection: .personal, answer: Self.state
      ) { [recorder] _ in Response(json: await recorder.state().json) },
      Operation(
        method: .get, path: "/v1/recorder/points",
        summary:
          "The places that are marked one after another: the site's test points, or else the nodes of its path.",
        answer: ["type": "object", "required": ["points"]]
      ) { [recorder] _ in Response(json: Self.points(of: recorder.folder.site.site).json) },
      Operation(
        method: .post, path: "/v1/recorder/marks",
        summary: "Keeps a mark, which is on the disk when the response arrives.", protection: .write,
        body: RecordedMark.schema.jsonSchema(title: "mark", about: "A press, or a change of one."),
        answer: RecordedMark.schema.jsonSchema(title: "mark", about: "A mark as it is kept."),
        goodStatus: 201,
        mayBeDone: true
      ) { [recorder, logger] call in
        let mark = try Self.read(call.body)
        let isNew = try await recorder.add(mark, logger)
        return Response(json: mark.written.json, status: isNew ? .created : .ok)
      },
    ]
  }

  private static func read(_ body: Document) throws(Problem) -> RecordedMark {
    do throws(FileProblem) {
      return try RecordedMark(RecordedMark.schema.resolve(body))
    } catch {
      throw Problem(.unprocessableContent, error.description)
    }
  }

  private static func points(of site: Site) -> Document {
    func point(_ name: String, _ place: Point, _ floor: Int, isTestPoint: Bool) -> Document {
      [
        "name": Document(name), "x": Document(place.x), "y": Document(place.y), "floor": Document(floor),
        "isTestPoint": Document(isTestPoint),
      ]
    }
    let points = site.testPoints.map { point("\($0.id)", $0.position, $0.floor, isTestPoint: true) }
    let nodes = site.path?.nodes.map { point($0.name, $0.position, $0.floor, isTestPoint: false) } ?? []
    return ["points": Document(points.isEmpty ? nodes : points)]
  }
}
