package import Evaluation
import Laps
import Propagation
package import Rendering
import Scenarios

/// The score of one listening schedule.
package struct EnergyScore: Sendable {
  /// The interval and the window of listening.
  package let scan: EnergySettings.Scan
  /// Advertisements that the phone receives a second.
  package let received: LapMean?
  /// Percent of the battery per hour.
  package let drain: LapMean?
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

  /// - Parameters:
  ///   - receptions: for each lap the number of advertisements and of seconds.
  ///   - positions: for each lap the sum and the number of the errors.
  init(
    _ scan: EnergySettings.Scan, of energy: EnergySettings, receptions: [SIMD2<Double>], events: EventScore?,
    positions: [SIMD2<Double>]
  ) {
    let item = "\(scan.window) s every \(scan.interval) s"
    func figure(_ figure: String, _ unit: String, _ totals: [SIMD2<Double>]) -> LapFigure {
      LapFigure(LapFigure.Name("energy", item, figure: figure), unit: unit, better: .smaller, totals: totals)
    }
    let drains = receptions.map { lap in
      SIMD2(lap[1] > 0 ? energy.drain(scan, received: lap[0] / lap[1]) * lap[1] : 0, lap[1])
    }
    self.scan = scan
    (received, drain) = (LapMean(ofTotals: receptions), LapMean(ofTotals: drains))
    (missed, early, delay) = (events?.missed, events?.earlyShare, events?.delay)
    position = LapMean(ofTotals: positions)
    lapFigures =
      [figure("drain", "%/h", drains)]
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

/// What a phone drains among a number of beacons that are all in range.
package struct CrowdedDrain: Sendable {
  /// The number of beacons.
  package let beacons: Int
  /// The interval and the window of listening.
  package let scan: EnergySettings.Scan
  /// Advertisements that the phone receives a second.
  package let received: Double
  /// Percent of the battery per hour.
  package let drain: Double

  /// - Parameter rate: advertisements that a beacon sends a second and that are not lost.
  init(_ beacons: Int, _ scan: EnergySettings.Scan, of energy: EnergySettings, rate: Double) {
    (self.beacons, self.scan) = (beacons, scan)
    received = Double(beacons) * rate * scan.window / scan.interval
    drain = energy.drain(scan, received: received)
  }
}

/// Energy against what applications notice.
package struct EnergyResult: Sendable {
  /// The currents, and the schedules compared.
  package let settings: EnergySettings
  /// In the order of the settings.
  package let scans: [EnergyScore]
  /// By number of beacons, then by schedule.
  package let numbers: [CrowdedDrain]
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
          scan, of: energy, receptions: result.receptions, events: result.allEvents,
          positions: ErrorsByLap(pipeline.errors).totals(ofLaps: laps)))
    }
    let lives = energy.powers.flatMap { power in
      energy.intervals.map {
        BeaconLife(interval: $0, power: power.dBm, days: energy.life(interval: $0, power))
      }
    }
    return EnergyResult(
      settings: energy, scans: scores, numbers: numbers(of: energy), beacons: lives,
      pipeline: scenario.pipelines.first?.name ?? "")
  }

  /// Beacons that advertise as those of the scenario do.
  private func numbers(of energy: EnergySettings) -> [CrowdedDrain] {
    guard let beacons = scenario.simulation?.beacons else { return [] }
    let rate = (1 - beacons.loss) / (beacons.interval + beacons.delay / 2)
    return energy.numbers.flatMap { number in
      energy.scans.map { CrowdedDrain(number, $0, of: energy, rate: rate) }
    }
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
    .init(
      "receivedPerSecond", intervalKey: "receivedInterval95", "received [95 %]", unit: "1/s", decimals: 1,
      estimate: { $0.received?.within(0 ... .infinity) }),
    .init(
      "drainPerHour", intervalKey: "drainInterval95", "drain [95 %]", unit: "%/h", better: .smaller,
      estimate: { $0.drain?.within(0 ... .infinity) }),
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
      estimate: { $0.position?.within(Metric.mean.range) }),
  ]
}

extension CrowdedDrain: Described {
  /// The columns of the table of numbers.
  package static let figures: [Figure<CrowdedDrain>] = [
    .init("beacons", "beacons in range", \.beacons),
    .init("intervalSeconds", "listens every", unit: "s", \.scan.interval),
    .init("windowSeconds", "for", unit: "s", \.scan.window),
    .init("receivedPerSecond", "received", unit: "1/s", decimals: 1, \.received),
    .init("drainPerHour", "drain", unit: "%/h", \.drain),
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
    .init("pipeline", \.pipeline), .init("scans", \.scans),
    .init("numbers", isOptional: true) { $0.numbers.isEmpty ? nil : $0.numbers }, .init("beacons", \.beacons),
    .init("source", \.settings.source), .init("published", \.settings.published),
  ]
}
