import Comparisons
import Documents
import Rendering
import Results
import Sites
import World

/// Compares results, as the verb compare does.
struct CompareResults: AgentTool {
  static let name = "compare_results"
  static let about =
    "Tests whether the pipelines of results folder B err more than those of A, paired at the same presses of the same laps: n pairs, "
    + "the mean difference with its 95 % interval, Holm's p and a verdict. To compare pipelines within one folder, name it twice and "
    + "list the pipelines, the baseline first."

  var a = ""
  var b = ""
  var pipelines: [String]?
  var allowsDifferentScenarios = false

  static let defaults = CompareResults()
  static let keys: [SettingKey<CompareResults>] = [
    .required("a", \.a, .text(), "The results folder of the baseline."),
    .required("b", \.b, .text(), "The results folder to test."),
    .optional("pipelines", \.pipelines, .list(of: .text(.line)), "Compare only these; by default all."),
    .defaulted(
      "allowDifferentScenarios", \.allowsDifferentScenarios, .flag,
      "Compare even if the channel, the site, the walk or the beacons differ."),
  ]

  func answer(_ surroundings: AgentSurroundings) throws -> Document {
    let judged = try SavedResults(contentsOf: surroundings.checked(b))
    let rules = FolderComparison.Rules(allowsDifferentScenarios: allowsDifferentScenarios)
    let comparison: FolderComparison
    if ResultsFolder(path: try surroundings.checked(a)).isSame(as: ResultsFolder(path: b)) {
      guard let pipelines, pipelines.count > 1, Set(pipelines).count == pipelines.count else {
        throw FileProblem(
          file: "", place: .key("pipelines"), expected: "two or more different pipelines of one folder",
          found: pipelines?.joined(separator: ", ") ?? "none")
      }
      comparison = try FolderComparison(within: judged, pipelines: pipelines, rules: rules)
    } else {
      comparison = try FolderComparison(
        SavedResults(contentsOf: a), judged, pipelines: pipelines, rules: rules)
    }
    return Document(
      [.init(key: "verdict", value: Document(comparison.verdict))]
        + comparison.document.only(["pairs", "worse", "onlyInB", "differences", "notes", "tolerance"]))
  }
}

/// Explains errors, as the verb explain does.
struct ExplainResults: AgentTool {
  static let name = "explain_results"
  static let about =
    "Runs the laps of a results folder again, finds the worst stretches of a pipeline's errors, takes one cause of error after another "
    + "away and gives the share of each stretch's error that goes, with the number of callbacks. Takes several times as long as the run."

  var results = ""
  var pipeline: String?
  var threshold = Explanation.Rules().threshold
  var stretches = Explanation.Rules().stretches

  static let defaults = ExplainResults()
  static let keys: [SettingKey<ExplainResults>] = [
    .required("results", \.results, .text(), "A results folder."),
    .optional("pipeline", \.pipeline, .text(.line), "The pipeline; by default the scenario's first."),
    .defaulted(
      "threshold", \.threshold, .number(.between(0, 1_000_000)), unit: "m",
      "The error above which a stretch lies."),
    .defaulted(
      "stretches", \.stretches, .integer(.between(1, 50)), "How many stretches to describe, the worst first."),
  ]

  func answer(_ surroundings: AgentSurroundings) async throws -> Document {
    let (study, saved) = try SavedResults.withStudy(in: surroundings.checked(results), dataRoot: "") {
      try $0.checkIsSimulated($1)
    }
    var rules = Explanation.Rules()
    (rules.threshold, rules.stretches) = (threshold, stretches)
    let explainer = try ErrorExplainer(study, saved: saved, pipeline: pipeline, rules: rules)
    let explanation = try await explainer.run(width: surroundings.width) {
      surroundings.progress($0, explainer.steps.count)
    }
    return explanation.document
  }
}

/// Reads a table of results.
struct ReadTable: AgentTool {
  static let name = "read_table"
  static let about =
    "Reads rows of a CSV file, such as errors.csv of a results folder or cells.csv of a sweep: the columns, the rows from an offset on "
    + "and the number n of all rows that match."

  var path = ""
  var columns: [String]?
  var equal: [String] = []
  var offset = 0
  var limit = 50

  static let defaults = ReadTable()
  static let keys: [SettingKey<ReadTable>] = [
    .required("path", \.path, .text(), "The path of a CSV file whose first row names its columns."),
    .optional("columns", \.columns, .list(of: .text(.line)), "The columns to show; by default all."),
    .defaulted(
      "where", \.equal, .list(of: .text(.line)),
      "Only rows in which columns have these values, such as pipeline=Kalman."),
    .defaulted("offset", \.offset, .integer(.between(0, 1_000_000_000)), "How many rows to pass over."),
    .defaulted("limit", \.limit, .integer(.between(1, 500)), "How many rows to show."),
  ]

  func answer(_ surroundings: AgentSurroundings) throws -> Document {
    var table = try TableReader(contentsOf: surroundings.checked(path))
    let all = table.columns
    func place(_ column: String, _ key: String) throws(FileProblem) -> Int {
      guard let place = all.firstIndex(of: column) else {
        throw FileProblem(
          file: "", place: .key(key), expected: "a column of \(path) (\(all.joined(separator: ", ")))",
          found: column + suggestion(for: column, among: all))
      }
      return place
    }
    var shown: [Int] = []
    for column in columns ?? all { shown.append(try place(column, "columns")) }
    var rules: [(place: Int, value: Substring)] = []
    for text in equal {
      guard let sign = text.firstIndex(of: "=") else {
        throw FileProblem(file: "", place: .key("where"), expected: "COLUMN=VALUE", found: text)
      }
      rules.append((try place(String(text[..<sign]), "where"), text[text.index(after: sign)...]))
    }
    var (rows, matching, read) = ([Document](), 0, 0)
    while let row = try table.next() {
      read += 1
      guard rules.allSatisfy({ (row.text($0.place) ?? "") == $0.value }) else { continue }
      if matching >= offset, rows.count < limit {
        rows.append(Document(shown.map { row.text($0).map { Document(String($0)) } ?? nil }))
      }
      matching += 1
    }
    return [
      "columns": Document(shown.map { Document(all[$0]) }), "rows": Document(rows), "n": Document(matching),
      "rowsOfTable": Document(read), "left": Document(max(0, matching - offset - rows.count)),
    ]
  }
}
