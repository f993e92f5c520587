public import World

/// The kinds of file in YAML or JSON, distinguished by top-level keys that no other kind has.
public enum DocumentKind: Sendable, CaseIterable {
  case context, scenario, reproduction, sweep, dataset, site, summary, channel, placement,
    methods

  var name: String {
    switch self {
    case .context: "a context scenario"
    case .scenario: "a scenario"
    case .reproduction: "a reproduction"
    case .sweep: "a sweep"
    case .dataset: "a data set's declaration"
    case .site: "a site"
    case .summary: "a summary of results"
    case .channel: "a channel"
    case .placement: "a placement study"
    case .methods: "a comparison of methods"
    }
  }

  /// Where such a file is given.
  var use: String {
    switch self {
    case .context: "it is for context"
    case .scenario: "it is for run, simulate and replay --scenario"
    case .reproduction: "it is for reproduce motion"
    case .sweep: "it is for sweep"
    case .dataset: "it is for calibrate, and for the key dataset of a scenario"
    case .site: "it belongs under the key site of a scenario, or after --site of replay or calibrate"
    case .summary: "give its folder to compare"
    case .channel: "it is for run --channel"
    case .placement: "it is for place"
    case .methods: "it is for methods and twin"
    }
  }

  fileprivate func fits(_ document: Document) -> Bool {
    func has(_ keys: String...) -> Bool { keys.contains { document.has($0) } }
    switch self {
    case .context: return has("context")
    case .scenario: return has("pipelines") && !has("context", "parameters", "design", "datasets")
    case .reproduction: return has("presets", "changes", "figure", "lags")
    case .sweep: return has("parameters", "design")
    case .dataset: return has("layout", "licence")
    case .site:
      if case .array = document.optional("beacons")?.content { return true }
      if document.optional("beacons")?.has("csv") == true { return true }
      return has("defaults", "identityLayout")
        || has("path", "floors", "testPoints", "rooms", "receivers", "origin")
    case .summary: return has("scores")
    case .channel: return has("channel") && !has("site", "laps")
    case .placement: return has("candidates", "objective")
    case .methods: return has("datasets")
    }
  }
}

extension Document {
  /// Refuses a file of another kind than the one that is meant, and says where it belongs.
  ///
  /// A file that shows no sign of either is left to the schema.
  public func check(is kind: DocumentKind) throws(FileProblem) {
    guard case .object = content else { throw problem(expected: "\(kind.name) in YAML, a map of keys") }
    guard !kind.fits(self), let other = DocumentKind.allCases.first(where: { $0.fits(self) }) else { return }
    let use = kind == .sweep && other == .scenario ? "--vary KEY=FROM..TO/COUNT sweeps it" : other.use
    throw FileProblem(file: location.file, expected: kind.name, found: "\(other.name): \(use)")
  }
}
