package import Documents
import Scenarios
import Sites
package import World

/// What a results folder records of its study: the scenario, the site, the data set and the tables that lie beside the
/// errors.
package struct SavedStudy: Hashable, Sendable {
  /// By file name.
  private let documents: [String: Document]
  /// The contents of `track-1.csv`, `track-2.csv` and so on.
  private let tracks: [String]
  /// The contents of the radio map that the scenario names; nil without one.
  private let survey: String?

  private static let schemas = [
    SavedScenario.siteName: SiteFile.schema, SavedScenario.datasetName: Dataset.schema,
  ]

  /// Reads the files that exist; none is required.
  ///
  /// Files that can be read as a scenario, a site or a data set have their defaults filled in, so that leaving one out makes no
  /// difference.
  package init(contentsOf folder: String) throws(FileProblem) {
    var documents: [String: Document] = [:]
    for name in StudyDifference.files where Entry(following: "\(folder)/\(name)") != nil {
      let document = try Document(contentsOf: "\(folder)/\(name)")
      let schema =
        Self.schemas[name] ?? (document.has("dataset") ? ScenarioSchema.recorded : ScenarioSchema.simulated)
      documents[name] = (try? schema.resolve(document)) ?? document
    }
    self.documents = documents
    var tracks: [String] = []
    while let track = try? wholeText(of: "\(folder)/\(Self.trackName(tracks.count))") {
      tracks.append(track)
    }
    self.tracks = tracks
    survey = try? wholeText(of: "\(folder)/\(SavedScenario.surveyName)")
  }

  /// For documents made in the program, by file name.
  package init(_ documents: [String: Document], tracks: [String] = [], survey: String? = nil) {
    (self.documents, self.tracks, self.survey) = (documents, tracks, survey)
  }

  /// The scenario's seed; nil where the folder does not say.
  package var seed: Int? {
    get throws(FileProblem) {
      try documents[SavedScenario.scenarioName]?.optional("seed").map { seed throws(FileProblem) in
        try seed.integer
      }
    }
  }

  private static func trackName(_ index: Int) -> String { "track-\(index + 1).csv" }

  /// The differences from another study. Documents that one of them lacks are skipped, and so are all tables where one has
  /// no scenario.
  package func differences(from other: SavedStudy) -> [StudyDifference] {
    let keys = StudyDifference.files.flatMap { file -> [StudyDifference] in
      guard let here = documents[file], let there = other.documents[file] else { return [] }
      return here.differences(from: there).compactMap {
        StudyDifference(file: file, key: $0.path, a: $0.here, b: $0.there)
      }
    }
    guard documents[SavedScenario.scenarioName] != nil, other.documents[SavedScenario.scenarioName] != nil
    else { return keys }
    let changed = (0..<max(tracks.count, other.tracks.count)).filter { index in
      guard index < tracks.count, index < other.tracks.count else { return true }
      return tracks[index] != other.tracks[index]
    }
    let tables =
      changed.map { Self.trackName($0) } + (survey == other.survey ? [] : [SavedScenario.surveyName])
    return keys + tables.map { StudyDifference(table: $0) }
  }

  /// The files that the other study has and this one lacks, which therefore could not be compared.
  package func filesLacking(besides other: SavedStudy) -> [String] {
    StudyDifference.files.filter { documents[$0] == nil && other.documents[$0] != nil }
  }
}

/// One way in which the studies behind two results folders differ.
///
/// Errors can be compared moment by moment only where both sides heard the same and the walker was at the same places.
/// So a difference in the channel, the site, the walk, the beacons, the receiver or the moments that are scored makes
/// results incomparable, and so does every key that is not known to be harmless. How pipelines process the advertisements
/// may differ, since that is what is compared: the pipelines themselves, what they assume, the levels that a site was
/// calibrated to, and how the phone averages and smooths.
package struct StudyDifference: Hashable, Sendable {
  /// `scenario.yaml`, `site.yaml`, `dataset.yaml` or a table such as `track-1.csv`.
  package let file: String
  /// Such as `channel.pathLoss.logDistance.n`; empty for a table.
  package let key: String
  /// The values of the baseline and of B; nil where there is none, as for a table.
  package let a: Document?
  package let b: Document?
  /// Whether it affects the advertisements received, the walk, or what was scored.
  package let changesInput: Bool

  /// The files that are compared, in this order.
  static let files = [SavedScenario.scenarioName, SavedScenario.siteName, SavedScenario.datasetName]

  /// Nil for a key that affects no result, or that is checked elsewhere: seeds must be equal anyway, and missing laps are a
  /// failure of their own.
  init?(file: String, key: String, a: Document?, b: Document?) {
    guard !Self.holds(Self.passedOver[file], key) else { return nil }
    (self.file, self.key, self.a, self.b) = (file, key, a, b)
    changesInput =
      Self.holds(Self.heard, key) || Self.judging.contains { key.hasPrefix("context.") && key.hasSuffix($0) }
      || !(Self.holds(Self.processing[file], key) || key.hasSuffix(".calibratedLevel"))
  }

  /// A table that differs.
  init(table: String) {
    (file, key, a, b, changesInput) = (table, "", nil, nil, true)
  }

  /// Whether the results of a pipeline may depend on it: it is not about another pipeline.
  package func concerns(_ pipeline: String) -> Bool {
    !key.hasPrefix("pipelines[") || key.hasPrefix("pipelines[\(pipeline)]")
  }

  private static let passedOver = [
    SavedScenario.scenarioName: [
      "about", "dataset", "laps.count", "references", "score.std", "score.stop", "score.within", "seed",
      "site", "walks",
    ],
    SavedScenario.siteName: ["about"],
    SavedScenario.datasetName: ["about", "licence", "site", "source"],
  ]

  /// The keys of pipelines and the phone that determine how received advertisements are processed.
  private static let processing = [
    SavedScenario.scenarioName: [
      "assumes", "context.applications", "context.conference.heartbeat", "context.conference.timeout",
      "context.energy", "name", "phone", "pipelines",
    ],
    SavedScenario.siteName: ["calibration", "name"],
    SavedScenario.datasetName: ["calibration", "name"],
  ]

  /// Keys of the phone that determine when the app receives anything.
  private static let heard = ["phone.background", "phone.callbackJitter"]

  /// Ends of the keys of an application that say when an event is true or counts as noticed.
  private static let judging = [".early", ".radius", ".window", ".within"]

  /// Whether a key is one of these or below one.
  private static func holds(_ keys: [String]?, _ key: String) -> Bool {
    (keys ?? []).contains { key == $0 || key.hasPrefix($0 + ".") || key.hasPrefix($0 + "[") }
  }
}

extension StudyDifference: CustomStringConvertible {
  /// - Parameter rounded: whether numbers are rounded to four significant digits; JSON has all.
  private static func summary(_ value: Document?, rounded: Bool = false) -> String {
    guard rounded, case .number(let number) = value?.content, number.magnitude >= 1e-6 else {
      return value?.summary ?? "absent"
    }
    var scale = 1.0
    while number.magnitude * scale < 1000 { scale *= 10 }
    return ((number * scale).rounded() / scale).description
  }

  /// `channel.pathLoss.logDistance.n: 1.8 in A, 2.2 in B`, with the file where it is not the scenario.
  package var description: String {
    guard !key.isEmpty else { return "another \(file)" }
    let place = file == SavedScenario.scenarioName ? key : "\(key) of \(file)"
    let (short, others) = (Self.summary(a, rounded: true), Self.summary(b, rounded: true))
    guard short == others else { return "\(place): \(short) in A, \(others) in B" }
    return "\(place): \(Self.summary(a)) in A, \(Self.summary(b)) in B"
  }
}
