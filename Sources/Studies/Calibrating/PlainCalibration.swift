public import SiteFiles
public import World

/// A plain least-squares fit of n and C to a recording of somebody whose place is known.
///
/// Each advertisement with a level is a row: its distance is that from the walker's place at its time. There
/// are no intervals, no censoring at the sensitivity, and outliers count like everything else.
public struct PlainCalibration: Sendable {
  public let fit: Calibration
  public let tally: StreamTally
  /// Advertisements before the truth begins, after it ends, or at the beacon itself.
  public let leftOut: Int
  /// Sentences for who takes what could be read for all that was recorded.
  public let warnings: [String]
  private let site: SiteFile

  /// - Throws: ``FileProblem`` when the recording has nothing of the site, ``StudyProblem`` when what it has does
  ///   not determine n and C.
  public init(_ input: RecordedInput, site: SiteFile, truth: Walk) throws {
    var input = input
    let stream = try input.stream(site: site.site)
    var rows: [Calibration.Row] = []
    for advertisement in stream where truth.span.contains(advertisement.time) {
      let place = truth.position(at: advertisement.time)
      let distance = site.site.anchors[advertisement.anchor].position.distance(to: place)
      guard distance > 0 else { continue }
      rows.append(
        Calibration.Row(anchor: advertisement.anchor, distance: distance, level: advertisement.level))
    }
    fit = try Calibration(checked: rows, anchors: site.site.anchors.count, source: input.path)
    tally = input.tally
    warnings = input.warnings
    leftOut = stream.count - rows.count
    self.site = site
  }

  /// The site's file with the fitted level of each beacon as its `calibratedLevel`.
  public func siteDocument() throws(FileProblem) -> Document {
    var document = site.document
    for (key, entries) in [
      ("beacons", site.document.optional("beacons")), ("receivers", site.document.optional("receivers")),
    ] {
      for (index, entry) in (try entries?.elements ?? []).enumerated() {
        let id = try entry.text("id")
        guard let anchor = site.site.anchors.firstIndex(where: { $0.id == id }),
          let level = fit.levels[anchor]
        else { continue }
        document = try document.setting("\(key)[\(index)].calibratedLevel", to: Document(level.value))
      }
    }
    return document
  }

  /// `{"calibration": …, "leftOut": …}`.
  public var document: Document {
    ["calibration": fit.document(of: site.site), "leftOut": Document(leftOut)]
  }

  public var levels: [(beacon: String, level: DBm?)] {
    zip(site.site.anchors, fit.levels).map { ($0.id, $1) }
  }
}
