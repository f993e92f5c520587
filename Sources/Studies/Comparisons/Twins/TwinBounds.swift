import Evaluation
import Laps
import Phone
import Positioning
import Propagation
package import Rendering
import Scenarios
import Sites
import World

/// Lower bounds of the RMSE that the fitted channel allows on the recorded walks.
///
/// They are those of docs/bounds.md for a walk that follows no route: the speed at every moment is known, and the place along
/// the walk is not.
package struct TwinBounds: Hashable, Sendable {
  /// Of unbiased estimates from one window of the phone, anywhere on the plan, in metres; nil where a moment has no bound.
  package let windowPlane: Double?
  /// Of estimates from all that was received up to the moment.
  package let filter: Double?
  /// Of estimates from the whole walk.
  package let smoother: Double?

  /// - Parameter bounds: at all moments at which errors are due.
  init(_ bounds: [PlaceBounds]) {
    windowPlane = StudyBounds.rootMeanSquare(bounds.map(\.epochPlane))
    filter = StudyBounds.rootMeanSquare(bounds.map(\.filter))
    smoother = StudyBounds.rootMeanSquare(bounds.map(\.smoother))
  }
}

extension TwinBounds: Described {
  /// The element `bounds`.
  package static let figures: [Figure<TwinBounds>] = [
    .init("windowPlaneMetres", \.windowPlane), .init("filterMetres", \.filter),
    .init("smootherMetres", \.smoother),
  ]
}

extension TwinStudy {
  /// The bounds at the moments at which errors are due.
  ///
  /// - Parameter due: the errors of one pipeline on the recording.
  func bounds(at due: [PositionError]) -> TwinBounds {
    let window = scenario.phone.averageSeconds
    return TwinBounds(
      parts.indices.flatMap { walk in
        replicas.bounds(
          at: due.filter { $0.lap == walk }.map { LapBounds.Target(time: $0.time, heard: $0.time) },
          on: parts[walk].walk.truth, window: window)
      })
  }

  /// The RMSE of each pipeline on the recording over the bound that holds for it.
  ///
  /// - Parameter recorded: the errors on the recording, by pipeline.
  func ratios(_ recorded: [[PositionError]], to bounds: TwinBounds) -> [BoundRatio] {
    zip(recorded, parts[0].study.pipelines.pipelines).enumerated().map { index, errors in
      let bound: Double? =
        switch scenario.pipelines[index].bound(lookAhead: errors.1.method.lookAhead) {
        case .filter?: bounds.filter
        case .smoother?: bounds.smoother
        case nil: nil
        }
      return BoundRatio(of: ErrorsByLap(byLap: errors.0.stretches(of: MethodsStudy.stretch)), to: bound)
    }
  }
}

extension [PositionError] {
  /// The measured errors in metres by walk and stretch of time, in their order.
  func stretches(of seconds: Double) -> [[Double]] {
    Dictionary(grouping: self) { SIMD2($0.lap, Int(exactly: ($0.time / seconds).rounded(.down)) ?? 0) }
      .sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }
      .map { $0.value.compactMap(\.metres) }
  }
}

extension RecordingReplicas {
  /// The most bins of one walk, which is the size of its matrices.
  private static let mostBins = 1000.0

  /// The bounds on one walk, extrapolated to ever shorter bins as those of simulated laps.
  fileprivate func bounds(at targets: [LapBounds.Target], on walk: Walk, window: Double) -> [PlaceBounds] {
    guard !targets.isEmpty,
      !LapSeries.isNoiseFree(building.channel, fitted.ear, on: building.site)
    else { return [] }
    let duration = max(walk.span.upperBound, targets.map(\.heard).max() ?? 0)
    let length = zip(walk.knots, walk.knots.dropFirst()).reduce(0) {
      $0 + $1.0.position.distance(to: $1.1.position)
    }
    let metres = min(building.channel.shadowing.map { $0.decorrelation / 4 } ?? 0.65, 0.65)
    let fine = max(min(window, metres * duration / max(length, metres)) / 2, duration / Self.mostBins)
    func bounds(bin: Double) -> [PlaceBounds] {
      let bins = WalkedBins(of: walk, duration: duration, length: bin)
      let series = LapSeries(
        building, bins: bins, walk: walk, hand: .left, duration: duration, beacons: fitted.beacons,
        receiver: fitted.ear)
      return LapBounds(series.groups, bins: bins, speed: .known).bounds(at: targets, window: window)
    }
    return zip(bounds(bin: fine), bounds(bin: 2 * fine)).map { $0.limit(from: $1) }
  }
}
