import Foundation

/// The checkout that the tests were built from.
package enum Checkout {
  /// A file of the checkout by its path from the top.
  package static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: name).path
  }
}

extension Checkout {
  /// The modules and shims of C by name, each with its folder in a floor of Sources.
  package static let modules: [String: String] = {
    func names(_ folder: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).filter {
        !$0.hasPrefix(".")
      }
    }
    let folders = names("Sources").flatMap { floor in
      names("Sources/\(floor)").map { ($0, "Sources/\(floor)/\($0)") }
    }
    return Dictionary(folders) { first, _ in first }
  }()

  /// The files of a folder whose names end so, in the order of their names, by their path from the top.
  package static func files(in folder: String, ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).filter { $0.hasSuffix(ending) }.sorted()
      .map { "\(folder)/\($0)" }
  }
}
