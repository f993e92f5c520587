import Evaluation
import Figures
import Positioning
package import Studies

extension SurveySummary {
  /// The beacons as they were received.
  package var report: [ReportSection] {
    var head =
      "Radio map of \(Counted.text(map.points.count, "point")) and \(Counted.text(rows.count, "beacon"))"
    if let seconds { head += ", surveyed in \(FixedPoint.text(seconds / 60, decimals: 1)) minutes" }
    head += "."
    if silent > 0 { head += " Nothing was received at \(Counted.text(silent, "point"))." }
    let legend =
      "Points: those at which the beacon was received; weakest and strongest: of the map's RSSI; std at a point: of single readings about "
      + "the mean of their point."
    return [.paragraph(head), .table(rows, Row.figures), .paragraph(legend)]
  }
}
