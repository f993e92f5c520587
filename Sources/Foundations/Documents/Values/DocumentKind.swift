public import World

/// A kind of file in YAML or JSON, distinguished by top-level keys that no other kind has.
public struct DocumentKind: Sendable {
  fileprivate let name: String
  /// Where such a file is given.
  fileprivate let use: String
  fileprivate let fits: @Sendable (Document) -> Bool

  /// A study of the context service.
  public static let context = Self(
    name: "a context scenario", use: "it is for context", fits: { $0.has(any: "context") })
  /// A study of pipelines.
  public static let scenario = Self(
    name: "a scenario", use: "it is for run, simulate and replay --scenario",
    fits: { $0.has("pipelines") && !$0.has(any: "context", "parameters", "design", "datasets") })
  /// A published figure to be computed again.
  public static let reproduction = Self(
    name: "a reproduction", use: "it is for reproduce motion",
    fits: { $0.has(any: "presets", "changes", "figure", "lags") })
  /// A scenario with parameters that vary.
  public static let sweep = Self(
    name: "a sweep", use: "it is for sweep", fits: { $0.has(any: "parameters", "design") })
  /// The declaration of recorded data.
  public static let dataset = Self(
    name: "a data set's declaration", use: "it is for calibrate, and for the key dataset of a scenario",
    fits: { $0.has(any: "layout", "licence") })
  /// A building with beacons.
  public static let site = Self(
    name: "a site",
    use: "it belongs under the key site of a scenario, or after --site of replay or calibrate",
    fits: { document in
      if case .array = document.optional("beacons")?.content { return true }
      if document.optional("beacons")?.has("csv") == true { return true }
      return document.has(any: "defaults", "identityLayout")
        || document.has(any: "path", "floors", "testPoints", "rooms", "receivers", "origin")
    })
  /// The scores in a results folder.
  public static let summary = Self(
    name: "a summary of results", use: "give its folder to compare", fits: { $0.has(any: "scores") })
  /// A calibrated channel.
  public static let channel = Self(
    name: "a channel", use: "it is for run --channel",
    fits: { $0.has("channel") && !$0.has(any: "site", "laps") })
  /// A search for places of beacons.
  public static let placement = Self(
    name: "a placement study", use: "it is for place", fits: { $0.has(any: "candidates", "objective") })
  /// A comparison of methods over data sets.
  public static let methods = Self(
    name: "a comparison of methods", use: "it is for methods and twin",
    fits: { $0.has(any: "datasets") && !$0.has(any: "rivals") })
  /// A protocol by which a method is judged on sites that it has not seen.
  public static let unseen = Self(
    name: "a protocol for unseen sites", use: "it is for choose", fits: { $0.has(any: "rivals") })

  fileprivate static let all = [
    context, scenario, reproduction, sweep, dataset, site, summary, channel, placement, methods,
    unseen,
  ]
}

extension Document {
  /// Refuses a file of another kind than the one that is meant, and says where it belongs.
  ///
  /// A file that shows no sign of either is left to the schema.
  public func check(is kind: DocumentKind) throws(FileProblem) {
    guard case .object = content else { throw problem(expected: "\(kind.name) in YAML, a map of keys") }
    guard !kind.fits(self), let other = DocumentKind.all.first(where: { $0.fits(self) }) else { return }
    let isVaried = kind.name == DocumentKind.sweep.name && other.name == DocumentKind.scenario.name
    let use = isVaried ? "--vary KEY=FROM..TO/COUNT sweeps it" : other.use
    throw FileProblem(file: location.file, expected: kind.name, found: "\(other.name): \(use)")
  }

  fileprivate func has(any keys: String...) -> Bool { keys.contains { has($0) } }
}
