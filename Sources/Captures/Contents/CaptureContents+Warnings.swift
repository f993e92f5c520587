extension CaptureContents {
  /// What a researcher should know before using the readings, in sentences.
  func findings(_ duplicates: DuplicateWatch) -> [String] {
    var findings: [String] = []
    if duplicates.filteredSessions > 0 {
      findings.append(
        "the host asked the controller to filter duplicates \(times(duplicates.filteredSessions)): readings come from a de-duplicating source"
      )
    } else if duplicates.isSuspected {
      findings.append(
        "only \(duplicates.repeats) of \(duplicates.reports) reports repeat an earlier one: readings seem to "
          + "come from a de-duplicating source")
    }
    if malformed > 0 {
      findings.append("\(count(malformed, "place")) could not be read, the first at \(firstDamage)")
    }
    if malformedStructures > 0 {
      findings.append("\(count(malformedStructures, "advertisement")) with a structure longer than the data")
    }
    if backwardSteps > 0 { findings.append("time steps back \(times(backwardSteps))") }
    if clockSettings > 0 { findings.append("the clock was set \(times(clockSettings)) within the file") }
    if rssi.positive > 0 { findings.append("\(count(rssi.positive, "level")) above 0 dBm") }
    if rssi.unavailable > 0 { findings.append("\(count(rssi.unavailable, "level")) not available") }
    let implausible = beacons.filter { !$0.measuredPowers.allSatisfy { (-100 ... -20).contains($0) } }
    if !implausible.isEmpty {
      findings.append(
        "measured power outside -100 to -20 dBm: \(implausible.count) of \(beacons.count) identities")
    }
    let changing = beacons.count { $0.measuredPowers.count > 1 }
    if changing > 0 {
      findings.append("more than one measured power: \(changing) of \(beacons.count) identities")
    }
    let shared = beacons.count { $0.addresses > 1 }
    if shared > 0 { findings.append("more than one address: \(shared) of \(beacons.count) identities") }
    return findings
  }

  private var firstDamage: String { damages.first?.description ?? "an unknown place" }
}

private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
