import Documents
import Sites
import TestSupport
import Testing
import World

/// The sentence that a piece of YAML is refused with; empty when it is read.
func refusal(ofYAML text: String) -> String { refusal { try Document(yaml: text, file: "f.yaml") } }

func refusal(ofJSON text: String) -> String { refusal { try Document(json: text, file: "f.json") } }

@Suite struct DocumentTests {
  @Test func `reads every kind of value and knows where each stands`() throws {
    let document = try Document(
      yaml: """
        name: floor35
        # a comment
        list: [1, 2.5, -3e2, true, null, ~]
        nested:
          "quoted key": 'no'
          word: "12"
        """, file: "f.yaml")
    let expected: Document = [
      "name": "floor35", "list": [1, 2.5, -300.0, true, nil, nil],
      "nested": ["quoted key": "no", "word": "12"],
    ]
    #expect(document == expected)
    let element = try document["list"][1]
    #expect(element.location.line == 3 && element.location.path == "list[1]")
    #expect(try document["nested"].location.line == 4)
    #expect(try document["nested"]["word"].location.path == "nested.word")
  }

  @Test func `unfolds anchors and aliases`() throws {
    let document = try Document(yaml: "a: &x {n: 1}\nb: *x", file: "")
    #expect(document == ["a": ["n": 1], "b": ["n": 1]])
  }

  /// By PyYAML 6.0: own keys count before merged ones, and of merged maps the earlier one.
  @Test func `merges maps, of which the nearest has the last word`() throws {
    let document = try Document(
      yaml: """
        a: &a {x: 1, y: 1}
        b: &b {<<: *a, y: 2, z: 2}
        c: {z: 3, <<: *b}
        d: {<<: [*a, *b], w: 4}
        e: {"<<": 5}
        """, file: "f.yaml")
    #expect(
      document == [
        "a": ["x": 1, "y": 1], "b": ["x": 1, "y": 2, "z": 2], "c": ["x": 1, "y": 2, "z": 3],
        "d": ["x": 1, "y": 1, "z": 2, "w": 4], "e": ["<<": 5],
      ])
    let merged = try document["c"]["x"].location
    #expect(merged.line == 1 && merged.path == "c.x")
    #expect(try Document(yaml: document.yaml, file: "") == document)
  }

  @Test func `refuses merges of merges without end`() throws {
    let chain = (1...150).map { "a\($0): &a\($0) {<<: *a\($0 - 1)}" }.joined(separator: "\n")
    #expect(
      refusal(ofYAML: "a0: &a0 {x: 1}\n" + chain).hasSuffix(
        "expected at most 100 levels of nesting, found more"))
  }

  @Test(arguments: [
    ("no", "false"), ("Yes", "true"), ("on", "true"), ("OFF", "false"), ("017", "an octal number"),
    ("1_000", "a number"), ("12:30", "a number"), ("0o17", "a number"), ("0b1", "a number"),
  ])
  func `refuses a word that YAML readers take for different things`(word: String, meaning: String) {
    #expect(
      refusal(ofYAML: "a:\n  b: \(word)")
        == "f.yaml:2: a.b: expected a text in quotes, true, false or a plain decimal number, "
        + "found \(word), which some YAML readers take for \(meaning)")
    #expect(refusal(ofYAML: "a: '\(word)'").isEmpty)
    #expect(refusal(ofYAML: "a: !!str \(word)").isEmpty)
  }

  @Test func `reads n and y as names, and hexadecimal as whole numbers`() throws {
    #expect(try Document(yaml: "{n: 1.8, y: 0x1001}", file: "") == ["n": 1.8, "y": 4097])
  }

  @Test(arguments: [".nan", ".inf", "-.Inf", "1e999", "-1e999"])
  func `refuses numbers that are not finite`(word: String) {
    #expect(
      refusal(ofYAML: "a: \(word)")
        == "f.yaml:1: a: expected a finite number, or a text in quotes, found \(word)")
  }

  @Test(arguments: [
    ("a: 1\nb: 2\na: 3", "f.yaml:1: a: expected each key once, found it again further down"),
    ("a: {1: x, '1': y}", "f.yaml:1: 1: expected each key once, found it again further down"),
    ("", "f.yaml: expected a YAML document, found an empty file"),
    ("# later\n\n  # and this\n", "f.yaml: expected a YAML document, found only comments"),
    ("a: 1\n---\nb: 2", "f.yaml:2: expected one YAML document, found another document"),
    ("a: !money 3", "f.yaml:1: a: expected a value without a tag, found the tag !money"),
    ("a: {<<: 3}", "f.yaml:1: a.<<: expected a map to merge, or a list of maps, found 3"),
    ("b: &b [1]\na: {<<: *b}", "f.yaml:1: a.<<: expected a map to merge, or a list of maps, found 1"),
    ("a: {<<: [{b: 1}, c]}", #"f.yaml:1: a.<<: expected a map to merge, or a list of maps, found "c""#),
    ("a: {<<: {b: 1}, <<: {c: 1}}", "f.yaml:1: <<: expected each key once, found it again further down"),
    (
      "a: {<<: {b: no}}",
      "f.yaml:1: a.b: expected a text in quotes, true, false or a plain decimal number, found no, which some YAML readers take for false"
    ),
    ("a: {[1]: 2}", "f.yaml:1: a: expected a name as the key, found a map or a list"),
    ("a: *nowhere", "f.yaml:1: expected one YAML document, found undefined alias"),
  ])
  func `refuses what is not strict YAML in one sentence`(text: String, sentence: String) {
    #expect(refusal(ofYAML: text) == sentence)
  }

  @Test func `refuses broken YAML with the line and the parser's reason`() throws {
    let sentence = refusal(ofYAML: "a: [1, 2\nb: 3")
    #expect(sentence.hasPrefix("f.yaml:2: expected YAML, found a syntax error: "))
    #expect(!sentence.contains("\n"))
  }

  @Test func `refuses aliases that unfold into too much, and deep nesting`() throws {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...8 {
      let aliases = [String](repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(
      refusal(ofYAML: bomb).hasSuffix(
        "expected at most 200000 values, found more, through aliases"))
    let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
    #expect(
      refusal(ofYAML: deep).hasSuffix("expected at most 100 levels of nesting, found more"))
    #expect(!refusal(ofYAML: String(repeating: "[", count: 100_000)).isEmpty)
    #expect(refusal(ofJSON: deep).contains("expected at most 100 levels of nesting"))
  }

  /// Ten to the ninth values in 346 octets. The keys of a map are compared before anything else looks at them.
  @Test(arguments: ["{? *i : 1, ? *h : 2}", "*i : 1", "? *i\n  : 1", "[*i, *i]"])
  func `refuses aliases that unfold into too much, in the key of a map too`(last: String) throws {
    var bomb = "- &a [x, x, x, x, x, x, x, x, x, x]\n"
    for (name, below) in zip("bcdefghi", "abcdefgh") {
      bomb += "- &\(name) [\([String](repeating: "*\(below)", count: 10).joined(separator: ", "))]\n"
    }
    #expect(
      refusal(ofYAML: bomb + "- \(last)\n")
        == "f.yaml:6: expected at most 200000 values, found more, through aliases")
  }

  @Test func `understands an alias of a name as the key of a map`() throws {
    #expect(try Document(yaml: "a: &x k\nb: {*x : 1}", file: "") == ["a": "k", "b": ["k": 1]])
  }

  @Test func `reads JSON with every escape`() throws {
    let document = try Document(
      json: #" {"a": [1, -2.5e-3, true, false, null], "b": "\u0041\ud83d\ude00\n\"\\\/é", "c": {}} "#,
      file: "f.json")
    #expect(document == ["a": [1, -0.0025, true, false, nil], "b": "A😀\n\"\\/é", "c": [:]])
  }

  @Test(arguments: [
    ("{\"a\": 1,\n \"a\": 2}", "f.json:2: byte 13: expected each key once, found the key a a second time"),
    ("[1, 2", "f.json:1: byte 5: expected a comma or ], found the end of the file"),
    ("[01]", "f.json:1: byte 3: expected a JSON value, found ]"),
    ("[1] 2", "f.json:1: byte 4: expected the end of the file, found 2"),
    ("[1e999]", "f.json:1: byte 6: expected a finite number, found 1e999"),
    ("\"\\ud800\"", "f.json:1: byte 7: expected a pair of surrogates, found \""),
    ("[NaN]", "f.json:1: byte 1: expected a JSON value, found N"),
    ("", "f.json:1: byte 0: expected a JSON value, found the end of the file"),
  ])
  func `refuses what is not strict JSON in one sentence`(text: String, sentence: String) {
    #expect(refusal(ofJSON: text) == sentence)
  }

  @Test func `hands over the elements of a list in JSON one by one`() throws {
    var found: [String] = []
    func read(_ text: String, most: Int = 3) throws(FileProblem) {
      try Document.forEachElement(json: Array(text.utf8), file: "f.json", most: most) {
        found.append("\($1): \($0.json)")
      }
    }
    try read(" [ {\"a\": [1]}, -2 ,\n[3, 4]] ")
    #expect(found == ["3: {\"a\":[1]}", "15: -2", "20: [3,4]"])
    try read("[]")
    #expect(found.count == 3)
    // An element of four values, a list that does not end, more behind its end, and another document.
    for text in ["[1, {\"a\": [1, 2]}]", "[1, 2", "[1] 2", "{}"] {
      #expect(throws: FileProblem.self) { try read(text) }
    }
  }

  @Test func `writes YAML and JSON that read back as the same value`() throws {
    let document = Sample.awkward
    #expect(try Document(yaml: document.yaml, file: "") == document)
    // JSON's keys are sorted, so the order is compared through JSON itself.
    #expect(try Document(json: document.json, file: "").json == document.json)
    #expect(try Document(json: document.prettyJSON, file: "").json == document.json)
    for scalar: Document in ["text", 1, 2.5, true, nil, [], [:], [1, [2]]] {
      #expect(try Document(yaml: scalar.yaml, file: "") == scalar)
    }
  }

  @Test func `writes JSON with sorted keys and numbers by description`() {
    let document: Document = ["b": [1.0, 0.1, 1e22], "a": ["é": "\u{1}", "Z": nil], "c": 3]
    #expect(document.json == #"{"a":{"Z":null,"é":"\u0001"},"b":[1.0,0.1,1e+22],"c":3}"#)
    #expect(
      document.prettyJSON == """
        {
          "a": {
            "Z": null,
            "é": "\\u0001"
          },
          "b": [1.0, 0.1, 1e+22],
          "c": 3
        }

        """)
  }

  @Test func `writes short maps on one line and quotes doubtful words`() {
    let document: Document = [
      "site": "sites/floor35.yaml", "a": ["no": "12", "x": 1e22], "list": [["b": 1]],
    ]
    #expect(
      document.yaml == """
        site: sites/floor35.yaml
        a: {"no": "12", x: 1.0e+22}
        list: [{b: 1}]

        """)
  }

  @Test func `sets a value in every element that has the place, or in the one of a name`() throws {
    let document = try Document(
      yaml: """
        pipelines:
          - {name: a b, filters: [{kalman: {q: 1}}, {mean: {window: 5}}], method: near}
          - {name: c, filters: [{kalman: {q: 2}}], method: {pair: {rule: x}}}
        """, file: "x.yaml")
    let both = try document.setting("pipelines[*].filters[*].kalman.q", to: 9)
    #expect(try both["pipelines"][0]["filters"][0] == ["kalman": ["q": 9]])
    #expect(try both["pipelines"][0]["filters"][1] == ["mean": ["window": 5]])
    #expect(try both["pipelines"][1]["filters"][0] == ["kalman": ["q": 9]])
    let one = try document.setting("pipelines[a b].method", to: "far")
    #expect(try one["pipelines"][0]["method"] == "far" && one["pipelines"][1] == document["pipelines"][1])
    let added = try document.setting("pipelines[*].filters[*].mean.short", to: "none")
    #expect(try added["pipelines"][0]["filters"][1] == ["mean": ["window": 5, "short": "none"]])
    #expect(try added["pipelines"][1] == document["pipelines"][1])
    let rule = try document.setting("pipelines[*].method.pair.rule", to: "y")
    #expect(
      try rule["pipelines"][0]["method"] == "near"
        && rule["pipelines"][1]["method"] == ["pair": ["rule": "y"]])
    for path in [
      "pipelines[*].filters[*].nowhere.q", "pipelines[d].method", "pipelines[].method", "pipelines[0",
      "pipelines[0]x",
      "pipelines.", "",
    ] {
      #expect(throws: FileProblem.self, "\(path)") { try document.setting(path, to: 1) }
    }
  }

  @Test func `in a file of a known shape, sets a key that is absent or of another case of a union`() throws {
    let schema = Schema.object([
      .optional(
        "law",
        .union([
          .init("near", .object([.required("n", .number(), "n.")]), "Near."),
          .init("far", .object([.required("m", .number(), "m.")]), "Far."),
          .init("none", "None."),
        ]), "Law."),
      .optional("deep", .object([.optional("list", .array(of: .integer()), "List.")]), "Deep."),
    ])
    let document = try Document(yaml: "law: {near: {n: 1}}", file: "x.yaml")
    #expect(try document.setting("law.near.n", to: 2, in: schema) == ["law": ["near": ["n": 2]]])
    #expect(try document.setting("law.far.m", to: 2, in: schema) == ["law": ["far": ["m": 2]]])
    #expect(try document.setting("law", to: "none", in: schema) == ["law": "none"])
    let word = try Document(yaml: "law: none", file: "x.yaml")
    #expect(try word.setting("law.far.m", to: 3, in: schema) == ["law": ["far": ["m": 3]]])
    #expect(
      try document.setting("deep.list", to: [1, 2], in: schema)
        == ["law": ["near": ["n": 1]], "deep": ["list": [1, 2]]])
    // What no key of the file is, the schema finds.
    #expect(try document.setting("law.wide.m", to: 2, in: schema) == ["law": ["wide": 2]])
    #expect(throws: FileProblem.self) {
      try schema.resolve(try document.setting("deeper.list.x", to: 1, in: schema))
    }
    #expect(throws: FileProblem.self) { try document.setting("deep.list[0]", to: 1, in: schema) }
  }

  @Test func `sets one value by its path`() throws {
    let document: Document = ["laps": ["count": 300], "pipelines": [["filters": [1, 2]]]]
    #expect(
      try document.setting("laps.count", to: 2) == [
        "laps": ["count": 2], "pipelines": [["filters": [1, 2]]],
      ])
    #expect(
      try document.setting("pipelines[0].filters[1]", to: "x")
        == ["laps": ["count": 300], "pipelines": [["filters": [1, "x"]]]])
    #expect(try document.setting("seed", to: 7)["seed"].location.path == "seed")
    #expect(throws: FileProblem.self) { try document.setting("pipelines[1].filters", to: 1) }
    #expect(throws: FileProblem.self) { try document.setting("walk.speed", to: 1) }
    #expect(throws: FileProblem.self) { try document.setting("laps..count", to: 1) }
  }

  @Test func `says what it expected when it is read wrongly`() throws {
    let document = try Document(yaml: "a:\n  b: [1, x]", file: "f.yaml")
    #expect(
      refusal { try document["a"].number("b") } == "f.yaml:2: a.b: expected a number, found a list of 2")
    #expect(
      refusal { try document["a"]["c"] } == "f.yaml:1: a: expected the key c, found a map with the key b"
    )
    #expect(
      refusal { try document["a"].point("b") } == #"f.yaml:2: a.b[1]: expected a number, found "x""#)
    #expect(
      refusal { try document["a"]["b"][1].choice(of: Hand.self) }
        == #"f.yaml:2: a.b[1]: expected left or right, found "x""#)
  }

  @Test func `an element at the end of a list leaves the others where they stand`() throws {
    let document = try Document(yaml: "a: 1\nlist:\n  - {x: 1}\n  - {x: 2}\n", file: "f.yaml")
    let longer = try document.appending(["x": 3], toListOf: "list")
    #expect(try longer.elements("list").map { try $0.integer("x") } == [1, 2, 3])
    for index in 0..<2 {
      #expect(try longer.elements("list")[index].location == document.elements("list")[index].location)
    }
    #expect(try longer.elements("list")[2].location.path == "list[2]")
    #expect(throws: FileProblem.self) { try document.appending(["x": 3], toListOf: "a") }
    #expect(try document.appending(["x": 3], toListOf: "missing") == document)
  }
}
