package import Documents
package import HTTPTypes
package import Hummingbird

/// One route: what it takes and gives, from which the OpenAPI document follows, and what it does.
package struct Operation: Sendable {
  /// What protects it, where the server has a token.
  package enum Protection: Sendable {
    case open
    case write
    case personal
  }

  let method: HTTPRequest.Method
  /// Such as `/v1/beacons/{id}`.
  let path: String
  let summary: String
  let protection: Protection
  let query: [QueryParameter]
  /// The JSON Schema of what is posted.
  let body: Document?
  /// The media type and JSON Schema of a good answer.
  let type: String
  let answer: Document
  let goodStatus: Int
  /// Whether 200 is a good answer too, of what had been done before.
  let mayBeDone: Bool
  /// The statuses of what can go wrong beside those of any request.
  let problems: [Int]
  let handler: @Sendable (Call) async throws -> Response

  package init(
    method: HTTPRequest.Method, path: String, summary: String, protection: Protection = .open,
    query: [QueryParameter] = [], body: Document? = nil, type: String = "application/json",
    answer: Document = ["type": "object"], goodStatus: Int = 200, mayBeDone: Bool = false,
    problems: [Int] = [], handler: @escaping @Sendable (Call) async throws -> Response
  ) {
    (self.method, self.path, self.summary, self.protection) = (method, path, summary, protection)
    (self.query, self.body, self.type, self.answer) = (query, body, type, answer)
    (self.goodStatus, self.mayBeDone, self.problems) = (goodStatus, mayBeDone, problems)
    self.handler = handler
  }

  /// The parts of the path, those in braces for any part.
  var parts: [Substring] { path.split(separator: "/") }

  /// The values of the braces, where a path fits.
  func values(in path: [Substring]) -> [String: String]? {
    let own = parts
    guard own.count == path.count else { return nil }
    var values: [String: String] = [:]
    for (own, part) in zip(own, path) {
      guard own.hasPrefix("{") else {
        guard own == part else { return nil }
        continue
      }
      values[String(own.dropFirst().dropLast())] = String(part)
    }
    return values
  }
}

/// A parameter behind the question mark.
package struct QueryParameter: Sendable {
  let name: String
  let schema: Document
  let about: String

  static func integer(_ name: String, _ range: ClosedRange<Int>, _ about: String) -> QueryParameter {
    QueryParameter(
      name: name,
      schema: [
        "type": "integer", "minimum": Document(range.lowerBound), "maximum": Document(range.upperBound),
      ], about: about)
  }

  static func name(_ name: String, _ about: String) -> QueryParameter {
    QueryParameter(
      name: name, schema: ["type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"], about: about)
  }

  /// A text as records have it.
  static func text(_ name: String, _ about: String) -> QueryParameter {
    QueryParameter(
      name: name, schema: ["type": "string", "minLength": 1, "maxLength": Document(RecordText.most)],
      about: about)
  }

  static func word(_ name: String, _ words: [String], _ about: String) -> QueryParameter {
    QueryParameter(
      name: name, schema: ["type": "string", "enum": Document(words.map { Document($0) })], about: about)
  }

  /// Whether a value is as the schema has it.
  func accepts(_ text: String) -> Bool {
    if let words = try? schema.optional("enum")?.elements { return words.contains(Document(text)) }
    if schema.has("maxLength") { return 1...RecordText.most ~= text.unicodeScalars.count }
    guard schema.has("minimum") else { return TextFormat.name.accepts(text) }
    guard let value = Int(text), text == "\(value)", let low = try? schema.integer("minimum"),
      let high = try? schema.integer("maximum")
    else { return false }
    return low...high ~= value
  }
}

/// What an operation is called with.
package struct Call: Sendable {
  let client: Client
  /// Of the path's braces.
  let path: [String: String]
  /// The values, each as its schema defines it.
  let query: [String: String]
  /// What was posted; empty where nothing was.
  package let body: Document

  func integer(_ name: String, default standard: Int) -> Int { query[name].flatMap { Int($0) } ?? standard }
}

extension Operation {
  /// Nothing but what this server sends may run, be shown or be asked.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// A page or a part of one, under the policy of pages.
  package static func page(_ path: String, _ text: [UInt8], _ type: String, _ summary: String) -> Operation {
    Operation(method: .get, path: path, summary: summary, type: type, answer: ["type": "string"]) { _ in
      var response = Response(text: String(decoding: text, as: UTF8.self), type: type)
      response.headers[.contentSecurityPolicy] = policy
      return response
    }
  }
}
