/// A check or gate that failed: exit status 1.
package struct CheckFailed: Error {
  /// What failed.
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}
