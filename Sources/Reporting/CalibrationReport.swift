package import Calibrating
import Laps
import Scenarios
import Studies
import World

/// A fitted channel for people: the laws beside each other, each beacon's level, and what the laws leave.
package struct CalibrationReport: Sendable {
  private let fit: ChannelFit

  package init(_ fit: ChannelFit) { self.fit = fit }

  /// The whole report, each line ended.
  package func text(width: Int = OutputWidth.piped) -> String {
    let tables: [TextTable] =
      [laws] + (fit.robustByBeacon == nil ? [] : [beacons]) + [rest]
      + (fit.correlation.bins.isEmpty ? [] : [correlation]) + (fit.losses == nil ? [] : [losses])
    return ([head(width: width)] + tables.map { $0.text(width: width) }).joined(separator: "\n")
  }

  private func head(width: Int) -> String {
    let readings = fit.readings
    let left = [
      readings.leftOut > 0
        ? Counted.text(readings.leftOut, "reading") + " left out, heard while the walker's place is not known"
        : nil,
      Counted.text(fit.residuals.count { $0.isOutlier }, "outlier"),
    ].compactMap(\.self)
    var lines: [String] = [
      Counted.text(readings.heard.count, readings.areAverages ? "average" : "reading") + " of "
        + Counted.text(readings.heardByBeacon.count { $0 > 0 }, "beacon") + " in "
        + Counted.text(readings.recordings.count, "recording") + "; " + left.joined(separator: "; ") + ".",
      silence,
    ]
    if let share = fit.losses?.tooWeak, fit.isCutOff {
      lines.append(
        "By the law \(number(100 * share, 0)) % of what was not lost by chance was too weak: shadowing, decorrelation distance, "
          + "nugget and K are rough, and have no intervals."
      )
    }
    lines.append("Intervals of 95 % come from leaving out each of \(fit.parts.count) \(fit.parts.name).")
    if let distance = fit.oneDistance {
      lines.append(oneDistance(distance))
      if let power = fit.measuredPower {
        lines.append("Measured power to program, by the robust law: \(power.level) dBm, byte \(power.byte).")
      }
      lines.append(
        "What reflections add or take at one place, often several dB, is in no interval: measure at some places a few decimetres apart."
      )
    }
    return lines.map { $0.paragraph(width: width) }.joined()
  }

  private func oneDistance(_ metres: Double) -> String {
    let at = "All readings are from \(number(metres, 2)) m: they tell C and not n"
    return at
      + (metres == 1 ? "." : "; C is by n \(number(fit.options.assumedExponent, 2)), which is assumed.")
  }

  private var silence: String {
    let limit: String
    if let level = fit.limit.map({ number($0.value, 1) }) {
      limit =
        fit.options.sensitivity == nil
        ? "the weakest level heard, \(level) dBm, is taken for the sensitivity."
        : "below \(level) dBm nothing is heard."
    } else {
      limit = "without --sensitivity nothing from one distance is taken to have been too weak."
    }
    switch fit.silence {
    case .counted:
      let interval = fit.readings.interval.map { ", one each \(number($0, 4)) s" } ?? ""
      return Counted.number(Int(fit.readings.sent.rounded())) + " were sent\(interval); \(limit)"
    case .unknown: return "How much was not heard is not known; \(limit)"
    case .ignored:
      return fit.limit == nil && fit.options.censoring
        ? "How much was not heard is not known; \(limit)"
        : "What was too weak to be heard is left out of account."
    }
  }

  private var laws: TextTable {
    var table = TextTable([
      .init("law"), .init("n", decimals: 3), .init("C", unit: "dBm"), .init("sigma", unit: "dB"),
    ])
    if let plain = fit.plain {
      table.add([
        .text("plain least squares"), .number(plain.exponent), .number(plain.levelAtOneMetre.value),
        .number(plain.deviation.value),
      ])
    }
    func add(_ name: String, _ law: ChannelLaw, hasLevel: Bool) {
      table.add([
        .text(name), cell(law.exponent), hasLevel ? cell(law.levels.first ?? nil) : .text("by beacon"),
        cell(law.deviation),
      ])
    }
    add("normal", fit.normal, hasLevel: true)
    add("robust (\(fit.robust.errorsName))", fit.robust, hasLevel: true)
    if let faded = fit.faded, let k = fit.fadingK {
      add("normal and fades of K \(number(k.value, 1))", faded, hasLevel: true)
    }
    if let normal = fit.normalByBeacon { add("normal, C by beacon", normal, hasLevel: false) }
    if let robust = fit.robustByBeacon { add("robust, C by beacon", robust, hasLevel: false) }
    let laws = [fit.normal, fit.robust, fit.faded, fit.normalByBeacon, fit.robustByBeacon].compactMap(\.self)
    if laws.contains(where: { !$0.tellsSpread }) {
      table.notes.append(
        fit.tellsFades
          ? "Sigma and loss depend on the law: only the most likely one has intervals of them."
          : "The readings do not show whether they fade, and sigma and loss depend on it: they have no intervals."
      )
    }
    if laws.contains(where: { !$0.tellsLine }) {
      table.notes.append(
        "More than 2 % was too weak, so that n and C depend on the law: no intervals by one that another rules out, nor of n "
          + "with a C for each beacon.")
    }
    if fit.robustByBeacon != nil {
      table.notes.append(
        "Levels fitted to the beacons take up part of the spread: sigma about them has no interval.")
    }
    if fit.normal.isSteady {
      table.notes.append(
        "All levels lie on the law: they do not tell how far others would differ, and there are no intervals."
      )
    }
    return table
  }

  private var beacons: TextTable {
    var table = TextTable([.init("beacon"), .init("readings"), .init("C", unit: "dBm")])
    let counts = fit.readings.heardByBeacon
    for (index, beacon) in fit.readings.beacons.enumerated() {
      let levels = fit.robustByBeacon?.levels ?? []
      table.add([.text(beacon), .count(counts[index]), cell(index < levels.count ? levels[index] : nil)])
    }
    if counts.contains(0) {
      table.notes.append("–: nothing of it was heard where the walker's place is known.")
    }
    return table
  }

  private var rest: TextTable {
    var table = TextTable([.init("what the law leaves"), .init("value")])
    table.add([.text("shadowing, dB"), cell(fit.correlation.shadowing)])
    table.add([.text("decorrelation distance, m"), cell(fit.correlation.decorrelation)])
    table.add([.text("nugget, dB²"), cell(fit.correlation.nugget)])
    table.add([.text("Rician K of the nugget"), cell(fit.fadingK)])
    if fit.silence == .counted {
      table.add([.text("lost whatever the level, %"), cell(fit.mostLikely.loss, times: 100)])
    }
    if let channels = fit.channels {
      for (index, mean) in channels.means.enumerated() {
        table.add([.text("channel \(37 + index), dB"), cell(mean)])
      }
      table.add([.text("channels' deviation, dB"), cell(channels.deviation)])
    }
    if fit.channels != nil, fit.areChannelsCutOff {
      table.notes.append("More than 10 % was too weak: the channels' deviation has no interval.")
    }
    if fit.fadingK != nil, !(fit.isFading && fit.tellsFades) {
      table.notes.append(
        "The readings do not show that they fade: K holds only where it is known that they do.")
    }
    if fit.correlation.isHeldToVariance, fit.correlation.nugget != nil {
      table.notes.append(
        "No pair of places is far enough apart to share nothing: shadowing is what the whole variance leaves beside the nugget."
      )
    }
    if fit.correlation.nugget == nil {
      table.notes.append(
        "Places and readings do not tell what neighbours share: --channel writes all of it as the receiver's noise."
      )
    } else if fit.correlation.shadowing == nil {
      table.notes.append("Neighbouring readings share nothing: no shadows are told from fading.")
    }
    return table
  }

  private var correlation: TextTable {
    var table = TextTable([
      .init("apart", unit: "m"), .init("pairs"), .init("correlation", decimals: 3),
    ])
    for bin in fit.correlation.bins {
      table.add([
        .text("\(number(bin.from, 2)) to \(number(bin.to, 2))"), .count(bin.pairs), .number(bin.correlation),
      ])
    }
    return table
  }

  private var losses: TextTable {
    var table = TextTable([
      .init("distance", unit: "m"), .init("sent"), .init("lost", unit: "%", decimals: 1),
      .init("law", unit: "%", decimals: 1),
    ])
    for row in fit.losses?.byDistance ?? [] {
      let range =
        row.to >= 1e6 ? "\(number(row.from, 0)) on" : "\(number(row.from, 0)) to \(number(row.to, 0))"
      table.add([
        .text(range), .count(row.sent), .number(100 * row.share), .number(100 * row.expected),
      ])
    }
    return table
  }

  /// Both laws of a plain fit in one sentence.
  static func sentence(_ fit: Calibration) -> String {
    func text(_ value: Double) -> String { FixedPoint.text(value, decimals: 3) }
    return
      "Fitted to \(Counted.text(fit.rows, "level")): n \(text(fit.exponent)), C \(text(fit.levelAtOneMetre.value)) dBm, "
      + "sigma \(text(fit.deviation.value)) dB; with a C for each beacon n \(text(fit.exponentWithinAnchors)), "
      + "sigma \(text(fit.deviationWithinAnchors.value)) dB."
  }

  private func cell(_ estimate: ChannelEstimate?, times factor: Double = 1) -> TextTable.Cell {
    .interval(
      estimate.map { $0.value * factor }, from: estimate?.lower.map { $0 * factor },
      to: estimate?.upper.map { $0 * factor })
  }

  private func number(_ value: Double, _ decimals: Int) -> String {
    FixedPoint.text(value, decimals: decimals)
  }
}

extension ChannelLaw {
  /// `Student's t, 4` or `normal`.
  fileprivate var errorsName: String { errorDegrees.map { "Student's t, \($0)" } ?? "normal" }
}
