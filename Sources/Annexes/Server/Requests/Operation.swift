import Documents
import HTTPTypes
import Hummingbird

/// One route: what it takes and gives, from which the OpenAPI document follows, and what it does.
struct Operation: Sendable {
  /// What protects it, where the server has a token.
  enum Protection: Sendable {
    case open
    case write
    case personal
  }

  let method: HTTPRequest.Method
  /// Such as `/v1/beacons/{id}`.
  let path: String
  let summary: String
  var protection = Protection.open
  var query: [QueryParameter] = []
  /// The JSON Schema of what is posted.
  var body: Document?
  /// The media type and JSON Schema of a good answer.
  var type = "application/json"
  var answer: Document = ["type": "object"]
  var goodStatus = 200
  /// Whether 200 is a good answer too, of what had been done before.
  var mayBeDone = false
  /// The statuses of what can go wrong beside those of any request.
  var problems: [Int] = []
  let handler: @Sendable (Call) async throws -> Response

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
struct QueryParameter: Sendable {
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
struct Call: Sendable {
  let client: Client
  /// Of the path's braces.
  let path: [String: String]
  /// The values, each as its schema defines it.
  let query: [String: String]
  /// What was posted; empty where nothing was.
  let body: Document

  func integer(_ name: String, default standard: Int) -> Int { query[name].flatMap { Int($0) } ?? standard }
}

extension Operation {
  /// Nothing but what this server sends may run, be shown or be asked.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// A page or a part of one, under the policy of pages.
  static func page(_ path: String, _ text: [UInt8], _ type: String, _ summary: String) -> Operation {
    Operation(method: .get, path: path, summary: summary, type: type, answer: ["type": "string"]) { _ in
      var response = Response(text: String(decoding: text, as: UTF8.self), type: type)
      response.headers[.contentSecurityPolicy] = policy
      return response
    }
  }
}
