package import Documents
import Foundation
import Testing

/// The keys that a JSON document has, held against the pages that tell of them.
package enum DocumentedKeys {
  /// Those of every score.
  package static let ofScores = [
    "pipeline", "filter", "method", "given", "scoredAt", "n", "missed", "meanMetres", "stdMetres",
    "meanInterval95", "p50", "p75", "p90", "p95", "rmse", "max",
  ]

  /// Expects every key, at any depth, as a word of one of the pages.
  ///
  /// - Parameter elsewhere: keys that another page tells of, with all below them.
  package static func expect(_ document: Document, in pages: String..., elsewhere: [String] = []) throws {
    let text = try pages.map { try String(contentsOfFile: Checkout.path($0), encoding: .utf8) }.joined()
    try expect(document, text: text, page: pages.joined(separator: ", "), elsewhere: elsewhere)
  }

  private static func expect(
    _ document: Document, text: String, page: String, elsewhere: [String]
  ) throws {
    switch document.content {
    case .object(let members):
      for member in members where !elsewhere.contains(member.key) {
        #expect(text.contains(try Regex("\\b\(member.key)\\b")), "\(page): \(member.key)")
        try expect(member.value, text: text, page: page, elsewhere: elsewhere)
      }
    case .array(let elements):
      for element in elements { try expect(element, text: text, page: page, elsewhere: elsewhere) }
    default: break
    }
  }
}
