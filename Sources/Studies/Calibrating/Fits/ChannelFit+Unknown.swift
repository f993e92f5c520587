extension ChannelFit {
  /// Numbers that have no interval, and the reason.
  package struct WithoutInterval: Hashable, Sendable {
    /// As the keys of the JSON document name them; one or more.
    package let numbers: [String]
    /// A sentence.
    package let reason: String

    /// Nil without a number.
    fileprivate init?(_ numbers: [String], _ reason: String) {
      guard !numbers.isEmpty else { return nil }
      (self.numbers, self.reason) = (numbers, reason)
    }
  }

  /// The numbers that have no interval, and why.
  package var withoutInterval: [WithoutInterval] {
    let correlation = ["shadowing", "decorrelation", "nuggetVariance"].map { "correlation.\($0)" }
    let cutOff = WithoutInterval(
      isCutOff ? correlation + ["fadingK"] : [],
      "More than a fifth were censored: the remaining readings vary less than those sent.")
    return lawsWithoutInterval + [cutOff, channelsWithoutInterval].compactMap(\.self)
  }

  /// The deviation of the channels, where too few readings of some beacons remain.
  var channelsWithoutInterval: WithoutInterval? {
    WithoutInterval(
      channels != nil && areChannelsCutOff ? ["channels.deviation"] : [],
      "More than 10 % were censored: the standard deviation of the channels has no interval.")
  }

  /// Of n, C, sigma and the loss.
  var lawsWithoutInterval: [WithoutInterval] {
    let laws = [("normal", normal), ("robust", robust)] + (faded.map { [("faded", $0)] } ?? [])
    let byBeacon = [("normalByBeacon", normalByBeacon), ("robustByBeacon", robustByBeacon)]
      .compactMap { name, law in law.map { (name, $0) } }
    return [
      WithoutInterval(
        laws.filter { !$0.1.tellsSpread }.flatMap { ["\($0.0).sigma", "\($0.0).loss"] }
          + byBeacon.filter { !$0.1.tellsSpread }.map { "\($0.0).loss" },
        tellsFades
          ? "Sigma and loss depend on the error model: only the most likely one has intervals for them."
          : "The recording does not show whether there is fading, on which sigma and loss depend: they have no intervals."
      ),
      WithoutInterval(
        laws.filter { !$0.1.tellsLine }.flatMap { ["\($0.0).n", "\($0.0).c"] }
          + byBeacon.filter { !$0.1.tellsLine }.map { "\($0.0).n" },
        "More than 2 % were censored, so n and C depend on the error model. Models that another model rules out have "
          + "no intervals, nor has n where each beacon has a C of its own. The intervals cover all remaining models, so they are the same "
          + "in each row."),
      WithoutInterval(
        byBeacon.map { "\($0.0).sigma" },
        "With a C for each beacon, part of the spread is absorbed by C, so sigma has no interval."),
      WithoutInterval(
        normal.isSteady ? ["normal", "robust"].flatMap { ["\($0).n", "\($0).c", "\($0).sigma"] } : [],
        "All \(noun)s lie exactly on the fitted line: without residuals there are no intervals."),
    ].compactMap(\.self)
  }
}
