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

  /// The site's file with the fitted level of each beacon as its `calibratedLevel`, and with the n of that fit.
  public func siteDocument() throws(FileProblem) -> Document {
    try site.calibrated(
      levels: fit.levels, exponent: fit.exponentWithinAnchors, deviation: fit.deviationWithinAnchors,
      rows: fit.rows)
  }

  /// `{"calibration": …, "leftOut": …}`.
  public var document: Document {
    ["calibration": fit.document(of: site.site), "leftOut": Document(leftOut)]
  }

  public var levels: [(beacon: String, level: DBm?)] {
    zip(site.site.anchors, fit.levels).map { ($0.id, $1) }
  }
}
