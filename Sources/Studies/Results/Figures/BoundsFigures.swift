import Documents
import Evaluation
package import Laps
package import Rendering
import World

// Bounds. docs/columns.md lists the keys.

extension StudyBounds: Described {
  /// `bounds` of summary.json.
  package static let figures: [Figure<StudyBounds>] = [
    .init("laps", about: "Laps on whose walks the bounds were worked out.", \.laps),
    .init("moments", about: "At how many moments.", \.rows.count),
    .init(
      "readingMetres", about: "Of one reading along the way; null where one of the moments has none.",
      \.epochAlong),
    .init("readingPlaneMetres", about: "Of one reading anywhere on the plan; likewise.", \.epochPlane),
    .init("filterMetres", about: "Of any filter.", \.filter),
    .init("smootherMetres", about: "Of any smoother.", \.smoother),
    .init("notes", about: "What is taken as known or left out here.", \.notes),
    .init(
      "ratios",
      about: """
        For each `pipeline` its `rmse` with `rmseInterval95`, errors `missed`, `toFilter` with \
        `toFilterInterval95`: how many times the filter's bound its RMSE is, for pipelines that look ahead \
        `toSmoother` with `toSmootherInterval95` in its place, and a `verdict`: `possible`, `below` (all of \
        the interval is below 1: status 1), or `unbounded`.
        """
    ) { bounds in
      bounds.pipelines.map(PipelineRatio.figures(in: bounds).value)
    },
  ]

  /// `bounds.csv`: a row for each moment of the laps on whose walks the bounds were worked out.
  func csv(site: Site, directionNames: DirectionNames) -> String {
    let walker: [Figure<Row>] =
      rows.contains { $0.walker != nil } ? [.init(field: "walker", \.walker?.name)] : []
    let figures: [Figure<Row>] =
      [
        .init(field: "lap", \.lap), .init(field: "direction") { $0.direction.map(directionNames.name) },
        .init(field: "hand", \.hand.rawValue),
      ] + walker + [
        .init(field: "floor", \.floor),
        .init(field: "point") { row in row.testPoint.map { site.testPoints[$0].id } },
        .init(field: "time_s", \.time), .init(field: "reading_m", \.bounds.epochAlong),
        .init(field: "reading_plane_m", \.bounds.epochPlane), .init(field: "filter_m", \.bounds.filter),
        .init(field: "smoother_m", \.bounds.smoother),
      ]
    return figures.csv(of: rows)
  }
}

extension StudyBounds.PipelineRatio {
  /// One pipeline beside the bounds; the column of the smoother only where one looks ahead.
  package static func figures(in bounds: StudyBounds) -> [Figure<StudyBounds.PipelineRatio>] {
    let failures = Set(bounds.failures)
    return [
      .init("pipeline", "pipeline", \.pipeline),
      .init(
        "rmse", intervalKey: "rmseInterval95", "RMSE", unit: "m [95 %]", better: .smaller,
        \.ratio.rootMeanSquare, interval: \.ratio.interval),
      ratio("toFilter", "RMSE / bound", to: .filter),
    ]
      + (bounds.pipelines.contains { $0.bound == .smoother }
        ? [ratio("toSmoother", "RMSE / smoother bound", to: .smoother)] : []) + [
        .init("missed", \.missed),
        .init("verdict") {
          failures.contains($0) ? "below" : $0.ratio.value == nil ? "unbounded" : "possible"
        },
      ]
  }

  /// A ratio to one bound; none for pipelines for which another holds.
  private static func ratio(_ key: String, _ title: String, to bound: Bound) -> Figure<Self> {
    .init(
      key, intervalKey: "\(key)Interval95", title, unit: "[95 %]", better: .smaller,
      { $0.bound == bound ? $0.ratio.value : nil },
      interval: { $0.bound == bound ? $0.ratio.ratioInterval : nil })
  }
}

extension StudyBounds {
  /// Lower bounds of the error, and each pipeline's RMSE as a multiple of them.
  package var report: [ReportSection] {
    let lines = notes.map { "Bounds: \($0)." } + below
    return [
      .table(pipelines, PipelineRatio.figures(in: self), notes: (filter == 0 ? [] : legend) + lines)
    ]
  }

  private var legend: [String] {
    func metres(_ value: Double?) -> String { value.map { "\(FixedPoint.text($0, decimals: 2)) m" } ?? "–" }
    let plane = epochPlane.map { " (\(metres($0)) for one on the plan)" } ?? ""
    let window =
      epochAlong.map {
        [
          "One window: \(metres($0)), the Cramér-Rao bound for an unbiased estimate along the path from a single window"
            + "\(plane); methods with memory can do better."
        ]
      } ?? []
    return [
      "Lower bounds of the RMSE, from the walks of \(Counted.text(laps, "lap")) (see docs/bounds.md); the RMSE is of all laps."
    ] + window + [
      "Any filter: \(metres(filter)), the van Trees bound from all advertisements so far. Smoother: \(metres(smoother)), from "
        + "those of the whole lap. Both know the channel, the direction, the route and how it is walked, but not the position along it."
    ]
  }

  /// A line for each pipeline that is better than can be.
  private var below: [String] {
    pipelines.filter(\.ratio.isBelow).map { pipeline in
      let interval = pipeline.ratio.ratioInterval
      let numbers = [pipeline.ratio.value, interval?.lower, interval?.upper].map {
        FixedPoint.text($0 ?? 0, decimals: 2)
      }
      let missed = pipeline.missed > 0 ? ", with \(Counted.number(pipeline.missed)) missed" : ""
      let cause = isOfOneBuilding ? "the building, the same on all laps, may be the cause" : "unexplained"
      return
        "Below the bound: \(pipeline.pipeline), ratio \(numbers[0]) [\(numbers[1]), \(numbers[2])]\(missed): \(cause)."
    }
  }

  /// What failed, in a sentence; nil where nothing did.
  package var failure: String? {
    let names = failures.map(\.pipeline)
    guard !names.isEmpty else { return nil }
    return "--bounds: expected no RMSE below its lower bound, found those of "
      + WordList.text(names)
  }
}
