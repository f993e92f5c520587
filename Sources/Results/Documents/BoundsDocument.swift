import Documents
import Evaluation
import Laps
import Scenarios

// The JSON form of bounds. Keys and meanings stand in docs/bounds.md.

extension StudyBounds {
  var document: Document {
    [
      "laps": Document(laps), "moments": Document(rows.count), "readingMetres": Document(epochAlong),
      "readingPlaneMetres": Document(epochPlane), "filterMetres": Document(filter),
      "smootherMetres": Document(smoother),
      "ratios": Document(pipelines.map { document(of: $0) }),
      "notes": Document(notes.map { Document($0) }),
    ]
  }

  private func document(of pipeline: PipelineRatio) -> Document {
    let ratio = pipeline.ratio
    let isFailure = failures.contains(pipeline)
    return [
      "pipeline": Document(pipeline.pipeline), "rmse": Document(ratio.rootMeanSquare),
      "rmseInterval95": Document(ratio.interval), "missed": Document(pipeline.missed),
      "toFilter": Document(ratio.value), "toFilterInterval95": Document(ratio.ratioInterval),
      "verdict": Document(isFailure ? "below" : ratio.value == nil ? "unbounded" : "possible"),
    ]
  }
}
