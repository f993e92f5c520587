import Foundation
import World

extension CaptureContents {
  /// The contents as a table for people, with a line of level over time for each beacon.
  public var table: String {
    (summaryLines + beaconLines + warnings.map { "! \($0)" }).joined(separator: "\n") + "\n"
  }

  private var summaryLines: [String] {
    var lines = [
      "\(file): \(container)",
      row("frames", "\(frames)"),
      row("advertising reports", "\(advertisingReports)\(kindList)"),
      row("iBeacon frames", "\(iBeaconFrames) of \(iBeaconIdentities) identities"),
      row("other frames", otherFrames),
      row("addresses", "\(addresses)"),
      row("RSSI", "\(rssi.sentence)"),
      row("span", spanSeconds.map { "\(fixed($0, 3)) s" } ?? "no clock"),
    ]
    for (name, count) in [
      ("CRC errors", crcErrors), ("other PDUs", otherPdus), ("malformed", malformed), ("skipped", skipped),
      ("backward steps", backwardSteps),
    ] where count > 0 {
      lines.append(row(name, "\(count)"))
      if name == "malformed" { lines += damages.map { "    \($0)" } }
    }
    for (channel, levels) in channels.sorted(by: { $0.key < $1.key }) {
      lines.append(row("channel \(channel)", "\(levels.count) reports, \(levels.sentence)"))
    }
    if !scanning.isEmpty { lines.append(row("scanning", scanningSentence)) }
    return lines
  }

  private var kindList: String {
    guard !reportsByKind.isEmpty else { return "" }
    return " (\(list(reportsByKind)))"
  }

  private var otherFrames: String {
    let others = framesByKind.filter { $0.key != "iBeacon" }
    return others.isEmpty ? "none" : list(others)
  }

  private func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  private var scanningSentence: String {
    let shown = scanning.prefix(6).map { "\($0.isOn ? "on" : "off") at \(fixed($0.time, 1)) s" }
    let rest = scanning.count > shown.count ? ", … (\(scanning.count) in all)" : ""
    return shown.joined(separator: ", ") + rest
  }

  private var beaconLines: [String] {
    let names = [
      IdentityPolicy.identity: "beacon (UUID/major/minor)", .address: "address", .both: "beacon@address",
    ]
    let first = names[policy] ?? ""
    guard let width = (beacons.map(\.name.count) + [first.count]).max(), !beacons.isEmpty else { return [] }
    let title =
      pad(first, width) + "  frames  per s   gap s  gaps  addr  power  RSSI min/mean/max"
    return ["", title]
      + beacons.flatMap { beacon in
        [beacon.row(width: width), "  " + beacon.history.picture(upTo: spanSeconds)]
      }
      + [""]
  }
}

extension BeaconContents {
  fileprivate func row(width: Int) -> String {
    let powers = measuredPowers.map { "\($0)" }.joined(separator: ",")
    return pad(name, width) + "  " + left("\(frames)", 6) + "  "
      + left(rate.map { fixed($0, 2) } ?? "-", 5) + "  " + left(fixed(longestGap, 1), 6) + "  "
      + left("\(gaps)", 4) + "  " + left("\(addresses)", 4) + "  " + left(powers, 5) + "  " + rssi.sentence
  }
}

extension LevelSummary {
  fileprivate var sentence: String {
    guard let minimum, let mean, let maximum else {
      return unavailable == 0 ? "none" : "none (\(unavailable) not available)"
    }
    let missing = unavailable == 0 ? "" : " (\(unavailable) not available)"
    return "\(minimum) / \(fixed(mean, 2)) / \(maximum) dBm\(missing)"
  }
}

extension LevelHistory {
  /// A line of bars, a step each: the lowest for -100 dBm and below, the highest for -40 dBm and above, a blank
  /// where nothing was heard.
  func picture(upTo seconds: Double?) -> String {
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let shown = seconds.map { Int(min($0 * 1e6 / Double(step), Double(Self.steps - 1))) + 1 } ?? Self.steps
    let line = means.prefix(shown).map { mean -> Character in
      guard let mean else { return " " }
      return bars[min(max(Int((mean + 100) / 7.5), 0), bars.count - 1)]
    }
    return "|" + String(line) + "| \(fixed(Double(step) / 1e6, 1)) s a step, -100 to -40 dBm"
  }
}

private func row(_ name: String, _ value: String) -> String { "  " + pad(name, 20) + value }

private func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

private func left(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

private func fixed(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
