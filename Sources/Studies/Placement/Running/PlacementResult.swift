package import Rendering
import Results
import Sites
package import World

/// The result of a placement study.
package struct PlacementResult: StudyOutcome, Sendable {
  /// The study's name.
  package let name: String
  /// Of the search.
  package let seed: UInt64
  /// What was minimised.
  package let objective: PlacementObjective
  /// How many there were.
  package let candidates: Int
  /// At how many bounds were worked out.
  package let points: Int
  /// How many beacons had to be heard at every point.
  package let heard: Int
  /// Which layout is chosen, and how sure that is.
  package let verdict: PlacementVerdict
  /// In the order of the settings.
  package let searches: [SearchedLayout]
  /// The chosen layout, with the identifiers of the installation.
  package let chosen: PlacementLayout
  /// All that were judged, in the order of ``judged``.
  package let layouts: [PlacementLayout]
  /// The objective after each beacon that the greedy search adds.
  package let steps: [Step]
  /// The number of beacons at the knee of that curve; nil where there is none.
  package let knee: Int?
  /// On which each layout was judged.
  package let walks: Int
  /// What the judge found of each layout.
  package let judged: [JudgedLayout]
  /// The figures of the constant baseline, which always answers the middle of the site.
  package let constant: JudgedPipeline
  /// Judged layouts with other numbers of beacons, in the order of the greedy search.
  package let counts: [JudgedLayout]
  /// The most harmful first; empty for a single beacon.
  package let losses: [BeaconLoss]
  /// By height; empty where there is one.
  package let heights: [HeightRow]
  /// By point of the study.
  package let map: [MapPoint]
  /// What is to be bought, programmed and mounted.
  package let installation: InstallationPlan
  /// Sentences without their first capital and full stop.
  package let notes: [String]

  /// The greedy layout with one number of beacons.
  package struct Step: Sendable {
    /// How many it has.
    package let beacons: Int
    /// The value of the objective.
    package let value: Double
    /// The mean position error bound, in metres.
    package let meanBound: Double
  }

  /// The chosen layout without one of its beacons.
  package struct BeaconLoss: Sendable {
    /// Its id in the site.
    package let beacon: String
    /// Metres, with the height above the origin.
    package let position: Point
    /// The level of its floor.
    package let floor: Int
    /// The objective without it.
    package let value: Double
    /// By how much the objective exceeds that of the whole layout.
    package let increase: Double
  }

  /// The chosen places with all beacons at one height.
  package struct HeightRow: Sendable {
    /// Metres above the floor.
    package let height: Double
    /// The mean position error bound, in metres.
    package let meanBound: Double
    /// The mean number of beacons heard at a point.
    package let heard: Double
  }

  /// The chosen layout at one point of the study.
  package struct MapPoint: Sendable {
    /// Metres, at the height of the phone.
    package let position: Point
    /// The level of its floor.
    package let floor: Int
    /// The position error bound, in metres.
    package let bound: Double
    /// The geometric dilution of precision.
    package let dilution: Double
    /// How many beacons are heard in half of the readings or more.
    package let heard: Int
    /// The mean error of the judged pipeline on the fresh walks, of the moments for which this is the nearest point.
    package let error: Double?
    /// For how many moments of the fresh walks this is the nearest point.
    package let moments: Int
  }
}

// docs/columns.md lists the keys.

extension PlacementResult: Described {
  /// The top of `placement.json`.
  package static let figures: [Figure<PlacementResult>] = [
    .init("study", \.name), .init("seed", \.seed), .init("objective", \.objective.title),
    .init("objectiveUnit") { _ in "m" },
    .init("verdict", about: "Below.", \.verdict),
    .init("candidates", \.candidates), .init("points", \.points),
    .init("searches", about: "The layout of each search.", \.searches),
    .init("curve", about: "The objective by number of beacons.", \.steps),
    .init("knee", \.knee),
    .init("walks", \.walks),
    .init("judged", about: "A row for each layout and pipeline.") { $0.judged.flatMap(\.rows) },
    .init(
      "best",
      about: "A row for each layout with its best pipeline and its `standing` relative to the chosen one."
    ) { $0.judged.map(\.best) },
    .init("bestByError", about: "Likewise by mean error.") { $0.judged.map(\.byError) },
    .init("bestByRooms", about: "Likewise by right rooms.") { $0.judged.compactMap(\.byRooms) },
    .init("constant", about: "The constant baseline.", \.constant),
    .init("layouts", about: "Each with its beacons.", \.layouts),
    .init("counts") { $0.counts.flatMap(\.rows) },
    .init("losses", \.losses),
    .init("heights", \.heights),
    .init("beacons", about: "The list for mounting.", \.installation.beacons),
    .init("bill", \.installation.bill), .init("costs", \.installation.costs),
    .init("batteries", \.installation.batteries),
    .init("hours", about: "Of mounting.", \.installation.hours),
    .init("metresOnFoot", \.installation.metres),
    .init("map", about: "Bound, GDOP, beacons heard and judged error at each point.", \.map),
    .init("notes", \.notes),
  ]
}

extension PlacementLayout: Described {
  /// An element of `layouts`.
  package static let figures: [Figure<PlacementLayout>] = [
    .init("name", \.name), .init("isRule", \.isRule), .init("beacons", \.site.site.anchors),
  ]
}

extension Anchor: Described {
  /// A beacon of an element of `layouts`.
  package static let figures: [Figure<Anchor>] = [
    .init("id", \.id), .init("x", \.position.x), .init("y", \.position.y), .init("z", \.position.z),
    .init("floor", \.floor),
  ]
}

extension SearchedLayout: Described {
  /// An element of `searches`.
  package static let figures: [Figure<SearchedLayout>] = [
    .init("method", \.method.rawValue), .init("beacons", \.found.layout.count),
    .init("value", \.found.rating.value), .init("missing", \.found.rating.missing),
    .init("evaluations", \.found.evaluations),
  ]
}

extension PlacementResult.Step: Described {
  /// A line of curve.csv.
  package static let figures: [Figure<PlacementResult.Step>] = [
    .init(field: "beacons", key: "beacons", \.beacons), .init(field: "value", key: "value", \.value),
    .init(field: "mean_bound_m", key: "meanBoundMetres", \.meanBound),
  ]
}

extension PlacementResult.BeaconLoss: Described {
  /// The columns of the table of losses.
  package static let figures: [Figure<PlacementResult.BeaconLoss>] = [
    .init("beacon", "beacon") { $0.beacon }, .init("x", "x", unit: "m") { $0.position.x },
    .init("y", "y", unit: "m") { $0.position.y }, .init("floor", "floor") { $0.floor },
    .init("value", "without it", decimals: 3) { $0.value },
    .init("increase", "increase", decimals: 3) { $0.increase },
  ]
}

extension PlacementResult.HeightRow: Described {
  /// The columns of the table of heights.
  package static let figures: [Figure<PlacementResult.HeightRow>] = [
    .init("height", "height", unit: "m") { $0.height },
    .init("meanBoundMetres", "mean bound", unit: "m", decimals: 3) { $0.meanBound },
    .init("meanHeard", "heard", decimals: 1) { $0.heard },
  ]
}

extension PlacementResult.MapPoint: Described {
  /// A line of map.csv.
  package static let figures: [Figure<PlacementResult.MapPoint>] = [
    .init(field: "x_m", key: "x", \.position.x), .init(field: "y_m", key: "y", \.position.y),
    .init(field: "floor", key: "floor", \.floor), .init(field: "bound_m", key: "boundMetres", \.bound),
    .init(field: "gdop", key: "gdop", \.dilution), .init(field: "heard", key: "heard", \.heard),
    .init(field: "error_m", key: "errorMetres", \.error), .init(field: "moments", key: "moments", \.moments),
  ]
}
