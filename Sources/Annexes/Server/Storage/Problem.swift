import Documents
package import HTTPTypes
package import Hummingbird

/// Why a request has no answer: a problem document (RFC 9457).
package struct Problem: Error {
  let status: HTTPResponse.Status
  let detail: String
  var headers: HTTPFields = [:]

  package init(_ status: HTTPResponse.Status, _ detail: String, headers: HTTPFields = [:]) {
    (self.status, self.detail, self.headers) = (status, detail, headers)
  }

  init(_ fault: DatabaseFault) {
    switch fault.cause {
    case .full, .device:
      self.init(
        .insufficientStorage, "there is no space left on the disk; nothing of a new record was kept")
    case .removed:
      self.init(
        .serviceUnavailable,
        "the database was removed or replaced while the server runs; nothing is kept until the server is started again"
      )
    case .held:
      self.init(
        .serviceUnavailable,
        "another program reads an earlier state of the database, so that what was deleted stays in the write-ahead log until that program ends; ask again then",
        headers: [.retryAfter: "10"])
    case .damaged, .foreign:
      self.init(.serviceUnavailable, "the database is damaged: \(fault.reason)")
    case .busy, .readOnly, .other:
      self.init(.serviceUnavailable, "the database cannot be used: \(fault.reason)")
    }
  }

  var response: Response {
    let document: Document = [
      "type": "about:blank", "title": Document(status.reasonPhrase), "status": Document(status.code),
      "detail": Document(detail),
    ]
    var response = Response(json: document.json, status: status, type: "application/problem+json")
    for header in headers { response.headers[header.name] = header.value }
    return response
  }

  /// As responses of the OpenAPI document have it.
  static let schema: Document = [
    "type": "object", "required": ["type", "title", "status", "detail"],
    "properties": [
      "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
      "detail": ["type": "string", "description": "One sentence: what was expected and what was found."],
    ],
  ]
}

extension HTTPResponse.Status {
  package static let insufficientStorage = HTTPResponse.Status(
    code: 507, reasonPhrase: "Insufficient Storage")
}

extension Response {
  package init(json: String, status: HTTPResponse.Status = .ok, type: String = "application/json") {
    self.init(text: json, status: status, type: type)
  }

  init(text: String, status: HTTPResponse.Status = .ok, type: String) {
    self.init(
      status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
