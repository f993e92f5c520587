import Evaluation
import Laps
import Positioning
import Rendering
import Results
import Scenarios
import Sites
import World

/// What the laps of a study add to its errors: conditions, presses, fixes and the ground truth, as they come.
struct ExportedTracks {
  private let study: Study
  private let pipelines: [String]
  let hasWalkers: Bool
  private(set) var laps: [ExportedMoment] = []
  private(set) var presses: [ExportedMoment] = []
  private(set) var truth: [ExportedMoment] = []
  /// `fixes.csv` in UTF-8.
  private(set) var fixes: [UInt8]
  private let fixFields: [@Sendable (PipelineFix) -> FigureValue]
  private var lines: Trajectories
  /// Fixes and ground truth on a map; nil where none is asked for.
  private(set) var map: GeoJSONMap?

  init(of study: Study, map: GeoJSONMap?) {
    self.study = study
    self.map = map
    pipelines = study.source.pipelines.definitions.map(\.name)
    hasWalkers = study.walkerCount > 1
    let figures = study.source.pipelines.definitions.fixColumns(walkers: hasWalkers).map(\.figure)
    (fixes, fixFields) = (Array(figures.fieldNames().utf8), figures.fields())
    lines = Trajectories(
      pipelines.count + 1, longest: 2 * study.source.extent.seconds, walkers: study.walkerCount)
  }

  /// The file names are `track-truth.tum`, and `track-<number>-<pipeline>.tum` in the order of the scenario.
  var trajectories: [(name: String, text: String)] {
    zip(
      ["track-truth.tum"] + pipelines.enumerated().map { "track-\($0 + 1)-\(Self.slug($1)).tum" }, lines.texts
    )
    .map { ($0, $1) }
  }

  private static func slug(_ name: String) -> String {
    String(name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(60))
  }

  mutating func add(_ answers: LapFixes) {
    let truth = study.truth(ofLap: answers.lap, walker: answers.walker?.index ?? 0)
    let walker = hasWalkers ? answers.walker?.name : nil
    laps.append(
      ExportedMoment(
        lap: answers.lap, walker: walker,
        direction: truth.direction.map(study.source.directionNames.name), hand: truth.hand?.rawValue))
    let points = study.source.pipelines.site.testPoints
    presses += truth.presses.map {
      ExportedMoment(lap: answers.lap, walker: walker, time: $0.time, point: points[$0.testPoint].id)
    }
    addFixes(of: answers, truth.walk)
  }

  private mutating func addFixes(of answers: LapFixes, _ walk: Walk?) {
    let (walker, name) = (answers.walker?.index ?? 0, hasWalkers ? answers.walker?.name : nil)
    for (index, callbacks) in answers.callbacks.enumerated() {
      for callback in callbacks {
        fixFields.write(
          PipelineFix(pipeline: pipelines[index], lap: answers.lap, walker: name, callback: callback),
          to: &fixes)
        map?.add(callback, of: pipelines[index], lap: answers.lap, walker: name)
        guard let walk, walk.isKnown(at: callback.time) else { continue }
        if let fix = try? callback.fix.get(), fix.position.isFinite {
          lines.add(fix.position, at: callback.time, lap: answers.lap, walker: walker, to: index + 1)
        }
        guard index == 0 else { continue }
        let position = walk.position(at: callback.time)
        lines.add(position, at: callback.time, lap: answers.lap, walker: walker, to: 0)
        let floor = walk.floor(at: callback.time)
        map?.addTruth(position, floor: floor, lap: answers.lap, walker: name, time: callback.time)
        truth.append(
          ExportedMoment(
            lap: answers.lap, walker: name, time: callback.time, position: position, floor: floor))
      }
    }
  }
}

extension Study {
  fileprivate var walkerCount: Int {
    switch self {
    case .simulated(let study): max(study.walkers.count, 1)
    case .recorded: 1
    }
  }

  /// What is known for certain about one lap.
  fileprivate func truth(ofLap lap: Int, walker: Int) -> LapTruth {
    switch self {
    case .simulated(let study): study.truth(ofLap: lap, walker: walker)
    case .recorded(let study): LapTruth(lap: lap, walk: study.walks[lap].truth)
    }
  }
}

/// Tracks in the format of the TUM RGB-D benchmark: `timestamp tx ty tz qx qy qz qw`, one line for each position, in seconds and
/// metres.
///
/// All laps follow each other in one file: lap l of walker w of W begins at (l W + w) T, where T is the smallest power of ten
/// above the longest lap. Heights are 0, because errors are measured on the plan, and so is every rotation. Sources: Sturm et al.
/// 2012, "A benchmark for the evaluation of RGB-D SLAM systems", doi:10.1109/IROS.2012.6385773.
struct Trajectories {
  private(set) var texts: [String]
  private let period: Double
  private let walkers: Int

  /// - Parameters:
  ///   - count: how many tracks there are.
  ///   - seconds: that the longest lap lasts at most.
  init(_ count: Int, longest seconds: Double, walkers: Int) {
    texts = [String](repeating: "# timestamp tx ty tz qx qy qz qw\n", count: count)
    var period = 1.0
    while period <= seconds { period *= 10 }
    (self.period, self.walkers) = (period, max(walkers, 1))
  }

  mutating func add(_ position: Point, at time: Double, lap: Int, walker: Int, to track: Int) {
    let start = Double(lap * walkers + walker) * period
    texts[track] += "\(start + time) \(position.x) \(position.y) 0 0 0 0 1\n"
  }
}
