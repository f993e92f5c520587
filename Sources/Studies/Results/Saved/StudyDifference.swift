package import Documents
import Scenarios

/// One way in which the studies behind two results folders differ.
///
/// Errors can be compared moment by moment only where both sides heard the same and the walker was at the same places.
/// So a difference in the channel, the site, the walk, the beacons, the receiver or the moments that are scored makes
/// results incomparable, and so does every key that is not known to be harmless. How pipelines process the advertisements
/// may differ, since that is what is compared: the pipelines themselves, what they assume, the levels that a site was
/// calibrated to, and how the phone averages and smooths.
package struct StudyDifference: Hashable, Sendable {
  /// `scenario.yaml`, `site.yaml`, `dataset.yaml` or a table such as `track-1.csv`.
  package let file: String
  /// Such as `channel.pathLoss.logDistance.n`; empty for a table.
  package let key: String
  /// The values of the baseline and of B; nil where there is none, as for a table.
  package let a: Document?
  package let b: Document?
  /// Whether it affects the advertisements received, the walk, or what was scored.
  package let changesInput: Bool

  /// The files that are compared, in this order.
  static let files = [SavedScenario.scenarioName, SavedScenario.siteName, SavedScenario.datasetName]

  /// Nil for a key that affects no result, or that is checked elsewhere: seeds must be equal anyway, and missing laps are a
  /// failure of their own.
  init?(file: String, key: String, a: Document?, b: Document?) {
    guard !Self.holds(Self.passedOver[file], key) else { return nil }
    (self.file, self.key, self.a, self.b) = (file, key, a, b)
    changesInput =
      Self.holds(Self.heard, key) || Self.judging.contains { key.hasPrefix("context.") && key.hasSuffix($0) }
      || !(Self.holds(Self.processing[file], key) || key.hasSuffix(".calibratedLevel"))
  }

  /// A table that differs.
  init(table: String) {
    (file, key, a, b, changesInput) = (table, "", nil, nil, true)
  }

  /// Whether the results of a pipeline may depend on it: it is not about another pipeline.
  package func concerns(_ pipeline: String) -> Bool {
    !key.hasPrefix("pipelines[") || key.hasPrefix("pipelines[\(pipeline)]")
  }

  private static let passedOver = [
    SavedScenario.scenarioName: [
      "about", "dataset", "laps.count", "references", "score.std", "score.stop", "score.within", "seed",
      "site", "walks",
    ],
    SavedScenario.siteName: ["about"],
    SavedScenario.datasetName: ["about", "licence", "site", "source"],
  ]

  /// The keys of pipelines and the phone that determine how received advertisements are processed.
  private static let processing = [
    SavedScenario.scenarioName: [
      "assumes", "context.applications", "context.conference.heartbeat", "context.conference.timeout",
      "context.energy", "name", "phone", "pipelines",
    ],
    SavedScenario.siteName: ["calibration", "name"],
    SavedScenario.datasetName: ["calibration", "name"],
  ]

  /// Keys of the phone that determine when the app receives anything.
  private static let heard = ["phone.background", "phone.callbackJitter"]

  /// Ends of the keys of an application that say when an event is true or counts as noticed.
  private static let judging = [".early", ".radius", ".window", ".within"]

  /// Whether a key is one of these or below one.
  private static func holds(_ keys: [String]?, _ key: String) -> Bool {
    (keys ?? []).contains { key == $0 || key.hasPrefix($0 + ".") || key.hasPrefix($0 + "[") }
  }
}

extension StudyDifference: CustomStringConvertible {
  /// - Parameter rounded: whether numbers are rounded to four significant digits; JSON has all.
  private static func summary(_ value: Document?, rounded: Bool = false) -> String {
    guard rounded, case .number(let number) = value?.content, number.magnitude >= 1e-6 else {
      return value?.summary ?? "absent"
    }
    var scale = 1.0
    while number.magnitude * scale < 1000 { scale *= 10 }
    return ((number * scale).rounded() / scale).description
  }

  /// `channel.pathLoss.logDistance.n: 1.8 in A, 2.2 in B`, with the file where it is not the scenario.
  package var description: String {
    guard !key.isEmpty else { return "another \(file)" }
    let place = file == SavedScenario.scenarioName ? key : "\(key) of \(file)"
    let (short, others) = (Self.summary(a, rounded: true), Self.summary(b, rounded: true))
    guard short == others else { return "\(place): \(short) in A, \(others) in B" }
    return "\(place): \(Self.summary(a)) in A, \(Self.summary(b)) in B"
  }
}
