package import Documents
package import Rendering
package import Sites

extension ReadingsContents {
  /// Counts, and each beacon with its levels.
  package var report: [ReportSection] {
    var items: [(label: String, value: String)] = [
      ("rows", Counted.number(rows)), ("beacons", Counted.number(beacons.count)),
      (
        "span",
        "\(FixedPoint.text(seconds, decimals: 3)) s" + (laps.map { " in \(Counted.text($0, "lap"))" } ?? "")
      ),
    ]
    if unavailable > 0 { items.append(("without an RSSI", Counted.number(unavailable))) }
    let heardMost = beacons.enumerated().sorted {
      ($1.element.readings, $0.offset) < ($0.element.readings, $1.offset)
    }.map(\.element)
    return [
      .list(heading: "\(file): readings table", items: items),
      .table(
        ReportTable(
          of: heardMost, Beacon.figures,
          notes: ["Gap: the longest time between two readings of a lap. Min, mean, max: of the RSSI."])),
    ]
  }

  package var document: Document {
    [
      "file": Document(file), "container": "readings table", "rows": Document(rows),
      "unavailable": Document(unavailable), "laps": laps.map { Document($0) } ?? nil,
      "spanSeconds": Document(seconds),
      "beacons": Document(beacons.map { Beacon.figures.value(of: $0).document }),
    ]
  }
}

extension ReadingsContents.Beacon {
  fileprivate static let figures: [Figure<ReadingsContents.Beacon>] = [
    .init("beacon", "beacon", \.id), .init("readings", "readings", \.readings),
    .init("longestGap", "gap", unit: "s", decimals: 1, rank: 2, \.longestGap),
    .init("minimum", "min", unit: "dBm", decimals: 1, rank: 1, \.minimum),
    .init("mean", "mean", unit: "dBm", decimals: 1, \.mean),
    .init("maximum", "max", unit: "dBm", decimals: 1, rank: 1, \.maximum),
  ]
}
