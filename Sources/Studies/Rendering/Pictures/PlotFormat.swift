import Documents
package import Foundation
package import World

/// The files that a picture can be written as.
package enum PlotFormat: String, CaseIterable, Sendable {
  case svg, png, pdf, html, json

  /// By the ending of a file's name.
  package init(ofFile path: String) throws(FileProblem) {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    guard let format = ending.flatMap({ PlotFormat(rawValue: $0) }) else {
      throw FileProblem(
        file: path, expected: "a name that ends in .svg, .png, .pdf, .html or .json",
        found: ending.map { ".\($0)" } ?? "no ending")
    }
    self = format
  }

  /// Whether the specification alone is enough to write it.
  package var needsNoRenderer: Bool { self == .json }
}

extension Plot {
  /// The specification as a file holds it: one line, with nothing in it that a terminal would act on.
  package var json: Data { Data((specification().json.printableJSON + "\n").utf8) }
}
