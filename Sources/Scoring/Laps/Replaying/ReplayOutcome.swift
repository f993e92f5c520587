import Positioning
import Scenarios
public import World

/// The results of a replay, whether live or of a complete recording.
public protocol ReplayOutcome {
  /// Nil when the positions of the beacons are unknown: there are then only ranges and zones.
  var site: Site? { get }
  var ranges: [BeaconRange] { get }
  /// By pipeline; empty without a site.
  var endings: [TrackEnding] { get }
  /// Nil without truth.
  var scores: StudyResult? { get }
  var tally: LapTally { get }
  /// Sentences that a reader must know to judge the figures.
  var notes: [String] { get }
  /// Seconds from t = 0 to the last callback.
  var seconds: Double { get }
}

/// How many positions a pipeline found, and the last of them.
public struct TrackEnding: Hashable, Sendable {
  /// The pipeline's name.
  public let pipeline: String
  /// The number of callbacks so far.
  public private(set) var callbacks = 0
  /// The number of callbacks with a fix.
  public private(set) var fixes = 0
  /// The number of fixes by the method's fallback.
  public private(set) var fallbacks = 0
  /// The latest fix; nil before the first.
  public private(set) var last: Fix?

  init(pipeline: String) { self.pipeline = pipeline }

  mutating func add(_ callback: Callback) {
    callbacks += 1
    guard let fix = try? callback.fix.get() else { return }
    fixes += 1
    if fix.origin == .fallback { fallbacks += 1 }
    last = fix
  }
}

extension Replay: ReplayOutcome {
  /// Counted from the callbacks of each track.
  public var endings: [TrackEnding] {
    tracks.map { track in
      track.callbacks.reduce(into: TrackEnding(pipeline: track.definition.name)) { $0.add($1) }
    }
  }
}

extension PipelineSet {
  /// The cautions of a replay. The measured powers in frames are not known beforehand: a beacon without a plausible
  /// measured power has a note in its row.
  var replayNotes: [String] {
    definitions.filter { $0.assumptions.level != .measuredPower }.cautions(with: nil, site: site)
      + definitions.filter { $0.restart == .stays }.map {
        "\($0.name): restart: stays has no effect, since a recording states no stays"
      }
  }
}
