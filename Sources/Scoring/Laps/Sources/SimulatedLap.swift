import Propagation
import Scenarios
public import World

/// One simulated lap: what was received, and the ground truth.
public struct SimulatedLap: Sendable {
  /// What the phone received, in order of time.
  public let stream: AdvertisementStream
  /// The meaning of the indices in the stream.
  public let directory: StreamDirectory
  /// Microseconds for which the phone listens.
  public let end: Int64
  /// Where the walker was.
  public let walk: Walk
  /// When test points were pressed, in order of time.
  public let presses: [Press]
  /// Where the beacons that walk are, by anchor of the site.
  public let beaconWalks: [Int: Walk]
  /// The reports of stickers in the advertisements that were received.
  public let sensors: [SensorReport]
  /// Counted from 0.
  public let lap: Int
  /// The walker whose phone it is; nil where there is only one.
  public let walker: String?
  /// Nil where the route has no direction.
  public let direction: String?
  /// The hand that carried the phone.
  public let hand: Hand
  /// How long the stream lasts.
  public let seconds: Double
  /// The outcomes of the advertisements that were sent.
  public let counts: LapTally.Simulated

  /// - Parameters:
  ///   - study: the study of which this is one lap.
  ///   - lap: counted from 0.
  ///   - walker: counted from 0.
  public init(_ study: SimulatedStudy, lap: Int, walker: Int = 0) throws {
    self.walker = study.walkers.isEmpty ? nil : study.walkers[walker]
    var source = try study.source(ofLap: lap, walker: walker)
    var stream = try source.stream()
    stream.steps = study.steps(ofLap: lap, walker: walker)
    self.stream = stream
    directory = source.directory
    sensors = stream.sensorReports
    counts = LapTally.Simulated(source.counts)
    end = source.end ?? 0
    beaconWalks = study.beaconWalks(ofLap: lap)
    let walk = study.walk(ofLap: lap, walker: walker)
    (self.walk, presses, seconds) = (walk.walk, walk.presses, walk.duration)
    direction = walk.direction.map(study.directionNames.name)
    hand = study.conditions(ofLap: lap).hand
    self.lap = lap
  }
}
