package import Documents
package import Evaluation
package import World

extension Document {
  /// An interval that a result holds; nil where it has none, as with one lap.
  package func interval(_ key: String) throws(FileProblem) -> ConfidenceInterval? {
    guard case .array(let bounds)? = optional(key)?.content, bounds.count == 2 else { return nil }
    return ConfidenceInterval(lower: try bounds[0].number, upper: try bounds[1].number)
  }
}
