import Documents

/// Counts in words for people: `1 press`, `2 presses`, `11,400,184`.
package enum Counted {
  /// The number with commas between thousands from five digits on.
  package static func number(_ count: Int) -> String {
    let digits = Array(String(count.magnitude))
    let sign = count < 0 ? "-" : ""
    guard digits.count > 4 else { return sign + String(digits) }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return sign + text
  }

  /// The number with its noun, in the plural where there is not one.
  package static func text(_ count: Int, _ one: String, _ several: String? = nil) -> String {
    number(count) + " " + (count == 1 ? one : several ?? one + "s")
  }

  /// `a`, `a and b`, `a, b and c`.
  package static func list(_ words: [String]) -> String { WordList.text(words) }
}
