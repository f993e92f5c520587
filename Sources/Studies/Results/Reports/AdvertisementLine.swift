package import Laps
import Rendering
import Scenarios
import World

/// How the advertisements of a study ended, in one sentence.
package enum AdvertisementLine {
  package static func text(of tally: LapTally) -> String {
    var parts: [String] = []
    if let simulated = tally.simulated { parts.append(text(of: simulated)) }
    parts.append(
      "\(Counted.number(tally.heard)) received, which give \(Counted.text(tally.readings, "reading"))")
    for (words, kind) in [("excluded", LapTally.Count.Kind.leftOut), ("noted", .noted)] {
      let counts = tally.counts.filter { $0.kind == kind && $0.count > 0 }
      guard !counts.isEmpty else { continue }
      parts.append(
        "\(words): "
          + counts.map { "\(Counted.number($0.count)) \($0.count == 1 ? $0.one : $0.about)" }.joined(
            separator: ", "))
    }
    return "Advertisements: " + parts.joined(separator: "; ") + "."
  }

  /// `38,007 sent, of which 11,402 were lost and 3323 below the receiver's sensitivity`
  static func text(of simulated: LapTally.Simulated) -> String {
    var losses = [
      "\(Counted.number(simulated.lost)) were lost",
      "\(Counted.number(simulated.belowSensitivity)) below the receiver's sensitivity",
    ]
    losses += simulated.others.filter { $0.count > 0 }.map { "\(Counted.number($0.count)) \($0.about)" }
    return "\(Counted.number(simulated.sent)) sent, of which "
      + losses.dropLast().joined(separator: ", ") + " and \(losses[losses.count - 1])"
  }
}

extension SimulatedLap {
  /// `lap 7, clockwise, right hand: 114 s, 12 presses; advertisements: 38,007 sent, of which 11,402 were lost and 3323 too
  /// weak for the receiver; 23,282 heard`
  package var sentence: String {
    let who = ["lap \(lap)", walker, direction, "\(hand.rawValue) hand"].compactMap { $0 }
    return who.joined(separator: ", ") + ": \(FixedPoint.shortest(seconds, decimals: 2)) s, "
      + Counted.text(presses.count, "press", "presses")
      + "; advertisements: \(AdvertisementLine.text(of: counts)); "
      + "\(Counted.number(stream.count)) received"
  }
}

extension WrittenLaps {
  /// `12 laps of floor35 in laps: 39 files, 14.2 MB; 279,384 advertisements heard, 144 presses`
  package var sentence: String {
    Counted.text(laps, "lap") + " of \(scenario) in \(folder): " + Counted.text(files, "file")
      + ", \(FixedPoint.shortest(Double(bytes) / 1e6, decimals: 1)) MB; \(Counted.number(heard)) advertisements heard, "
      + Counted.text(presses, "press", "presses")
  }
}

extension Calibration {
  /// Both laws of a plain fit.
  package var sentence: String {
    func text(_ value: Double) -> String { FixedPoint.text(value, decimals: 3) }
    return
      "Fitted to \(Counted.text(rows, "reading")): n \(text(exponent)), C \(text(levelAtOneMetre.value)) dBm, "
      + "sigma \(text(deviation.value)) dB; with a C for each beacon n \(text(exponentWithinAnchors)), "
      + "sigma \(text(deviationWithinAnchors.value)) dB."
  }
}
