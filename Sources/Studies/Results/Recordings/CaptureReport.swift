package import Captures
package import Documents
package import Rendering
package import Sites
import World

extension CaptureContents {
  /// How many addresses and beacons stand in the tables, those heard most often.
  private static let shownAddresses = 20
  private static let shownBeacons = 50

  /// Counts, each beacon and address with its levels, and what to know of it.
  package var report: [ReportSection] {
    var sections: [ReportSection] = [.list(heading: "\(file): \(container)", items: summary)]
    if !beacons.isEmpty {
      sections.append(.table(beaconTable))
      if let span = spanSeconds {
        sections.append(.histories(heardMost.prefix(Self.shownBeacons).map(\.history), seconds: span))
      }
    }
    if policy != .address, !advertisers.isEmpty { sections.append(.table(addressTable)) }
    return sections + [.paragraphs(warnings.map { "! \($0)" })]
  }

  private var summary: [(label: String, value: String)] {
    let reports = "\(advertisingReports)" + (list(reportsByKind).map { " (\($0))" } ?? "")
    var rows = [
      ("frames", "\(frames)"), ("advertising reports", reports), ("iBeacon frames", iBeaconSummary),
      ("other frames", list(framesByKind.filter { $0.key != "iBeacon" }) ?? "none"),
      ("addresses", "\(addresses)"), ("RSSI", rssi.sentence),
      ("span", spanSeconds.map { "\(FixedPoint.text($0, decimals: 3)) s" } ?? "no clock"),
    ]
    rows += [
      ("CRC errors", crcErrors), ("other PDUs", otherPdus), ("skipped", skipped),
      ("backward steps", backwardSteps), ("malformed", malformed),
    ].filter { $0.1 > 0 }.map { ($0.0, "\($0.1)") }
    rows += damages.map { ("", "\($0)") }
    rows += channels.sorted { $0.key < $1.key }.map { channel, levels in
      ("channel \(channel)", "\(levels.count) reports, \(levels.sentence)")
    }
    rows += [("steps", log.steps), ("marks", log.marks)].filter { $0.1 > 0 }.map { ($0.0, "\($0.1)") }
    rows += log.receivers.map { ("receiver \($0.name)", $0.rssi.sentence) }
    rows += log.devices.prefix(Self.shownAddresses).map { ("device \($0.name)", $0.rssi.sentence) }
    return rows + (scanning.isEmpty ? [] : [("scanning", scanningSummary)])
  }

  /// `392 from 1 identity`.
  private var iBeaconSummary: String {
    let identities = Counted.text(iBeaconIdentities, "identity", "identities")
    return iBeaconFrames == 0 ? "none" : "\(iBeaconFrames) from \(identities)"
  }

  private func list(_ counts: [String: Int]) -> String? {
    counts.isEmpty
      ? nil : counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  private var scanningSummary: String {
    let shown = scanning.prefix(6).map {
      "\($0.isOn ? "on" : "off") at \(FixedPoint.text($0.time, decimals: 1)) s"
    }
    let rest = scanning.count > shown.count ? ", … (\(scanning.count) in all)" : ""
    return shown.joined(separator: ", ") + rest
  }

  /// Those of which most frames were received come first, and of equally many the one heard first.
  private var heardMost: [BeaconContents] {
    beacons.enumerated().sorted {
      ($1.element.frames, $0.offset) < ($0.element.frames, $1.offset)
    }.map(\.element)
  }

  /// The UUID of all iBeacons, where there are several of them with the same.
  private var sharedUUID: String? {
    let all = beacons.compactMap { beacon -> String? in
      if case .iBeacon(let numbers) = beacon.identity { "\(numbers.uuid)" } else { nil }
    }
    return all.count > 1 && Set(all).count == 1 ? all[0] : nil
  }

  private var beaconTable: ReportTable {
    let uuid = sharedUUID
    let title =
      switch policy {
      case .identity: "beacon"
      case .address: "address"
      case .both: "beacon and address"
      }
    let beacon: [Figure<BeaconContents>] = [
      .init(column: .init(title, breaksFirst: true)) { .text($0.words(without: uuid)) },
      .init(nil, "frames", \.frames),
      .init(nil, "per s", rank: 3, \.rate), .init(nil, "gap", unit: "s", decimals: 1, rank: 5, \.longestGap),
      .init(nil, "addresses", rank: 2, \.addresses),
      .init(nil, "power", unit: "dBm", rank: 1) {
        $0.measuredPowers.map { "\($0)" }.joined(separator: ", ")
      },
    ]
    return ReportTable(
      of: heardMost.prefix(Self.shownBeacons).enumerated().map { (number: $0 + 1, beacon: $1) },
      [.init(nil, "#") { $0.number }] + beacon.of { $0.beacon }
        + LevelSummary.figures(rank: 4).of { $0.beacon.rssi },
      notes: [
        (beacons.count > Self.shownBeacons
          ? "\(Counted.text(beacons.count - Self.shownBeacons, "more beacon")): see --json. " : "")
          + (uuid.map { "The UUID of all iBeacons is \($0). " } ?? "")
          + "Gap: the longest time between two advertisements. Power: the measured power in the frames. "
          + "Min, mean, max: of the RSSI."
      ])
  }

  private var addressTable: ReportTable {
    let all = advertisers.enumerated().sorted {
      ($1.element.reports, $0.offset) < ($0.element.reports, $1.offset)
    }.map(\.element)
    let others = addresses - min(all.count, Self.shownAddresses)
    return ReportTable(
      of: all.prefix(Self.shownAddresses),
      [
        .init(nil, "address") { "\($0.address)" },
        .init(nil, "type", rank: 2) { $0.address.isRandom ? "random" : "public" },
        .init(nil, "reports", \.reports),
      ] + LevelSummary.figures(rank: 1).of(\.rssi),
      notes: others > 0
        ? ["\(Counted.text(others, "more address", "more addresses")): see --by address or --json."] : [])
  }
}

extension BeaconContents {
  /// Its name in words that can stand below each other.
  ///
  /// - Parameter shared: a UUID that need not be said.
  fileprivate func words(without shared: String?) -> String {
    let identity = identity.map { identity in
      switch identity {
      case .iBeacon(let numbers):
        "\(numbers.uuid)" == shared ? identity.shortName : "\(numbers.uuid) \(identity.shortName)"
      case .altBeacon(let numbers): "AltBeacon \(numbers.uuid) \(identity.shortName)"
      case .eddystone(let uid): "Eddystone \(uid)".replacing("/", with: " ")
      default: identity.description
      }
    }
    return [identity, address?.description].compactMap(\.self).joined(separator: " ")
  }
}

extension LevelSummary {
  fileprivate static func figures(rank: Int) -> [Figure<LevelSummary>] {
    [
      .init(nil, "min", unit: "dBm", rank: rank, \.minimum), .init(nil, "mean", unit: "dBm", \.mean),
      .init(nil, "max", unit: "dBm", rank: rank, \.maximum),
    ]
  }

  fileprivate var sentence: String {
    guard let minimum, let mean, let maximum else {
      return unavailable == 0 ? "none" : "none (\(unavailable) not available)"
    }
    let missing = unavailable == 0 ? "" : " (\(unavailable) not available)"
    return "min \(minimum), mean \(FixedPoint.text(mean, decimals: 2)), max \(maximum) dBm\(missing)"
  }
}

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
