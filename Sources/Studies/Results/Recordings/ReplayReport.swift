package import Laps
import Positioning
package import Rendering
package import Scenarios
package import World

extension ReplayOutcome {
  /// The scores where there is ground truth; how far each beacon was, and where the pipelines end.
  ///
  /// - Parameters:
  ///   - writesFixes: whether all fixes are in a file already, so that nothing need say how to have them.
  ///   - writesRanges: the same of ranges over time.
  package func report(writesFixes: Bool = false, writesRanges: Bool = false) -> [ReportSection] {
    let ranging: [ReportSection] = [
      .table(rangesTable(writesRanges: writesRanges)), .paragraph(AdvertisementLine.text(of: tally)),
    ]
    if let scores {
      // Dozens of ranges would push the scores off the screen.
      let rest = (writesRanges ? [] : ["Ranges and zones: --ranges FILE, or --json."]) + doubts
      return scores.report(showsAdvertisements: false)
        + [.paragraph(heading), .paragraph(AdvertisementLine.text(of: tally)), .paragraphs(rest)]
    }
    return [.paragraph(heading)] + ranging + (endings.isEmpty ? [] : [tracksTable(writesFixes: writesFixes)])
      + [
        .paragraphs(notes.map(\.asNote))
      ]
  }

  private var heading: String {
    let seconds = FixedPoint.shortest(seconds, decimals: 1)
    let place = site.map { ", on the site \($0.name)" } ?? ". No site: ranges and zones only"
    return "\(Counted.text(ranges.count, "beacon")) heard in \(seconds) s\(place)."
  }

  private func rangesTable(writesRanges: Bool) -> ReportTable {
    let ranges = ranges
    let isNumbered = site == nil && ranges.allSatisfy { $0.identity?.numbers != nil }
    // The level at one metre and where it came from, when that is the same for all.
    let shared = ranges.first.flatMap { first in
      ranges.allSatisfy {
        $0.levelAtOneMetre == first.levelAtOneMetre && $0.levelOrigin == first.levelOrigin
      } ? first : nil
    }
    let beacon = Figure<BeaconRange>(nil, isNumbered ? "major/minor" : "beacon", \.beacon)
    let legend = ranges.first.map { first in
      let c = shared.map {
        "C \(FixedPoint.text($0.levelAtOneMetre.value, decimals: 1)) dBm, \($0.levelSource)"
      }
      return
        "Readings: averages over the phone's windows; silent: windows without one. Range and zone: from the mean RSSI "
        + "with n \(FixedPoint.shortest(first.exponent)) and \(c ?? "the beacon's C")."
        + (writesRanges ? "" : " Over time: --ranges FILE.")
    }
    return ReportTable(
      of: ranges, [beacon] + BeaconRange.range + (shared == nil ? BeaconRange.law : []),
      notes: [legend ?? ""] + doubts)
  }

  private var doubts: [String] { ranges.compactMap { range in range.doubt.map { "\($0)." } } }

  private func tracksTable(writesFixes: Bool) -> ReportSection {
    .table(
      endings, TrackEnding.counts + (site?.hasFloors == true ? [TrackEnding.floor] : []),
      notes: [
        (writesFixes ? "" : "All fixes: --fixes FILE, or --json. ")
          + "Scores: --truth FILE or --presses FILE."
      ])
  }
}

/// The result of one second of a live replay, on one line.
package enum LiveLine {
  /// How many beacons stand on a line at most, the nearest first.
  private static let shown = 3

  /// Nil when nothing was heard and nothing found. Where there is no room for three beacons, only the nearest are named.
  ///
  /// - Parameters:
  ///   - site: of several floors, whose number then stands behind the place.
  ///   - width: of a line.
  package static func text(
    of moment: LiveReplay.Moment, _ pipelines: [PipelineDefinition], site: Site?,
    width: Int = OutputWidth.piped
  ) -> String? {
    let fixes = zip(pipelines, moment.callbacks).compactMap { pipeline, callback in
      (try? callback.fix.get()).map { (name: pipeline.name, fix: $0) }
    }
    guard !moment.ranges.isEmpty || !fixes.isEmpty else { return nil }
    var place = ""
    if let first = fixes.first {
      let (x, y) = (first.fix.position.x, first.fix.position.y)
      let floor = site?.hasFloors == true ? " on floor \(first.fix.floor)" : ""
      place =
        "; \(first.name) at \(FixedPoint.text(x, decimals: 2)), \(FixedPoint.text(y, decimals: 2)) m\(floor)"
    }
    let time = FixedPoint.text(moment.time, decimals: 1)
    let lines = (1...shown).reversed().map { "\(time) s: \(beacons(of: moment, shown: $0))\(place)" }
    return (lines.first { $0.printable().displayWidth <= width } ?? lines[shown - 1]).paragraph(width: width)
  }

  private static func beacons(of moment: LiveReplay.Moment, shown: Int) -> String {
    guard !moment.ranges.isEmpty else { return "nothing heard" }
    var parts = moment.ranges.prefix(shown).map { range in
      "\(range.beacon) \(FixedPoint.text(range.distance, decimals: 2)) m \(range.zone) "
        + "(\(FixedPoint.text(range.level.value, decimals: 1)) dBm)"
    }
    if moment.ranges.count > shown { parts.append("\(moment.ranges.count - shown) more") }
    return parts.joined(separator: ", ")
  }
}
