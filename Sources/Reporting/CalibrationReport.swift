package import Calibrating
import Figures
import Scenarios
import World

extension ChannelFit {
  /// The laws beside each other, each beacon's level, and what the laws leave.
  package var report: [ReportSection] {
    let tables: [ReportTable?] = [
      laws, robustByBeacon == nil ? nil : beacons, rest, correlation.bins.isEmpty ? nil : correlations,
      losses.map(table),
    ]
    return [.paragraphs(head)] + tables.compactMap { $0.map { .table($0) } }
  }

  private var head: [String] {
    let left = [
      readings.leftOut > 0
        ? Counted.text(readings.leftOut, "reading") + " left out, heard while the walker's place is not known"
        : nil, Counted.text(residuals.count { $0.isOutlier }, "outlier"),
    ].compactMap(\.self)
    var lines: [String] = [
      Counted.text(readings.heard.count, readings.areAverages ? "average" : "reading") + " of "
        + Counted.text(readings.heardByBeacon.count { $0 > 0 }, "beacon") + " in "
        + Counted.text(readings.recordings.count, "recording") + "; " + left.joined(separator: "; ") + ".",
      silenceSentence,
    ]
    if let share = losses?.tooWeak, isCutOff {
      lines.append(
        "By the law \(number(100 * share, 0)) % of what was not lost by chance was too weak: shadowing, decorrelation distance, "
          + "nugget and K are rough, and have no intervals.")
    }
    lines.append("Intervals of 95 % come from leaving out each of \(parts.count) \(parts.name).")
    if let distance = oneDistance {
      lines.append(oneDistance(distance))
      if let power = measuredPower {
        lines.append("Measured power to program, by the robust law: \(power.level) dBm, byte \(power.byte).")
      }
      lines.append(
        "What reflections add or take at one place, often several dB, is in no interval: measure at some places a few decimetres apart."
      )
    }
    return lines
  }

  private func oneDistance(_ metres: Double) -> String {
    let at = "All readings are from \(number(metres, 2)) m: they tell C and not n"
    return at
      + (metres == 1 ? "." : "; C is by n \(number(options.assumedExponent, 2)), which is assumed.")
  }

  private var silenceSentence: String {
    let limit: String
    if let level = self.limit.map({ number($0.value, 1) }) {
      limit =
        options.sensitivity == nil
        ? "the weakest level heard, \(level) dBm, is taken for the sensitivity."
        : "below \(level) dBm nothing is heard."
    } else {
      limit = "without --sensitivity nothing from one distance is taken to have been too weak."
    }
    switch silence {
    case .counted:
      let interval = readings.interval.map { ", one each \(number($0, 4)) s" } ?? ""
      return Counted.number(Int(readings.sent.rounded())) + " were sent\(interval); \(limit)"
    case .unknown: return "How much was not heard is not known; \(limit)"
    case .ignored:
      return self.limit == nil && options.censoring
        ? "How much was not heard is not known; \(limit)"
        : "What was too weak to be heard is left out of account."
    }
  }

  private var laws: ReportTable {
    let name = Figure<Calibration>(nil, "law") { _ in "plain least squares" }
    var table = ReportTable(of: [plain].compactMap(\.self), [name] + Calibration.figures)
    func add(_ name: String, _ law: ChannelLaw, hasLevel: Bool) {
      table.add([
        .text(name), cell(law.exponent), hasLevel ? cell(law.levels.first ?? nil) : .text("by beacon"),
        law.deviation.cell(),
      ])
    }
    add("normal", normal, hasLevel: true)
    add("robust (\(robust.errorsName))", robust, hasLevel: true)
    if let faded = faded, let k = fadingK {
      add("normal and fades of K \(number(k.value, 1))", faded, hasLevel: true)
    }
    if let normal = normalByBeacon { add("normal, C by beacon", normal, hasLevel: false) }
    if let robust = robustByBeacon { add("robust, C by beacon", robust, hasLevel: false) }
    let laws = [normal, robust, faded, normalByBeacon, robustByBeacon].compactMap(\.self)
    if laws.contains(where: { !$0.tellsSpread }) {
      table.notes.append(
        tellsFades
          ? "Sigma and loss depend on the law: only the most likely one has intervals of them."
          : "The readings do not show whether they fade, and sigma and loss depend on it: they have no intervals."
      )
    }
    if laws.contains(where: { !$0.tellsLine }) {
      table.notes.append(
        "More than 2 % was too weak, so that n and C depend on the law: no intervals by one that another rules out, nor of n "
          + "with a C for each beacon.")
    }
    if robustByBeacon != nil {
      table.notes.append(
        "Levels fitted to the beacons take up part of the spread: sigma about them has no interval.")
    }
    if normal.isSteady {
      table.notes.append(
        "All levels lie on the law: they do not tell how far others would differ, and there are no intervals."
      )
    }
    return table
  }

  private var beacons: ReportTable {
    let counts = readings.heardByBeacon
    let levels = robustByBeacon?.levels ?? []
    return ReportTable(
      of: counts.indices,
      [
        .init(nil, "beacon") { [readings] in readings.beacons[$0] }, .init(nil, "readings") { counts[$0] },
        .init(nil, "C", unit: "dBm") { $0 < levels.count ? cell(levels[$0]) : .number(nil) },
      ],
      notes: counts.contains(0) ? ["–: nothing of it was heard where the walker's place is known."] : [])
  }

  private var rest: ReportTable {
    var table = ReportTable([.init("what the law leaves"), .init("value")])
    table.add([.text("shadowing, dB"), cell(correlation.shadowing)])
    table.add([.text("decorrelation distance, m"), cell(correlation.decorrelation)])
    table.add([.text("nugget, dB²"), cell(correlation.nugget)])
    table.add([.text("Rician K of the nugget"), cell(fadingK)])
    if silence == .counted {
      table.add([.text("lost whatever the level, %"), cell(mostLikely.loss, times: 100)])
    }
    if let channels = channels {
      for (index, mean) in channels.means.enumerated() {
        table.add([.text("channel \(37 + index), dB"), cell(mean)])
      }
      table.add([.text("channels' deviation, dB"), cell(channels.deviation)])
    }
    if channels != nil, areChannelsCutOff {
      table.notes.append("More than 10 % was too weak: the channels' deviation has no interval.")
    }
    if fadingK != nil, !(isFading && tellsFades) {
      table.notes.append(
        "The readings do not show that they fade: K holds only where it is known that they do.")
    }
    if correlation.isHeldToVariance, correlation.nugget != nil {
      table.notes.append(
        "No pair of places is far enough apart to share nothing: shadowing is what the whole variance leaves beside the nugget."
      )
    }
    if correlation.nugget == nil {
      table.notes.append(
        "Places and readings do not tell what neighbours share: --channel writes all of it as the receiver's noise."
      )
    } else if correlation.shadowing == nil {
      table.notes.append("Neighbouring readings share nothing: no shadows are told from fading.")
    }
    return table
  }

  private var correlations: ReportTable {
    let apart = Figure<ResidualCorrelation.Bin>(nil, "apart", unit: "m") {
      "\(number($0.from, 2)) to \(number($0.to, 2))"
    }
    return ReportTable(of: correlation.bins, [apart] + ResidualCorrelation.Bin.figures)
  }

  private func table(of losses: LossTable) -> ReportTable {
    let distance = Figure<LossTable.Row>(nil, "distance", unit: "m") {
      $0.to >= 1e6 ? "\(number($0.from, 0)) on" : "\(number($0.from, 0)) to \(number($0.to, 0))"
    }
    return ReportTable(of: losses.byDistance, [distance] + LossTable.Row.figures)
  }
}

extension Calibration {
  /// Both laws of a plain fit.
  var sentence: String {
    func text(_ value: Double) -> String { FixedPoint.text(value, decimals: 3) }
    return
      "Fitted to \(Counted.text(rows, "level")): n \(text(exponent)), C \(text(levelAtOneMetre.value)) dBm, "
      + "sigma \(text(deviation.value)) dB; with a C for each beacon n \(text(exponentWithinAnchors)), "
      + "sigma \(text(deviationWithinAnchors.value)) dB."
  }
}

private func cell(_ estimate: ChannelEstimate?, times factor: Double = 1) -> FigureValue {
  estimate?.cell(times: factor) ?? .number(nil)
}

private func number(_ value: Double, _ decimals: Int) -> String { FixedPoint.text(value, decimals: decimals) }

extension ChannelLaw {
  /// `Student's t, 4` or `normal`.
  fileprivate var errorsName: String { errorDegrees.map { "Student's t, \($0)" } ?? "normal" }
}
