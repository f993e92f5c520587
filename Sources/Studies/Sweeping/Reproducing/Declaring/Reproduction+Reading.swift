package import Documents
import Results
import Sites
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
    try self.init(file, seed: seed, laps: laps)
  }

  /// The same for a document that has already been read, or that the program made.
  package init(_ file: Document, seed: UInt64? = nil, laps: Int? = nil) throws(FileProblem) {
    let document = try Self.schema.resolve(file)
    self = try SettingForm.settings.read(document)
    try document.elements("presets").checkEachOnce("name", expected: "a name that no other preset has")
    for index in presets.indices { try presets[index].scenario.load() }
    if let part = document.optional("buildings") {
      guard let preset = presets.first(where: { $0.name == buildings?.preset }) else {
        throw try part["preset"].problem(expected: "the name of one of the presets")
      }
      try buildings?.scenario.vary(preset.scenario)
    }
    try changes?.load()
    if let part = document.optional("figure") { try figure?.load(part) }
    hasFewerLaps = laps.map { $0 < self.laps } ?? false
    self.seed = seed ?? self.seed
    self.laps = laps ?? self.laps
    if let laps { changes?.laps = laps }
  }
}

extension VariedScenario {
  /// Takes the scenario of another reproduction part, with the values that it sets.
  fileprivate mutating func vary(_ other: VariedScenario) throws(FileProblem) {
    (path, document) = (other.path, try variation.applied(to: other.document))
  }
}

extension Reproduction.Changes {
  fileprivate mutating func load() throws(FileProblem) {
    try scenario.load()
    for index in rows.indices {
      rows[index].scenario = try rows[index].variation.applied(to: scenario.document)
    }
  }
}

extension Reproduction.Figure {
  fileprivate mutating func load(_ part: Document) throws(FileProblem) {
    let scenario = try Document(contentsOf: path)
    let pipelines = Set(
      try scenario.elements("pipelines").map { row throws(FileProblem) in try row.text("name") })
    for statement in try part.elements("statements") {
      let mean = try statement.optional("mean").map { mean throws(FileProblem) in [try mean["pipeline"]] }
      let names = if let mean { mean } else { try statement["best"].elements("pipelines") }
      for name in names {
        guard pipelines.contains(try name.text) else {
          throw name.problem(
            expected: "one of the scenario's pipelines, \(pipelines.sorted().joined(separator: ", "))")
        }
      }
    }
    for index in settings.indices {
      settings[index].scenario = try settings[index].variation.applied(to: scenario)
    }
  }
}
