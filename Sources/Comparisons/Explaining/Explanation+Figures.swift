import Evaluation
package import Laps
package import Rendering
import World

// The figures of an explanation. docs/explain.md says what each key means.

extension Explanation: Described {
  /// What `explain --json` prints.
  package static let figures: [Figure<Explanation>] = [
    .init("scenario", \.scenario), .init("seed", \.seed), .init("laps", \.laps),
    .init("pipeline", \.pipeline), .init("thresholdMetres", \.rules.threshold),
    .init("bridgeSeconds", \.rules.bridge), .init("measure", \.measure.rawValue),
    .init("callbacks", \.callbacks), .init("missed", \.missed), .init("above", \.above),
    .init("found", \.found), .init("causes", \.causes), .init("remainder", \.meanRemainder),
    .init("togetherShare", \.meanTogether),
    .init("stretches") { result in
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
    .init("cause", \.cause.rawValue), .init("meanShare", \.share), .init("stretches", \.stretches),
  ]
}

extension Explanation.Stretch {
  /// Which one it is, and how large its errors are.
  package static func figures(_ names: DirectionNames) -> [Figure<Explanation.Stretch>] {
    [
      .init("lap", "lap", \.lap), .init("walker", isOptional: true, \.walker?.name),
      .init("direction", "direction", rank: 1) { $0.direction.map(names.name) },
      .init("hand", "hand", rank: 2, \.hand?.rawValue),
      .init("from", "from", unit: "s", decimals: 1, \.from),
      .init("to", "to", unit: "s", decimals: 1, \.to),
      .init("callbacks", "callbacks", \.stretch.moments.count), .init("missed", \.missed),
      .init("meanMetres", "mean", unit: "m", \.size.meanMetres),
      .init("maxMetres", "max", unit: "m", \.size.maxMetres),
      .init("excessMetreSeconds", "excess", unit: "m s", decimals: 1, \.size.excess),
      .init("causes", \.removals), .init("remainder", \.remainder),
      .init("together", isOptional: true, \.together),
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
    .init("share", \.share), .init("withoutMetres", \.metres), .init("missed", \.missed),
  ]
}

extension WorstMoment: Described {
  /// Walker and fix at the largest error of a stretch.
  package static let figures: [Figure<WorstMoment>] = [
    .init("time", \.time), .init("errorMetres", \.error.metres),
    .init("alongMetres", \.error.offset?.along), .init("crossMetres", \.error.offset?.cross),
    .init("trueX", \.place.x), .init("trueY", \.place.y), .init("trueFloor", \.floor),
    .init("trueRoom", isOptional: true, \.room), .init("testPoint", isOptional: true, \.testPoint),
    .init("fixX", \.fix.position.x), .init("fixY", \.fix.position.y), .init("fixFloor", \.fix.floor),
    .init("fixRoom", isOptional: true, \.fixRoom), .init("origin", \.fix.origin.rawValue),
    .init("velocityX", \.velocity.x), .init("velocityY", \.velocity.y), .init("walls", \.walls),
    .init("wallLossDb", \.wallLoss.value), .init("beacons", \.beacons),
  ]
}

extension WorstMoment.Beacon: Described {
  /// One beacon at that moment.
  package static let figures: [Figure<WorstMoment.Beacon>] = [
    .init("beacon", "beacon", \.id), .init("trueMetres", "to walker", unit: "m", \.trueMetres),
    .init("fixMetres", "to fix", unit: "m", \.fixMetres),
    .init("readingDbm", "reading", unit: "dBm", decimals: 1, \.reading?.value),
    .init("advertisements", \.advertisements),
    .init("meanDbm", "mean", unit: "dBm", decimals: 1, \.mean?.value),
    .init(nil, "reading - mean", unit: "dB", decimals: 1, rank: 1, \.excess),
    .init("levelDbm", "filtered", unit: "dBm", decimals: 1, \.level?.value),
    .init("used", \.isUsed), .init("influenceMetres", "fix moves", unit: "m", \.influence),
  ]

  /// Decibels by which the reading is above the channel's mean.
  private var excess: Double? {
    guard let reading, let mean else { return nil }
    return reading.value - mean.value
  }
}
