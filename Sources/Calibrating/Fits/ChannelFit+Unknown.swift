extension ChannelFit {
  /// Numbers for which readings like these give no interval.
  package struct WithoutInterval: Hashable, Sendable {
    /// As the keys of the JSON document name them.
    package let numbers: [String]
    /// A sentence.
    package let reason: String
  }

  /// The numbers that have no interval, and why.
  package var withoutInterval: [WithoutInterval] {
    var unknown: [WithoutInterval] = []
    let laws = [("normal", normal), ("robust", robust)] + (faded.map { [("faded", $0)] } ?? [])
    let byBeacon = [("normalByBeacon", normalByBeacon), ("robustByBeacon", robustByBeacon)]
      .compactMap { name, law in law.map { (name, $0) } }
    func add(_ numbers: [String], _ reason: String) {
      if !numbers.isEmpty { unknown.append(WithoutInterval(numbers: numbers, reason: reason)) }
    }
    add(
      laws.filter { !$0.1.tellsSpread }.flatMap { ["\($0.0).sigma", "\($0.0).loss"] }
        + byBeacon.filter { !$0.1.tellsSpread }.map { "\($0.0).loss" },
      tellsFades
        ? "Another law is more likely, and sigma and loss depend on the law."
        : "The readings do not show whether they fade, and sigma and loss depend on it.")
    add(
      laws.filter { !$0.1.tellsLine }.flatMap { ["\($0.0).n", "\($0.0).c"] }
        + byBeacon.filter { !$0.1.tellsLine }.map { "\($0.0).n" },
      "More than 2 % was too weak to be heard, and n and C depend on whether the readings fade: this law takes no account of "
        + "fades, or another is more likely by far.")
    add(
      byBeacon.map { "\($0.0).sigma" }, "The levels fitted to the beacons take up part of the spread.")
    if isCutOff {
      add(
        ["shadowing", "decorrelation", "nuggetVariance"].map { "correlation.\($0)" } + ["fadingK"],
        "More than a fifth was too weak to be heard: what is left is spread less than what was sent.")
    }
    if channels != nil, areChannelsCutOff {
      add(
        ["channels.deviation"],
        "More than a tenth was too weak to be heard: too few readings of some beacons are left.")
    }
    if normal.isSteady {
      add(
        ["normal", "robust"].flatMap { ["\($0).n", "\($0).c", "\($0).sigma"] },
        "All levels lie on the law: they do not tell how far they would differ.")
    }
    return unknown
  }
}
