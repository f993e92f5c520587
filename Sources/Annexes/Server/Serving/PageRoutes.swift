import Documents
import HTTPTypes
import Hummingbird
import Pages
import ServiceLifecycle

/// What people see: a page that works without a network and without a build step, and the events that keep it up to date.
struct PageRoutes: Sendable {
  let live: LiveState
  /// What the player draws below every callback, as JSON; nil for none.
  let plan: String?

  var operations: [Operation] {
    [
      .page("/", PackageResources.app_html, "text/html; charset=utf-8", "The page."),
      .page("/app.js", PackageResources.app_js, "text/javascript; charset=utf-8", "The page's program."),
      .page(
        "/app.css", PackageResources.app_css + PlayerAssets.style, "text/css; charset=utf-8",
        "The page's style."),
      .page("/player.js", PlayerAssets.script, "text/javascript; charset=utf-8", "The player of laps."),
      Operation(
        method: .get, path: "/v1/plan", summary: "The plan that is shown; an empty object without a site."
      ) { [plan] _ in Response(json: plan ?? "{}") },
      events,
    ]
  }

  /// Server-sent events, as the HTML standard has them, until the server ends.
  private var events: Operation {
    Operation(
      method: .get, path: "/v1/events",
      summary: "Records and played callbacks as they come, as server-sent events.",
      protection: .personal,
      query: [.text("person", "Whose messages are among the events; by default none are.")],
      type: "text/event-stream",
      answer: ["description": "Events of the HTML standard, whose data are JSON."]
    ) { [live] call in
      let events = try await live.listen(call.client, for: call.query["person"].map(RecordText.normalised))
      let body = ResponseBody { writer in
        try await writer.write(ByteBuffer(string: ": listening\n\n"))
        for await event in events.cancelOnGracefulShutdown() {
          try await writer.write(ByteBuffer(string: event))
        }
        try await writer.finish(nil)
      }
      return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }
  }
}
