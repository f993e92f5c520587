import Benchmark
import Comparisons
import Context
import Documents
import Scenarios
import Sweeping
import TestSupport
import Testing

@Suite struct ScenarioSchemaTests {
  private static let contextFiles = (try? Checkout.files(in: "scenarios/context", ending: ".yaml")) ?? []

  private static let unseen = "scenarios/methods/unseen.yaml"

  static let all: [PublishedSchema] = {
    do {
      return [
        PublishedSchema(
          name: "scenario", title: "The keys of a scenario", schema: ScenarioSchema.simulated,
          json: ScenarioSchema.simulatedJSONSchema,
          files: [
            "dense-beacons", "exhibition-running", "exhibition-walking", "faults", "floor35",
            "floor35-pillars",
            "filters", "fingerprint-channels", "fingerprint-walk", "geometry", "hospital", "initial-loop",
            "lag-budget",
            "methods", "moving-beacons", "robustness", "navigation", "navigation-clinic",
            "navigation-clinic-noise-free",
            "sparse-beacons", "standing-still", "trackers", "two-circle-noise-free", "two-floors",
            "typical-office",
            "visitor", "fingerprint/four-beacons", "fingerprint/generic", "fingerprint/three-beacons",
          ].map {
            "scenarios/\($0).yaml"
          },
          examples: try ScenarioDocuments.documents(ScenarioDocuments.simulatedTexts)),
        PublishedSchema(
          name: "recorded-scenario", title: "The keys of a scenario of recorded walks",
          schema: ScenarioSchema.recorded, json: ScenarioSchema.recordedJSONSchema,
          files: ["danis-methods", "danis-walks", "kolakowski-drive", "rriesebos-walks"].map {
            "scenarios/\($0).yaml"
          },
          examples: try ScenarioDocuments.documents(ScenarioDocuments.recordedTexts)),
        PublishedSchema(
          name: "context", title: "The keys of a context scenario", schema: ContextScenario.simulatedSchema,
          json: ContextScenario.jsonSchema, files: Self.contextFiles.filter { !$0.contains("two-rooms") },
          examples: try ContextDocuments.documents(ScenarioDocuments.simulatedTexts.prefix(1))),
        PublishedSchema(
          name: "recorded-context", title: "The keys of a context scenario of recorded walks",
          schema: ContextScenario.recordedSchema, json: ContextScenario.recordedJSONSchema,
          files: Self.contextFiles.filter { $0.contains("two-rooms") },
          examples: try ContextDocuments.documents(ScenarioDocuments.recordedTexts.prefix(1))),
        PublishedSchema(
          name: "channel", title: "The keys of a channel file", schema: ChannelFile.schema,
          json: ChannelFile.jsonSchema, files: ["scenarios/channels/danis.yaml"],
          examples: try ScenarioDocuments.channels()),
        PublishedSchema(
          name: "reproduction", title: "The keys of a reproduction", schema: Reproduction.schema,
          json: Reproduction.jsonSchema, files: ["scenarios/reproductions/motion.yaml"],
          examples: try ScenarioDocuments.documents([ScenarioDocuments.reproductionText])),
        PublishedSchema(
          name: "methods", title: "The keys of a comparison of methods", schema: MethodsScenario.schema,
          json: MethodsScenario.jsonSchema,
          files: try Checkout.files(in: "scenarios/methods", ending: ".yaml").filter { $0 != Self.unseen },
          examples: try ScenarioDocuments.documents([ScenarioDocuments.methodsText])),
        PublishedSchema(
          name: "unseen", title: "The keys of a protocol for unseen sites", schema: UnseenScenario.schema,
          json: UnseenScenario.jsonSchema, files: [Self.unseen],
          examples: try ScenarioDocuments.documents([ScenarioDocuments.unseenText])),
        PublishedSchema(
          name: "task", title: "The keys of a task of a benchmark", schema: BenchmarkTask.schema,
          json: BenchmarkTask.jsonSchema, files: try Checkout.files(in: "benchmark/tasks", ending: ".yaml"),
          examples: try ScenarioDocuments.documents(ScenarioDocuments.taskTexts)),
        PublishedSchema(
          name: "submission", title: "The keys of a submission to a benchmark", schema: SubmittedFile.schema,
          json: SubmittedFile.jsonSchema,
          files: try Checkout.files(in: "benchmark/submissions/built-in", ending: ".json"),
          examples: try ScenarioDocuments.documents([ScenarioDocuments.submissionText])),
        PublishedSchema(
          name: "sweep", title: "The keys of a sweep", schema: Sweep.schema, json: Sweep.jsonSchema,
          files: try Checkout.files(in: "scenarios/sweeps", ending: ".yaml"),
          examples: try ScenarioDocuments.documents(ScenarioDocuments.sweepTexts)),
      ]
    } catch {
      Issue.record("\(error)")
      return []
    }
  }()

  @Test func `every committed scenario belongs to one of two schemas`() throws {
    let scenarios = Self.all.filter { $0.name.hasSuffix("scenario") }
    let committed = try ["scenarios", "scenarios/fingerprint"].flatMap {
      try Checkout.files(in: $0, ending: ".yaml")
    }
    #expect(scenarios.flatMap(\.files).sorted() == committed.sorted())
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
}
