import Documents
package import Evaluation
import Laps
package import Rendering
import Scenarios
import World

/// The score of one listening schedule.
package struct EnergyScore: Sendable {
  /// The interval and the window of listening.
  package let scan: EnergySettings.Scan
  /// Percent of the battery per hour.
  package let drain: Double
  /// The share of true events without a notice, over laps; nil without events.
  package let missed: LapMean?
  /// The share of true events noticed too early, over laps; nil without events.
  package let early: LapMean?
  /// Seconds from a true event to its notice, over laps; nil where none was found.
  package let delay: LapMean?
  /// Of the scenario's first pipeline, in metres.
  package let position: LapMean?
  /// What each lap adds to these.
  package let lapFigures: [LapFigure]

  /// - Parameter positions: for each lap the sum and the number of the errors.
  init(
    _ scan: EnergySettings.Scan, drain: Double, events: EventScore?, positions: [SIMD2<Double>], laps: Int
  ) {
    let item = "\(scan.window) s every \(scan.interval) s"
    func figure(_ figure: String, _ unit: String, _ totals: [SIMD2<Double>]) -> LapFigure {
      LapFigure(LapFigure.Name("energy", item, figure: figure), unit: unit, better: .smaller, totals: totals)
    }
    (self.scan, self.drain) = (scan, drain)
    (missed, early, delay) = (events?.missed, events?.earlyShare, events?.delay)
    position = LapMean(ofTotals: positions)
    lapFigures =
      [figure("drain", "%/h", Array(repeating: SIMD2(drain, 1), count: laps))]
      + (events?.lapFigures.filter { ["missed", "early", "delay"].contains($0.name.figure) }.map {
        $0.named("energy", item)
      } ?? []) + [figure("positionError", "m", positions)]
  }
}

/// How long a beacon's battery lasts.
package struct BeaconLife: Sendable {
  /// Seconds from one advertisement to the next.
  package let interval: Double
  /// The transmit power in dBm.
  package let power: Double
  /// Days until a full battery is empty.
  package let days: Double

  /// The share of the battery that is used in thirty days.
  package var month: Double { min(30 / days, 1) }
}

/// Energy against what applications notice.
package struct EnergyResult: Sendable {
  /// The currents, and the schedules compared.
  package let settings: EnergySettings
  /// In the order of the settings.
  package let scans: [EnergyScore]
  /// By transmit power, then by advertising interval.
  package let beacons: [BeaconLife]
  /// The name of the pipeline whose errors are shown.
  package let pipeline: String
}

extension ContextScenario {
  /// The number of laps that the study of energy runs; 0 without one.
  package var energyLaps: Int { (settings.energy?.scans.count ?? 0) * laps }

  /// Runs the scenario with each listening schedule, on the same laps; nil where no schedule is given.
  package func energy(width: Int, progress: (Int) -> Void) async throws -> EnergyResult? {
    guard let energy = settings.energy else { return nil }
    var scores: [EnergyScore] = []
    for (index, scan) in energy.scans.enumerated() {
      let changed = try with(scan)
      let result = try await changed.run(width: width) { progress(index * laps + $0) }
      let positions = try await changed.study.run(width: width) { _ in }
      let pipeline = positions.pipelines[0]
      scores.append(
        EnergyScore(
          scan, drain: energy.drain(scan), events: result.allEvents,
          positions: ErrorsByLap(pipeline.errors).totals(ofLaps: laps), laps: laps))
    }
    let lives = energy.powers.flatMap { power in
      energy.intervals.map {
        BeaconLife(interval: $0, power: power.dBm, days: energy.life(interval: $0, power))
      }
    }
    return EnergyResult(
      settings: energy, scans: scores, beacons: lives,
      pipeline: scenario.pipelines.first?.name ?? "")
  }
}

extension ErrorsByLap {
  /// For each of the first laps the sum of its errors in metres and their number; 0 for a lap without one.
  fileprivate func totals(ofLaps count: Int) -> [SIMD2<Double>] {
    var totals = [SIMD2<Double>](repeating: .zero, count: count)
    for (lap, total) in zip(laps, lapTotals) where totals.indices.contains(lap) { totals[lap] = total }
    return totals
  }
}

extension BeaconLife {
  /// The same on each of some laps.
  func lapFigure(laps: Int) -> LapFigure {
    LapFigure(
      LapFigure.Name("battery", "\(power) dBm every \(interval) s", figure: "days"), unit: "days",
      better: .larger, totals: Array(repeating: SIMD2(days, 1), count: laps))
  }
}

extension EnergyScore: Described {
  /// The columns of the table of schedules.
  package static let figures: [Figure<EnergyScore>] = [
    .init("intervalSeconds", "listens every", unit: "s", \.scan.interval),
    .init("windowSeconds", "for", unit: "s", \.scan.window),
    .init("drainPerHour", "drain", unit: "%/h", \.drain),
    .init(
      "missedShare", intervalKey: "missedInterval95", "missed [95 %]", unit: "%", form: .percent,
      better: .smaller, estimate: { $0.missed?.within(0...1) }),
    .init(
      "earlyShare", intervalKey: "earlyInterval95", "early [95 %]", unit: "%", form: .percent,
      better: .smaller, estimate: { $0.early?.within(0...1) }),
    .init(
      "delaySeconds", intervalKey: "delayInterval95", "delay [95 %]", unit: "s", decimals: 1,
      estimate: \.delay),
    .init(
      "meanMetres", intervalKey: "meanInterval95", "position error [95 %]", unit: "m", better: .smaller,
      estimate: \.position),
  ]
}

extension BeaconLife: Described {
  /// The columns of the table of batteries.
  package static let figures: [Figure<BeaconLife>] = [
    .init("powerDBm", "power", unit: "dBm", decimals: 0, \.power),
    .init("intervalSeconds", "interval", unit: "s", \.interval),
    .init("days", "battery lasts", unit: "days", decimals: 0, \.days),
    .init("monthShare", "used in 30 days", form: .percent, \.month),
  ]
}

extension EnergyResult: Described {
  /// The key `energy` of `summary.json`.
  package static let figures: [Figure<EnergyResult>] = [
    .init("pipeline", \.pipeline), .init("scans", \.scans), .init("beacons", \.beacons),
    .init("source", \.settings.source), .init("published", \.settings.published),
  ]
}
