package import Laps
import Studies
import World

/// A replay for people: how far each beacon was, where the pipelines end, and the scores where there is truth.
package struct ReplayReport {
  private let replay: any ReplayOutcome
  private let ranges: [BeaconRange]
  /// The level at one metre and where it came from, when that is the same for all.
  private let sharedLaw: BeaconRange?

  package init(_ replay: any ReplayOutcome) {
    self.replay = replay
    let ranges = replay.ranges
    self.ranges = ranges
    sharedLaw = ranges.first.flatMap { first in
      let isShared = ranges.allSatisfy {
        $0.levelAtOneMetre == first.levelAtOneMetre && $0.levelOrigin == first.levelOrigin
      }
      return isShared ? first : nil
    }
  }

  /// The whole report, each line ended and, where words allow, none longer than the width.
  package func text(width: Int = OutputWidth.piped) -> String {
    var parts = [
      heading.paragraph(width: width), rangesTable.text(width: width),
      AdvertisementLine.text(of: replay.tally).paragraph(width: width),
    ]
    if !replay.endings.isEmpty, replay.scores == nil { parts.append(tracksTable.text(width: width)) }
    if let scores = replay.scores {
      parts.append(StudyReport(scores, showsAdvertisements: false).text(width: width))
    } else if !replay.notes.isEmpty {
      parts.append(replay.notes.map { "Note: \($0)".paragraph(width: width) }.joined())
    }
    return parts.joined(separator: "\n")
  }

  private var heading: String {
    let seconds = FixedPoint.shortest(replay.seconds, decimals: 1)
    let site = replay.site.map { "on the site \($0.name)" } ?? "without a site, so ranges and zones only"
    return "\(Counted.text(ranges.count, "beacon")) heard in \(seconds) s, \(site)."
  }

  private var rangesTable: TextTable {
    let isNumbered = replay.site == nil && ranges.allSatisfy { $0.identity?.numbers != nil }
    var columns = [
      TextTable.Column(isNumbered ? "major/minor" : "beacon"), TextTable.Column("readings"),
      TextTable.Column("missed"), TextTable.Column("mean", unit: "dBm", decimals: 1),
      TextTable.Column("range", unit: "m"), TextTable.Column("zone"),
    ]
    if sharedLaw == nil {
      columns += [TextTable.Column("C", unit: "dBm", decimals: 1), TextTable.Column("C is")]
    }
    var table = TextTable(columns)
    for range in ranges {
      let law: [TextTable.Cell] =
        sharedLaw == nil ? [.number(range.levelAtOneMetre.value), .text(range.levelSource)] : []
      table.add(
        [
          .text(range.beacon), .count(range.readings), .count(range.missed), .number(range.mean.value),
          .number(range.distance), .text("\(range.zone)"),
        ] + law)
    }
    table.notes = [legend] + ranges.compactMap { range in range.doubt.map { "\($0)." } }
    return table
  }

  private var legend: String {
    guard let first = ranges.first else { return "" }
    let c = sharedLaw.map {
      "C \(FixedPoint.text($0.levelAtOneMetre.value, decimals: 1)) dBm, \($0.levelSource)"
    }
    return "Readings: averages of the phone, missed: windows without one. Range and zone: of the mean level, "
      + "by n \(FixedPoint.shortest(first.exponent)) and \(c ?? "the beacon's C"). Over time: --ranges FILE."
  }

  private var tracksTable: TextTable {
    let hasFloors = replay.site?.hasFloors == true
    var table = TextTable(
      [
        TextTable.Column("pipeline"), TextTable.Column("callbacks"), TextTable.Column("fixes"),
        TextTable.Column("by fallback"), TextTable.Column("last x", unit: "m"),
        TextTable.Column("last y", unit: "m"),
      ] + (hasFloors ? [TextTable.Column("last floor")] : []))
    for track in replay.endings {
      let floor = track.last.map { TextTable.Cell.count($0.floor) } ?? .empty
      table.add(
        [
          .text(track.pipeline), .count(track.callbacks), .count(track.fixes), .count(track.fallbacks),
          .number(track.last?.position.x), .number(track.last?.position.y),
        ] + (hasFloors ? [floor] : []))
    }
    table.notes.append("All fixes: --fixes FILE, or --json. Scores: --truth FILE or --presses FILE.")
    return table
  }
}
