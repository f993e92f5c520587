import Documents
import Sites
import TestSupport
import Testing

@Suite struct JSONSchemaTests {
  static let all: [PublishedSchema] = {
    do {
      return [try site, try dataset, try registry]
    } catch {
      Issue.record("\(error)")
      return []
    }
  }()

  private static var site: PublishedSchema {
    get throws {
      PublishedSchema(
        name: "site", title: "The keys of a site file", schema: SiteFile.schema, json: SiteFile.jsonSchema,
        files: try yamlFiles(in: "scenarios/sites"),
        examples: [
          try Document(yaml: SiteFileTests.storeys, file: "").shortened(to: 2),
          try Document(yaml: SiteBeaconsTests.kinds, file: ""),
          try Document(yaml: SiteShortFormTests.short, file: ""), ["name": "s", "beacons": ["csv": "b.csv"]],
          try Document(contentsOf: inCheckout("scenarios/sites/floor35-pillars.yaml")).shortened(to: 2),
        ])
    }
  }

  private static var dataset: PublishedSchema {
    get throws {
      let files = try yamlFiles(in: "scenarios/datasets") + yamlFiles(in: "scenarios/recordings")
      return PublishedSchema(
        name: "dataset", title: "The keys of a dataset file", schema: Dataset.schema,
        json: Dataset.jsonSchema,
        files: files,
        examples: try files.map { try Document(contentsOf: inCheckout($0)).shortened(to: 2) })
    }
  }

  private static var registry: PublishedSchema {
    get throws {
      let files = ["scenarios/registry/datasets.yaml"]
      return PublishedSchema(
        name: "registry", title: "The keys of a registry of data sets", schema: DatasetRegistry.schema,
        json: DatasetRegistry.jsonSchema, files: files,
        examples: [
          [
            "sets": [
              [
                "name": "a", "about": "b", "has": "c", "lacks": "d", "citation": "e", "licence": "f",
                "page": "https://example.org", "site": "s", "layout": "l", "shipped": "h", "command": "c",
                "address": "https://example.org/",
                "files": [
                  [
                    "path": "p", "bytes": 3, "sha256": Document(String(repeating: "0aF9", count: 16)),
                    "address": "https://example.org/p",
                  ]
                ],
              ],
              [
                "name": "a", "about": "b", "has": "c", "citation": "e", "licence": "f",
                "page": "https://example.org", "archive": "https://example.org/a.zip",
              ],
            ]
          ]
        ])
    }
  }

  private static func yamlFiles(in folder: String) throws -> [String] {
    try SitesTests.files(in: folder).filter { $0.hasSuffix(".yaml") }
  }

  /// Every shape there is, in documents that between them use every key.
  static let sample = PublishedSchema(
    name: "sample", title: "", schema: Sample.schema,
    json: Sample.schema.jsonSchema(title: "sample", about: "A sample."), files: [],
    examples: [
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
    ])

  @Test func `site, dataset and registry are there`() {
    #expect(Self.all.map(\.name) == ["site", "dataset", "registry"])
  }

  @Test(arguments: all)
  func `verifies itself, and is published as the code has it`(published: PublishedSchema) throws {
    try published.expectPublished()
  }

  @Test(
    .enabled(if: Python.hasYAML && Python.hasJSONSchema, "needs Python with yaml and jsonschema"),
    arguments: all)
  func `means the same to other programs, in every file and over mutated documents`(
    published: PublishedSchema
  ) throws {
    try published.expectSameElsewhere()
  }

  @Test(.enabled(if: Python.hasJSONSchema, "needs Python with jsonschema"))
  func `accepts and refuses what the decoder does, over mutants of every shape`() throws {
    try Self.sample.expectAgreement()
  }
}
