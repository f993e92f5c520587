import Documents
import Evaluation
import Laps
import Propagation
package import Rendering
package import Results
import Scenarios

/// The score of one listening schedule.
package struct EnergyScore: LapScore, Sendable {
  /// What one lap adds.
  package struct Lap: Sendable {
    /// The advertisements that the phone receives, and the seconds.
    let reception: SIMD2<Double>
    /// Percent of the battery per hour, in the mean over the lap.
    let drain: Double
    /// Nil without events.
    let events: LapEvents?
    /// The sum of the errors of the scenario's first pipeline in metres, and their number.
    let position: SIMD2<Double>
  }

  /// The interval and the window of listening.
  package let scan: EnergySettings.Scan
  package let laps: [Lap]

  /// - Parameters:
  ///   - receptions: for each lap the number of advertisements and of seconds.
  ///   - positions: for each lap the sum and the number of the errors.
  init(
    _ scan: EnergySettings.Scan, of energy: EnergySettings, receptions: [SIMD2<Double>], events: EventScore?,
    positions: [SIMD2<Double>]
  ) {
    self.scan = scan
    laps = receptions.indices.map { lap in
      let reception = receptions[lap]
      return Lap(
        reception: reception,
        drain: reception[1] > 0 ? energy.drain(scan, received: reception[0] / reception[1]) : 0,
        events: events?.laps[lap], position: positions[lap])
    }
  }

  package var names: (subject: String, item: String) {
    ("energy", "\(scan.window) s every \(scan.interval) s")
  }

  package var measures: [LapMeasure<Lap>] { [.drain, .missed, .early, .delay, .position] }
}

extension LapMeasure<EnergyScore.Lap> {
  /// Advertisements that the phone receives a second.
  package static var received: Self {
    ratio("received", "1/s", { $0.reception[0] }, over: { $0.reception[1] })
  }
  package static var drain: Self {
    ratio("drain", "%/h", { $0.drain * $0.reception[1] }, over: { $0.reception[1] })
  }
  package static var missed: Self { LapMeasure<LapEvents>.missed.of { $0.events } }
  static var early: Self { LapMeasure<LapEvents>.early.of { $0.events } }
  package static var delay: Self { LapMeasure<LapEvents>.delay.of { $0.events } }
  package static var position: Self {
    ratio("positionError", "m", { $0.position[0] }, over: { $0.position[1] })
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

extension EnergyScore {
  /// The columns of the table of schedules.
  package static let figures: [Figure<EnergyScore>] = [
    .init("intervalSeconds", "listens every", unit: "s", \.scan.interval),
    .init("windowSeconds", "for", unit: "s", \.scan.window),
    .init(
      "receivedPerSecond", intervalKey: "receivedInterval95", "received [95 %]", unit: "1/s",
      better: .neither,
      .received),
    .init(
      "drainPerHour", intervalKey: "drainInterval95", "drain [95 %]", unit: "%/h", decimals: 2, .drain),
    .init("missedShare", intervalKey: "missedInterval95", "missed [95 %]", .missed),
    .init("earlyShare", intervalKey: "earlyInterval95", "early [95 %]", .early),
    .init(
      "delaySeconds", intervalKey: "delayInterval95", "delay [95 %]", unit: "s", better: .neither, .delay),
    .init(
      "meanMetres", intervalKey: "meanInterval95", "position error [95 %]", unit: "m", decimals: 2, .position),
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
