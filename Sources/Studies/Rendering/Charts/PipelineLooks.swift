/// How a pipeline looks on every page and picture: its place in the scenario's list determines colour, dash and shape, whichever
/// other pipelines are drawn beside it. Constant baselines do not count as places; they are grey.
package struct PipelineLooks: Hashable, Sendable {
  private let varying: [String]
  private let constant: [String]

  /// - Parameter constant: the names of constant baselines.
  package init(_ names: [String], constant: [String] = []) {
    varying = names.uniqued.filter { !constant.contains($0) }
    self.constant = constant
  }

  /// Those of several results: pipelines of one name look alike.
  package init(of several: [PipelineLooks]) {
    self.init(several.flatMap(\.varying), constant: several.flatMap(\.constant))
  }

  /// Whether a pipeline is a constant baseline, which is drawn grey.
  package func isConstant(_ name: String) -> Bool { constant.contains(name) }

  /// The place that determines the look; nil for a constant baseline.
  package func place(of name: String) -> Int? {
    isConstant(name) ? nil : varying.firstIndex(of: name) ?? varying.count
  }

  /// As `#RRGGBB`.
  package func colour(of name: String) -> String { SeriesStyle.colour(at: place(of: name)) }
}
