public import Documents
import NumericalMethods
import Sites
package import World

/// The files that a study can be run again from, wherever they lie together: its resolved scenario, with the site
/// and the data set's declaration that it names.
///
/// Recorded data themselves are not copied: the declaration holds their digests.
public struct SavedScenario: Sendable {
  /// The name of the resolved scenario in a results folder.
  public static let scenarioName = "scenario.yaml"
  /// The name of the resolved site file beside it.
  package static let siteName = "site.yaml"
  /// The name of the data set's declaration beside it.
  package static let datasetName = "dataset.yaml"
  /// The name of a surveyed radio map beside it.
  package static let surveyName = "survey.csv"

  /// By file name; the scenario comes first.
  public let files: [(name: String, document: Document)]
  /// Tables that the scenario names, by file name.
  public let tables: [(name: String, text: String)]
  /// All of them as they are written.
  package var texts: [(name: String, text: String)] { files.map { ($0.name, $0.document.yaml) } + tables }

  /// - Parameters:
  ///   - scenario: the resolved scenario.
  ///   - site: the resolved site file.
  ///   - dataset: the resolved declaration of the data set; nil for a simulated scenario.
  ///   - tables: those that the scenario names.
  package init(
    _ scenario: Document, site: Document, dataset: Document? = nil, tables: [WalkPlan.Table] = []
  ) throws(FileProblem) {
    let names = tables.enumerated().map {
      $1.key == "survey.file" ? Self.surveyName : "track-\($0 + 1).csv"
    }
    var scenario = scenario
    for (table, name) in zip(tables, names) {
      scenario = try scenario.setting(table.key, to: Document(name))
    }
    self.tables = zip(names, tables).map { ($0, $1.contents) }
    guard let dataset else {
      files = [
        (Self.scenarioName, try scenario.setting("site", to: Document(Self.siteName))), (Self.siteName, site),
      ]
      return
    }
    files = [
      (Self.scenarioName, try scenario.setting("dataset", to: Document(Self.datasetName))),
      (Self.datasetName, try dataset.setting("site", to: Document(Self.siteName))), (Self.siteName, site),
    ]
  }

  /// The same with one more key in the scenario, and the tables that it names.
  package func addingKey(
    _ key: String, _ value: Document, tables more: [(name: String, text: String)] = []
  ) throws(FileProblem) -> SavedScenario {
    var files = files
    files[0].document = Document(try files[0].document.members + [.init(key: key, value: value)])
    return SavedScenario(files: files, tables: tables + more)
  }

  /// The site alone, where fixes come from no scenario.
  ///
  /// - Parameter site: resolved.
  package init(site: Document) { self.init(files: [(Self.siteName, site)], tables: []) }

  /// The same with one more file.
  package func adding(_ document: Document, named name: String) -> SavedScenario {
    SavedScenario(files: files + [(name, document)], tables: tables)
  }

  private init(files: [(name: String, document: Document)], tables: [(name: String, text: String)]) {
    (self.files, self.tables) = (files, tables)
  }

  /// Eight hexadecimal digits computed from all files, which distinguish one study from another.
  public var digest: String {
    let all = texts.flatMap { [$0.name, $0.text] }
    return Self.digest(of: all.joined(separator: "\0"))
  }

  /// Eight hexadecimal digits computed from a text.
  package static func digest(of text: String) -> String {
    padded(Seed.mixed(Seed.hash(text)) >> 32, to: 8)
  }

  /// How another study's files in a folder differ from these, as the end of "found …"; nil when they are the same.
  package func difference(fromThoseIn folder: String) -> String? {
    for file in files {
      guard let stored = try? Document(contentsOf: "\(folder)/\(file.name)") else {
        return "those of a study without a readable \(file.name)"
      }
      guard let difference = stored.firstDifference(from: file.document) else { continue }
      let here = difference.here.map(\.summary) ?? "absent"
      let there = difference.there.map(\.summary) ?? "absent"
      return
        "those of a study whose \(file.name) differs: \(difference.path) is \(here) there and \(there) here"
    }
    for table in tables
    where (try? wholeText(of: "\(folder)/\(table.name)")) != table.text {
      return "those of a study whose \(table.name) differs"
    }
    return nil
  }
}
