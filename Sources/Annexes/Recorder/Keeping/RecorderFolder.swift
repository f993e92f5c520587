import Documents
import Foundation
import Rendering
import Results
package import Sites
package import World

/// The folder of a recorder: what was heard and what was marked, which only grow, and the site.
package struct RecorderFolder: Sendable {
  /// As the user named it.
  package let path: String
  /// The copy in the folder.
  package let site: SiteFile
  /// Of the drawn plan, in metres.
  package let bounds: (x: ClosedRange<Double>, y: ClosedRange<Double>)

  package static let marksName = "presses.jsonl"
  package static let siteName = "site.yaml"

  package var marksPath: String { "\(path)/\(Self.marksName)" }

  /// Opens a folder, or makes it.
  ///
  /// - Parameter site: the path of its site; nil for that of a folder which has one.
  /// - Throws: `FileProblem` for a folder that holds something else, or another site.
  package init(_ path: String, site: String?) throws(FileProblem) {
    self.path = path
    let own = "\(path)/\(Self.siteName)"
    let given = try site.map { path throws(FileProblem) in try SiteFile(contentsOf: path) }
    let names = try Self.names(in: path)
    if names.contains(Self.siteName) {
      self.site = try SiteFile(contentsOf: own)
    } else {
      self.site = try Self.begin(path, site: given, names)
    }
    let view = PlanView(PlottedSite(self.site), width: .page)
    bounds = (view.x, view.y)
    if let given, given.document != self.site.document {
      throw FileProblem(
        file: "--site \(site ?? "")", expected: "the site with which \(path) was begun, or no --site",
        found: "another one")
    }
  }

  /// Makes a folder with its site.
  private static func begin(_ path: String, site: SiteFile?, _ names: [String]) throws(FileProblem)
    -> SiteFile
  {
    guard names.isEmpty else {
      throw FileProblem(
        file: path, expected: "an empty folder, or one of this recorder", found: "other files")
    }
    guard let site else {
      throw FileProblem(file: "--record \(path)", expected: "--site for a new folder", found: "none")
    }
    try makeNamedFolder(path)
    try OutputFile.write(site.document.yaml, to: "\(path)/\(siteName)")
    return site
  }

  private static func names(in path: String) throws(FileProblem) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      guard Entry(following: path) != nil else { return [] }
      throw FileProblem(file: path, expected: "a folder that can be read", found: "something else")
    }
  }

  /// The place of a mark; nil for what the site does not have.
  package func place(of mark: RecordedMark) -> MarkedPlace? {
    (try? mark.place(on: site.site, within: bounds)) ?? nil
  }

  /// The walks that marks make.
  package func walks(of marks: [RecordedMark]) -> MarkedWalks { MarkedWalks(marks, place: place) }

  /// Refuses a mark that cannot be kept: its place is outside the plan, or it changes a mark that does not exist.
  package func check(_ mark: RecordedMark, among log: MarkLog) throws(FileProblem) {
    _ = try mark.place(on: site.site, within: bounds)
    guard let of = mark.of else { return }
    let kind = log[of]?.kind
    guard kind == .press || kind == .end && mark.kind == .undo else {
      throw FileProblem(file: "of", expected: "a press that was kept", found: of)
    }
  }
}
