import Documents

/// One message of JSON-RPC 2.0: a request, or a notification, which has no id and gets no answer.
struct RemoteCall {
  /// A number or a text; nil for a notification.
  let id: Document?
  let method: String
  /// An object; empty where there is none.
  let parameters: Document

  /// Reads one line.
  ///
  /// - Throws: `RemoteFault`, with the id where that can be read.
  init(_ line: String) throws(RemoteFault) {
    let message: Document
    do {
      message = try Document(json: line, file: "")
    } catch {
      throw RemoteFault(.unreadable, "\(error)")
    }
    guard case .object = message.content else {
      throw RemoteFault(.invalid, "expected a message of JSON-RPC 2.0, an object, found \(message.summary)")
    }
    id = try Self.id(of: message)
    guard (try? message.text("jsonrpc")) == "2.0", let method = try? message.text("method") else {
      throw RemoteFault(.invalid, "expected a method, and 2.0 as jsonrpc", id: id)
    }
    parameters = message.optional("params") ?? [:]
    guard case .object = parameters.content else {
      throw RemoteFault(.invalid, "expected params that are an object, found \(parameters.summary)", id: id)
    }
    self.method = method
  }

  private static func id(of message: Document) throws(RemoteFault) -> Document? {
    guard let id = message.optional("id") else { return nil }
    switch id.content {
    case .text, .integer: return id
    default:
      throw RemoteFault(.invalid, "expected an id that is a text or a whole number, found \(id.summary)")
    }
  }

  static func answer(_ result: Document, to id: Document) -> Document {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  static func notification(_ method: String, _ parameters: Document) -> Document {
    ["jsonrpc": "2.0", "method": Document(method), "params": parameters]
  }
}

/// Why a call has no result: a fault of the protocol, not of what a tool was asked for.
struct RemoteFault: Error {
  /// The codes of JSON-RPC 2.0, section 5.1, and that of the Model Context Protocol for a resource that is not there.
  enum Code: Int {
    case unreadable = -32_700
    case invalid = -32_600
    case unknownMethod = -32_601
    case wrongParameters = -32_602
    case ours = -32_603
    case noResource = -32_002
  }

  let code: Code
  let sentence: String
  let id: Document?

  init(_ code: Code, _ sentence: String, id: Document? = nil) {
    (self.code, self.sentence, self.id) = (code, sentence, id)
  }

  /// - Parameter call: the id of the call at fault, where it is known.
  func answer(to call: Document? = nil) -> Document {
    [
      "jsonrpc": "2.0", "id": call ?? id ?? nil,
      "error": ["code": Document(code.rawValue), "message": Document(sentence)],
    ]
  }
}
