import Documents
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import World

/// Reads what a request says, and refuses it with a sentence.
package enum RequestReading {
  /// Octets of what is posted, of a path with its query, and seconds in which all of it must have come.
  static let mostPosted = 64 << 10
  static let mostAsked = 4 << 10
  static let patience = 10
  /// By how many seconds what is reported may be ahead of the clock.
  package static let mostAhead = 300.0

  /// The parts of a path, decoded.
  static func parts(of uri: String) throws(Problem) -> [Substring] {
    guard uri.utf8.count <= mostAsked else {
      throw Problem(.uriTooLong, "expected a path of at most \(mostAsked) bytes, found \(uri.utf8.count)")
    }
    let path = uri.prefix { $0 != "?" && $0 != "#" }
    var parts: [Substring] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let text = part.removingPercentEncoding else {
        throw Problem(.badRequest, "expected a path in UTF-8, found other octets")
      }
      guard !text.unicodeScalars.contains("\0") else { throw RecordText.hasNUL }
      parts.append(Substring(text))
    }
    return parts == [""] ? [] : parts
  }

  static func query(of uri: String, for operation: Operation) throws(Problem) -> [String: String] {
    guard let sign = uri.firstIndex(of: "?") else { return [:] }
    var values: [String: String] = [:]
    for (name, value) in try pairs(in: String(uri[uri.index(after: sign)...]), what: "query") {
      guard let parameter = operation.query.first(where: { $0.name == name }) else {
        let known = operation.query.map(\.name)
        throw Problem(
          .badRequest,
          "expected \(known.isEmpty ? "no parameter" : "one of the parameters \(known.joined(separator: ", "))"), found \(name)"
        )
      }
      guard parameter.accepts(value), values.updateValue(value, forKey: name) == nil else {
        throw Problem(.badRequest, "\(name): expected one value as \(parameter.schema.json), found \(value)")
      }
    }
    return values
  }

  /// `a=1&b=2`, decoded.
  private static func pairs(in text: String, what: String) throws(Problem) -> [(String, String)] {
    var pairs: [(String, String)] = []
    for pair in text.split(separator: "&") {
      let sign = pair.firstIndex(of: "=") ?? pair.endIndex
      let value = sign < pair.endIndex ? pair[pair.index(after: sign)...] : ""
      guard let name = decoded(pair[..<sign]), let value = decoded(value) else {
        throw Problem(.badRequest, "expected a \(what) in UTF-8, found other octets")
      }
      guard !(name + value).unicodeScalars.contains("\0") else { throw RecordText.hasNUL }
      pairs.append((name, value))
    }
    return pairs
  }

  private static func decoded(_ text: Substring) -> String? {
    String(text.replacing("+", with: " ")).removingPercentEncoding
  }

  /// What was posted, as JSON or as a form.
  static func body(of request: Request, for operation: Operation) async throws -> Document {
    guard let schema = operation.body else { return [:] }
    let type = request.headers[.contentType]?.split(separator: ";").first?
      .trimmingCharacters(in: .whitespaces).lowercased()
    let isForm = type == "application/x-www-form-urlencoded"
    guard type == "application/json" || isForm else {
      throw Problem(
        .unsupportedMediaType,
        "expected application/json or application/x-www-form-urlencoded, found \(type ?? "no Content-Type")"
      )
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > mostPosted {
      throw tooLarge
    }
    let octets = try await collected(request)
    guard let text = String(validating: octets.readableBytesView, as: UTF8.self) else {
      throw Problem(.badRequest, "expected a body in UTF-8, found other octets")
    }
    if isForm { return try document(ofForm: text, schema) }
    do throws(FileProblem) {
      return try Document(json: text, file: "")
    } catch {
      throw Problem(.badRequest, error.description)
    }
  }

  private static let tooLarge = Problem(
    .contentTooLarge, "expected a body of at most \(mostPosted) bytes, found more")

  /// The octets, where they come in time.
  private static func collected(_ request: Request) async throws -> ByteBuffer {
    try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
      group.addTask {
        do {
          return try await request.body.collect(upTo: mostPosted)
        } catch is NIOTooManyBytesError {
          throw tooLarge
        }
      }
      group.addTask {
        try await Task.sleep(for: .seconds(patience))
        throw Problem(.requestTimeout, "expected the whole body within \(patience) s")
      }
      defer { group.cancelAll() }
      return try await group.next() ?? ByteBuffer()
    }
  }

  /// A form as the JSON that would say the same; the key of a list stands once for each of its values.
  private static func document(ofForm text: String, _ schema: Document) throws(Problem) -> Document {
    let properties = schema.optional("properties")
    var keys: [String] = []
    var values: [String: [Document]] = [:]
    func property(_ key: String) -> Document? { properties?.optional(key) }
    func type(_ schema: Document?) -> String? { schema.flatMap { try? $0.text("type") } }
    for (key, value) in try pairs(in: text, what: "form") {
      let isList = type(property(key)) == "array"
      guard isList || values[key] == nil else {
        throw Problem(.badRequest, "expected each key once, found the key \(key) a second time")
      }
      if values[key] == nil { keys.append(key) }
      let meant = isList ? type(property(key)?.optional("items")) : type(property(key))
      values[key, default: []].append(Self.value(value, type: meant))
    }
    return Document(
      keys.map { key in
        let all = values[key] ?? []
        return .init(key: key, value: type(property(key)) == "array" ? Document(all) : all[0])
      })
  }

  /// A number or a flag where one is meant; anything else stays a text, which the schema refuses.
  private static func value(_ text: String, type: String?) -> Document {
    guard type == "number" || type == "integer" || type == "boolean",
      let value = try? Document(json: text, file: "")
    else { return Document(text) }
    switch value.content {
    case .number, .integer, .boolean: return Document(value.content)
    default: return Document(text)
    }
  }
}
