import Documents
import Foundation
import HTTPTypes

/// What all texts of records have in common: one Unicode form, so that a name is found however it is typed, and a length that fits
/// into the path that deletes it.
enum RecordText {
  /// The most characters (Unicode scalars) of a text.
  static let most = 200

  /// In the composed form of Unicode, NFC.
  static func normalised(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }

  static func normalised(_ document: Document) -> Document {
    switch document.content {
    case .text(let text): Document(normalised(text))
    case .array(let elements): Document(elements.map(normalised))
    case .object(let members):
      Document(members.map { Document.Member(key: $0.key, value: normalised($0.value)) })
    default: document
    }
  }

  /// - Throws: `Problem` for a text with NUL or one that is too long.
  static func check(_ document: Document, at path: String = "") throws(Problem) {
    switch document.content {
    case .text(let text):
      guard !text.unicodeScalars.contains("\0") else { throw hasNUL }
      let count = text.unicodeScalars.count
      guard count <= most else {
        throw Problem(.unprocessableContent, "\(path): expected at most \(most) characters, found \(count)")
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() { try check(element, at: "\(path)[\(index)]") }
    case .object(let members):
      for member in members {
        guard !member.key.unicodeScalars.contains("\0") else { throw hasNUL }
        try check(member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)")
      }
    default: break
    }
  }

  static let hasNUL = Problem(.badRequest, "expected a text without the character NUL, found one")

  /// A JSON Schema whose texts have the limit.
  static func limited(_ schema: Document) -> Document {
    switch schema.content {
    case .array(let elements): return Document(elements.map(limited))
    case .object(let members):
      let own = members.map { Document.Member(key: $0.key, value: limited($0.value)) }
      let isText = members.contains { $0.key == "type" && $0.value == "string" }
      return Document(own + (isText ? [.init(key: "maxLength", value: Document(most))] : []))
    default: return schema
    }
  }
}
