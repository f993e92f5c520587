package import Positioning
package import Rendering
import World

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

  private static let name = Figure<PipelineFix>(field: "pipeline", key: "pipeline", \.pipeline)
  private static let lapNumber = Figure<PipelineFix>(field: "lap", \.lap)
  private static let answer: [Figure<PipelineFix>] = [
    .init(field: "time_s", key: "time", \.callback.time), .init(field: "x_m", key: "x", \.fix?.position.x),
    .init(field: "y_m", key: "y", \.fix?.position.y), .init(field: "z_m", key: "z", \.fix?.position.z),
    .init(field: "floor", key: "floor", \.fix?.floor),
    .init(field: "uncertainty_m", key: "uncertaintyMetres", \.fix?.uncertainty),
    .init(field: "status", key: "status", \.status),
    .init(field: "origin", key: "origin", \.fix?.origin.rawValue),
    .init(field: "direction", key: "direction", \.callback.direction?.rawValue),
  ]

  package static let figures: [Figure<PipelineFix>] = [name, lapNumber] + answer
  /// Where a study has several walkers.
  package static let figuresWithWalker: [Figure<PipelineFix>] =
    [name, lapNumber, .init(field: "walker", \.walker)] + answer
}
