import Documents
import Sites
import TestSupport
import Testing
import World

func refusal(_ text: String, by schema: Schema) -> String {
  refusal { try schema.resolve(Document(yaml: text, file: "f.yaml")) }
}

@Suite struct SchemaTests {
  @Test func `fills in every default, in the order of the schema`() throws {
    let document = try Document(yaml: "{file: x, seed: 3.0, name: a, channel: {n: 3}}", file: "f.yaml")
    let resolved = try Sample.schema.resolve(document)
    #expect(
      resolved == [
        "name": "a", "seed": 3,
        "channel": ["n": 3.0, "c": "measuredPower", "noise": ["white": ["deviation": 4.0]]],
        "round": "halfToEven", "snap": true, "edges": [], "file": "x",
      ])
    #expect(try Sample.schema.resolve(resolved) == resolved)
    #expect(
      try resolved["channel"]["noise"]["white"]["deviation"].location.path == "channel.noise.white.deviation")
    #expect(try resolved["channel"].number("n") == 3)
    #expect(try resolved["channel"]["noise"].choice.name == "white")
  }

  @Test(arguments: [
    (
      "nane: a\nfile: x",
      #"1: nane: expected one of the keys name, seed, channel, round, snap, nodes, edges, file, digest, uuid, found the unknown key "nane" (did you mean name?)"#
    ),
    ("file: x", "1: expected the key name, found only file"),
    ("name: a\nfile: x\nchannel:\n  n: -1.8", "4: channel.n: expected a number above 0, found -1.8"),
    (
      "name: a\nfile: x\nchannel: {c: -200}",
      "3: channel.c: expected measuredPower or a number from -100 to -20 dBm, found -200"
    ),
    (
      "name: a\nfile: x\nchannel: {c: measuredpower}",
      #"3: channel.c: expected measuredPower or a number from -100 to -20 dBm, found "measuredpower" (did you mean measuredPower?)"#
    ),
    (
      "name: a\nfile: x\nchannel: {c: [1]}",
      "3: channel.c: expected measuredPower or a number from -100 to -20 dBm, found a list of 1"
    ),
    (
      "name: a\nfile: x\nchannel: {noise: field}",
      #"3: channel.noise: expected field with its settings: a map with the keys scale, found "field""#
    ),
    (
      "name: a\nfile: x\nchannel: {noise: wihte}",
      #"3: channel.noise: expected one of white, field, none, found "wihte" (did you mean white?)"#
    ),
    (
      "name: a\nfile: x\nchannel: {noise: {white: {}, none: {}}}",
      "3: channel.noise: expected one of white, field, none, found a map with the keys white, none"
    ),
    (
      "name: a\nfile: x\nchannel: {noise: {feild: {scale: 1}}}",
      #"3: channel.noise.feild: expected one of the keys white, field, none, found the unknown key "feild" (did you mean field?)"#
    ),
    (
      "name: a\nfile: x\nchannel: {noise: {none: {x: 1}}}",
      #"3: channel.noise.none.x: expected no keys here, found the unknown key "x""#
    ),
    (
      "name: a\nfile: x\nchannel: {noise: {white: }}",
      "3: channel.noise.white: expected a map with the keys deviation, found nothing"
    ),
    ("name: a\nfile: x\nseed: 1.5", "3: seed: expected a whole number from 0 to 1000, found 1.5"),
    (
      "name: a\nfile: x\nround: half_to_even",
      #"3: round: expected halfToEven or none, found "half_to_even" (did you mean halfToEven?)"#
    ),
    ("name: a\nfile: x\nsnap: 1", "3: snap: expected true or false, found 1"),
    ("name: a", "1: expected exactly one of the keys nodes or file, found neither"),
    (
      "name: a\nfile: x\nnodes: {a: [0, 0], b: [1, 1]}",
      "1: expected exactly one of the keys nodes or file, found nodes and file"
    ),
    (
      "name: a\nnodes: {a: [0, 0]}",
      "2: nodes: expected a map of names of at least 2, found a map with the key a"
    ),
    ("name: a\nnodes: {a: [0, 0], b: [1]}", "2: nodes.b: expected [x, y] or [x, y, z], found a list of 1"),
    (
      "name: a\nnodes: {a: [0, 0], b: [1, x]}",
      #"2: nodes.b[1]: expected a number from -1000000 to 1000000 m, found "x""#
    ),
    ("name: a\nfile: x\nedges: [[a]]", "3: edges[0]: expected [from, to], found a list of 1"),
    (
      "name: a\nfile: x\ndigest: abc",
      #"3: digest: expected a SHA-256 digest of 64 hexadecimal digits, found "abc""#
    ),
    (
      "name: a\nfile: x\nuuid: 2F234454-CF6D4A0F-ADF2-F4911BA9FFA6",
      #"3: uuid: expected a UUID such as 2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6, found "2F234454-CF6D4A0F-ADF2-F4911BA9FFA6""#
    ),
    (
      "name: a b\nfile: x",
      #"1: name: expected a name of letters, digits, hyphens, points and underscores, found "a b""#
    ),
    (
      "[1]",
      "1: expected a map with the keys name, seed, channel, round, snap, nodes, edges, file, digest, uuid, found a list of 1"
    ),
  ])
  func `refuses what does not fit in one sentence`(text: String, sentence: String) {
    #expect(refusal(text, by: Sample.schema) == "f.yaml:\(sentence)")
  }

  @Test func `says of each range what it holds`() {
    func sentence(_ range: NumberRange, _ value: String) -> String {
      refusal(value, by: .number(range)).replacing("f.yaml:1: expected ", with: "")
    }
    #expect(sentence(.above(0, atMost: 1), "0") == "a number above 0 and at most 1, found 0")
    #expect(sentence(.above(0, atMost: 1), "1").isEmpty)
    #expect(sentence(.above(3), "3") == "a number above 3, found 3")
    #expect(sentence(.between(0, 0.5), "0.6") == "a number from 0 to 0.5, found 0.6")
    #expect(sentence(.between(0, 0.5), "0.5").isEmpty)
    #expect(sentence(.atLeast(3), "2") == "a number of at least 3, found 2")
  }

  @Test func `verifies itself, and finds a default that is not allowed`() throws {
    try Sample.schema.verify()
    let wrong = Schema.object([.defaulted("n", .number(.above(0)), to: -1, "n")])
    #expect(throws: FileProblem.self) { try wrong.verify() }
    let twice = Schema.object([.optional("n", .boolean, ""), .optional("n", .boolean, "")])
    #expect(throws: FileProblem.self) { try twice.verify() }
  }

  @Test func `publishes ranges, units, defaults and descriptions as JSON Schema`() throws {
    let published = Sample.schema.jsonSchema(title: "sample", about: "A sample.")
    let properties = try published["properties"]
    #expect(try published.text("$schema") == "https://json-schema.org/draft/2020-12/schema")
    #expect(try published["additionalProperties"].flag == false)
    #expect(try published["required"] == ["name"])
    #expect(
      try properties["channel"]["properties"]["n"]
        == ["type": "number", "exclusiveMinimum": 0.0, "description": "The exponent.", "default": 2])
    #expect(try properties["channel"]["properties"].optional("c")?.text("x-unit") == "dBm")
    #expect(try properties["nodes"]["additionalProperties"] == ["$ref": "#/$defs/place"])
    #expect(try published["$defs"]["place"].integer("minItems") == 2)
  }

  @Test func `lists every key in Markdown`() {
    let reference = Sample.schema.reference(title: "Sample")
    #expect(reference.contains("| `channel.n` | a number above 0 | `2` | The exponent. |"))
    #expect(
      reference.contains("| `channel.noise.field.scale` | a number above 0, m | required | Its scale. |"))
    #expect(
      reference.contains(
        "| `nodes` | map of at least 2 from names to: [place](#place) | one of them | Places by name. Exactly one of `nodes` or `file`. |"
      ))
    #expect(reference.contains("## place\n\nA place in metres."))
  }
}
