import Studies

/// How the advertisements of a study ended, in one sentence.
enum AdvertisementLine {
  static func text(of tally: LapTally) -> String {
    var parts: [String] = []
    if let simulated = tally.simulated {
      var losses = [
        "\(Counted.number(simulated.lost)) were lost",
        "\(Counted.number(simulated.belowSensitivity)) too weak for the receiver",
      ]
      losses += simulated.others.filter { $0.count > 0 }.map { "\(Counted.number($0.count)) \($0.about)" }
      parts.append(
        "\(Counted.number(simulated.sent)) sent, of which "
          + losses.dropLast().joined(separator: ", ") + " and \(losses[losses.count - 1])")
    }
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
}
