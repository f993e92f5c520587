package import Laps
package import Rendering
import World

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
