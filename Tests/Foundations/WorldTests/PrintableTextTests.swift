import Testing
import World

struct PrintableTextTests {
  /// What a terminal obeys, what ends a line, and what turns or hides text.
  @Test(arguments: [
    ("\u{1B}[31mred", #"\u{1B}[31mred"#), ("a\nb\r\tc", #"a\nb\r\tc"#),
    ("\u{7F}\u{9B}2J", #"\u{7F}\u{9B}2J"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("\u{202E}txt.exe", #"\u{202E}txt.exe"#),
    ("\u{2066}\u{200F}\u{200B}\u{FEFF}", #"\u{2066}\u{200F}\u{200B}\u{FEFF}"#),
    ("\u{AD}\u{61C}", #"\u{AD}\u{61C}"#),
  ])
  func `what is no plain text is escaped`(text: String, escaped: String) {
    // Swift's own form fills some numbers up to four digits.
    #expect(text.printable().replacing(/\{0+/, with: "{") == escaped)
    #expect(text.unicodeScalars.contains { !$0.isPrintable })
  }

  @Test(arguments: ["", "Kalman, q 20", "Größe ≥ 3 m²", "日本 \u{200D}👩‍👧", "می\u{200C}خواهم", "a \u{E000}"])
  func `plain text in any script stays as it is`(text: String) {
    #expect(text.printable() == text)
    #expect(text.printableJSON == text)
  }

  @Test func `lines may be kept`() {
    #expect("a\u{7}\nb\n".printable(keepingLines: true) == "a\\u{07}\nb\n")
  }

  @Test func `JSON is escaped in its own form`() {
    #expect("{\n\"a\": \"\u{9B}\u{202E}\"\n}".printableJSON == #"{"# + "\n" + #""a": "\u009B\u202E""# + "\n}")
    // U+10FEE9 in UTF-16.
    #expect("\u{10FEE9}".printableJSON == #"\uDBFF\uDEE9"#)
  }
}
