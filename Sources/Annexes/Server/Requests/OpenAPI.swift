import Documents
import HTTPTypes
import Results

/// The OpenAPI 3.1 document of operations.
enum OpenAPI {
  static func document(of operations: [Operation], hasToken: Bool) -> Document {
    var paths: [(path: String, members: [Document.Member])] = []
    for operation in operations {
      let member = Document.Member(
        key: operation.method.rawValue.lowercased(), value: described(operation, hasToken: hasToken))
      if let place = paths.firstIndex(where: { $0.path == operation.path }) {
        paths[place].members.append(member)
      } else {
        paths.append((operation.path, [member]))
      }
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "BeaconBench context server", "version": Document(Provenance.version),
        "description": "Beacons, what they report and who is near them. Problems come as RFC 9457 has them.",
      ],
      "paths": Document(paths.map { Document.Member(key: $0.path, value: Document($0.members)) }),
      "components": ["securitySchemes": ["token": ["type": "http", "scheme": "bearer"]]],
    ]
  }

  private static func described(_ operation: Operation, hasToken: Bool) -> Document {
    var members: [Document.Member] = [
      .init(key: "summary", value: Document(operation.summary)),
      .init(key: "parameters", value: Document(parameters(of: operation))),
      .init(key: "responses", value: Document(responses(of: operation, hasToken: hasToken))),
    ]
    if let body = operation.body {
      members.append(
        .init(
          key: "requestBody",
          value: [
            "required": true,
            "content": [
              "application/json": ["schema": body],
              "application/x-www-form-urlencoded": ["schema": withoutLists(body)],
            ],
          ]))
    }
    if hasToken, operation.protection != .open {
      members.append(.init(key: "security", value: [["token": []]]))
    }
    return Document(members)
  }

  /// What a form can say: lists need JSON.
  private static func withoutLists(_ schema: Document) -> Document {
    let properties = schema.optional("properties").flatMap { try? $0.members } ?? []
    let kept = properties.filter { (try? $0.value.text("type")) != "array" }
    return (try? schema.replacing("properties", by: Document(kept))) ?? schema
  }

  private static func parameters(of operation: Operation) -> [Document] {
    let names = operation.parts.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    return names.map { name -> Document in
      [
        "name": Document(name), "in": "path", "required": true,
        "schema": name == "n"
          ? ["type": "integer", "minimum": 1]
          : ["type": "string", "minLength": 1],
      ]
    }
      + operation.query.map { parameter -> Document in
        [
          "name": Document(parameter.name), "in": "query", "required": false, "schema": parameter.schema,
          "description": Document(parameter.about),
        ]
      }
  }

  private static func responses(of operation: Operation, hasToken: Bool) -> [Document.Member] {
    var statuses = operation.problems + [400, 403, 405, 414, 421, 429, 503]
    if operation.body != nil { statuses += [408, 409, 413, 415, 422, 507] }
    if operation.method == .delete { statuses.append(507) }
    if operation.parts.contains(where: { $0.hasPrefix("{") }) { statuses.append(404) }
    if hasToken, operation.protection != .open { statuses.append(401) }
    let problems = Set(statuses).sorted().map { status in
      Document.Member(
        key: "\(status)",
        value: [
          "description": "A problem.", "content": ["application/problem+json": ["schema": Problem.schema]],
        ])
    }
    guard operation.goodStatus != 204 else {
      return [.init(key: "204", value: ["description": "Done."])] + problems
    }
    let good: Document = [
      "description": Document(operation.summary),
      "content": Document([Document.Member(key: operation.type, value: ["schema": operation.answer])]),
    ]
    return (operation.mayBeDone ? [.init(key: "200", value: good)] : [])
      + [.init(key: "\(operation.goodStatus)", value: good)] + problems
  }
}
