public import Documents
public import Evaluation
import Sites
public import World

/// The same pipelines on several recorded data sets, each of which is a scenario of its own.
public struct MethodsScenario: Sendable {
  /// One data set.
  public struct Part: Sendable {
    /// With all pipelines, and the room centre.
    public let scenario: Scenario
    /// The path of the data set's declaration.
    public let dataset: String
    /// Whether each walk is scored by pipelines that were fitted to all others.
    public let leavesOneOut: Bool
    /// What stands in a table.
    public let measure: Metric
    /// The pipelines that have no place in its column, since their constants were chosen on the site that it leaves out.
    public let seenBy: [String]
  }

  /// The name of the comparison; reports begin with it.
  public let name: String
  /// The seed of each part's random numbers.
  public let seed: UInt64
  /// At least one, no two of one name.
  public let parts: [Part]

  /// The names of all pipelines, in the order of the file.
  public var pipelines: [String] { parts[0].scenario.pipelines.map(\.name) }

  /// The keys of a comparison's file.
  public static var schema: Schema {
    .object([
      .required("name", .text(.name), "The name of the comparison."),
      .optional("about", .text(), "What is compared, and where the settings come from."),
      .defaulted("seed", SettingForm<UInt64>.seed.schema, to: 1, "The seed of all random numbers."),
      .required(
        "pipelines",
        .array(of: pipeline, count: .atLeast(1)),
        "The pipelines, in the order of the table."),
      .required(
        "datasets", .array(of: part, count: .atLeast(1)), "The data sets, in the order of the columns."),
    ])
  }

  private static var pipeline: Schema {
    SettingForm.settings(
      PipelineDefinition.keys(assumes: Assumptions.form(fits: true)) + [
        .elsewhere(
          .optional(
            "chosenOn", .array(of: .text(.name)),
            "The sites on whose walks settings of the pipeline were chosen: no data set that leaves out one of them shows its figure."
          ))
      ]
    ).schema
  }

  private static var part: Schema {
    SettingForm.settings(
      ScenarioSettings.listedKeys + [
        .elsewhere(
          .defaulted(
            "leaveOneOut", .boolean, to: false,
            "Whether n, C and the radio map of each walk come from all other walks, in place of the calibration part."
          )),
        .elsewhere(
          .optional(
            "leavesOut", .text(.name),
            "The site, where figures are to be those of one that pipelines have not seen; see `chosenOn`.")),
        .elsewhere(
          .defaulted(
            "measure",
            .enumeration(
              Metric.all(for: .methods).map {
                .init($0.key(for: .methods), "the \($0.title)\($0.unit == .metres ? " in metres" : "").")
              }), to: Document(Metric.mean.key(for: .methods)), "What the table shows.")),
      ]
    ).schema
  }

  /// The published JSON Schema.
  public static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench comparison of methods",
      about: "The pipelines, and the recorded data sets on which each of them runs.")
  }

  /// - Parameters:
  ///   - path: of the YAML file; files that it names are relative to it.
  ///   - seed: takes the place of the file's own.
  ///   - walks: how many of each data set, from the first.
  ///   - datasets: the names of those that stay; nil for all.
  ///   - changes: of each part's scenario: the pipelines that stay beside the room centre, say.
  /// - Throws: ``World/FileProblem``, whose sentence names file, line and key.
  public init(
    contentsOf path: String, seed: UInt64? = nil, walks: Int? = nil, datasets: [String]? = nil,
    changes: ScenarioChanges = ScenarioChanges()
  ) throws(FileProblem) {
    let file = try Document(contentsOf: path)
    try file.check(is: .methods)
    let document = try Self.schema.resolve(file)
    name = try document.text("name")
    let own = try SettingForm<UInt64>.seed.read(document["seed"])
    self.seed = seed ?? own
    let entries = try document.elements("datasets")
    try entries.checkEachOnce("name", expected: "a unique name")
    let names = try entries.map { entry throws(FileProblem) in try entry.text("name") }
    if let unknown = datasets?.first(where: { !names.contains($0) }) {
      throw FileProblem(
        file: "--datasets", expected: "data sets of \(path): \(names.joined(separator: ", "))", found: unknown
      )
    }
    let seed = self.seed
    parts = try zip(entries, names).filter { datasets?.contains($1) ?? true }.map {
      entry, _ throws(FileProblem) in
      try Part(entry, of: file, at: path, seed: seed, walks: walks, changes: changes)
    }
  }
}

extension MethodsScenario.Part {
  /// A data set with the pipelines of the file.
  fileprivate init(
    _ entry: Document, of file: Document, at path: String, seed: UInt64, walks: Int?, changes: ScenarioChanges
  ) throws(FileProblem) {
    let kept = try entry.members.filter { !["leaveOneOut", "measure", "leavesOut"].contains($0.key) }
    let stated = try file["pipelines"]
    let site = entry.optional("leavesOut")?.content
    var (pipelines, seenBy) = ([Document](), [String]())
    for pipeline in try stated.elements {
      let sites = try pipeline.optional("chosenOn")?.elements ?? []
      if let site, sites.contains(where: { $0.content == site }) { seenBy.append(try pipeline.text("name")) }
      let members = try pipeline.members.filter { $0.key != "chosenOn" }
      pipelines.append(Document(.object(members), at: pipeline.location))
    }
    let document = Document(
      .object(
        kept + [Document.Member(key: "pipelines", value: Document(.array(pipelines), at: stated.location))]),
      at: entry.location)
    self.seenBy = seenBy
    scenario = try Scenario(
      document, path: path, seed: seed, laps: walks, changes: changes)
    dataset = resolvedPath(try entry.text("dataset"), namedIn: path)
    leavesOneOut = try entry.flag("leaveOneOut")
    measure = Metric.named(try entry.text("measure"), for: .methods) ?? .mean
  }
}

/// What a scenario file says of itself, read without its site and its data.
package struct ListedScenario {
  /// The path of the scenario's file.
  package let path: String
  /// The scenario's name, as its file states it.
  package let name: String
  /// Its description; nil where the file has none.
  package let about: String?
  /// Whether its walks were recorded, not simulated.
  package let isRecorded: Bool
  /// Nil where its data determine it.
  package let laps: Int?
  /// The names of the pipelines, in the order of the file.
  package let pipelines: [String]

  /// Nil for what is no scenario or cannot be read.
  package init?(contentsOf path: String) {
    guard let document = try? Document(contentsOf: path), document.has("pipelines"),
      (try? document.check(is: .scenario)) != nil, let name = try? document.text("name")
    else { return nil }
    let pipelines = (try? document.elements("pipelines")) ?? []
    (self.path, self.name) = (path, name)
    about = try? document.text("about")
    isRecorded = document.has("dataset")
    laps = document.optional("laps").flatMap { try? $0.integer("count") }
    self.pipelines = pipelines.compactMap { try? $0.text("name") }
  }
}
