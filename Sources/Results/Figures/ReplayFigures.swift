package import Captures
package import Documents
import Evaluation
package import Laps
import Phone
package import Rendering
import Scenarios
import World

// The figures of a replay, live or not. Keys and columns stand in docs/commands.md.

extension ReplayOutcome {
  fileprivate var outcome: FigureValue {
    // No table beside these sentences shows doubtful beacons.
    let sentences = notes + ranges.compactMap(\.doubt)
    return .object([
      ("seconds", .number(seconds)), ("ranges", ranges.figureValue), ("advertisements", tally.figureValue),
      ("notes", sentences.figureValue),
    ])
  }
}

extension Replay {
  /// With ground truth the scores of a study too.
  package var document: Document {
    let fixes = tracks.flatMap { track in
      track.callbacks.map { PipelineFix(pipeline: track.definition.name, lap: 0, callback: $0) }
    }
    var own = outcome.with(.object([("damages", damages.figureValue), ("fixes", fixes.figureValue)]))
    if let clockOffset { own = own.with(.object([("clockOffset", clockOffset.figureValue)])) }
    return (scores.map { own.with([StudyResult.scores, StudyResult.ranging].value(of: $0)) } ?? own).document
  }

  /// Every fix as CSV.
  package func fixesTable(lap: Int) -> String {
    PipelineFix.figures.csv(
      of: tracks.lazy.flatMap { track in
        track.callbacks.lazy.map {
          PipelineFix(pipeline: track.definition.name, lap: lap, callback: $0)
        }
      })
  }
}

extension ClockOffset {
  /// With what stands behind it.
  fileprivate var figureValue: FigureValue {
    .object([
      ("seconds", .number(seconds)), ("interval95", [interval.lower, interval.upper].figureValue),
      ("n", count.figureValue),
    ])
  }
}

extension LiveReplay {
  /// The last line of the output.
  package var document: Document {
    outcome.with(.object([("tracks", endings.figureValue), ("damages", damages.figureValue)])).document
  }

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

extension BeaconRange: Described {
  /// How far a beacon was.
  package static let range: [Figure<BeaconRange>] = [
    .init("readings", "readings", \.readings), .init("missed", "silent", better: .smaller, \.missed),
    .init("meanDbm", "mean", unit: "dBm", decimals: 1, \.mean.value),
    .init("metres", "range", unit: "m", \.distance), .init("zone", "zone") { "\($0.zone)" },
  ]

  /// By which level at one metre.
  package static let law: [Figure<BeaconRange>] = [
    .init("c", "C", unit: "dBm", decimals: 1, \.levelAtOneMetre.value), .init(nil, "C from", \.levelSource),
  ]

  /// One beacon of a recording.
  package static let figures: [Figure<BeaconRange>] =
    range + law + [
      .init("beacon", \.beacon), .init("identity", \.identity?.description),
      .init("advertisements", \.advertisements), .init("n", \.exponent),
      .init("cFrom", \.levelOrigin.rawValue), .init("claimedPowers") { $0.claimedPowers.map(\.value) },
    ]
}

extension Replay {
  /// Every range over time as CSV.
  package func rangesTable(lap: Int) -> String {
    let lap: [Figure<RangeMoment>] = [.init(field: "lap") { _ in lap }]
    return (lap + RangeMoment.figures).csv(of: rangesOverTime)
  }
}

extension RangeMoment: Described {
  /// One beacon at one callback, for `replay --ranges`.
  package static let figures: [Figure<RangeMoment>] = [
    .init(field: "time_s", \.time), .init(field: "beacon", key: "beacon", \.beacon),
    .init(field: "advertisements", key: "advertisements", \.advertisements),
    .init(field: "rssi_dbm", key: "meanDbm", \.level.value),
    .init(field: "range_m", key: "metres", \.distance),
    .init(field: "zone", key: "zone") { "\($0.zone)" }, .init(field: "rank", \.rank),
  ]
}

extension TrackEnding: Described {
  /// For a table.
  package static let counts: [Figure<TrackEnding>] = [
    .init("pipeline", "pipeline", \.pipeline), .init("callbacks", "callbacks", \.callbacks),
    .init("fixes", "fixes", \.fixes), .init("fallbacks", "by fallback", \.fallbacks),
    .init("lastX", "last x", unit: "m", \.last?.position.x),
    .init("lastY", "last y", unit: "m", \.last?.position.y),
  ]
  /// On a site with several.
  package static let floor = Figure<TrackEnding>("lastFloor", "last floor", \.last?.floor)
  /// How a pipeline ends.
  package static let figures: [Figure<TrackEnding>] = counts + [floor]
}

extension CaptureDamage: Described {
  /// Where a capture is damaged.
  package static let figures: [Figure<CaptureDamage>] = [
    .init("offset", \.offset), .init("expected", \.expected), .init("found", \.found),
  ]
}
