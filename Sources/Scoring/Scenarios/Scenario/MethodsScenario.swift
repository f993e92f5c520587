public import Documents
public import Evaluation
import Positioning
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
    /// The building: data sets of one are left out together where a window is chosen on the others.
    public let site: String
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

  /// What a row uses beyond the advertisements and the places of the beacons; the raw value is the title of a table.
  public enum Information: String, Sendable, CaseIterable {
    case site = "the site alone"
    case path = "the path"
    case survey = "a survey"
    case both = "the path and a survey"
    case more = "steps, presses or the channel"
    case later = "later readings"
  }

  /// One row of the tables.
  public struct Row: Sendable {
    public let name: String
    public let information: Information
    /// Places among ``MethodsScenario/pipelines``: one or, for each filter, one, of which that is shown which was best on the other sites.
    public let pipelines: [Int]
    /// Of each of them, in words.
    public let filters: [String]
  }

  /// The name of the comparison; reports begin with it.
  public let name: String
  /// The seed of each part's random numbers.
  public let seed: UInt64
  /// At least one, no two of one name.
  public let parts: [Part]
  /// In the order of the file.
  public let rows: [Row]
  /// Whether rows stand in a table for each kind of information, the smallest errors first.
  public let isArranged: Bool

  /// The names of all pipelines, in the order of the file.
  public var pipelines: [String] { parts[0].scenario.pipelines.map(\.name) }

  /// The name of that which hears nothing, and with which all others are compared.
  public var baseline: String? { parts[0].scenario.pipelines.first { !$0.hasSignal }?.name }

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
      .defaulted(
        "windows", .array(of: .number(.between(2, 60)), count: .atLeast(1)), to: [2, 5], unit: "s",
        "The moving averages that are tried for a pipeline with `windows: true`, beside no filter."),
      .defaulted(
        "tables",
        .enumeration([
          .init("one", "one, in the order of the file."),
          .init(
            "byInformation", "one for each kind of information that pipelines use, the smallest errors first."
          ),
        ]), to: "one", "The tables that are printed."),
      .required(
        "datasets", .array(of: part, count: .atLeast(1)), "The data sets, in the order of the columns."),
    ])
  }

  private static var pipeline: Schema {
    SettingForm.settings(
      PipelineDefinition.keys(assumes: Assumptions.form(fits: true)) + [
        .elsewhere(
          .defaulted(
            "windows", .boolean, to: false,
            "Whether a second row has the filter, none or a moving average, that has the smallest errors on the other sites."
          )),
        .elsewhere(
          .defaulted(
            "path", .boolean, to: false,
            "Whether it uses the path where there is one, though it does not need it.")),
        .elsewhere(
          .optional(
            "chosenOn", .array(of: .text(.name)),
            "The sites on whose walks settings of the pipeline were chosen: no data set that leaves out one of them shows its figure."
          )),
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
          .optional("site", .text(.name), "The building. Without the key it is the data set's name.")),
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
    let rows = try PipelineRow.all(of: scenario, document, file)
    isArranged = try document.text("tables") == "byInformation"
    let phone = scenario?.optional("phone").map { Document.Member(key: "phone", value: $0) }
    let scores = scenario.map { [$0.optional("score"), ["at": "callbacks"]].compactMap(\.self) }
    let columns =
      scores?.map { [Document.Member(key: "score", value: $0)] + (phone.map { [$0] } ?? []) } ?? [[]]
    let chosen = zip(entries, names).filter { datasets?.contains($1) ?? true }
    // Who names a row means all its windows.
    let named = changes.pipelines.map { names in
      names.flatMap { name in rows.first { $0.name == name }?.pipelines.map(\.name) ?? [name] }
    }
    let changes = ScenarioChanges(
      changes.settings, pipelines: named, without: changes.without, methods: changes.methods)
    let parts = try chosen.flatMap { entry, _ in columns.map { (entry, $0) } }.map {
      entry, members throws(FileProblem) in
      try Part(
        entry, with: members, rows, at: path, seed: seed, walks: walks, isNamed: datasets != nil,
        changes: changes)
    }
    self.parts = parts
    self.rows = PipelineRow.rows(rows, of: parts[0].scenario.pipelines)
  }
}

/// A pipeline of the file, once for each window.
private struct PipelineRow {
  let name: String
  /// The first one is that without a filter of windows.
  let pipelines: [(name: String, document: Document)]
  let usesPath: Bool
  /// The sites on which its settings were chosen.
  let chosenOn: [String]

  /// - Parameters:
  ///   - scenario: whose pipelines take the place of the file's; nil for none.
  ///   - document: the resolved file.
  static func all(of scenario: Document?, _ document: Document, _ file: Document) throws(FileProblem)
    -> [Self]
  {
    let windows = try document.elements("windows").map { window throws(FileProblem) in try window.number }
    return try (scenario ?? file).elements("pipelines").map { entry throws(FileProblem) in
      let own = ["windows", "path", "chosenOn"]
      let pipeline = Document(.object(try entry.members.filter { !own.contains($0.key) }), at: entry.location)
      let name = try pipeline.text("name")
      let isRepeated = try entry.optional("windows")?.flag ?? false
      guard !isRepeated || pipeline.optional("filters") == nil else {
        throw try entry["filters"].problem(expected: "none beside windows: true")
      }
      let averaged = try (isRepeated ? windows : []).map {
        window throws(FileProblem) -> (name: String, document: Document) in
        let other = try pipeline.averaged(over: window)
        return (try other.text("name"), other)
      }
      return Self(
        name: name, pipelines: [(name, pipeline)] + averaged,
        usesPath: try entry.optional("path")?.flag ?? false,
        chosenOn: try (entry.optional("chosenOn")?.elements ?? []).map { site throws(FileProblem) in
          try site.text
        })
    }
  }

  /// The rows of the pipelines that stayed, and of those that came.
  static func rows(_ rows: [Self], of pipelines: [PipelineDefinition]) -> [MethodsScenario.Row] {
    let windows = Set(rows.flatMap { $0.pipelines.dropFirst().map(\.name) })
    return pipelines.enumerated().flatMap { place, pipeline -> [MethodsScenario.Row] in
      guard !windows.contains(pipeline.name) else { return [] }
      let row = rows.first { $0.name == pipeline.name }
      let information = pipeline.information(usesPath: row?.usesPath ?? false)
      let alone = MethodsScenario.Row(
        name: pipeline.name, information: information, pipelines: [place], filters: [])
      let places =
        row?.pipelines.compactMap { other in pipelines.firstIndex { $0.name == other.name } } ?? []
      guard places.count > 1 else { return [alone] }
      return [
        alone,
        MethodsScenario.Row(
          name: "\(pipeline.name), filtered", information: information, pipelines: places,
          filters: ["no filter"]
            + places.dropFirst().map { "mean of\(pipelines[$0].name.dropFirst(pipeline.name.count + 1))" }),
      ]
    }
  }
}

extension PipelineDefinition {
  fileprivate func information(usesPath: Bool) -> MethodsScenario.Information {
    let method = settings.method.settings
    if method.needsSteps || settings.given.contains(.presses) || settings.given.contains(.channel) {
      return .more
    }
    let hasPath = usesPath || settings.snap || method.needsPath
    return switch (hasPath, settings.given.contains(.survey)) {
    case (false, false): .site
    case (true, false): .path
    case (false, true): .survey
    case (true, true): .both
    }
  }
}

extension MethodsScenario.Part {
  /// A data set with members that take the place of its own.
  fileprivate init(
    _ entry: Document, with members: [Document.Member], _ rows: [PipelineRow], at path: String, seed: UInt64,
    walks: Int?, isNamed: Bool, changes: ScenarioChanges
  ) throws(FileProblem) {
    let stated = ["leaveOneOut", "site", "leavesOut", "ifPresent", "measure"] + members.map(\.key)
    let kept = try entry.members.filter { !stated.contains($0.key) }
    let leftOut = try entry.optional("leavesOut")?.text
    seenBy = rows.filter { row in row.chosenOn.contains { $0 == leftOut } }.flatMap {
      $0.pipelines.map(\.name)
    }
    let pipelines = Document(
      .array(rows.flatMap { $0.pipelines.map(\.document) }), at: entry.location)
    let document = Document(
      .object(kept + members + [.init(key: "pipelines", value: pipelines)]), at: entry.location)
    scenario = try Scenario(
      document, path: path, seed: seed, laps: walks, changes: changes)
    let moments = scenario.scoring.moment == .callbacks ? "callbacks" : "presses"
    title = members.isEmpty ? scenario.name : "\(scenario.name) \(moments)"
    site = try entry.optional("site")?.text ?? scenario.name
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
