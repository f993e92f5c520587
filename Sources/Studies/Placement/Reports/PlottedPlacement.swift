package import Documents
import Evaluation
import Foundation
import Rendering
package import Sites
package import World

/// What `place --output` has written: the document of the study, and the site with the chosen beacons.
package struct PlottedPlacement: Sendable {
  /// A judged layout with its beacons.
  package struct Layout: Sendable {
    /// Its name in the study's tables.
    package let name: String
    /// How it compares with the chosen layout, in words.
    package let standing: String
    /// On the plan, with their floors.
    package let beacons: [(place: Point, floor: Int)]
  }

  /// The study's name.
  package let name: String
  /// `placement.json` itself.
  package let document: Document
  /// The site with the chosen beacons.
  package let site: SiteFile
  /// All judged layouts, in the order of the tables.
  package let layouts: [Layout]

  /// The file that tells such a folder from others.
  package static let file = "placement.json"

  /// Whether a folder was written by `place --output`.
  package static func isOne(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(file)")
  }

  /// - Throws: One sentence where the folder lacks what `place` writes, or where it is damaged.
  package init(contentsOf folder: String) throws {
    document = try Document(contentsOf: "\(folder)/\(Self.file)")
    name = try document.text("study")
    site = try SiteFile(contentsOf: "\(folder)/site.yaml")
    let standings = try document.elements("best").map { try $0.text("standing") }
    layouts = try zip(document.elements("layouts"), standings).map { layout, standing in
      Layout(
        name: try layout.text("name"), standing: standing,
        beacons: try layout.elements("beacons").map { beacon in
          (Point(x: try beacon.number("x"), y: try beacon.number("y")), try beacon.integer("floor"))
        })
    }
  }

  package var title: String { name }

  /// Study and seed, in a sentence.
  package var origin: String {
    get throws { "Placement study \(name), seed \(try document["seed"].integer)." }
  }
}
