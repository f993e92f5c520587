import Calibrating
import Documents
import Laps
import Propagation
import Radio
import Scenarios
import Sites
import SyntheticChannels
import World

/// What a fit should find.
struct Truth: Sendable {
  var exponent: Double?
  /// The mean level at one metre, fades included.
  var level: Double
  var deviation: Double
  var loss: Double
  var shadowing: Double?
  var decorrelation: Double?
  var nugget: Double?
  var k: Double?
  var channels: Double?
  /// Whether each beacon has this level: without offsets of the channels.
  var isLevelOfEachBeacon = false
}

/// A channel, recordings of it, and its numbers.
struct CoverageCase: Sendable {
  let name: String
  let recordings: Int
  let truth: Truth
  let fit: @Sendable (_ seed: UInt64) throws -> ChannelFit
}

extension CoverageCase {
  static let rounding = 1.0 / 12

  /// One lap of floor35 without a body.
  static func floor35(
    _ name: String, fading: String = "none", fades: RicianFading? = nil, noise: Double = 0,
    sensitivity: Double = -96, recordings: Int
  ) -> CoverageCase {
    let channel = """
      channel:
        pathLoss: {logDistance: {n: 1.8, c: -59}}
        shadowing: {exponential: {deviation: 5, decorrelation: 3}}
        fading: \(fading)
        channelOffsets: {normal: {deviation: 1.5}}
      receiver: {sensitivity: \(sensitivity), noiseDeviation: \(noise)}
      """
    let nugget = (fades?.variance ?? 0) + noise * noise + rounding
    let truth = Truth(
      exponent: 1.8, level: -59 + (fades?.mean.value ?? 0), deviation: (25 + 2.25 + nugget).squareRoot(),
      loss: 0.3, shadowing: 5, decorrelation: 3, nugget: nugget, k: fades?.k, channels: 1.5)
    return CoverageCase(name: name, recordings: recordings, truth: truth) { seed in
      let path = "scenarios/floor35.yaml"
      let document = try ChannelFile(Document(yaml: channel, file: name)).placed(
        in: Document(contentsOf: path))
      let scenario = try Scenario(document, path: path, seed: seed)
      guard let simulation = scenario.simulation else { throw CoverageFault.notSimulated }
      let lap = try SimulatedLap(SimulatedStudy(scenario, simulation), lap: 0)
      return try ChannelFit(
        ChannelReadings(lap.stream, site: simulation.site, truth: lap.walk, recording: "\(seed)"),
        source: name)
    }
  }

  /// Twelve beacons round a rectangle for a minute.
  static func rectangle(
    _ name: String, fades: RicianFading? = nil, noise: Double = 0, sensitivity: Double,
    interval: Double = 0.3,
    recordings: Int
  ) -> CoverageCase {
    typealias Numbers = SyntheticRecordings
    let nugget = (fades?.variance ?? 0) + noise * noise + rounding
    let truth = Truth(
      exponent: Numbers.exponent, level: Numbers.level + (fades?.mean.value ?? 0),
      deviation: (Numbers.shadowing * Numbers.shadowing + nugget).squareRoot(), loss: Numbers.loss,
      shadowing: Numbers.shadowing, decorrelation: Numbers.decorrelation, nugget: nugget, k: fades?.k,
      isLevelOfEachBeacon: true)
    let rectangle = SyntheticRecordings()
    return CoverageCase(name: name, recordings: recordings, truth: truth) { seed in
      let stream = try rectangle.stream(
        seed: seed, fading: fades.map { .rician(k: $0.k) } ?? .none, noise: noise, sensitivity: sensitivity,
        interval: interval)
      return try rectangle.fit(stream, seed: seed)
    }
  }
}

enum CoverageFault: Error {
  case notSimulated
}
