package import Documents
import NumericalMethods
import Results
import Scenarios
import World

/// The part of a scenario's settings that is searched for values that reproduce published figures.
package struct Search: DeclaredSettings {
  /// The scenario, with the values that the search sets for all points.
  var scenario = VariedScenario()
  /// The seed of the search's laps. It differs from the one with which points inside are run again.
  package var seed: UInt64 = 0
  /// The number of points: the first ones of ``SobolPoints``.
  package var points = 16383
  /// The laps after which a point is looked at, ascending. After the last ones it has its verdict.
  package var stages = [8, 20, 60, 150, 300]
  /// The chance that a point is stopped before the last stage although all its figures are inside.
  package var falseStops = 0.05
  package var parameters: [SearchParameter] = []
  /// The document of the file, with every default.
  var document: Document = [:]

  package static let defaults = Search()
  package static let keys: [SettingKey<Search>] =
    VariedScenario.declared(
      "The file, relative to this file; its `published` figures are those to be reproduced."
    )
    .map { $0.within(\.scenario) } + [
      .required(
        "seed", \.seed, .seed,
        "The seed of the laps, the same for all points and different from the reproduction's own, with which the points found are "
          + "repeated."),
      .defaulted(
        "points", \.points, .integer(.between(1, 1_000_000)),
        "The number of points. One less than a power of 2 fills the space most evenly."),
      .defaulted(
        "stages", \.stages,
        .list(of: .integer(.between(2, 1_000_000)), count: .atLeast(1)).checked {
          document, stages throws(FileProblem) in
          for (index, stage) in stages.enumerated().dropFirst() where stage <= stages[index - 1] {
            throw try document[index].problem(expected: "more laps than in the stage before it")
          }
        },
        "The numbers of laps after which a point is tested, ascending; it continues while no figure is significantly outside, and after the "
          + "last one gets its verdict."),
      .defaulted(
        "falseStops", \.falseStops, .number(.between(0.001, 0.5)),
        "The probability of stopping a point before the last stage although all its figures are inside."),
      .required(
        "parameters", \.parameters, .list(of: .settings, count: .between(1, SobolPoints.mostDimensions)),
        "The parameters that are varied."),
    ]

  /// The same search with other numbers, where they are not nil.
  ///
  /// - Parameters:
  ///   - points: 1 or more.
  ///   - laps: of the last stage; stages beyond that are left out.
  package func with(seed: UInt64? = nil, points: Int? = nil, laps: Int? = nil) -> Search {
    var search = self
    search.seed = seed ?? self.seed
    search.points = points ?? self.points
    if let laps { search.stages = stages.filter { $0 < laps } + [laps] }
    return search
  }

  /// The laps after which a point may be stopped.
  package var looks: [Int] { Array(stages.dropLast()) }
  /// The laps of a point that is not stopped.
  package var laps: Int { stages.last ?? 0 }

  /// All points, in their order.
  func allPoints() throws -> [SearchPoint] {
    try SobolPoints.first(points, dimensions: parameters.count).enumerated().map {
      SearchPoint($0, $1, of: parameters)
    }
  }
}

extension Search {
  /// Keys that all points must share, so that they can be compared.
  private static let shared = ["seed", "laps", "laps.count", "site", "name", "dataset"]

  /// Reads the scenario, and checks the parameters against each other.
  ///
  /// - Parameter seed: of the reproduction, which must differ from that of the search.
  mutating func load(_ part: Document, apartFrom seed: UInt64) throws(FileProblem) {
    document = part
    guard self.seed != seed else {
      throw try part["seed"].problem(
        expected: "another seed than the reproduction's, with which what is found is tried again")
    }
    try scenario.load()
    try parameters.load(part, apartFrom: Self.shared)
  }
}
