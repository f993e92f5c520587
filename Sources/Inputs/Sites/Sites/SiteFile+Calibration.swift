public import Documents
public import World

extension SiteFile {
  /// The file with the results of a fit: each anchor's level at one metre, and the exponent that belongs to them.
  ///
  /// An anchor without a level keeps none from an earlier fit, which would not go with this exponent. All beacons
  /// of a pillar get the level of their pillar.
  ///
  /// - Parameters:
  ///   - levels: by anchor of ``site``.
  ///   - exponent: above 0 and at most 10.
  ///   - deviation: of the residuals.
  ///   - rows: how many levels the fit is of.
  public func calibrated(
    levels: [DBm?], exponent: Double, deviation: Decibels, rows: Int
  ) throws(FileProblem) -> Document {
    var calibrated = try document.setting(
      "calibration",
      to: ["n": Document(exponent), "sigma": Document(deviation.value), "rows": Document(rows)])
    for key in ["beacons", "receivers"] {
      var entries: [Document] = []
      for entry in try document.elements(key) {
        let own = try entry["id"]
        let id = try (entry.optional("pillar") ?? own).text
        var members = try entry.members.filter { $0.key != "calibratedLevel" }
        if let anchor = site.anchors.firstIndex(where: { $0.id == id }), let level = levels[anchor] {
          members.append(Document.Member(key: "calibratedLevel", value: Document(level.value)))
        }
        entries.append(Document(members))
      }
      calibrated = try calibrated.setting(key, to: Document(entries))
    }
    return calibrated
  }
}
