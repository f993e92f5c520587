package import Captures
package import Documents
import Evaluation
package import Figures
package import Laps
package import Positioning
import Scenarios
import SiteFiles
import World

// The figures of a replay, live or not. Keys and columns stand in docs/commands.md.

extension Replay: Described {
  /// With ground truth the scores of a study too.
  package static let figures: [Figure<Replay>] =
    outcome + [
      .init("damages", \.damages),
      .init("fixes") { replay in
        replay.tracks.flatMap { track in
          track.callbacks.map { PipelineFix(pipeline: track.definition.name, lap: 0, callback: $0) }
        }
      },
    ]

  package var figureValue: FigureValue {
    let own = Self.figures.value(of: self)
    return scores.map { own.with([StudyResult.scores, StudyResult.ranging].value(of: $0)) } ?? own
  }

  /// Every fix as CSV.
  package func fixesTable(lap: Int) -> String {
    tracks.reduce(into: PipelineFix.figures.fieldNames()) { text, track in
      for callback in track.callbacks {
        text += PipelineFix.figures.fields(
          of: PipelineFix(pipeline: track.definition.name, lap: lap, callback: callback))
      }
    }
  }
}

extension ReplayOutcome where Self: SendableMetatype {
  static var outcome: [Figure<Self>] {
    [
      .init("seconds", \.seconds), .init("ranges") { $0.ranges.map(\.document) },
      .init("advertisements", \.tally), .init("notes", \.noteDocument),
    ]
  }
}

extension LiveReplay: Described {
  /// The last line.
  package static let figures: [Figure<LiveReplay>] =
    outcome + [.init("tracks", \.endings), .init("damages", \.damages)]

  /// The line of one callback.
  package func document(of moment: Moment) -> Document {
    let fixes = zip(definitions, moment.callbacks).map {
      PipelineFix(pipeline: $0.name, lap: 0, callback: $1)
    }
    let members = [
      ("time", .number(moment.time)), ("ranges", moment.ranges.figureValue), ("fixes", fixes.figureValue),
    ]
    return FigureValue.object(members).document
  }
}

extension RangeMoment: Described {
  package static let figures: [Figure<RangeMoment>] = [
    .init("beacon", \.beacon), .init("advertisements", \.advertisements), .init("meanDbm", \.level.value),
    .init("metres", \.distance), .init("zone") { "\($0.zone)" },
  ]
}

extension TrackEnding: Described {
  package static let counts: [Figure<TrackEnding>] = [
    .init("pipeline", "pipeline", \.pipeline), .init("callbacks", "callbacks", \.callbacks),
    .init("fixes", "fixes", \.fixes), .init("fallbacks", "by fallback", \.fallbacks),
    .init("lastX", "last x", unit: "m", \.last?.position.x),
    .init("lastY", "last y", unit: "m", \.last?.position.y),
  ]
  package static let floor = Figure<TrackEnding>("lastFloor", "last floor", \.last?.floor)
  package static let figures: [Figure<TrackEnding>] = counts + [floor]
}

/// What a pipeline answered at a callback of a lap.
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
  static let figuresWithWalker: [Figure<PipelineFix>] =
    [name, lapNumber, .init(field: "walker", \.walker)] + answer
}

extension CaptureDamage: Described {
  package static let figures: [Figure<CaptureDamage>] = [
    .init("offset", \.offset), .init("expected", \.expected), .init("found", \.found),
  ]
}
