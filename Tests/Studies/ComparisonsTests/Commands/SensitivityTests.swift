import Documents
import Foundation
import TestSupport
import Testing

@Suite struct SensitivityTests {
  private func document(_ options: String) async throws -> Document {
    let outcome = try await SmallFiles.folder().run("sensitivity tiny.yaml --json \(options)")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return try Document(json: outcome.output, file: "sensitivity")
  }

  private func number(_ key: String, _ document: Document, setting: Int, pipeline: Int) throws -> Double {
    try document.elements("settings")[setting].elements("pipelines")[pipeline].number(key)
  }

  @Test func `n and C set wrong give the errors of a scenario that assumes them`() async throws {
    let document = try await document("--n-offsets 0.5 --c-offsets -4")
    for (setting, assumes) in ["{n: 2.3}", "{n: 1.8, c: -63}"].enumerated() {
      let folder = try SmallFiles.folder()
      try folder.write(
        SmallFiles.scenario.replacing("assumes: {n: 1.8}", with: "assumes: \(assumes)"), to: "tiny.yaml")
      let outcome = try await folder.run("run tiny.yaml --json")
      let scores = try Document(json: outcome.output, file: "run").elements("scores")
      for pipeline in 0..<2 {
        let mean = try number("wrongMeanMetres", document, setting: setting, pipeline: pipeline)
        #expect(abs(mean - (try scores[pipeline].number("meanMetres"))) < 1e-9)
      }
    }
  }

  /// All beacons have one law, so a wrong n or C keeps their order.
  @Test func `the nearest beacon stays the nearest whatever n and C are`() async throws {
    let document = try await document("--n-offsets -0.5,0.5 --c-offsets -6,6")
    for setting in 0..<4 {
      #expect(try number("differenceMetres", document, setting: setting, pipeline: 1) == 0)
      let interval = try document.elements("settings")[setting].elements("pipelines")[1].elements(
        "interval95")
      #expect(try interval.map { try $0.number } == [0, 0])
    }
  }

  @Test func `every key of its JSON is documented, and its tables fit`() async throws {
    try DocumentedKeys.expect(try await document(""), in: "docs/columns.md")
    let outcome = try await SmallFiles.folder().run("sensitivity tiny.yaml")
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(outcome.output.contains("receiver +6 dB"))
  }
}
