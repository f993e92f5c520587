extension CaptureContents {
  /// What a researcher should know before using the readings, in sentences.
  func findings(_ duplicates: DuplicateWatch, hasClock: Bool) -> [String] {
    var findings: [String] = []
    if frames > 0, !hasClock {
      findings.append("the file has no clock: the times of the readings are unknown")
    }
    if duplicates.filteredSessions > 0 {
      findings.append(
        "the host asked the controller to filter duplicates \(times(duplicates.filteredSessions)): repeated advertisements are missing"
      )
    } else if duplicates.isSuspected {
      findings.append(
        "only \(duplicates.repeats) of \(duplicates.reports) reports repeat an earlier one: the controller seems "
          + "to filter duplicates")
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
    return findings + findingsOnBeacons
  }

  private var findingsOnBeacons: [String] {
    var findings: [String] = []
    let things = policy == .address ? "addresses" : "identities"
    let implausible = beacons.count(where: \.hasImplausiblePower)
    if implausible > 0 {
      findings.append(
        "measured power outside -100 to -20 dBm, not used: \(implausible) of \(beacons.count) \(things)")
    }
    let changing = beacons.count { $0.measuredPowers.count > 1 }
    if changing > 0 {
      findings.append("more than one measured power: \(changing) of \(beacons.count) \(things)")
    }
    if beaconsLeftOut > 0 {
      findings.append("\(count(beaconsLeftOut, "report")) of beacons beyond the first 10,000")
    }
    if crcErrors > 0 { findings.append("\(count(crcErrors, "packet")) with a wrong CRC left out") }
    let shared = beacons.count { $0.addresses > 1 }
    if shared > 0 { findings.append("more than one address: \(shared) of \(beacons.count) identities") }
    return findings
  }

  private var firstDamage: String { damages.first?.description ?? "an unknown place" }
}

private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
