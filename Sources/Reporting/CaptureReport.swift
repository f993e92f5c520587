package import Captures
import World

/// What is in a capture, for people: counts, each beacon and address with its levels, and what to know of it.
package struct CaptureReport: Sendable {
  private let contents: CaptureContents

  /// How many addresses stand in the table, those heard most often.
  private static let shownAddresses = 20

  package init(_ contents: CaptureContents) { self.contents = contents }

  /// The whole report, each line ended and, where words allow, none longer than the width.
  package func text(width: Int = OutputWidth.piped) -> String {
    var parts = [summary(width: width)]
    if !contents.beacons.isEmpty {
      parts.append(beaconTable.text(width: width))
      if let span = contents.spanSeconds { parts.append(histories(over: span, width: width)) }
    }
    if contents.policy != .address, !contents.advertisers.isEmpty {
      parts.append(addressTable.text(width: width))
    }
    if !contents.warnings.isEmpty {
      parts.append(contents.warnings.map { "! \($0)".paragraph(width: width) }.joined())
    }
    return parts.joined(separator: "\n")
  }

  private func summary(width: Int) -> String {
    let reports = "\(contents.advertisingReports)" + (list(contents.reportsByKind).map { " (\($0))" } ?? "")
    var rows = [
      ("frames", "\(contents.frames)"), ("advertising reports", reports),
      ("iBeacon frames", iBeaconFrames),
      ("other frames", list(contents.framesByKind.filter { $0.key != "iBeacon" }) ?? "none"),
      ("addresses", "\(contents.addresses)"), ("RSSI", contents.rssi.sentence),
      ("span", contents.spanSeconds.map { "\(FixedPoint.text($0, decimals: 3)) s" } ?? "no clock"),
    ]
    rows += [
      ("CRC errors", contents.crcErrors), ("other PDUs", contents.otherPdus), ("skipped", contents.skipped),
      ("backward steps", contents.backwardSteps), ("malformed", contents.malformed),
    ].filter { $0.1 > 0 }.map { ($0.0, "\($0.1)") }
    rows += contents.damages.map { ("", "\($0)") }
    rows += contents.channels.sorted { $0.key < $1.key }.map { channel, levels in
      ("channel \(channel)", "\(levels.count) reports, \(levels.sentence)")
    }
    if !contents.scanning.isEmpty { rows.append(("scanning", scanning)) }
    return "\(contents.file): \(contents.container)".paragraph(width: width)
      + rows.map { LabelledLines.text("  " + $0, $1, at: 22, width: width) }.joined()
  }

  /// `392 from 1 identity`.
  private var iBeaconFrames: String {
    let identities = Counted.text(contents.iBeaconIdentities, "identity", "identities")
    return contents.iBeaconFrames == 0 ? "none" : "\(contents.iBeaconFrames) from \(identities)"
  }

  private func list(_ counts: [String: Int]) -> String? {
    counts.isEmpty
      ? nil : counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  private var scanning: String {
    let shown = contents.scanning.prefix(6).map {
      "\($0.isOn ? "on" : "off") at \(FixedPoint.text($0.time, decimals: 1)) s"
    }
    let rest = contents.scanning.count > shown.count ? ", … (\(contents.scanning.count) in all)" : ""
    return shown.joined(separator: ", ") + rest
  }

  private var beaconTable: TextTable {
    let title =
      switch contents.policy {
      case .identity: "beacon"
      case .address: "address"
      case .both: "beacon and address"
      }
    var table = TextTable([
      TextTable.Column("#"), TextTable.Column(title, breaksFirst: true), TextTable.Column("frames"),
      TextTable.Column("per s", rank: 3), TextTable.Column("gap s", decimals: 1, rank: 5),
      TextTable.Column("addr", rank: 2), TextTable.Column("power", rank: 1), TextTable.Column("min", rank: 4),
      TextTable.Column("mean", unit: "dBm"), TextTable.Column("max", rank: 4),
    ])
    for (index, beacon) in contents.beacons.enumerated() {
      let powers = beacon.measuredPowers.map { "\($0)" }.joined(separator: ",")
      table.add(
        [
          .count(index + 1), .text(beacon.words), .count(beacon.frames), .number(beacon.rate),
          .number(beacon.longestGap), .count(beacon.addresses), .text(powers),
        ] + beacon.rssi.cells)
    }
    table.notes.append(
      "gap: the longest time between two. addr: addresses. power: the level at 1 m that its frames claim.")
    return table
  }

  /// A line of levels over time for each beacon of the table.
  private func histories(over seconds: Double, width: Int) -> String {
    let numbers = "\(contents.beacons.count)".count
    var histories = contents.beacons.map(\.history)
    while let first = histories.first, first.shownSteps(upTo: seconds) > max(width - numbers - 3, 1) {
      for index in histories.indices { histories[index].joinSteps() }
    }
    let step = FixedPoint.text(Double(histories.first?.step ?? 0) / 1e6, decimals: 1)
    let legend = "Mean level over time, \(step) s a step, ▁ for -100 dBm and below, █ for -40 dBm and above:"
    return legend.paragraph(width: width)
      + histories.enumerated().map { index, history in
        "\(index + 1)".indented(to: numbers) + " |\(history.bars(upTo: seconds))|\n"
      }.joined()
  }

  private var addressTable: TextTable {
    var table = TextTable([
      TextTable.Column("address"), TextTable.Column("type", rank: 2), TextTable.Column("reports"),
      TextTable.Column("min", rank: 1), TextTable.Column("mean", unit: "dBm"),
      TextTable.Column("max", rank: 1),
    ])
    let all = contents.advertisers.enumerated().sorted {
      ($1.element.reports, $0.offset) < ($0.element.reports, $1.offset)
    }.map(\.element)
    for advertiser in all.prefix(Self.shownAddresses) {
      table.add(
        [
          .text("\(advertiser.address)"), .text(advertiser.address.isRandom ? "random" : "public"),
          .count(advertiser.reports),
        ] + advertiser.rssi.cells)
    }
    let others = contents.addresses - min(all.count, Self.shownAddresses)
    if others > 0 {
      table.notes.append("And \(Counted.text(others, "address", "addresses")) more: --by address, or --json.")
    }
    return table
  }
}

extension BeaconContents {
  /// Its name in words that can stand below each other.
  fileprivate var words: String {
    let identity = identity.map { identity in
      switch identity {
      case .iBeacon(let numbers): "\(numbers.uuid) \(identity.shortName)"
      case .altBeacon(let numbers): "AltBeacon \(numbers.uuid) \(identity.shortName)"
      case .eddystone(let uid): "Eddystone \(uid)".replacing("/", with: " ")
      default: identity.description
      }
    }
    return [identity, address?.description].compactMap(\.self).joined(separator: " ")
  }
}

extension LevelSummary {
  fileprivate var cells: [TextTable.Cell] {
    [minimum.map { .count($0) } ?? .empty, .number(mean), maximum.map { .count($0) } ?? .empty]
  }

  fileprivate var sentence: String {
    guard let minimum, let mean, let maximum else {
      return unavailable == 0 ? "none" : "none (\(unavailable) not available)"
    }
    let missing = unavailable == 0 ? "" : " (\(unavailable) not available)"
    return "\(minimum) / \(FixedPoint.text(mean, decimals: 2)) / \(maximum) dBm\(missing)"
  }
}

extension LevelHistory {
  fileprivate func shownSteps(upTo seconds: Double) -> Int {
    Int(min(seconds * 1e6 / Double(step), Double(Self.steps - 1))) + 1
  }

  /// A bar for each step, a blank where nothing was heard.
  fileprivate func bars(upTo seconds: Double) -> String {
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return String(
      means.prefix(shownSteps(upTo: seconds)).map { mean -> Character in
        guard let mean else { return " " }
        return bars[min(max(Int((mean + 100) / 7.5), 0), bars.count - 1)]
      })
  }
}
