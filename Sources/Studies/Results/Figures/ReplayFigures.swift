package import Captures
package import Documents
import Evaluation
package import Laps
import Phone
package import Rendering
import Scenarios
import World

// The figures of a replay, live or not.

/// Of any replay.
private let outcome: [Figure<any ReplayOutcome>] = [
  .init("seconds", about: "How long the recording is.", \.seconds),
  .init("ranges", about: "How far each beacon was, below.", \.ranges),
  .init(
    "advertisements",
    about: "What became of every advertisement ([results.md](results.md#what-became-of-advertisements)).",
    \.tally),
  .init(
    "notes",
    about: "What you must know to judge the figures, and sentences about doubtful measured powers."
  ) { $0.notes + $0.ranges.compactMap(\.doubt) },
]

extension Replay: Described {
  /// With ground truth the scores of a study too.
  package static let figures: [Figure<Replay>] =
    outcome.of { $0 as any ReplayOutcome } + [
      .init(
        "damages", about: "The first 20 places of a capture that could not be read: offset, expected, found.",
        \.damages),
      .init("fixes", about: "One element for each pipeline and callback, below; empty without a site.") {
        replay in
        replay.tracks.flatMap { track in
          track.callbacks.map { PipelineFix(pipeline: track.definition.name, lap: 0, callback: $0) }
        }
      },
      .init(
        "scores", isOptional: true,
        about: "As of `run`; with `--truth` or `--presses` only. A recording is one lap: no intervals."
      ) { $0.scores.map(StudyResult.scores.value) },
      .init("ranging", isOptional: true, about: "Likewise.") {
        $0.scores.map(StudyResult.rangingFigure.value)
      },
      .init(
        "clockOffset", isOptional: true,
        about:
          "With `--clock-offset auto` only: `seconds`, `interval95` and `n`, the number of readings that it rests on."
      ) { $0.clockOffset.map { $0.figureValue } },
    ]

  /// Every fix as CSV.
  package func fixesTable(lap: Int) -> String {
    tracks.map(\.definition).fixColumns().map(\.figure).csv(
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

extension LiveReplay: Described {
  /// The last line of the output.
  package static let figures: [Figure<LiveReplay>] =
    outcome.of { $0 as any ReplayOutcome } + [
      .init("tracks", about: "How each pipeline ends, below.", \.endings),
      .init("damages", about: "As of a file.", \.damages),
    ]

  /// The line of one callback.
  package static let line: [Figure<(moment: Moment, fixes: [PipelineFix])>] = [
    .init("time", about: "The end of the window, in seconds since t = 0.") { $0.moment.time },
    .init("ranges", about: "How far each beacon heard in it was, the nearest first, below.") {
      $0.moment.ranges
    },
    .init("fixes", about: "As of a file, one element for each pipeline; empty without a site.") { $0.fixes },
  ]

  /// The line of one callback.
  package func document(of moment: Moment) -> Document {
    let fixes = zip(definitions, moment.callbacks).map {
      PipelineFix(pipeline: $0.name, lap: 0, callback: $1)
    }
    return Self.line.value(of: (moment, fixes)).document
  }
}

extension BeaconRange: Described {
  /// How far a beacon was.
  package static let range: [Figure<BeaconRange>] = [
    .init("readings", "readings", \.readings),
    .init("missed", "silent", better: .smaller, about: "Seconds in which it was not heard.", \.missed),
    .init("meanDbm", "mean", unit: "dBm", decimals: 1, \.mean.value),
    .init("metres", "range", unit: "m", \.distance), .init("zone", "zone") { "\($0.zone)" },
  ]

  /// By which level at one metre.
  package static let law: [Figure<BeaconRange>] = [
    .init(
      "c", "C", unit: "dBm", decimals: 1, about: "The RSSI at 1 m that was used.", \.levelAtOneMetre.value),
    .init(nil, "C from", \.levelSource),
  ]

  /// One beacon of a recording.
  package static let figures: [Figure<BeaconRange>] =
    range + law + [
      .init("beacon", \.beacon), .init("identity", \.identity?.description),
      .init("advertisements", \.advertisements),
      .init("n", about: "The path-loss exponent that was used.", \.exponent),
      .init("cFrom", about: "`measuredPower`, `assumed` or `calibrated`.", \.levelOrigin.rawValue),
      .init("claimedPowers", about: "The measured powers that its frames claim.") {
        $0.claimedPowers.map(\.value)
      },
    ]
}

extension Replay {
  /// Every range over time as CSV.
  package func rangesTable(lap: Int) -> String {
    RangeMoment.columns(lap: lap).csv(of: rangesOverTime)
  }
}

extension RangeMoment: Described {
  /// A row of `replay --ranges`.
  package static func columns(lap: Int) -> [Figure<RangeMoment>] {
    [.init(field: "lap", about: "`--lap`, or 0.") { _ in lap }] + figures
  }

  /// One beacon at one callback.
  package static let figures: [Figure<RangeMoment>] = [
    .init(field: "time_s", about: "The callback, in seconds since t = 0.", \.time),
    .init(
      field: "beacon", key: "beacon", about: "Its id in the site; without a site its major/minor.", \.beacon),
    .init(
      field: "advertisements", key: "advertisements",
      about: "The number of advertisements that the reading averages.", \.advertisements),
    .init(field: "rssi_dbm", key: "meanDbm", about: "The reading.", \.level.value),
    .init(field: "range_m", key: "metres", about: "Metres by n and C.", \.distance),
    .init(field: "zone", key: "zone", about: "The zone in which they lie.") { "\($0.zone)" },
    .init(
      field: "rank", about: "1 for the nearest beacon of that callback; `grep ',1$'` keeps these.", \.rank),
  ]
}

extension TrackEnding: Described {
  /// For a table.
  package static let counts: [Figure<TrackEnding>] = [
    .init("pipeline", "pipeline", \.pipeline), .init("callbacks", "callbacks", \.callbacks),
    .init("fixes", "fixes", \.fixes),
    .init("fallbacks", "by fallback", about: "Fixes by the fallback of the method.", \.fallbacks),
    .init("lastX", "last x", unit: "m", about: "The last fix.", \.last?.position.x),
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
    .init("offset", about: "In bytes.", \.offset),
    .init("expected", \.expected),
    .init("found", \.found),
  ]
}
