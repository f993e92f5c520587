import Documents
package import Laps
package import Positioning
package import Rendering
import Scenarios
package import World

/// The answer of a pipeline at a callback of a lap.
package struct PipelineFix: Described {
  let pipeline: String
  let lap: Int
  let walker: String?
  let callback: Callback

  package init(pipeline: String, lap: Int, walker: String? = nil, callback: Callback) {
    (self.pipeline, self.lap, self.walker, self.callback) = (pipeline, lap, walker, callback)
  }

  private var fix: Fix? { try? callback.fix.get() }

  private var status: String {
    switch callback.fix {
    case .success: "ok"
    case .failure(let reason): reason.description
    }
  }

  /// By its place in ``names``; files of other programs may have the first five alone.
  enum Column: Int {
    case pipeline, lap, time, x, y, z, floor, uncertainty, status, origin, walker, direction
    case xx, xy, yy, floors, models

    static let required = 5
  }

  /// In the order of the file.
  private static let columns: KeyValuePairs<Column, CSVColumn<PipelineFix>> = [
    .pipeline: .init("pipeline", .string, key: "pipeline", "The pipeline.") { .text($0.pipeline) },
    .lap: .init("lap", .integer, "The lap, counted from 0.") { .count($0.lap) },
    .walker: .init("walker", .string, "The walker.") { $0.walker.figureValue },
    .time: .init(
      "time_s", .number, unit: "s", key: "time",
      "The callback: seconds since the beginning of the lap's stream."
    ) { .number($0.callback.time) },
    .x: .init("x_m", .number, unit: "m", key: "x", "Metres east; empty without a fix.") {
      .number($0.fix?.position.x)
    },
    .y: .init("y_m", .number, unit: "m", key: "y", "Metres north; empty without a fix.") {
      .number($0.fix?.position.y)
    },
    .z: .init(
      "z_m", .number, unit: "m", key: "z", "Metres above the site's origin; empty without a fix."
    ) { .number($0.fix?.position.z) },
    .floor: .init("floor", .integer, key: "floor", "The floor of the fix.") {
      ($0.fix?.floor).figureValue
    },
    .uncertainty: .init(
      "uncertainty_m", .number, unit: "m", key: "uncertaintyMetres",
      "The root mean square error on the plan that the method itself expects: the root of the covariance's trace."
    ) { .number($0.fix?.uncertainty) },
    .status: .init("status", .string, key: "status", "`ok`, or why there is no fix.") { .text($0.status) },
    .origin: .init(
      "origin", .string, key: "origin",
      "`method`, `fallback` where the method's equations had no solution, or `contradicted` where the readings contradict what it believes."
    ) { ($0.fix?.origin.rawValue).figureValue },
    .direction: .init(
      "direction", .string, key: "direction",
      "The direction of travel that the pipeline estimates: `forward` or `backward`, or where the path branches the node ahead on the edge of the fix."
    ) { ($0.callback.direction?.name).figureValue },
    .xx: covariance("xx_m2", "The variance along x of the covariance that the method states.") { $0.xx },
    .xy: covariance("xy_m2", "The covariance of x and y that it states.") { $0.xy },
    .yy: covariance("yy_m2", "The variance along y that it states.") { $0.yy },
    .floors: .init(
      "floor_probabilities", .string,
      "The probabilities that the method gives to floors, such as `0=0.25 1=0.75`; empty where it gives none."
    ) { ($0.fix?.floorProbabilities.map(FloorProbability.text)).figureValue },
    .models: .init("models", .string, modelsAbout) { .text($0.models) },
  ]

  private static let modelsAbout =
    "Of `auto` the weights of the models whose mixture the fix is, such as `levels=0.25 path=0.75`; only where a pipeline has such."

  /// Empty without any.
  private var models: String {
    (fix?.models ?? []).map { "\($0.name)=\($0.weight)" }.joined(separator: " ")
  }

  private static func covariance(
    _ name: String, _ about: String, _ value: @escaping @Sendable (PlanCovariance) -> Double
  ) -> CSVColumn<PipelineFix> {
    .init(name, .number, unit: "m²", about + " Empty where it states none.") {
      .number($0.fix?.covariance.map(value))
    }
  }

  /// - Parameters:
  ///   - walkers: whether a study has several, who have a column.
  ///   - models: whether a pipeline mixes models, whose weights have one.
  package static func columns(walkers: Bool, models: Bool = false) -> [CSVColumn<PipelineFix>] {
    columns.filter { (walkers || $0.key != .walker) && (models || $0.key != .models) }.map(\.value)
  }

  /// In the order of ``Column``.
  static let names = columns.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value.field.name)

  /// Without the column of walkers.
  package static let figures =
    columns(walkers: false).map(\.figure) + [
      .init("models", isOptional: true, about: modelsAbout) { $0.models.isEmpty ? nil : $0.models }
    ]
}

/// `fixes.csv` of a study, which is written lap by lap and never in memory as a whole.
package struct FixesFile: ~Copyable {
  private let file: PreparedFile
  private let fields: [@Sendable (PipelineFix) -> FigureValue]
  private let pipelines: [String]

  /// Begins the file with its first line.
  package init(in prepared: PreparedFolder, of study: Study) throws(FileProblem) {
    let figures = study.source.pipelines.definitions.fixColumns(walkers: study.hasWalkers).map(\.figure)
    pipelines = study.source.pipelines.definitions.map(\.name)
    let begun = try prepared.file(named: ResultsFolder.fixes)
    try begun.append(Octets(figures.fieldNames()))
    fields = figures.fields()
    file = begun
  }

  /// Adds the fixes of one lap.
  package func append(_ fixes: LapFixes) throws(FileProblem) {
    var rows: [UInt8] = []
    for (pipeline, callbacks) in zip(pipelines, fixes.callbacks) {
      for callback in callbacks {
        let fix = PipelineFix(
          pipeline: pipeline, lap: fixes.lap, walker: fixes.walker?.name, callback: callback)
        fields.write(fix, to: &rows)
      }
    }
    try file.append(Octets(rows))
  }

  /// Waits until the disk has all of it.
  package func finish() throws(FileProblem) { try file.finish() }
}

extension [PipelineDefinition] {
  /// The columns that their fixes have.
  package func fixColumns(walkers: Bool = false) -> [CSVColumn<PipelineFix>] {
    PipelineFix.columns(walkers: walkers, models: contains { $0.method.settings.mixesModels })
  }
}

extension Study {
  fileprivate var hasWalkers: Bool {
    switch self {
    case .simulated(let study): !study.walkers.isEmpty
    case .recorded: false
    }
  }
}

extension FloorProbability {
  /// `0=0.25 1=0.75`: in the order of floors, as fixes.csv has them.
  package static func text(_ probabilities: [FloorProbability]) -> String {
    probabilities.map { "\($0.floor)=\($0.probability)" }.joined(separator: " ")
  }

  /// Reads ``text(_:)``; nil for what is none, and where the probabilities do not add up to 1.
  package static func read(_ text: some StringProtocol) -> [FloorProbability]? {
    var probabilities: [FloorProbability] = []
    for part in text.split(separator: " ") {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let floor = Int(sides[0]), let probability = Double(sides[1]),
        0...1 ~= probability, !probabilities.contains(where: { $0.floor == floor })
      else { return nil }
      probabilities.append(FloorProbability(floor: floor, probability: probability))
    }
    let sum = probabilities.reduce(0) { $0 + $1.probability }
    return abs(sum - 1) < 1e-3 ? probabilities : nil
  }
}
