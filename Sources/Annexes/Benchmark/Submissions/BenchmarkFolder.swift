import Comparisons
import Documents
import Foundation
import Results
import Sites
package import World

/// A folder with `tasks/NAME.yaml` and `submissions/METHOD/TASK.json`.
package struct BenchmarkFolder: Hashable, Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The folder itself, and those that came with the program, whose tasks it can do without.
  private var places: [String] { [path] + ShippedFile.folders.map { "\($0)/benchmark" } }

  /// The names of its tasks, or of the shipped ones where it has none, in alphabetical order.
  package var taskNames: [String] {
    places.lazy.map { Self.names(in: "\($0)/tasks", ending: ".yaml") }.first { !$0.isEmpty } ?? []
  }

  /// - Parameter name: of a task, or the path of its file.
  /// - Throws: for a name that none has.
  package func task(_ name: String) throws(FileProblem) -> BenchmarkTask {
    if name.hasSuffix(".yaml") { return try BenchmarkTask(contentsOf: name) }
    guard TextFormat.name.accepts(name) else {
      throw FileProblem(
        file: path, expected: "the name of a task, \(TextFormat.name.expected)", found: name.printable())
    }
    let files = places.map { "\($0)/tasks/\(name).yaml" }
    guard let file = files.first(where: { Entry(following: $0) != nil }) else {
      throw FileProblem(
        file: "\(path)/tasks", expected: "a task: \(listing(taskNames))",
        found: name + suggestion(for: name, among: taskNames))
    }
    try checkIsPlain(file)
    return try BenchmarkTask(contentsOf: file)
  }

  /// Where submissions belong: those of all built-in methods together, each other one by itself.
  package func file(of method: String, entered: Submission.Entered, on task: String) throws(FileProblem)
    -> String
  {
    let own = entered == .builtIn ? Self.builtIn : Self.folderName(of: method)
    guard !own.isEmpty, entered == .builtIn || own != Self.builtIn else {
      throw FileProblem(
        file: "--as",
        expected: "a name with letters or digits of ASCII, which name its folder, other than \(Self.builtIn)",
        found: method.printable())
    }
    return "\(path)/submissions/\(own)/\(task).json"
  }

  private static let builtIn = "built-in"

  /// Where the table of fixes of a submission lies.
  package static func fixes(of submission: String) -> String {
    submission.dropLast(".json".count) + ".fixes.csv.gz"
  }

  /// Small letters and digits, with one hyphen for all between them.
  package static func folderName(of method: String) -> String {
    method.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }

  private static func names(in folder: String, ending: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.map {
      String($0.dropLast(ending.count))
    }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
