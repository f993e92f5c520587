extension ChannelFit {
  /// Numbers that have no interval, and the reason.
  package struct WithoutInterval: Hashable, Sendable {
    /// As the keys of the JSON document name them.
    package let numbers: [String]
    /// A sentence.
    package let reason: String
  }

  /// The numbers that have no interval, and why.
  package var withoutInterval: [WithoutInterval] {
    (lawsWithoutInterval + [
      (
        isCutOff
          ? ["shadowing", "decorrelation", "nuggetVariance"].map { "correlation.\($0)" } + ["fadingK"] : [],
        "More than a fifth were censored: the remaining readings vary less than those sent."
      ),
      (
        channels != nil && areChannelsCutOff ? ["channels.deviation"] : [],
        "More than a tenth were censored: too few readings of some beacons remain."
      ),
      (
        normal.isSteady ? ["normal", "robust"].flatMap { ["\($0).n", "\($0).c", "\($0).sigma"] } : [],
        "All readings lie exactly on the fitted line, so there are no residuals."
      ),
    ]).filter { !$0.numbers.isEmpty }.map { WithoutInterval(numbers: $0.numbers, reason: $0.reason) }
  }

  private var lawsWithoutInterval: [(numbers: [String], reason: String)] {
    let laws = [("normal", normal), ("robust", robust)] + (faded.map { [("faded", $0)] } ?? [])
    let byBeacon = [("normalByBeacon", normalByBeacon), ("robustByBeacon", robustByBeacon)]
      .compactMap { name, law in law.map { (name, $0) } }
    return [
      (
        laws.filter { !$0.1.tellsSpread }.flatMap { ["\($0.0).sigma", "\($0.0).loss"] }
          + byBeacon.filter { !$0.1.tellsSpread }.map { "\($0.0).loss" },
        tellsFades
          ? "Another error model is more likely, and sigma and loss depend on the model."
          : "The readings do not show whether there is fading, on which sigma and loss depend."
      ),
      (
        laws.filter { !$0.1.tellsLine }.flatMap { ["\($0.0).n", "\($0.0).c"] }
          + byBeacon.filter { !$0.1.tellsLine }.map { "\($0.0).n" },
        "More than 2 % were censored, and n and C depend on whether there is fading: this model ignores "
          + "fading, or another one is far more likely."
      ),
      (
        byBeacon.map { "\($0.0).sigma" }, "An RSSI at 1 m for each beacon absorbs part of the spread."
      ),
    ]
  }
}
