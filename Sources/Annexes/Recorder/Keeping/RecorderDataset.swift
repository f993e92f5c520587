import Documents
import Foundation
import Results
import Sites
package import World

/// Makes a data set of what a recorder kept: tables of each walk, their declaration, a scenario, a comparison of methods, and a README to
/// fill in. All but the README are made again each time.
package struct RecorderDataset {
  /// The walks that can be used, and how many presses and readings each has.
  package private(set) var walks: [RecordedWalk] = []
  /// Walks that cannot be used, with the reason, and what was left out of the capture.
  package private(set) var notes: [String] = []

  package static let name = "dataset.yaml"

  private let folder: RecorderFolder

  /// - Throws: `FileProblem` where the folder cannot be written to.
  package init(_ marks: MarkLog, in folder: RecorderFolder) throws(FileProblem) {
    self.folder = folder
    let capture = RecordedCapture(of: folder)
    for (index, marked) in folder.walks(of: marks.marks).walks.enumerated() {
      do throws(UnusableWalk) {
        walks.append(try capture.walk(named: "walk-\(index + 1)", marked))
      } catch {
        notes.append("walk \(index + 1) is not used: \(error.reason)")
      }
    }
    notes += capture.notes
    if marks.brokenLines > 0 {
      notes.append("\(marks.brokenLines) lines of \(RecorderFolder.marksName) were cut off")
    }
    try write()
  }

  private func write() throws(FileProblem) {
    let path = folder.path
    guard !walks.isEmpty else { return }
    let tables = walks.flatMap(\.files)
    try OutputFile.write(tables.map { ("\(path)/\($0.name)", Data($0.text.utf8)) })
    var files: [(name: String, text: String)] = [
      (Self.name, try declaration.yaml), ("scenario.yaml", scenario.yaml), ("methods.yaml", methods.yaml),
    ]
    if Entry(following: "\(path)/README.md") == nil { files.append(("README.md", readme)) }
    try OutputFile.write(files.map { ("\(path)/\($0.name)", Data($0.text.utf8)) })
  }

  /// The name of the folder, as far as it can be a name of a data set.
  private var title: String {
    let last = URL(filePath: folder.path).standardizedFileURL.lastPathComponent
    return TextFormat.name.accepts(last) ? last : "walk"
  }

  private var about: String {
    let presses = walks.map(\.counts.presses).reduce(0, +)
    let readings = walks.map(\.counts.readings).reduce(0, +)
    let left = notes.isEmpty ? "" : " Left out: " + notes.joined(separator: ". ") + "."
    return
      "\(walks.count) recorded \(walks.count == 1 ? "walk" : "walks") with \(presses) presses and \(readings) readings. "
      + "Presses are the moments at which the walker passed marked places; between two of them the walk is taken to be a "
      + "straight line at even speed." + left
  }

  private var declaration: Document {
    get throws(FileProblem) {
      let walks = try walks.map { walk throws(FileProblem) -> Document in
        func file(_ what: String) throws(FileProblem) -> [Document.Member] {
          let name = "\(walk.name)-\(what).csv"
          let digest = try FileDigest.sha256(ofFile: "\(folder.path)/\(name)")
          return [.init(key: "path", value: Document(name)), .init(key: "sha256", value: Document(digest))]
        }
        var members: [Document.Member] = [.init(key: "name", value: Document(walk.name))]
        members += try file("readings")
        members.append(.init(key: "truth", value: Document(try file("truth"))))
        if walk.presses != nil {
          members.append(.init(key: "presses", value: Document(try file("presses"))))
        }
        return Document(members)
      }
      return [
        "name": Document(title), "about": Document(about), "source": "own recording; README.md says whose",
        "licence": "see README.md", "site": Document(RecorderFolder.siteName), "faults": ["gaps"],
        "layout": "tables", "walks": Document(walks),
      ]
    }
  }

  private static let assumptions: Document = ["n": 2, "c": "measuredPower"]

  /// Common methods without parameters that were fitted to these walks.
  private var pipelines: Document {
    let kalman: Document = [["kalman": ["q": 20, "r": 5, "p0": 10]]]
    let space: Document = folder.site.site.path == nil ? ["space": "plan"] : [:]
    func pipeline(_ name: String, _ method: Document, filters: Document = []) -> Document {
      ["name": Document(name), "filters": filters, "method": method, "snap": false]
    }
    return [
      pipeline("Kalman, nearest", "nearest", filters: kalman),
      pipeline("Kalman, centroid", ["weightedCentroid": ["k": 4]], filters: kalman),
      pipeline("Kalman, least squares", ["leastSquares": ["k": 12, "exponent": 1]], filters: kalman),
      pipeline("particles", ["particleFilter": space]), pipeline("self-calibrating", ["gridBayes": space]),
      pipeline("room centre", "roomCentre"),
    ]
  }

  private var scenario: Document {
    [
      "name": Document(title), "about": Document(about), "dataset": Document(Self.name), "seed": 1,
      "assumes": Self.assumptions, "pipelines": pipelines, "score": ["at": "callbacks"],
    ]
  }

  /// With several walks, n and C come from the walks that are not scored.
  private var methods: Document {
    let leavesOut = walks.count > 1
    return [
      "name": Document("\(title)-methods"), "about": Document(about), "seed": 1, "pipelines": pipelines,
      "datasets": [
        [
          "name": Document(title), "dataset": Document(Self.name), "leaveOneOut": Document(leavesOut),
          "assumes": leavesOut ? ["n": "calibration", "c": "calibration"] : Self.assumptions,
        ]
      ],
    ]
  }

  private var readme: String {
    String(decoding: PackageResources.dataset_md, as: UTF8.self).replacing("TITLE", with: title)
  }
}
