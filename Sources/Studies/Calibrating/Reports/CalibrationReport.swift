import NumericalMethods
package import Rendering
import Scenarios
import World

extension ChannelFit {
  /// The path-loss laws side by side, each beacon's level, and the residuals.
  package var report: [ReportSection] {
    let tables: [ReportTable?] = [
      laws, robustByBeacon == nil ? nil : beacons, rest, correlation.bins.isEmpty ? nil : correlations,
      losses.map(table),
    ]
    return [.paragraphs(head)] + tables.compactMap { $0.map { .table($0) } }
  }

  /// Which beacons were left out since they were hardly heard; nil for none.
  package var rareSentence: String? {
    let names = readings.rare.map { "\($0.beacon) (\(Counted.text($0.heard, noun)))" }
    return names.isEmpty ? nil : "Left out, since hardly heard: " + names.joined(separator: ", ") + "."
  }

  /// What one of the RSSI values is.
  var noun: String { readings.areAverages ? "average" : "advertisement" }

  private var head: [String] {
    let left = [
      readings.leftOut > 0
        ? Counted.text(readings.leftOut, noun)
          + " excluded, received while the walker's position is unknown"
        : nil, Counted.text(residuals.count { $0.isOutlier }, "outlier"),
    ].compactMap(\.self)
    var lines: [String] = [
      Counted.text(readings.heard.count, noun) + " of "
        + Counted.text(readings.heardByBeacon.count { $0 > 0 }, "beacon") + " in "
        + Counted.text(readings.recordings.count, "recording") + "; " + left.joined(separator: "; ") + ".",
      silenceSentence,
    ]
    if let rareSentence { lines.append(rareSentence) }
    if plainWithoutWalls != nil {
      lines.append("The losses of the site's walls and pillars are part of the models, and not of n and C.")
    }
    if let pooledSince { lines.append("All beacons share one C: of a C for each, \(pooledSince).") }
    if let share = losses?.tooWeak, isCutOff {
      lines.append(
        "By the fitted model \(number(100 * share, 0)) % of the advertisements not lost at random were censored: shadowing, "
          + "correlation distance, nugget and K are approximate and have no intervals.")
    }
    lines.append("95 % intervals: jackknife over \(parts.count) \(parts.name).")
    return lines + (oneDistance.map(notes) ?? [])
  }

  /// What follows from readings at a single distance.
  private func notes(onDistance metres: Double) -> [String] {
    let power = measuredPower.map {
      "Measured power to program, from the robust fit: \($0.level) dBm, byte \($0.byte)."
    }
    return [oneDistance(metres)] + (power.map { [$0] } ?? []) + [
      "The intervals do not cover the effect of reflections at a single place, often several dB; measure at several places a few decimetres apart."
    ]
  }

  private func oneDistance(_ metres: Double) -> String {
    let at = "All \(noun)s are from \(number(metres, 2)) m, which determines C but not n"
    return at
      + (metres == 1 ? "." : "; C follows from the assumed n of \(number(options.assumedExponent, 2)).")
  }

  private var silenceSentence: String {
    let limit: String
    if let level = self.limit.map({ number($0.value, 1) }) {
      limit =
        options.sensitivity == nil
        ? "the weakest RSSI, \(level) dBm, is taken as the sensitivity."
        : "the sensitivity is \(level) dBm."
    } else {
      limit = "without --sensitivity, RSSI values at a single distance are not treated as censored."
    }
    switch silence {
    case .counted:
      let interval = readings.interval.map { ", one every \(number($0, 4)) s" } ?? ""
      let sent = Counted.text(Int(readings.sent.rounded()), "advertisement")
      return "An estimated \(sent) were sent\(interval); \(limit)"
    case .unknown: return "The number of advertisements that were not received is unknown; \(limit)"
    case .ignored:
      return self.limit == nil && options.censoring
        ? "The number of advertisements that were not received is unknown; \(limit)"
        : "Censoring is ignored."
    }
  }

  private var laws: ReportTable {
    let name = Figure<Calibration>(nil, "model") { [plainWithoutWalls] in
      "plain least squares" + ($0 == plainWithoutWalls ? ", walls ignored" : "")
    }
    var table = ReportTable(
      of: [plain, plainWithoutWalls].compactMap(\.self), [name] + Calibration.figures)
    let fading = "normal with fading of K \(number(fadingK?.value ?? 0, 1))"
    let rows: [(name: String, law: ChannelLaw?, hasLevel: Bool)] = [
      ("normal", normal, true), ("robust (\(robust.errorsName))", robust, true),
      (fading, fadingK == nil ? nil : faded, true), ("normal, C by beacon", normalByBeacon, false),
      ("robust, C by beacon", robustByBeacon, false),
    ]
    for row in rows {
      guard let law = row.law else { continue }
      table.add([
        .text(row.name), cell(law.exponent),
        row.hasLevel ? cell(law.levels.first ?? nil) : .text("by beacon"), law.deviation.cell(),
      ])
    }
    table.notes += lawsWithoutInterval.map(\.reason)
    return table
  }

  private var beacons: ReportTable {
    let counts = readings.heardByBeacon
    let levels = robustByBeacon?.levels ?? []
    return ReportTable(
      of: counts.indices,
      [
        .init(nil, "beacon") { [readings] in readings.beacons[$0] }, .init(nil, "\(noun)s") { counts[$0] },
        .init(nil, "C", unit: "dBm") { $0 < levels.count ? cell(levels[$0]) : .number(nil) },
      ],
      notes: counts.contains(0) ? ["–: left out, or not received while the walker's position is known."] : [])
  }

  private var rest: ReportTable {
    var rows = [
      ("shadowing, dB", cell(correlation.shadowing)),
      ("correlation distance, m", cell(correlation.decorrelation)),
      ("nugget, dB²", cell(correlation.nugget)), ("Rician K of the nugget", cell(fadingK)),
    ]
    if silence == .counted { rows.append(("loss, %", cell(mostLikely.loss, times: 100))) }
    if let channels = channels {
      rows += channels.means.enumerated().map { ("channel \(37 + $0), dB", cell($1)) }
      rows.append(("standard deviation of channels, dB", cell(channels.deviation)))
    }
    var table = ReportTable([.init("residuals"), .init("value")])
    for (name, value) in rows { table.add([.text(name), value]) }
    table.notes += notesOnResiduals
    return table
  }

  private var notesOnResiduals: [String] {
    let sentences = [
      (
        fadingK != nil && !(isFading && tellsFades),
        "The readings do not show fading: K is valid only where fading is known to be present."
      ),
      (
        correlation.isHeldToVariance && correlation.nugget != nil,
        "No two places are far enough apart to be uncorrelated: shadowing is the total variance less the nugget."
      ),
      (
        correlation.nugget == nil,
        "The correlation of neighbouring readings cannot be estimated: --channel writes all variance as receiver noise."
      ),
      (
        correlation.nugget != nil && correlation.shadowing == nil,
        "Neighbouring readings are uncorrelated: shadowing cannot be separated from fading."
      ),
    ]
    return [channelsWithoutInterval?.reason].compactMap(\.self) + sentences.filter(\.0).map(\.1)
  }

  private var correlations: ReportTable {
    let apart = Figure<ResidualCorrelation.Bin>(nil, "separation", unit: "m") {
      "\(number($0.from, 2)) to \(number($0.to, 2))"
    }
    return ReportTable(of: correlation.bins, [apart] + ResidualCorrelation.Bin.figures)
  }

  private func table(of losses: LossTable) -> ReportTable {
    let distance = Figure<LossTable.Row>(nil, "distance", unit: "m") {
      $0.to >= 1e6 ? "over \(number($0.from, 0))" : "\(number($0.from, 0)) to \(number($0.to, 0))"
    }
    return ReportTable(of: losses.byDistance, [distance] + LossTable.Row.figures)
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
