import Evaluation
package import Laps
package import Rendering
import World

// The figures of an explanation.

extension Explanation: Described {
  /// What `explain --json` prints.
  package static let figures: [Figure<Explanation>] = [
    .init("scenario", \.scenario), .init("seed", \.seed), .init("laps", \.laps),
    .init("pipeline", \.pipeline),
    .init("thresholdMetres", about: "`--threshold`.", \.rules.threshold),
    .init("bridgeSeconds", about: "`--bridge`.", \.rules.bridge),
    .init("measure", about: "How errors are measured: `straight` or `alongPath`.", \.measure.rawValue),
    .init("callbacks", about: "Callbacks at which the ground truth is known.", \.callbacks),
    .init("missed", about: "Those of them without a fix.", \.missed),
    .init("above", about: "Those with an error above the threshold.", \.above),
    .init("found", about: "The number of stretches of all laps.", \.found),
    .init("causes", about: "Each cause over all stretches, below.", \.causes),
    .init("remainder", about: "1 less the sum of the shares: the mean over stretches.", \.meanRemainder),
    .init("togetherShare", about: "All causes at once: the mean over stretches.", \.meanTogether),
    .init(
      "stretches",
      about: """
        Those described, the worst first, each with its worst moment as `worst`.
        """
    ) { result in
      result.stretches.map { stretch, worst in
        Stretch.figures(result.directionNames).value(of: stretch).with(
          .object([("worst", worst.figureValue)]))
      }
    },
  ]
}

extension Explanation.MeanShare: Described {
  /// One cause over all stretches.
  package static let figures: [Figure<Explanation.MeanShare>] = [
    .init("cause", \.cause.rawValue),
    .init("meanShare", about: "Of all stretches whose share is known. Shares are fractions of 1.", \.share),
    .init("stretches", about: "The number of these stretches.", \.stretches),
  ]
}

extension Explanation.Stretch {
  /// Which one it is, and how large its errors are.
  package static func figures(_ names: DirectionNames) -> [Figure<Explanation.Stretch>] {
    [
      .init("lap", "lap", \.lap),
      .init("walker", isOptional: true, about: "Where there are several.", \.walker?.name),
      .init("direction", "direction", rank: 1) { $0.direction.map(names.name) },
      .init("hand", "hand", rank: 2, \.hand?.rawValue),
      .init("from", "from", unit: "s", decimals: 1, about: "The first callback.", \.from),
      .init("to", "to", unit: "s", decimals: 1, about: "The last one.", \.to),
      .init("callbacks", "callbacks", \.stretch.moments.count),
      .init("missed", about: "Callbacks without a fix.", \.missed),
      .init("meanMetres", "mean", unit: "m", \.size.meanMetres),
      .init("maxMetres", "max", unit: "m", \.size.maxMetres),
      .init(
        "excessMetreSeconds", "excess", unit: "m s", decimals: 1,
        about: "The error above the threshold added up over time.", \.size.excess),
      .init("causes", about: "Each cause, below.", \.removals),
      .init("remainder", about: "1 less the sum of the shares.", \.remainder),
      .init(
        "together", isOptional: true, about: "All causes at once: share, withoutMetres and missed.",
        \.together),
    ]
  }
}

extension Explanation.Removal: Described {
  /// One cause of one stretch.
  package static let figures: [Figure<Explanation.Removal>] =
    [.init("cause", \.cause.rawValue)] + RemovedShare.figures.of(\.removed)
}

extension RemovedShare: Described {
  /// What is left of an error without a cause.
  package static let figures: [Figure<RemovedShare>] = [
    .init("share", about: "The share of the error that goes without the cause, a fraction of 1.", \.share),
    .init("withoutMetres", about: "The mean error without it.", \.metres),
    .init("missed", about: "Callbacks that lose their fix without it.", \.missed),
  ]
}

extension WorstMoment: Described {
  /// Walker and fix at the largest error of a stretch.
  package static let figures: [Figure<WorstMoment>] = [
    .init("time", about: "The callback of the largest error.", \.time),
    .init("errorMetres", \.error.metres),
    .init("alongMetres", \.error.offset?.along), .init("crossMetres", \.error.offset?.cross),
    .init("trueX", about: "The walker, in metres.", \.place.x),
    .init("trueY", \.place.y),
    .init("trueFloor", \.floor),
    .init("trueRoom", isOptional: true, \.room),
    .init("testPoint", isOptional: true, about: "The nearest to the walker.", \.testPoint),
    .init("fixX", about: "The fix, in metres.", \.fix.position.x),
    .init("fixY", \.fix.position.y),
    .init("fixFloor", \.fix.floor),
    .init("fixRoom", isOptional: true, \.fixRoom),
    .init("origin", about: "`method` or `fallback`.", \.fix.origin.rawValue),
    .init("velocityX", about: "Of the walker, in m/s.", \.velocity.x),
    .init("velocityY", \.velocity.y),
    .init("walls", about: "Walls and pillars on the straight line between walker and fix.", \.walls),
    .init("wallLossDb", about: "Their loss.", \.wallLoss.value),
    .init("beacons", \.beacons),
  ]
}

extension WorstMoment.Beacon: Described {
  /// One beacon at that moment.
  package static let figures: [Figure<WorstMoment.Beacon>] = [
    .init("beacon", "beacon", \.id),
    .init("trueMetres", "to walker", unit: "m", about: "On the plan, from the walker.", \.trueMetres),
    .init("fixMetres", "to fix", unit: "m", about: "On the plan, from the fix.", \.fixMetres),
    .init(
      "readingDbm", "reading", unit: "dBm", decimals: 1, about: "The mean of that second.", \.reading?.value),
    .init("advertisements", \.advertisements),
    .init(
      "meanDbm", "mean", unit: "dBm", decimals: 1,
      about: "That reading by path loss, floors and walls alone.", \.mean?.value),
    .init(nil, "reading - mean", unit: "dB", decimals: 1, rank: 1, \.excess),
    .init(
      "levelDbm", "filtered", unit: "dBm", decimals: 1, about: "The level that the method was given.",
      \.level?.value),
    .init("used", about: "Whether the fix moves, or is missing, without the beacon.", \.isUsed),
    .init(
      "influenceMetres", "fix moves", unit: "m",
      about: "By how much the fix moves without it; null where it is missing then.", \.influence),
  ]

  /// Decibels by which the reading is above the channel's mean.
  private var excess: Double? {
    guard let reading, let mean else { return nil }
    return reading.value - mean.value
  }
}
