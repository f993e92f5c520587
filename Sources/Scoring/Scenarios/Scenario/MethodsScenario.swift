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
    /// The title of its column: its name, and the moments of its errors where these differ between columns.
    public let title: String
    /// The path of the data set's declaration.
    public let dataset: String
    /// Whether each walk is scored by pipelines that were fitted to all others.
    public let leavesOneOut: Bool
    /// What stands in a table.
    public let measure: Metric
    /// Whether a data set whose files are missing is left out, and not an error: the project does not ship all of them.
    public let isLeftOutIfAbsent: Bool
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

  /// What was published of each of them.
  public var published: [PipelineDefinition.Published?] { parts[0].scenario.pipelines.map(\.published) }

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
            "ifPresent", .boolean, to: false,
            "Whether a data set whose files are missing is left out, with a printed reason, and not an error. `--datasets NAME` makes it an error again."
          )),
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
  ///   - other: the path of a scenario whose name, pipelines and phone take the place of the file's: each data set is then
  ///     scored as that scenario is, and again at every callback. Nil for none.
  ///   - changes: of each part's scenario: the pipelines that stay beside the room centre, say.
  /// - Throws: ``World/FileProblem``, whose sentence names file, line and key.
  public init(
    contentsOf path: String, seed: UInt64? = nil, walks: Int? = nil, datasets: [String]? = nil,
    rowsOf other: String? = nil, changes: ScenarioChanges = ScenarioChanges()
  ) throws(FileProblem) {
    let file = try Document(contentsOf: path)
    try file.check(is: .methods)
    let document = try Self.schema.resolve(file)
    let scenario = try other.map { path throws(FileProblem) in try Document(contentsOf: path) }
    name = try (scenario ?? document).text("name")
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
    let rows = Document.Member(key: "pipelines", value: try (scenario ?? file)["pipelines"])
    let phone = scenario?.optional("phone").map { Document.Member(key: "phone", value: $0) }
    let scores = scenario.map { [$0.optional("score"), ["at": "callbacks"]].compactMap(\.self) }
    let columns =
      scores?.map { [rows, Document.Member(key: "score", value: $0)] + (phone.map { [$0] } ?? []) }
      ?? [[rows]]
    let chosen = zip(entries, names).filter { datasets?.contains($1) ?? true }
    parts = try chosen.flatMap { entry, _ in columns.map { (entry, $0) } }.map {
      entry, members throws(FileProblem) in
      try Part(
        entry, with: members, at: path, seed: seed, walks: walks, isNamed: datasets != nil, changes: changes)
    }
  }
}

extension MethodsScenario.Part {
  /// A data set with members that take the place of its own.
  fileprivate init(
    _ entry: Document, with members: [Document.Member], at path: String, seed: UInt64, walks: Int?,
    isNamed: Bool, changes: ScenarioChanges
  ) throws(FileProblem) {
    let stated = ["leaveOneOut", "leavesOut", "ifPresent", "measure"] + members.map(\.key)
    let kept = try entry.members.filter { !stated.contains($0.key) }
    let site = entry.optional("leavesOut")?.content
    var seenBy: [String] = []
    let members = try members.map { member throws(FileProblem) in
      guard member.key == "pipelines" else { return member }
      let pipelines = try member.value.elements.map { pipeline throws(FileProblem) in
        let sites = try pipeline.optional("chosenOn")?.elements ?? []
        if let site, sites.contains(where: { $0.content == site }) {
          seenBy.append(try pipeline.text("name"))
        }
        return Document(
          .object(try pipeline.members.filter { $0.key != "chosenOn" }), at: pipeline.location)
      }
      return Document.Member(key: member.key, value: Document(.array(pipelines), at: member.value.location))
    }
    self.seenBy = seenBy
    let document = Document(.object(kept + members), at: entry.location)
    scenario = try Scenario(
      document, path: path, seed: seed, laps: walks, changes: changes)
    let moments = scenario.scoring.moment == .callbacks ? "callbacks" : "presses"
    title = members.count > 1 ? "\(scenario.name) \(moments)" : scenario.name
    dataset = resolvedPath(try entry.text("dataset"), namedIn: path)
    leavesOneOut = try entry.flag("leaveOneOut")
    let mayBeAbsent = try entry.flag("ifPresent")
    isLeftOutIfAbsent = mayBeAbsent && !isNamed
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
