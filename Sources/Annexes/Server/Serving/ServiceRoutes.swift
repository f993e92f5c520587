import Documents
import Hummingbird

/// Operations on the server itself.
struct ServiceRoutes: Sendable {
  let store: RecordStore
  let live: LiveState

  var operations: [Operation] { [health, metrics] }

  private var health: Operation {
    Operation(
      method: .get, path: "/health", summary: "Whether the server answers, and its database is there.",
      answer: ["type": "object", "required": ["status"], "properties": ["status": ["const": "ok"]]]
    ) { [store] _ in
      guard store.isIntact else { throw Problem(DatabaseFault(.removed)) }
      return Response(json: "{\"status\":\"ok\"}")
    }
  }

  /// Counters in the text format of Prometheus.
  private var metrics: Operation {
    Operation(
      method: .get, path: "/metrics", summary: "Counters since the start.", type: "text/plain; version=0.0.4",
      answer: ["type": "string"]
    ) { _ in
      var lines = ["# TYPE beaconbench_requests_total counter"]
      for (status, count) in await live.answered.sorted(by: { $0.key < $1.key }) {
        lines.append("beaconbench_requests_total{status=\"\(status)\"} \(count)")
      }
      lines += [
        "# TYPE beaconbench_records_total counter", "beaconbench_records_total \(await store.stored)",
        "# TYPE beaconbench_commits_total counter", "beaconbench_commits_total \(await store.commits)",
      ]
      return Response(text: lines.joined(separator: "\n") + "\n", type: "text/plain; version=0.0.4")
    }
  }
}
