import Documents
import Rendering
package import World

extension ResultsFolder {
  /// How many folders a sentence names.
  private static let mostNamed = 5

  /// Refuses a folder that holds results folders in place of results, such as that of a scenario: the sentence names them.
  package static func checkIsNotAbove(_ path: String) throws(FileProblem) {
    guard !isOne(path) else { return }
    let below = folders(in: path).flatMap { isOne($0) ? [$0] : folders(in: $0).filter(isOne) }
    guard !below.isEmpty else { return }
    let rest = below.count > mostNamed ? ["\(below.count - mostNamed) more"] : []
    throw FileProblem(
      file: path, expected: "a results folder",
      found: "one that holds \(below.count == 1 ? "the results folder" : "results folders"): "
        + Counted.list(below.prefix(mostNamed) + rest))
  }

  private static func isOne(_ path: String) -> Bool {
    ["errors.csv", marker].contains { Entry(following: "\(path)/\($0)") != nil }
  }

  /// In the order of their names.
  private static func folders(in path: String) -> [String] {
    (FileName.all(in: path) ?? []).sorted().filter { !$0.hasPrefix(".") }.map { "\(path)/\($0)" }.filter {
      Entry(following: $0) == .folder
    }
  }
}
