import Positioning
package import Rendering

extension SurveySummary {
  /// The beacons as they were received.
  package var report: [ReportSection] {
    var head =
      "Radio map of \(Counted.text(map.points.count, "point")) and \(Counted.text(rows.count, "beacon"))"
    if let seconds { head += ", surveyed in \(FixedPoint.text(seconds / 60, decimals: 1)) minutes" }
    head += "."
    if silent > 0 { head += " Nothing was received at \(Counted.text(silent, "point"))." }
    if let missingChannels {
      let pairs = rows.reduce(0) { $0 + $1.points }
      head +=
        " Each advertising channel was surveyed by itself too; of \(Counted.text(pairs, "pair")) of a point and a beacon received "
        + "there, \(Counted.number(missingChannels)) \(missingChannels == 1 ? "lacks" : "lack") one or two of the channels."
    }
    if let withoutChannel, withoutChannel > 0 {
      head +=
        " \(Counted.text(withoutChannel, "advertisement")) without a channel count in the mean of all channels only."
    }
    let legend =
      "Points: those at which the beacon was received; weakest and strongest: of the map's RSSI; std at a point: of single readings about "
      + "the mean of their point."
    return [.paragraph(head), .table(rows, Row.figures), .paragraph(legend)]
  }
}
