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
