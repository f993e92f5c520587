/// Words one after the other in a sentence.
public enum WordList {
  /// `a`, `a and b`, `a, b and c`; nothing for none.
  public static func text(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
