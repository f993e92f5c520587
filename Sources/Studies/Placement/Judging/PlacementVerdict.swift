import Evaluation
package import Rendering

/// Which layout a study chooses, and how sure that is.
///
/// The chosen layout is the one with the best judged figure of all within the budget and the constraints. A search must be
/// better than the rules to justify its effort: where the interval of the paired difference from the best layout contains
/// 0, a rule is preferred, and of several rules the best judged one. The best of many layouts on the same walks looks
/// better than it is, so the chosen layout and its rival are judged again on fresh walks. If these show the rival to be
/// better, it replaces the first choice.
package struct PlacementVerdict: Sendable {
  /// A layout beside the chosen one.
  package struct Rival: Sendable {
    /// Its name.
    package let layout: String
    /// Whether it comes of a rule or a file rather than of a search.
    package let isRule: Bool
    /// How many it has.
    package let beacons: Int
    /// The rival's figure less that of the chosen layout.
    package let difference: WeightedMeans?
  }

  /// By which layouts are judged.
  package let figure: JudgedFigure
  /// The name of the chosen layout.
  package let layout: String
  /// Whether it comes of a rule or a file rather than of a search.
  package let isRule: Bool
  /// How many it has.
  package let beacons: Int
  /// The pipeline by which it is judged.
  package let pipeline: String
  /// On the walks on which all layouts are judged, and by which it was selected.
  package let selected: WeightedMeans?
  /// On as many fresh walks.
  package let confirmed: WeightedMeans?
  /// The best of the others on the fresh walks: of the searches where a rule is chosen, otherwise of the rules.
  package let rival: Rival?
  /// Whether the rival was the first choice, which the fresh walks have shown to be worse.
  package let isOverturned: Bool
  /// Layouts that are not shown to be better or worse than the best judged one.
  package let tied: [String]
  /// Layouts over the budget that are better.
  package let overBudget: [Rival]
}

/// The choice among judged layouts.
struct LayoutChoice {
  private(set) var chosen: Int
  private(set) var rival: Int?
  /// Those not shown to differ from the best judged one, without the chosen one.
  private(set) var tied: [Int]
  private(set) var isOverturned = false

  /// The same with the rival in place of the chosen layout, after fresh walks have shown the latter to be worse.
  var exchanged: LayoutChoice {
    guard let rival else { return self }
    var other = self
    (other.chosen, other.rival, other.isOverturned) = (rival, chosen, true)
    other.tied.removeAll { $0 == rival }
    return other
  }

  /// - Parameter excluded: by layout why it cannot be chosen; nil where it can.
  init?(_ judge: LayoutJudge, _ all: [LayoutJudge.Moments], excluded: [String?]) {
    let values = all.map { judge.value(of: $0) ?? .infinity }
    let order = all.indices.filter { excluded[$0] == nil }.sorted { (values[$0], $0) < (values[$1], $1) }
    guard let best = order.first else { return nil }
    let alike = order.filter { index in
      guard index != best, let difference = judge.difference(all[index], from: all[best]) else {
        return false
      }
      return difference.interval.map { $0.lower <= 0 } ?? true
    }
    let chosen = ([best] + alike).first { all[$0].layout.isRule } ?? best
    self.chosen = chosen
    tied = ([best] + alike).filter { $0 != chosen }
    rival =
      order.first { $0 != chosen && all[$0].layout.isRule != all[chosen].layout.isRule }
      ?? order.first { $0 != chosen }
  }
}

// docs/columns.md lists the keys.

extension PlacementVerdict: Described {
  /// The key `verdict`.
  package static let figures: [Figure<PlacementVerdict>] = [
    .init("figure", about: "That which decides.", \.figure.name),
    .init("layout", \.layout),
    .init("isRule", \.isRule),
    .init("beacons", \.beacons), .init("pipeline", \.pipeline),
    .init("confirmed", about: "The figure on fresh walks.", estimate: \.confirmed),
    .init(
      "selected", intervalKey: "selectedInterval95", about: "The figure on the first walks.",
      estimate: \.selected),
    .init("rival", \.rival),
    .init(
      "overturned",
      about: "Whether the rival had been the first choice and the fresh walks overturned it.", \.isOverturned),
    .init("tied", about: "Layouts for which no difference from the best judged one is shown.", \.tied),
    .init("overBudget", about: "Layouts over the budget that are better.", \.overBudget),
  ]
}

extension PlacementVerdict.Rival: Described {
  /// A rival in JSON.
  package static let figures: [Figure<PlacementVerdict.Rival>] = [
    .init("layout", \.layout), .init("isRule", \.isRule), .init("beacons", \.beacons),
    .init("difference", estimate: \.difference),
  ]
}
