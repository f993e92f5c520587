extension CaptureContents {
  /// What a researcher should know before using the readings, in sentences.
  func findings(_ duplicates: DuplicateWatch) -> [String] {
    var findings: [String] = []
    if duplicates.filteredSessions > 0 {
      let times = duplicates.filteredSessions == 1 ? "once" : "\(duplicates.filteredSessions) times"
      findings.append(
        "the host asked the controller to filter duplicates \(times): readings come from a de-duplicating source")
    } else if duplicates.isSuspected {
      findings.append(
        "only \(duplicates.repeats) of \(duplicates.reports) reports repeat an earlier one: readings seem to come "
          + "from a de-duplicating source")
    }
    if malformed > 0 { findings.append("\(malformed) places could not be read, the first at \(firstDamage)") }
    if malformedStructures > 0 {
      findings.append("\(malformedStructures) advertisements hold a structure longer than its data")
    }
    if backwardSteps > 0 { findings.append("time steps back \(backwardSteps) times") }
    if clockSettings > 0 { findings.append("the clock was set \(clockSettings) times within the file") }
    if rssi.positive > 0 { findings.append("\(rssi.positive) levels are above 0 dBm") }
    if rssi.unavailable > 0 { findings.append("\(rssi.unavailable) levels are not available") }
    let implausible = beacons.filter { !$0.measuredPowers.allSatisfy { (-100 ... -20).contains($0) } }
    if !implausible.isEmpty {
      findings.append(
        "\(implausible.count) of \(beacons.count) identities send a measured power outside -100 to -20 dBm")
    }
    let changing = beacons.count { $0.measuredPowers.count > 1 }
    if changing > 0 { findings.append("\(changing) identities send more than one measured power") }
    let shared = beacons.count { $0.addresses > 1 }
    if shared > 0 { findings.append("\(shared) identities come from more than one address") }
    return findings
  }

  private var firstDamage: String { damages.first?.description ?? "an unknown place" }
}
