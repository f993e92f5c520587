import Documents
import SiteFiles
package import World

extension Reproduction {
  /// Reads a file, and every scenario that it names.
  ///
  /// - Parameters:
  ///   - seed: takes the place of the file's own.
  ///   - laps: takes the place of those of presets, buildings and changes.
  /// - Throws: ``FileProblem``, whose sentence names file, line and key.
  package init(contentsOf path: String, seed: UInt64? = nil, laps: Int? = nil) throws(FileProblem) {
    let file = try Document(contentsOf: path)
    try file.check(is: .reproduction)
    let document = try ReproductionSchema.schema.resolve(file)
    name = try document.text("name")
    about = try document.text("about")
    let (ownSeed, ownLaps) = (try document.integer("seed"), try document.integer("laps"))
    self.seed = seed ?? UInt64(ownSeed)
    self.laps = laps ?? ownLaps
    hasFewerLaps = self.laps < ownLaps
    var presets: [Preset] = []
    for preset in try document.elements("presets") {
      let (scenario, file) = try Self.scenario(of: preset)
      let name = try preset.text("name")
      guard !presets.contains(where: { $0.name == name }) else {
        throw try preset["name"].problem(expected: "a name that no other preset has")
      }
      presets.append(
        Preset(
          name: name, matches: try preset.flag("matches"), scenario: scenario, path: file))
    }
    self.presets = presets
    buildings = try document.optional("buildings").map { part throws(FileProblem) in
      try Buildings(part, presets: presets)
    }
    changes = try document.optional("changes").map { part throws(FileProblem) in try Changes(part, laps: laps)
    }
    figure = try document.optional("figure").map { part throws(FileProblem) in try Figure(part) }
    lags = try document.optional("lags").map { part throws(FileProblem) in
      try part.pathOfFile(namedIn: part.location.file)
    }
    search = try document.optional("search").map { part throws(FileProblem) in
      try Search(part, apartFrom: UInt64(ownSeed))
    }
  }

  /// The scenario that a part of the file names, with what the part sets, and its path.
  static func scenario(of part: Document) throws(FileProblem) -> (Document, path: String) {
    let file = try part["scenario"].pathOfFile(namedIn: part.location.file)
    let varied = try Variation(part).applied(to: Document(contentsOf: file))
    return (varied, file)
  }

  fileprivate static func figures(_ document: Document?) throws(FileProblem) -> [String: Double] {
    var figures: [String: Double] = [:]
    for member in try document?.members ?? [] { figures[member.key] = try member.value.number }
    return figures
  }
}

extension Reproduction.Buildings {
  fileprivate init(_ document: Document, presets: [Reproduction.Preset]) throws(FileProblem) {
    let name = try document.text("preset")
    guard let preset = presets.first(where: { $0.name == name }) else {
      throw try document["preset"].problem(expected: "the name of one of the presets")
    }
    self.preset = name
    scenario = try Variation(document).applied(to: preset.scenario)
    path = preset.path
    count = try document.integer("count")
    firstSeed = UInt64(try document.integer("firstSeed"))
  }
}

extension Reproduction.Changes {
  fileprivate init(_ document: Document, laps: Int?) throws(FileProblem) {
    (scenario, path) = try Reproduction.scenario(of: document)
    let ownLaps = try document.integer("laps")
    self.laps = laps ?? ownLaps
    lapsElsewhere = try document.integer("lapsElsewhere")
    means = try Reproduction.figures(document["means"])
    source = try document.text("source")
    var rows: [Row] = []
    for row in try document.elements("rows") {
      rows.append(
        Row(
          name: try row.text("name"), means: try Reproduction.figures(row.optional("means")),
          within: try Reproduction.figures(row.optional("within")),
          scenario: try Variation(row).applied(to: scenario)))
    }
    self.rows = rows
  }
}

extension Reproduction.Figure {
  fileprivate init(_ document: Document) throws(FileProblem) {
    name = try document.text("name")
    path = try document["scenario"].pathOfFile(namedIn: document.location.file)
    laps = try document.integer("laps")
    experiments = try document.integer("experiments")
    let scenario = try Document(contentsOf: path)
    var pipelines: Set<String> = []
    for pipeline in try scenario.elements("pipelines") { pipelines.insert(try pipeline.text("name")) }
    var statements: [Reproduction.Statement] = []
    for statement in try document.elements("statements") {
      if let mean = statement.optional("mean") {
        try mean["pipeline"].check(isOneOf: pipelines)
        statements.append(
          .mean(
            pipeline: try mean.text("pipeline"), metres: try mean.number("metres"),
            tolerance: try mean.number("tolerance")))
      } else {
        var names: [String] = []
        for name in try statement["best"].elements("pipelines") {
          try name.check(isOneOf: pipelines)
          names.append(try name.text)
        }
        statements.append(.best(names))
      }
    }
    self.statements = statements
    var settings: [Setting] = []
    for setting in try document.elements("settings") {
      settings.append(
        Setting(name: try setting.text("name"), scenario: try Variation(setting).applied(to: scenario)))
    }
    self.settings = settings
  }
}

extension Document {
  /// - Throws: a text that names no pipeline of the figure's scenario.
  fileprivate func check(isOneOf pipelines: Set<String>) throws(FileProblem) {
    guard pipelines.contains(try text) else {
      throw problem(
        expected: "one of the scenario's pipelines, \(pipelines.sorted().joined(separator: ", "))")
    }
  }
}
