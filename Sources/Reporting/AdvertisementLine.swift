import Laps

/// How the advertisements of a study ended, in one sentence.
enum AdvertisementLine {
  static func text(of tally: LapTally) -> String {
    var parts: [String] = []
    if let simulated = tally.simulated { parts.append(text(of: simulated)) }
    parts.append(
      "\(Counted.number(tally.heard)) heard, which make \(Counted.text(tally.readings, "reading"))")
    for (words, kind) in [("left out", LapTally.Count.Kind.leftOut), ("noted", .noted)] {
      let counts = tally.counts.filter { $0.kind == kind && $0.count > 0 }
      guard !counts.isEmpty else { continue }
      parts.append(
        "\(words): "
          + counts.map { "\(Counted.number($0.count)) \($0.count == 1 ? $0.one : $0.about)" }.joined(
            separator: ", "))
    }
    return "Advertisements: " + parts.joined(separator: "; ") + "."
  }

  /// `38,007 sent, of which 11,402 were lost and 3323 too weak for the receiver`
  static func text(of simulated: LapTally.Simulated) -> String {
    var losses = [
      "\(Counted.number(simulated.lost)) were lost",
      "\(Counted.number(simulated.belowSensitivity)) too weak for the receiver",
    ]
    losses += simulated.others.filter { $0.count > 0 }.map { "\(Counted.number($0.count)) \($0.about)" }
    return "\(Counted.number(simulated.sent)) sent, of which "
      + losses.dropLast().joined(separator: ", ") + " and \(losses[losses.count - 1])"
  }
}
