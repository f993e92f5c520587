import Comparisons
package import Documents
package import Positioning
import Scenarios
import Sites
package import World

/// A task of a benchmark: which walks are scored, what a method may know, and how it is ranked.
package struct BenchmarkTask: Sendable {
  /// Where its walks come from.
  enum Origin: Sendable {
    /// The path of a scenario.
    case scenario(String)
    /// A comparison of methods, and the data set in it.
    case comparison(String, dataset: String)
  }

  /// The file.
  package let path: String
  package let name: String
  package let about: String
  /// Sentences for those who enter.
  package let rules: [String]
  /// The prior information that a method may be given.
  package let given: [Given]
  /// The largest share of moments without a fix with which a method is ranked.
  package let missed: Double
  /// Nil for recorded walks.
  package let round: BenchmarkRound?
  let origin: Origin
  let settings: [ScenarioChanges.Setting]

  /// The keys of a task's file.
  package static var schema: Schema {
    .object(
      [
        .required("name", .text(.name), "The name, which is that of the file too."),
        .required("about", .text(), "What the task is."),
        .optional("scenario", .text(), "The scenario with the walks and the built-in methods."),
        .optional("comparison", .text(), "A comparison of methods, in place of a scenario."),
        .optional("dataset", .text(), "Which data set of the comparison."),
        .defaulted(
          "set", .array(of: .text()), to: [],
          "Keys of the scenario with other values, as `--set` has them, such as `laps.count=20`."),
        .defaulted("rules", .array(of: .text()), to: [], "What holds for those who enter, a sentence each."),
        .defaulted(
          "given",
          .array(
            of: .enumeration([
              .init("channel", "the channel's statistics."),
              .init("map", "rooms, walkable areas and walls."),
              .init("direction", "the direction of each lap."), .init("presses", "presses at test points."),
              .init("survey", "a radio map."), .init("stays", "when a walker who stands leaves each place."),
            ])), to: [], "The prior information that a method may be given beyond site and advertisements."),
        .defaulted(
          "metric", .enumeration([.init("mean", "the mean error in metres, the smaller the better.")]),
          to: "mean", "What methods are ranked by."),
        .defaulted(
          "missed", .number(.between(0, 1)), to: 0.02,
          "The largest share of moments without a fix with which a method is ranked."),
        .optional("round", BenchmarkRound.schema, "The seed of simulated walks."),
      ], rules: [.exactlyOne(of: "scenario", "comparison"), .together("comparison", "dataset")])
  }

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench task of a benchmark",
      about: "Which walks are scored, what a method may know, and how methods are ranked.")
  }

  /// - Throws: for a file that is no task, or whose seed is not the one that it is committed to.
  package init(contentsOf path: String) throws(FileProblem) {
    let document = try Self.schema.resolve(Document(contentsOf: path))
    let name = try document.text("name")
    (self.path, self.name, about) = (path, name, try document.text("about"))
    guard path.split(separator: "/").last.map({ $0 == "\(name).yaml" }) ?? false else {
      throw try document["name"].problem(expected: "the name of the file, \(path)")
    }
    rules = try document.elements("rules").map { rule throws(FileProblem) in try rule.text }
    given = try document.elements("given").map { given throws(FileProblem) in
      try given.choice(of: Given.self)
    }
    missed = try document.number("missed")
    settings = try document.elements("set").map { setting throws(FileProblem) in
      try ScenarioChanges.Setting(setting.text)
    }
    if let scenario = document.optional("scenario") {
      origin = .scenario(resolvedPath(try scenario.text, namedIn: path))
    } else {
      origin = .comparison(
        resolvedPath(try document.text("comparison"), namedIn: path), dataset: try document.text("dataset"))
    }
    round = try document.optional("round").map { round throws(FileProblem) in
      try BenchmarkRound(round, task: name)
    }
  }

  /// Whether there are scores: recorded walks have always, simulated ones once the seed is known.
  package var isOpen: Bool { round.map { $0.seed != nil } ?? true }

  /// Whether a submission was entered before the seed was known: all are while it is not, and then those that the task lists.
  package func registers(_ submission: Submission) throws(FileProblem) -> Bool {
    guard let round else { return false }
    guard isOpen, let digest = round.registered[submission.method] else { return !isOpen }
    return try submission.registration == digest
  }
}
