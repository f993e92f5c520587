import Radio
public import Studies
import World

/// A replay for people: how far each beacon was, where the pipelines end, and the scores where there is truth.
public struct ReplayReport: Sendable {
  private let replay: Replay

  public init(_ replay: Replay) { self.replay = replay }

  public var text: String {
    var parts = [rangesTable.description, advertisements]
    if replay.site == nil { parts.append("No site was given: ranges and zones only.\n") }
    if !replay.tracks.isEmpty, replay.scores == nil { parts.append(tracksTable.description) }
    if let scores = replay.scores { parts.append(StudyReport(scores, showsAdvertisements: false).text) }
    return parts.joined(separator: "\n")
  }

  private var rangesTable: TextTable {
    var table = TextTable([
      TextTable.Column("beacon"), TextTable.Column("readings"), TextTable.Column("missed"),
      TextTable.Column("mean", unit: "dBm", decimals: 1), TextTable.Column("range", unit: "m"),
      TextTable.Column("zone"), TextTable.Column("C", unit: "dBm", decimals: 1), TextTable.Column("C is"),
    ])
    for range in replay.ranges {
      table.add([
        .text(range.beacon), .count(range.readings), .count(range.missed), .number(range.mean.value),
        .number(range.distance), .text("\(range.zone)"), .number(range.levelAtOneMetre.value),
        .text(range.levelSource),
      ])
    }
    for range in replay.ranges where range.claimedPowers.count > 1 {
      let powers = range.claimedPowers.map { FixedPoint.text($0.value, decimals: 0) }
      table.notes.append(
        "\(range.beacon) claims several measured powers: \(powers.joined(separator: ", ")) dBm")
    }
    return table
  }

  private var tracksTable: TextTable {
    var table = TextTable([
      TextTable.Column("pipeline"), TextTable.Column("callbacks"), TextTable.Column("fixes"),
      TextTable.Column("last x", unit: "m"), TextTable.Column("last y", unit: "m"),
    ])
    for track in replay.tracks {
      let fixes = track.fixes
      table.add([
        .text(track.definition.name), .count(track.callbacks.count), .count(fixes.count),
        .number(fixes.last?.position.x), .number(fixes.last?.position.y),
      ])
    }
    table.notes.append("All fixes: --fixes FILE, or --json.")
    return table
  }

  private var advertisements: String { AdvertisementLine.text(of: replay.tally) }
}
