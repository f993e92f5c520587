import Documents
package import Evaluation
import Laps
import Phone
import Propagation
import Scenarios
import World

/// The lag of each stage between the advertisements and a fix, predicted and measured.
///
/// The lag of one stage is measured on an endless ramp of levels without noise: once settled, the output must trail it by
/// exactly the predicted number of seconds. The lag of the whole chain is how far fixes lie behind the walker along the
/// path in a scenario without noise.
package struct LagBudget: Sendable {
  /// One filter of a row, or the phone.
  package struct Stage: Hashable, Sendable {
    /// The filter, or what the phone does.
    package let name: String
    /// Seconds.
    package let predicted: Double
    /// Seconds.
    package let measured: Double

    /// Whether predicted and measured agree up to rounding.
    package var isExact: Bool { (predicted - measured).magnitude <= 1e-6 * max(predicted, 1) }
  }

  /// The lag of one pipeline.
  package struct Row: Sendable {
    /// The name of the pipeline.
    package let pipeline: String
    /// By filter, in their order.
    package let filters: [Stage]
    /// Metres that fixes are behind at a press: predicted from speed, all stages and how long presses waited, and
    /// measured; nil without a fix.
    package let predicted: Double
    /// Metres that fixes are behind at a press, as measured; nil without a fix.
    package let measured: Double?
    /// Over laps.
    package let interval: ConfidenceInterval?

    /// The sum of the filters' lags, in seconds.
    package var filterSeconds: Double { filters.reduce(0) { $0 + $1.predicted } }

    /// Whether the measured metres, whatever their interval, differ from the predicted ones by at most ``tolerance``.
    package var isPredicted: Bool {
      measured.map { ($0 - predicted).magnitude <= LagBudget.tolerance } ?? false
    }
  }

  /// The name of the scenario.
  package let scenario: String
  /// The walking speed in metres per second.
  package let speed: Double
  /// Half of the phone's window, and the mean time from a callback to a press.
  package let average: Stage
  /// The mean time from a callback to a press.
  package let waiting: Stage
  /// By pipeline, of those that hear anything.
  package let rows: [Row]
  /// Of the same pipelines.
  package let missed: [MissedFixes]

  /// Metres by which a fix may differ from the prediction: levels do not change linearly with time, so the delay of a
  /// filter on a ramp is not exactly that of a position.
  package static let tolerance = 0.1

  /// The names of rows and stages whose lag is not as predicted.
  package var wrong: [String] {
    let stages = ([average] + rows.flatMap(\.filters)).filter { !$0.isExact }.map(\.name)
    return stages + rows.filter { !$0.isPredicted }.map(\.pipeline)
  }

  /// - Throws: ``StudyProblem``, or `FileProblem` for a scenario that is not simulated.
  init(of scenario: Scenario, width: Int) async throws {
    guard let simulation = scenario.simulation else {
      throw scenario.resolved.problem(
        expected: "a simulated scenario for lags", found: "one of recorded walks")
    }
    let study = try SimulatedStudy(scenario, simulation)
    let result = try await Study.simulated(study).run(width: width) { _ in }
    self.scenario = scenario.name
    missed = result.missedFixes(in: nil, where: \.hasSignal)
    speed = simulation.walk.settings.speed
    let window = scenario.phone.averageSeconds
    average = Stage(name: "average", predicted: window / 2, measured: try Self.lagOfPhone(scenario))
    // Callbacks come when a window ends, and a press at any moment until the next.
    let waits = (0..<study.laps).flatMap { lap in
      study.truth(ofLap: lap).presses.map { $0.time.truncatingRemainder(dividingBy: window) }
    }
    waiting = Stage(
      name: "waiting for a press", predicted: window / 2,
      measured: waits.reduce(0, +) / Double(max(waits.count, 1)))
    // The presses' waiting time is known, and does not depend on the pipeline.
    let (before, speed) = (average.predicted + waiting.measured, speed)
    rows = result.pipelines.filter(\.hasSignal).map {
      Row($0, every: window, after: before, at: speed)
    }
  }
}

extension LagBudget.Row {
  /// - Parameters:
  ///   - window: seconds from one reading to the next.
  ///   - before: seconds of lag that all pipelines have.
  ///   - speed: the walker's, in metres per second.
  fileprivate init(_ result: PipelineResult, every window: Double, after before: Double, at speed: Double) {
    let byLap = ErrorsByLap(result.errors.map(\.behind))
    let stages = result.filters.map { LagBudget.stage(of: $0, every: window) }
    self.init(
      pipeline: result.definition.name, filters: stages,
      predicted: speed * (before + stages.reduce(0) { $0 + $1.predicted }),
      measured: ErrorStatistics(of: byLap.values)?.mean, interval: LapMean(of: byLap)?.interval)
  }
}

extension LagBudget {
  /// The number of readings after which every filter here has settled on a ramp: the slowest forgets within a few hundred.
  private static let settled = 2000

  /// The lag of a filter's output on a ramp of 0.01 dB per second.
  static func stage(of filter: FilterChoice, every interval: Double) -> Stage {
    let slope = 0.01
    var fresh = filter.makeFilter()
    var (time, output) = (0.0, DBm?.none)
    for reading in 1...settled {
      time = Double(reading) * interval
      output = fresh.smooth(DBm(slope * time - 100), at: time)
    }
    let measured = output.map { time - ($0.value + 100) / slope } ?? .infinity
    return Stage(name: filter.summary, predicted: fresh.delay(every: interval), measured: measured)
  }

  /// The lag of the phone's average on a ramp of 1 dB per second, with a hundred advertisements in a window.
  static func lagOfPhone(_ scenario: Scenario) throws -> Double {
    let window = scenario.phone.averageSeconds
    var phone = scenario.phone
    (phone.rounding, phone.averageOf, phone.callbackJitter, phone.background) = (.none, .dBm, 0, nil)
    var directory = StreamDirectory(anchors: [.init(id: "ramp", identity: nil)])
    let sender = directory.index(of: .init(anchor: 0, address: nil, measuredPower: nil))
    var stream = AdvertisementStream()
    for packet in 0..<1000 {
      // In the middles of hundredths, so that their mean time is that of the window.
      let time = (Double(packet) + 0.5) * window / 100
      stream.append(
        Advertisement(
          microseconds: Int64((time * 1e6).rounded()), anchor: 0, transmitter: sender, level: DBm(time - 90)))
    }
    let readings = try Readings(of: stream, directory: directory, phone: phone)
    guard let time = readings.times.last, let level = readings.levels[0].last ?? nil else { return .infinity }
    return time - (level.value + 90)
  }
}

extension PositionError {
  /// The same moment, with the metres by which the fix is behind the walker as its error.
  package var behind: PositionError {
    guard case .success(let offset) = outcome, let along = offset.along else { return self }
    return with(
      .success(Offset(metres: -along, along: along, cross: offset.cross, floors: offset.floors)))
  }
}
