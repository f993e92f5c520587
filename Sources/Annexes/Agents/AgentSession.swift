package import Documents
import Positioning
import Results
import Sites
import World

/// A server of the Model Context Protocol: answers one line of JSON-RPC after another.
///
/// Source: modelcontextprotocol.io, revisions 2024-11-05 to 2025-11-25: initialize, ping, tools and resources.
package struct AgentSession: Sendable {
  /// Octets of one answer's document.
  package static let mostAnswered = 100_000
  /// Octets of one message.
  package static let mostRead = 1 << 20

  /// The newest comes first.
  private static let revisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  private let surroundings: AgentSurroundings
  private let send: @Sendable (Document) -> Void
  private var isReady = false

  /// - Parameter send: writes one message, on a line of its own.
  package init(_ surroundings: AgentSurroundings, send: @escaping @Sendable (Document) -> Void) {
    (self.surroundings, self.send) = (surroundings, send)
  }

  /// Reads one message, and sends what there is to say to it.
  package mutating func read(_ line: [UInt8]) async {
    guard let text = String(validating: line, as: UTF8.self) else {
      return send(RemoteFault(.unreadable, "expected a line in UTF-8, found other octets").answer())
    }
    guard !text.allSatisfy(\.isWhitespace) else { return }
    var id: Document?
    do throws(RemoteFault) {
      let call = try RemoteCall(text)
      id = call.id
      guard let id else { return }
      send(RemoteCall.answer(try await answer(call), to: id))
    } catch {
      send(error.answer(to: id))
    }
  }

  /// Says that a line was too long to be read.
  package func refuseLongLine() {
    send(
      RemoteFault(.invalid, "expected a message of at most \(Self.mostRead) bytes, found a longer one")
        .answer())
  }

  private mutating func answer(_ call: RemoteCall) async throws(RemoteFault) -> Document {
    switch call.method {
    case "initialize":
      isReady = true
      return greeting(call.parameters)
    case "ping": return [:]
    default: break
    }
    guard isReady else { throw RemoteFault(.invalid, "expected initialize first, found \(call.method)") }
    switch call.method {
    case "tools/list": return ["tools": Document(VerbTool.ofAgents.map(\.listing))]
    case "tools/call": return try await use(call)
    case "resources/list": return try AgentResources(surroundings).list(call.parameters)
    case "resources/templates/list": return ["resourceTemplates": []]
    case "resources/read": return try AgentResources(surroundings).read(call.parameters)
    default: throw RemoteFault(.unknownMethod, "no such method: \(call.method)")
    }
  }

  private func greeting(_ parameters: Document) -> Document {
    let asked = try? parameters.text("protocolVersion")
    return [
      "protocolVersion": Document(
        asked.flatMap { Self.revisions.contains($0) ? $0 : nil } ?? Self.revisions[0]),
      "capabilities": ["tools": [:], "resources": [:]],
      "serverInfo": ["name": "beaconbench", "version": Document(Provenance.version)],
      "instructions":
        "Simulation and evaluation of indoor positioning with Bluetooth beacons. Choose a scenario with list, run it with few laps, change keys with set, and decide with compare_results: a difference whose 95 % interval includes 0 is not shown. All paths are below the working folder.",
    ]
  }

  private func use(_ call: RemoteCall) async throws(RemoteFault) -> Document {
    guard let name = try? call.parameters.text("name") else {
      throw RemoteFault(.wrongParameters, "expected the name of a tool")
    }
    guard let tool = VerbTool.ofAgents.first(where: { $0.name == name }) else {
      let near = suggestion(for: name, among: VerbTool.ofAgents.map(\.name))
      throw RemoteFault(.wrongParameters, "no such tool: \(name)\(near)")
    }
    let token = call.parameters.optional("_meta")?.optional("progressToken")
    let send = send
    let surroundings = surroundings.with { done, total in
      guard let token else { return }
      send(
        RemoteCall.notification(
          "notifications/progress",
          ["progressToken": token, "progress": Document(done), "total": Document(total)]))
    }
    do {
      let arguments = call.parameters.optional("arguments") ?? [:]
      let answer = try await ProgramPolicy.$current.withValue(.none) {
        try await FolderLimit.$current.withValue(surroundings.folder) {
          try await tool.answer(arguments, surroundings)
        }
      }
      return Self.content(answer)
    } catch let problem as any InputProblem {
      return Self.failure(problem.description)
    } catch {
      throw RemoteFault(.ours, "internal error: \(error)")
    }
  }

  /// What a tool found, as text and as a document; or that there is too much of it.
  private static func content(_ answer: Document) -> Document {
    let text = answer.json
    guard text.utf8.count <= mostAnswered else {
      let place = answer.optional("results").flatMap { try? $0.text }
      let advice = place.map { "; it is in \($0), whose tables read_table reads" } ?? ""
      return failure("the answer has \(text.utf8.count) bytes, more than \(mostAnswered)\(advice)")
    }
    return [
      "content": [["type": "text", "text": Document(text)]], "structuredContent": answer, "isError": false,
    ]
  }

  private static func failure(_ sentence: String) -> Document {
    ["content": [["type": "text", "text": Document(sentence)]], "isError": true]
  }
}
