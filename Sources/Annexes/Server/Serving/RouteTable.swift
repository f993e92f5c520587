import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import World

/// Finds the operation of a request, checks what it may and says, and turns what goes wrong into problem documents.
struct RouteTable: HTTPResponder {
  typealias Context = ClientContext

  private let operations: [Operation]
  /// By the number of parts of the path.
  private let byLength: [Int: [Operation]]
  private let live: LiveState
  private let names: ServedNames
  private let token: String?
  private let logger: Logger
  private static let start = ContinuousClock().now

  init(_ operations: [Operation], live: LiveState, names: ServedNames, token: String?, logger: Logger) {
    let description = OpenAPI.document(of: operations, hasToken: token != nil).prettyJSON
    let all =
      operations + [
        Operation(method: .get, path: "/openapi.json", summary: "This document.") { _ in
          Response(json: description)
        }
      ]
    self.operations = all
    byLength = Dictionary(grouping: all) { $0.parts.count }
    (self.live, self.names, self.token, self.logger) = (live, names, token, logger)
  }

  func respond(to request: Request, context: ClientContext) async throws -> Response {
    var response: Response
    do {
      response = try await answer(request, of: context.client)
    } catch let problem as Problem {
      response = problem.response
    } catch let error as any HTTPResponseError {
      response = Problem(error.status, error.status.reasonPhrase).response
    } catch {
      logger.error("\(request.method.rawValue): \(type(of: error))")
      response = Problem(.badRequest, "the request broke off").response
    }
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.cacheControl] = "no-store"
    if request.headers[.connection] == "close" { response.headers[.connection] = "close" }
    await live.count(response.status.code)
    return response
  }

  private func answer(_ request: Request, of client: Client) async throws -> Response {
    if let fault = HeadCheck.fault(of: request) { throw fault }
    try names.check(request)
    let hasToken = hasToken(request)
    let now = (ContinuousClock().now - Self.start) / .seconds(1)
    guard await live.admits(RateLimit.Caller(client: client, hasToken: hasToken), at: now) else {
      throw Problem(.tooManyRequests, "too many requests a second", headers: [.retryAfter: "1"])
    }
    let uri = request.uri.string
    let path = try RequestReading.parts(of: uri)
    let fitting = (byLength[path.count] ?? []).compactMap { operation in
      operation.values(in: path).map { (operation, $0) }
    }
    guard !fitting.isEmpty else { throw Problem(.notFound, "there is nothing at this path") }
    let isHead = request.method == .head
    guard let (operation, values) = fitting.first(where: { $0.0.method == (isHead ? .get : request.method) })
    else {
      let allowed = fitting.map { $0.0.method.rawValue }.joined(separator: ", ")
      throw Problem(
        .methodNotAllowed, "expected \(allowed), found \(request.method.rawValue)", headers: [.allow: allowed]
      )
    }
    guard hasToken || operation.protection == .open else {
      throw Problem(.unauthorized, "expected the server's token", headers: [.wwwAuthenticate: "Bearer"])
    }
    let call = Call(
      client: client, path: values, query: try RequestReading.query(of: uri, for: operation),
      body: try await RequestReading.body(of: request, for: operation))
    let response = try await operation.handler(call)
    return isHead ? response.createHeadResponse() : response
  }

  /// Whether a request has the token, or needs none. The scheme may be in any case (RFC 9110, section 11.1).
  private func hasToken(_ request: Request) -> Bool {
    guard let token else { return true }
    let words = request.headers[.authorization]?.split(separator: " ") ?? []
    guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
    return Self.areSame(Array(words[1].utf8), Array(token.utf8))
  }

  /// In a time that does not say where they differ.
  private static func areSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Facts about a request beyond its contents.
struct ClientContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let client: Client

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    client = Client(source.channel.remoteAddress)
  }
}
