import Foundation
import SiteFiles
import Testing
import World

@Suite struct JSONSchemaTests {
  /// A schema of this module, the file it is published in, and the documents that it is for.
  struct Published: CustomTestStringConvertible, Sendable {
    let name: String
    let schema: Schema
    let json: Document
    let folder: String
    /// YAML that between them uses every key.
    let examples: [@Sendable () throws -> String]

    var testDescription: String { name }

    /// What is committed, by file.
    var files: [(path: String, text: String)] {
      [
        ("scenarios/schema/\(name).schema.json", json.prettyJSON),
        ("scenarios/schema/\(name).md", schema.reference(title: "The keys of a \(name) file")),
      ]
    }
  }

  static let all = [
    Published(
      name: "site", schema: SiteFile.schema, json: SiteFile.jsonSchema, folder: "scenarios/sites",
      examples: [{ SiteFileTests.storeys }, { try text("scenarios/sites/floor35-pillars.yaml") }]),
    Published(
      name: "dataset", schema: Dataset.schema, json: Dataset.jsonSchema, folder: "scenarios/datasets",
      examples: [
        { try text("scenarios/datasets/danis.yaml") }, { try text("scenarios/datasets/kolakowski.yaml") },
      ]),
  ]

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: inCheckout(path), encoding: .utf8)
  }

  @Test(arguments: all)
  func `verifies itself`(published: Published) throws { try published.schema.verify() }

  @Test(arguments: all)
  func `is published as the code has it`(published: Published) throws {
    for (path, text) in published.files {
      let file = URL(filePath: inCheckout(path))
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
        try Data(text.utf8).write(to: file)
        Issue.record("wrote \(path); run again without RECORD_GOLDEN")
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(path)")
    }
  }

  @Test(.enabled(if: Python.hasYAML, "needs Python with yaml"), arguments: all)
  func `means the same values to PyYAML in every file`(published: Published) throws {
    for file in try files(in: published.folder) where file.hasSuffix(".yaml") {
      let ours = try Document(contentsOf: inCheckout(file))
      // Once the file as it is, once as this module writes it.
      for yaml in [try String(contentsOfFile: inCheckout(file), encoding: .utf8), ours.yaml] {
        let theirs = try Python.run(
          "import json,sys,yaml\njson.dump(yaml.safe_load(sys.stdin),sys.stdout)", input: yaml)
        let document = try Document(json: theirs.output, file: file)
        #expect(try published.schema.resolve(document).json == published.schema.resolve(ours).json, "\(file)")
      }
    }
  }

  @Test(
    .enabled(if: Python.hasYAML && Python.hasJSONSchema, "needs Python with yaml and jsonschema"),
    arguments: all)
  func `accepts every committed file as other programs read it`(published: Published) throws {
    let program = """
      import json, sys, yaml
      from jsonschema import Draft202012Validator
      schema, *files = sys.stdin.read().split("\\n")
      validator = Draft202012Validator(json.load(open(schema)))
      print(*[[e.message for e in validator.iter_errors(yaml.safe_load(open(f)))] for f in files], sep="\\n", end="")
      """
    let names = try files(in: published.folder).filter { $0.hasSuffix(".yaml") }
    let paths = [published.files[0].path] + names
    let result = try Python.run(program, input: paths.map(inCheckout).joined(separator: "\n"))
    #expect(result.output == names.map { _ in "[]" }.joined(separator: "\n"))
  }

  static let validate = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema, documents = json.load(sys.stdin)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    json.dump([validator.is_valid(d) for d in documents], sys.stdout)
    """

  @Test(.enabled(if: Python.hasJSONSchema, "needs Python with jsonschema"), arguments: all)
  func `accepts and refuses what the decoder does, over mutated documents`(published: Published) throws {
    let good = try published.examples.map { shortened(try Document(yaml: $0(), file: "")) }
    try compare(good, published.schema, published.json)
  }

  @Test(.enabled(if: Python.hasJSONSchema, "needs Python with jsonschema"))
  func `agrees with the decoder over every shape there is`() throws {
    let documents: [Document] = [
      [
        "name": "a", "seed": 3, "channel": ["n": 2.5, "c": -59, "noise": ["white": ["deviation": 2]]],
        "round": "none", "snap": false, "nodes": ["a": [0, 0], "b": [1, 1.5, 2]], "edges": [["a", "b"]],
        "digest": Document(String(repeating: "0aF9", count: 16)),
        "uuid": "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6",
      ],
      [
        "name": "a.b_c-1", "file": "x",
        "channel": ["c": "measuredPower", "noise": ["field": ["scale": 0.5]]],
      ],
      ["name": "1", "file": "é", "channel": ["noise": "none"], "uuid": "2F234454CF6D4A0FADF2F4911BA9FFA6"],
    ]
    try compare(documents, Sample.schema, Sample.schema.jsonSchema(title: "sample", about: "A sample."))
  }

  private func compare(_ good: [Document], _ schema: Schema, _ json: Document) throws {
    for document in good { _ = try schema.resolve(document) }
    let corpus = good + good.flatMap(mutations)
    let input = Document([json, Document(corpus)]).json
    let result = try Python.run(JSONSchemaTests.validate, input: input)
    try #require(result.status == 0)
    let verdicts = try Document(json: result.output, file: "jsonschema").elements
    try #require(verdicts.count == corpus.count)
    var accepted = 0
    for (document, verdict) in zip(corpus, verdicts) {
      let refusal = sentence { _ = try schema.resolve(document) }
      accepted += refusal.isEmpty ? 1 : 0
      #expect(try verdict.flag == refusal.isEmpty, "\(document.json): \(refusal)")
    }
    // Both answers must occur often, or the comparison shows nothing.
    #expect(
      accepted > corpus.count / 50 && accepted < corpus.count / 2, "\(accepted) of \(corpus.count) accepted")
  }

  /// The same with at most two elements in each list.
  private func shortened(_ document: Document) -> Document {
    switch document.content {
    case .array(let elements):
      let isPlace = elements.allSatisfy {
        if case .array = $0.content { false } else { (try? $0.number) != nil }
      }
      return Document((isPlace ? elements : Array(elements.prefix(2))).map(shortened))
    case .object(let members):
      return Document(members.map { Document.Member(key: $0.key, value: shortened($0.value)) })
    default: return document
    }
  }

  static let substitutes: [Document] = [
    nil, true, -1, 0, 1, 3.0, 1.5, -1e9, 1e30, 70000, "", "x", "a b", "white", "none", "-5", [], [1], [1, 2],
    [1, 2, 3],
    ["a", "b"], [:], ["x": 1], ["none": [:]],
  ]

  /// The document with each value in turn exchanged, left out, or joined by an unknown one.
  private func mutations(of document: Document) -> [Document] {
    var mutants = JSONSchemaTests.substitutes
    switch document.content {
    case .array(let elements):
      mutants.append(Document(elements + elements))
      for (index, element) in elements.enumerated() {
        var rest = elements
        rest.remove(at: index)
        mutants.append(Document(rest))
        for mutant in mutations(of: element) {
          rest = elements
          rest[index] = mutant
          mutants.append(Document(rest))
        }
      }
    case .object(let members):
      mutants.append(Document(members + [Document.Member(key: "unknownKey", value: 1)]))
      for (index, member) in members.enumerated() {
        var rest = members
        rest.remove(at: index)
        mutants.append(Document(rest))
        for mutant in mutations(of: member.value) {
          rest = members
          rest[index] = Document.Member(key: member.key, value: mutant)
          mutants.append(Document(rest))
        }
      }
    default: break
    }
    return mutants
  }
}
