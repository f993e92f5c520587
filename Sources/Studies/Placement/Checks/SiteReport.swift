package import Rendering
package import Sites
import World

extension SiteImport {
  /// The contents of an imported site, the assumptions, and the features that could not be used.
  package func report(_ output: String) -> [ReportSection] {
    let site = site.site
    let counts = [
      Counted.text(site.floors.count, "floor"), Counted.text(site.rooms.count, "room"),
      Counted.text(site.obstacles.count, "wall"), Counted.text(site.path?.edges.count ?? 0, "way"),
      Counted.text(site.testPoints.count, "test point"), Counted.text(site.anchors.count, "beacon"),
    ]
    var sections: [ReportSection] = [
      .paragraph(
        "\(output): site \(site.name) with \(counts.dropLast().joined(separator: ", ")) and \(counts[counts.count - 1])."
      )
    ]
    let sentences = notes.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    if !sentences.isEmpty { sections.append(.paragraphs(sentences)) }
    if !unused.isEmpty {
      sections.append(
        .paragraph("Not used: " + unused.map { "\($0.what), \($0.count)" }.joined(separator: "; ") + "."))
    }
    return sections
  }
}

extension SitePlanCheck {
  /// Likely errors of a site.
  package var report: [ReportSection] {
    guard !findings.isEmpty else {
      return [
        .paragraph("\(site): nothing suspicious at \(Counted.text(points, "point")) \(ground)."),
        .paragraphs(notes),
      ]
    }
    return [
      .paragraph("\(site): \(Counted.text(findings.count, "finding"))."),
      .table(findings, Finding.figures, keys: 2), .paragraphs(notes),
    ]
  }
}
