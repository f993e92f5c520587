import Documents
import Evaluation
package import Rendering
import Results
import Sites
package import World

/// The result of a placement study.
package struct PlacementResult: StudyOutcome, Sendable {
  package let name: String
  package let seed: UInt64
  package let objective: PlacementObjective
  package let candidates: Int
  package let points: Int
  package let constraints: HearingConstraint
  package let verdict: PlacementVerdict
  package let searches: [SearchedLayout]
  package let chosen: PlacementLayout
  /// All that were judged, in the order of ``judged``.
  package let layouts: [PlacementLayout]
  /// The objective after each beacon that the greedy search adds.
  package let steps: [Step]
  /// The number of beacons at the knee of that curve; nil where there is none.
  package let knee: Int?
  package let walks: Int
  package let judged: [JudgedLayout]
  /// The figures of the constant baseline, which always answers the middle of the site.
  package let constant: JudgedPipeline
  /// Judged layouts with other numbers of beacons, in the order of the greedy search.
  package let counts: [JudgedLayout]
  package let losses: [BeaconLoss]
  package let heights: [HeightRow]
  package let map: [MapPoint]
  package let installation: InstallationPlan
  package let notes: [String]

  package struct Step: Sendable {
    package let beacons: Int
    package let value: Double
    package let meanBound: Double
  }

  /// The chosen layout without one of its beacons.
  package struct BeaconLoss: Sendable {
    package let beacon: String
    package let position: Point
    package let floor: Int
    /// The objective without it.
    package let value: Double
    package let increase: Double
  }

  /// The chosen places with all beacons at one height, of one kind.
  package struct HeightRow: Sendable {
    package let height: Double
    package let kind: String
    package let meanBound: Double
    package let heard: Double
  }

  package struct MapPoint: Sendable {
    package let position: Point
    package let floor: Int
    package let bound: Double
    package let dilution: Double
    package let heard: Int
    /// The mean error of the judged pipeline on the fresh walks, of the moments for which this is the nearest point.
    package let error: Double?
    package let moments: Int
  }
}

// docs/placement.md lists the keys.

extension PlacementResult: Described {
  package static let figures: [Figure<PlacementResult>] = [
    .init("study", \.name), .init("seed", \.seed), .init("objective", \.objective.title.name),
    .init("objectiveUnit", \.objective.title.unit),
    .init("verdict", \.verdict),
    .init("candidates", \.candidates), .init("points", \.points),
    .init("searches", \.searches), .init("curve", \.steps), .init("knee", \.knee), .init("walks", \.walks),
    .init("judged") { $0.judged.flatMap(\.rows) }, .init("best") { $0.judged.map(\.best) },
    .init("bestByError") { $0.judged.map(\.byError) },
    .init("bestByRooms") { $0.judged.compactMap(\.byRooms) }, .init("constant", \.constant),
    .init("layouts", \.layouts), .init("counts") { $0.counts.flatMap(\.rows) },
    .init("losses", \.losses), .init("heights", \.heights), .init("beacons", \.installation.beacons),
    .init("bill", \.installation.bill), .init("batteries", \.installation.batteries),
    .init("hours", \.installation.hours),
    .init("metresOnFoot", \.installation.metres), .init("map", \.map), .init("notes", \.notes),
  ]
}

extension PlacementLayout: Described {
  package static let figures: [Figure<PlacementLayout>] = [
    .init("name", \.name), .init("isRule", \.isRule), .init("beacons", \.site.site.anchors),
  ]
}

extension Anchor: Described {
  package static let figures: [Figure<Anchor>] = [
    .init("id", \.id), .init("x", \.position.x), .init("y", \.position.y), .init("z", \.position.z),
    .init("floor", \.floor),
  ]
}

extension SearchedLayout: Described {
  package static let figures: [Figure<SearchedLayout>] = [
    .init("method", \.method.rawValue), .init("beacons", \.found.layout.count), .init("cost", \.cost),
    .init("value", \.found.rating.value), .init("missing", \.found.rating.missing),
    .init("evaluations", \.found.evaluations), .init("gap", \.gap), .init("note", \.note),
  ]
}

extension PlacementResult.Step: Described {
  package static let figures: [Figure<PlacementResult.Step>] = [
    .init(field: "beacons", key: "beacons", \.beacons), .init(field: "value", key: "value", \.value),
    .init(field: "mean_bound_m", key: "meanBoundMetres", \.meanBound),
  ]
}

extension PlacementResult.BeaconLoss: Described {
  package static let figures: [Figure<PlacementResult.BeaconLoss>] = [
    .init("beacon", "beacon") { $0.beacon }, .init("x", "x", unit: "m") { $0.position.x },
    .init("y", "y", unit: "m") { $0.position.y }, .init("floor", "floor") { $0.floor },
    .init("value", "without it", decimals: 3) { $0.value },
    .init("increase", "increase", decimals: 3) { $0.increase },
  ]
}

extension PlacementResult.HeightRow: Described {
  package static let figures: [Figure<PlacementResult.HeightRow>] = [
    .init("height", "height", unit: "m") { $0.height }, .init("kind", "kind") { $0.kind },
    .init("meanBoundMetres", "mean bound", unit: "m", decimals: 3) { $0.meanBound },
    .init("meanHeard", "heard", decimals: 1) { $0.heard },
  ]
}

extension PlacementResult.MapPoint: Described {
  package static let figures: [Figure<PlacementResult.MapPoint>] = [
    .init(field: "x_m", key: "x", \.position.x), .init(field: "y_m", key: "y", \.position.y),
    .init(field: "floor", key: "floor", \.floor), .init(field: "bound_m", key: "boundMetres", \.bound),
    .init(field: "gdop", key: "gdop", \.dilution), .init(field: "heard", key: "heard", \.heard),
    .init(field: "error_m", key: "errorMetres", \.error), .init(field: "moments", key: "moments", \.moments),
  ]
}
