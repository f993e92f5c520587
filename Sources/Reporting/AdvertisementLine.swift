import Studies

/// One line that says how the advertisements of a study ended.
enum AdvertisementLine {
  static func text(of tally: LapTally) -> String {
    var parts: [String] = []
    if let simulated = tally.simulated {
      parts.append("\(simulated.sent) sent")
      parts.append("\(simulated.lost) lost")
      parts.append("\(simulated.belowSensitivity) too weak")
    }
    parts.append("\(tally.heard) heard")
    parts += tally.counts.filter { $0.count > 0 }.map { "\($0.count) \($0.about)" }
    return "Advertisements: " + parts.joined(separator: ", ") + "; \(tally.readings) readings\n"
  }
}
