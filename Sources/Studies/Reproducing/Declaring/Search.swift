import Documents
import NumericalMethods
import Results
import Scenarios
import Sweeping
import World

// The part `search` of a reproduction: a sweep with targets, whose finds are tried again with the reproduction's seed.

extension Sweep {
  /// The keys of the part, and what they leave as it is.
  static let search: SettingForm<Sweep> = .settings(
    VariedScenario.declared(
      "The file, relative to this file; its `published` figures are those to be reproduced."
    )
    .map { $0.within(\.scenario) } + [
      .required(
        "seed", \.seed, .seed,
        "The seed of the laps, the same for all points and different from the reproduction's own, with which the points found are "
          + "repeated."),
      .defaulted(
        "points", \.points, .integer(.between(1, 1_000_000)), to: 16383,
        "The number of points. One less than a power of 2 fills the space most evenly."),
    ] + SweepTargets.stopping.map { $0.within(\.stopping) } + [
      .required(
        "parameters", \.parameters,
        .list(of: .settings(SweptParameter.drawn), count: .between(1, SobolPoints.mostDimensions)),
        "The parameters that are varied.")
    ], from: Sweep { $0.design = .sobol })

  /// Reads the scenario, and checks the parameters against each other.
  ///
  /// - Parameters:
  ///   - part: what it was read from.
  ///   - reproduction: its name.
  ///   - again: its seed.
  mutating func load(
    _ part: Document, of reproduction: String, _ about: String, again: UInt64
  ) throws(FileProblem) {
    (name, self.about, stopping.again) = (reproduction, about, again)
    try load(part)
  }
}
