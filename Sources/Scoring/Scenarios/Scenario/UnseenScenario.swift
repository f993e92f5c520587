public import Documents
import Evaluation
import Positioning
import Sites
public import World

/// The protocol by which a method, the candidate, is judged on sites that it has not seen: data sets by building, classes of
/// information, rivals with all their settings, and the constants of the candidate that are chosen on the other sites.
public struct UnseenScenario: Sendable {
  /// One data set.
  public struct Part: Sendable {
    /// Unique in the file.
    public let name: String
    /// The building: all data sets of one are one site.
    public let site: String
    /// The path of the data set's declaration.
    public let dataset: String
    /// Whether the survey of each walk is all other walks.
    public let leavesOneOut: Bool
    fileprivate let entry: Document
  }

  /// What pipelines are given beyond the advertisements and the places of the beacons.
  public struct InformationClass: Sendable {
    /// Unique in the file.
    public let name: String
    /// Whether the site's path is given; otherwise the sites of the class have none.
    public let hasPath: Bool
    /// Whether the calibration part is given; otherwise the data sets of the class have none.
    public let hasSurvey: Bool
    /// The candidate as the file states it.
    public let candidate: Document
    /// Those that may run with this information, once with each window if they have no memory.
    public let rivals: [Document]
    fileprivate let assumes: Document
  }

  /// A setting of the candidate's method that is chosen on walks.
  public struct Constant: Sendable {
    /// Its path in the settings of the method.
    public let key: String
    /// In the order in which they are tried; the first of equally good ones is chosen.
    public let values: [Document]
    /// The names of the classes whose errors choose it.
    public let classes: [String]
  }

  /// How many constants may be chosen on walks.
  static let mostConstants = 12

  /// Reports begin with it.
  public let name: String
  /// The seed of each part's random numbers, and of the resamples.
  public let seed: UInt64
  /// In the order of the file.
  public let parts: [Part]
  /// In the order of the file.
  public let classes: [InformationClass]
  /// In the order in which they are searched.
  public let constants: [Constant]
  /// How often all constants are searched in turn.
  public let passes: Int
  private let path: String

  /// The buildings, in the order in which the file first names them.
  public var sites: [String] {
    parts.reduce(into: []) { sites, part in if !sites.contains(part.site) { sites.append(part.site) } }
  }

  /// The keys of the file.
  public static let schema = Schema.object([
    .required("name", .text(.name), "The name of the protocol."),
    .optional("about", .text(), "What is judged, and by what."),
    .defaulted(
      "seed", SettingForm<UInt64>.seed.schema, to: 1,
      "The seed of all random numbers, those of the resamples too."),
    .defaulted(
      "windows", .array(of: .number(.between(1, 60)), count: .atLeast(1)), to: [1, 2, 5], unit: "s",
      "The moving averages before each rival with `windows: true`; 1 stands for no filter."),
    .required("datasets", .array(of: dataset, count: .atLeast(1)), "The data sets."),
    .required(
      "rivals", .array(of: rival, count: .atLeast(1)), "The pipelines that the candidate is compared with."),
    .required(
      "classes", .array(of: informationClass, count: .atLeast(1)),
      "What pipelines are given; each class is scored apart."),
    .defaulted(
      "constants",
      .array(
        of: .object([
          .required(
            "key", .text(.line), "A setting of the candidate's method, such as `deviation` or `map.cell`."),
          .required("values", .array(of: .anything, count: .atLeast(1)), "The values that are tried."),
          .optional(
            "classes", .array(of: .text(.name), count: .atLeast(1)),
            "The classes whose errors choose it. Without the key these are all classes; where none of them runs, the value stays as it is."
          ),
        ]), count: .atMost(mostConstants)), to: [],
      "The settings of the candidate that are chosen on the other sites, by coordinate descent in this order from the candidate as "
        + "it is stated."),
    .defaulted("passes", .integer(.between(1, 10)), to: 2, "How often the constants are searched in turn."),
  ])

  private static let dataset = SettingForm.settings(
    ScenarioSettings.listedKeys.filter { $0.name != "assumes" } + [
      .elsewhere(
        .required("site", .text(.name), "The building; all data sets of one are left out together.")),
      .elsewhere(
        .defaulted(
          "assumes", .object(Assumptions.keys.filter { $0.name == height }.map(\.field)), to: [:],
          "What pipelines assume on this data set alone.")),
      .elsewhere(
        .defaulted(
          "leaveOneOut", .boolean, to: false,
          "Whether, in classes with a survey, that of each walk is all other walks, in place of the calibration part."
        )),
    ]
  ).schema

  private static let rival = SettingForm.settings(
    PipelineDefinition.keys + [
      .elsewhere(
        .defaulted(
          "windows", .boolean, to: false,
          "Whether it runs once with each of the file's windows: for methods without memory and filters of their own."
        )),
      .elsewhere(
        .defaulted(
          "path", .boolean, to: false,
          "Whether it uses the path, so that it runs only in classes that give one.")),
    ]
  ).schema

  private static let informationClass = Schema.object([
    .required("name", .text(.name), "The name of the class."),
    .required(
      "path", whetherGiven, "Whether methods know the path of the site; otherwise the site has none."),
    .required(
      "survey", whetherGiven,
      "Whether methods know the calibration part of a data set; otherwise it has none. Rivals that use a survey run only where it is given."
    ),
    .required(
      "assumes", .object(Assumptions.keys.filter { $0.name != height }.map(\.field)),
      "What turns RSSI into distances in this class."),
    .required("candidate", PipelineDefinition.form().schema, "The pipeline that is judged."),
  ])

  private static let whetherGiven = Schema.enumeration(["given", "withheld"])
  private static let height = "carriedHeight"

  /// The published JSON Schema.
  public static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench protocol for unseen sites",
      about: "By which data sets, information and rivals a method is judged on sites that it has not seen.")
  }
}

extension UnseenScenario {
  /// - Parameters:
  ///   - path: of the YAML file; files that it names are relative to it.
  ///   - only: the name of the one class that stays; nil for all.
  /// - Throws: ``World/FileProblem``, whose sentence names file, line and key.
  public init(contentsOf path: String, class only: String? = nil) throws(FileProblem) {
    let file = try Document(contentsOf: path)
    try file.check(is: .unseen)
    let document = try Self.schema.resolve(file)
    self.path = path
    name = try document.text("name")
    seed = try SettingForm<UInt64>.seed.read(document["seed"])
    let datasets = try document.elements("datasets")
    try datasets.checkEachOnce("name", expected: "a unique name")
    parts = try datasets.map { entry throws(FileProblem) in try Part(entry, at: path) }
    let rivals = try Self.rivals(of: document)
    let classes = try document.elements("classes")
    try classes.checkEachOnce("name", expected: "a unique name")
    let all = try classes.map { entry throws(FileProblem) in try InformationClass(entry, rivals: rivals) }
    if let only, !all.contains(where: { $0.name == only }) {
      throw FileProblem(
        file: "--class", expected: "a class of \(path): \(all.map(\.name).joined(separator: ", "))",
        found: only)
    }
    self.classes = all.filter { only == nil || $0.name == only }
    constants = try document.elements("constants").map { entry throws(FileProblem) in
      let classes = try entry.optional("classes").map { list throws(FileProblem) in
        try list.elements.map { kind throws(FileProblem) in
          let name = try kind.text
          guard all.contains(where: { $0.name == name }) else {
            throw kind.problem(
              expected: "a class: \(all.map(\.name).joined(separator: ", "))", found: name)
          }
          return name
        }
      }
      return Constant(
        key: try entry.text("key"), values: try entry.elements("values"),
        classes: classes ?? all.map(\.name))
    }
    passes = try document.integer("passes")
    // A value that the candidate cannot have is found before anything runs.
    for `class` in self.classes {
      for (index, constant) in constants.enumerated() {
        for value in constant.values.indices {
          _ = try candidate(in: `class`, [Int?](repeating: nil, count: index) + [value])
        }
      }
    }
  }

  /// A rival as it runs, and what it needs of a class.
  fileprivate typealias Rival = (pipeline: Document, usesPath: Bool, usesSurvey: Bool)

  private static func rivals(of document: Document) throws(FileProblem) -> [Rival] {
    let windows = try document.elements("windows").map { window throws(FileProblem) in try window.number }
    let form = PipelineDefinition.form()
    let entries = try document.elements("rivals")
    try entries.checkEachOnce("name", expected: "a unique name")
    var rivals: [Rival] = []
    for entry in entries {
      let members = try entry.members.filter { !["windows", "path"].contains($0.key) }
      let pipeline = Document(.object(members), at: entry.location)
      let definition = try form.read(pipeline)
      let usesPath = try entry.flag("path")
      guard usesPath || !definition.snap && !definition.method.settings.needsPath else {
        throw try entry["path"].problem(expected: "true, since the pipeline needs a path")
      }
      let isRepeated = try entry.flag("windows")
      guard !isRepeated || definition.filters.isEmpty else {
        throw try entry["filters"].problem(expected: "none beside windows: true")
      }
      for pipeline in isRepeated
        ? try windows.map({ window throws(FileProblem) in
          try pipeline.averaged(over: window)
        }) : [pipeline]
      {
        rivals.append((pipeline, usesPath, definition.given.contains(.survey)))
      }
    }
    return rivals
  }

  /// The candidate of a class with some of its constants set.
  ///
  /// - Parameter values: by constant the index of its value; nil for the candidate as the file states it.
  public func candidate(in class: InformationClass, _ values: [Int?]) throws(FileProblem) -> Document {
    let schema = PipelineDefinition.form().schema
    var pipeline = `class`.candidate
    let method = try pipeline["method"].choice.name
    for (constant, value) in zip(constants, values) {
      guard let value else { continue }
      pipeline = try schema.resolve(
        pipeline.setting("method.\(method).\(constant.key)", to: constant.values[value], in: schema))
    }
    return pipeline
  }

  /// By constant the index of the value that the candidates have as the file states them; nil where it is not among those that are tried.
  public var stated: [Int?] {
    constants.indices.map { constant in
      constants[constant].values.indices.first { value in
        let choice = [Int?](repeating: nil, count: constant) + [value]
        return classes.allSatisfy { (try? candidate(in: $0, choice).json) == $0.candidate.json }
      }
    }
  }

  /// Pipelines of a class on a data set, with the room centre behind them unless it is among them.
  public func scenario(
    of class: InformationClass, on part: Part, pipelines: [Document]
  ) throws(FileProblem) -> Scenario {
    let own = part.entry
    let assumes = Document(
      .object(try `class`.assumes.members + own["assumes"].members), at: `class`.assumes.location)
    var members = try own.members.filter { !["site", "leaveOneOut", "assumes"].contains($0.key) }
    members.append(.init(key: "assumes", value: assumes))
    members.append(.init(key: "pipelines", value: Document(.array(pipelines), at: own.location)))
    let scenario = try Scenario(Document(.object(members), at: own.location), path: path, seed: seed)
    guard scenario.scoring.measure == .straight else {
      throw try own["score"].problem(
        expected: "measure: straight, since paths are withheld", found: "alongPath")
    }
    return scenario
  }
}

extension UnseenScenario.Part {
  fileprivate init(_ entry: Document, at path: String) throws(FileProblem) {
    name = try entry.text("name")
    site = try entry.text("site")
    dataset = resolvedPath(try entry.text("dataset"), namedIn: path)
    leavesOneOut = try entry.flag("leaveOneOut")
    self.entry = entry
  }
}

extension UnseenScenario.InformationClass {
  fileprivate init(_ entry: Document, rivals: [UnseenScenario.Rival]) throws(FileProblem) {
    name = try entry.text("name")
    let (path, survey) = (try entry.text("path") == "given", try entry.text("survey") == "given")
    (hasPath, hasSurvey) = (path, survey)
    assumes = try entry["assumes"]
    candidate = try entry["candidate"]
    self.rivals = rivals.filter { (path || !$0.usesPath) && (survey || !$0.usesSurvey) }.map(\.pipeline)
  }
}

extension Document {
  /// A pipeline without filters behind a moving average, with its seconds in the name; one second is the phone's own reading.
  func averaged(over seconds: Double) throws(FileProblem) -> Document {
    let name = "\(try text("name")), \(Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)") s"
    let filters: Document =
      seconds == 1 ? [] : [["movingAverage": ["window": ["seconds": Document(seconds)]]]]
    return try replacing("name", by: Document(.text(name), at: self["name"].location))
      .replacing("filters", by: filters.moved(to: optional("filters")?.location ?? location))
  }
}
