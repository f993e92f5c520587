import Testing

@testable import Documents

/// What sentences say about how a wrong value or name may have been meant.
@Suite struct AdviceTests {
  @Test(arguments: [
    ("0,5", " (the decimal mark is a point: 0.5)"), ("1 000", " (write numbers without spaces: 1000)"),
    ("1\u{A0}000", " (write numbers without spaces: 1000)"), ("1.5", " (write numbers without quotes)"),
    ("\u{2212}59", " (the minus sign is a hyphen: -59)"),
    ("\u{2013}59", " (the minus sign is a hyphen: -59)"),
    ("12:30", " (times count in seconds from the first record)"),
    ("1'000'000", " (write numbers without separators between digits)"),
    ("1.000,5", " (write numbers without separators between digits)"),
    ("5 m", " (write numbers without their unit)"), ("-59dBm", " (write numbers without their unit)"),
    ("50%", " (write numbers without their unit)"), ("0x10", ""), ("five", ""), ("", ""), ("1-2", ""),
  ])
  func `a text in place of a number says how it would be one`(text: String, advice: String) {
    #expect(numberAdvice(text) == advice)
  }

  @Test(
    arguments: [
      (100.0, NumberRange.between(0, 10), "s", " (100 ms is 0.1 s)"), (100_000, .between(0, 10), "s", ""),
      (250, .between(0, 30), "m", " (250 cm are 2.5 m)"),
      (59, .between(-120, 0), "dBm", " (did you mean -59?)"),
      (127, .between(-130, 0), "dBm", ""), (30, .between(0, 1), nil, " (30 % are 0.3)"),
      (-5, .between(0, 1), nil, ""),
      (30, .between(0, 2), nil, ""), (300, .between(0, 10), "Hz", ""),
    ] as [(Double, NumberRange, String?, String)])
  func `a number in another unit says what it would be`(
    number: Double, range: NumberRange, unit: String?, advice: String
  ) {
    #expect(unitAdvice(number, in: range, unit: unit) == advice)
  }

  @Test(arguments: ["1", "-1", "+1.5", ".5", "1.", "1e5", "1.5E-3", "007"])
  func `decimal numbers are numbers`(text: String) { #expect(isNumber(text)) }

  @Test(arguments: ["", ".", "e5", "1e", "0x1", "1_0", "inf", " 1", "1 ", "--1", "٣"])
  func `what is not written in digits is no number`(text: String) { #expect(!isNumber(text)) }

  /// From the tables of Levenshtein's and Damerau's distances: kitten and sitting differ in two letters and one more; a swap of two
  /// neighbours is one step, and no letter is touched twice.
  @Test(arguments: [
    ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "abc", 0), ("ab", "ba", 1), ("ca", "abc", 3),
    ("feedback", "feedbakc", 1), ("abcd", "acbd", 1), ("flaw", "lawn", 2),
  ])
  func `edit distances are the published ones, either way`(a: String, b: String, distance: Int) {
    #expect(editDistance(Array(a), Array(b)) == distance)
    #expect(editDistance(Array(b), Array(a)) == distance)
  }

  @Test func `a near name is proposed, and a far one is not`() {
    let known = ["feedback", "moving average", "kalman", "kalmanSlope"]
    #expect(suggestion(for: "feedbck", among: known) == " (did you mean feedback?)")
    #expect(suggestion(for: "Moving-Average", among: ["movingaverage"]) == " (did you mean movingaverage?)")
    #expect(suggestion(for: "MOVING AVERAGE", among: known) == " (did you mean moving average?)")
    #expect(suggestion(for: "particles", among: known).isEmpty)
    #expect(suggestion(for: "x", among: []).isEmpty)
    // Of equally near ones the first, but one that was cut short before one with another letter.
    #expect(suggestion(for: "rooms", among: ["roomz", "roomy"]) == " (did you mean roomz?)")
    #expect(suggestion(for: "room", among: ["roof", "rooms"]) == " (did you mean rooms?)")
  }

  @Test func `a struck word names what takes its place where that is known`() {
    #expect(suggestion(for: "told", among: ["name", "given"]) == " (use given)")
    #expect(suggestion(for: "--name", among: ["--owner", "--json"]) == " (use --owner)")
    #expect(suggestion(for: "verify", among: ["run", "benchmark"]) == " (use benchmark verify)")
    #expect(suggestion(for: "told", among: ["name"]).isEmpty)
  }

  @Test func `names with commas of their own are put together again`() {
    let known = ["a, b", "c,d", "e"]
    #expect(["a", "b", "e", "c", "d"].joined(among: known) == ["a, b", "e", "c,d"])
    #expect(["a", "x"].joined(among: known) == ["a", "x"])
    #expect(["a", "b"].joined(among: ["a", "b", "a, b"]) == ["a, b"])
    #expect([String]().joined(among: known).isEmpty)
  }

  @Test func `lists in sentences end in and or in or`() {
    #expect(WordList.text([]).isEmpty && WordList.text(["a"]) == "a")
    #expect(WordList.text(["a", "b"]) == "a and b" && WordList.text(["a", "b", "c"]) == "a, b and c")
    #expect(listing([]) == "nothing" && listing(["a"]) == "a" && listing(["a", "b", "c"]) == "a, b or c")
  }
}

/// Words and texts by the rules of YAML and of this project's formats.
@Suite struct PlainScalarTests {
  private func meaning(_ word: String) -> String {
    switch PlainScalar(word) {
    case .value(let content): Document(content).json
    case .ambiguous(let other): "or \(other)"
    case .notFinite: "not finite"
    }
  }

  /// By YAML 1.2.2, section 10.3.2.
  @Test(arguments: [
    ("", "null"), ("~", "null"), ("NULL", "null"), ("nUll", #""nUll""#), ("true", "true"), ("FALSE", "false"),
    ("tRue", #""tRue""#), ("0", "0"), ("-12", "-12"), ("+3", "3"), ("0x1F", "31"), ("-0x10", "-16"),
    ("1.", "1.0"),
    (".5", "0.5"), ("1e3", "1000.0"), ("-2.5E-1", "-0.25"), ("1.2.3", #""1.2.3""#), ("a1", #""a1""#),
    ("-", #""-""#),
    (".", #"".""#), ("1e", #""1e""#), ("0xg", #""0xg""#), ("2021-11-29", #""2021-11-29""#),
    ("99999999999999999999", "1e+20"), (".inf", "not finite"), ("-.INF", "not finite"),
    (".NaN", "not finite"),
    ("1e999", "not finite"),
  ])
  func `a word means what the core schema says`(word: String, expected: String) {
    #expect(meaning(word) == expected)
  }

  @Test(arguments: [
    ("yes", "or true"), ("Off", "or false"), ("017", "or an octal number"), ("0o17", "or a number"),
    ("0b1", "or a number"), ("1_000", "or a number"), ("12:30:45", "or a number"), ("-1:30", "or a number"),
  ])
  func `a word that other versions of YAML read otherwise is refused`(word: String, expected: String) {
    #expect(meaning(word) == expected)
  }

  @Test(
    arguments: [
      (TextFormat.name, ["a", "A.b-c_1", "1a"], ["", "-a", "_a", "a b", "é", "a/b", "a\n"]),
      (.identifier, ["a", "é", "a-b;c"], ["", "a b", "a,b", "a\"b", "a\u{7}"]),
      (.line, ["a b", "naïve, \"x\""], ["", "a\nb", "a\u{202E}b", "\u{7}"]),
      (.any, ["a\nb"], [""]),
      (
        .uuid, ["2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6", "2f234454cf6d4a0fadf2f4911ba9ffa6"],
        [
          "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA", "2F23-4454CF6D4A0FADF2F4911BA9FFA6",
          "g" + String(repeating: "0", count: 31),
        ]
      ),
      (
        .namespace, [String(repeating: "aF", count: 10)],
        [String(repeating: "0", count: 19), String(repeating: "g", count: 20)]
      ),
      (.instance, ["0123456789ab"], ["0123456789a", "0123456789abc"]),
      (.address, ["C0:98:E5:00:00:01"], ["C0:98:E5:00:00", "C098E5000001", "C0-98-E5-00-00-01"]),
      (.url, ["http://a", "https://a/b?c"], ["ftp://a", "http://", "http://a b", "https://é"]),
      (
        .sha256, [String(repeating: "0", count: 64)],
        [String(repeating: "0", count: 63), String(repeating: "z", count: 64)]
      ),
    ] as [(TextFormat, [String], [String])])
  func `formats accept what they describe, and the published pattern does too`(
    format: TextFormat, right: [String], wrong: [String]
  ) throws {
    for text in right { #expect(format.accepts(text), "\(text)") }
    for text in wrong { #expect(!format.accepts(text), "\(text)") }
    guard let pattern = format.pattern, format != .line, format != .identifier else { return }
    let regex = try Regex(pattern)
    for text in right { #expect(text.firstMatch(of: regex) != nil, "\(text)") }
    for text in wrong where !text.hasSuffix("\n") { #expect(text.firstMatch(of: regex) == nil, "\(text)") }
  }
}
