import Documents
import Propagation
import Scenarios
public import World

/// One simulated lap: what was received, and the ground truth.
public struct SimulatedLap: Sendable {
  public let stream: AdvertisementStream
  public let directory: StreamDirectory
  /// Microseconds that the phone listens.
  public let end: Int64
  public let walk: Walk
  public let presses: [Press]
  /// Where the beacons that walk are, by anchor of the site.
  public let beaconWalks: [Int: Walk]
  /// The reports of stickers in the advertisements that were received.
  public let sensors: [SensorReport]
  /// Counted from 0.
  public let lap: Int
  /// Whose phone; nil where there is one walker.
  public let walker: String?
  /// Nil where the route has none.
  public let direction: String?
  public let hand: Hand
  /// How long the stream lasts.
  public let seconds: Double
  /// What became of the advertisements that were sent.
  public let counts: LapTally.Simulated

  /// - Parameters:
  ///   - study: of which this is one lap.
  ///   - lap: counted from 0.
  ///   - walker: likewise.
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
