package import Documents
import Foundation
import Sites
import Testing
import World

/// A schema of the code, the two files that it is published in, and the documents that it is for.
package struct PublishedSchema: CustomTestStringConvertible, Sendable {
  /// The published files are `scenarios/schema/<name>.schema.json` and `scenarios/schema/<name>.md`.
  package let name: String
  package let title: String
  package let schema: Schema
  package let json: Document
  /// Committed files of this kind, by their place in the checkout.
  package let files: [String]
  /// Documents that between them use every key.
  package let examples: [Document]

  package init(
    name: String, title: String, schema: Schema, json: Document, files: [String], examples: [Document]
  ) {
    self.name = name
    self.title = title
    self.schema = schema
    self.json = json
    self.files = files
    self.examples = examples
  }

  package var testDescription: String { name }

  private var schemaFile: String { "scenarios/schema/\(name).schema.json" }

  /// The schema verifies itself, and its published files are as the code has them.
  package func expectPublished() throws {
    try schema.verify()
    try expectCommitted()
  }

  /// Other programs read the same from every committed file, and accept and refuse what the code does.
  package func expectSameElsewhere() throws {
    try expectSameValuesInPyYAML()
    try expectFilesAcceptedByJSONSchema()
    try expectAgreement()
  }

  /// Compares what is committed with the code; with `RECORD_GOLDEN=1` writes it, and fails.
  private func expectCommitted() throws {
    let published = [
      (schemaFile, json.prettyJSON), ("scenarios/schema/\(name).md", schema.reference(title: title)),
    ]
    for (path, text) in published {
      let file = URL(filePath: Checkout.path(path))
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
        try Data(text.utf8).write(to: file)
        Issue.record("wrote \(path); run again without RECORD_GOLDEN")
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(path)")
    }
  }

  /// PyYAML must read the same values from every committed file, as it is and as this project writes it.
  private func expectSameValuesInPyYAML() throws {
    try #require(!files.isEmpty)
    for file in files {
      let ours = try Document(contentsOf: Checkout.path(file))
      for yaml in [try String(contentsOfFile: Checkout.path(file), encoding: .utf8), ours.yaml] {
        let theirs = try Python.run(
          "import json,sys,yaml\njson.dump(yaml.safe_load(sys.stdin),sys.stdout)", input: yaml)
        let document = try Document(json: theirs.output, file: file)
        #expect(try schema.resolve(document).json == schema.resolve(ours).json, "\(file)")
      }
    }
  }

  /// The published JSON Schema must accept every committed file as PyYAML reads it.
  private func expectFilesAcceptedByJSONSchema() throws {
    let program = """
      import json, sys, yaml
      from jsonschema import Draft202012Validator
      schema, *files = sys.stdin.read().split("\\n")
      validator = Draft202012Validator(json.load(open(schema)))
      print(*[[e.message for e in validator.iter_errors(yaml.safe_load(open(f)))] for f in files], sep="\\n", end="")
      """
    let paths = [schemaFile] + files
    let result = try Python.run(program, input: paths.map(Checkout.path).joined(separator: "\n"))
    #expect(result.output == files.map { _ in "[]" }.joined(separator: "\n"))
  }

  /// Code and JSON Schema must accept and refuse the same of the examples and all their mutants.
  package func expectAgreement() throws {
    for example in examples { _ = try schema.resolve(example) }
    let corpus = examples + examples.flatMap(\.mutations)
    let verdicts = try Self.verdicts(of: json, on: corpus)
    try #require(verdicts.count == corpus.count)
    var accepted = 0
    for (document, verdict) in zip(corpus, verdicts) {
      let refusal = refusal(of: document)
      accepted += refusal == nil ? 1 : 0
      #expect(try verdict.flag == (refusal == nil), "\(document.json): \(refusal ?? "accepted")")
    }
    // Both answers must occur often, or the comparison shows nothing.
    #expect(
      accepted > corpus.count / 50 && accepted < corpus.count / 2, "\(accepted) of \(corpus.count) accepted")
  }

  private func refusal(of document: Document) -> String? {
    do throws(FileProblem) {
      _ = try schema.resolve(document)
      return nil
    } catch {
      return error.description
    }
  }

  private static func verdicts(of json: Document, on corpus: [Document]) throws -> [Document] {
    let program = """
      import json, sys
      from jsonschema import Draft202012Validator
      schema, documents = json.load(sys.stdin)
      Draft202012Validator.check_schema(schema)
      validator = Draft202012Validator(schema)
      json.dump([validator.is_valid(d) for d in documents], sys.stdout)
      """
    let result = try Python.run(program, input: Document([json, Document(corpus)]).json)
    try #require(result.status == 0)
    return try Document(json: result.output, file: "jsonschema").elements
  }
}
