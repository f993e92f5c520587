extension ChannelFit {
  /// Numbers that readings like these do not tell an interval of.
  package struct WithoutInterval: Hashable, Sendable {
    /// As the keys of the JSON document name them.
    package let numbers: [String]
    /// A sentence.
    package let reason: String
  }

  /// What is told without an interval, and why.
  package var withoutInterval: [WithoutInterval] {
    var unknown: [WithoutInterval] = []
    let implausible =
      [("normal", normal), ("robust", robust)].filter { !$0.1.isPlausible }
      + (faded.map { !$0.isPlausible ? [("faded", $0)] : [] } ?? [])
    if !implausible.isEmpty {
      unknown.append(
        WithoutInterval(
          numbers: implausible.flatMap { ["\($0.0).sigma", "\($0.0).loss"] },
          reason:
            "Another law explains the readings far better, or may, and sigma and loss depend on the law."))
    }
    if robustByBeacon != nil {
      unknown.append(
        WithoutInterval(
          numbers: ["normalByBeacon.sigma", "robustByBeacon.sigma"],
          reason: "The levels fitted to the beacons take up part of the spread."))
    }
    if isCutOff {
      unknown.append(
        WithoutInterval(
          numbers: ["shadowing", "decorrelation", "nuggetVariance"].map { "correlation.\($0)" } + ["fadingK"],
          reason: "Too much was too weak to be heard, and too little is far above the sensitivity."))
    }
    if normal.isSteady {
      unknown.append(
        WithoutInterval(
          numbers: ["normal", "robust"].flatMap { ["\($0).n", "\($0).c", "\($0).sigma"] },
          reason: "All levels lie on the law: they do not tell how far they would differ."))
    }
    return unknown
  }
}
