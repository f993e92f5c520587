package import Evaluation
import Rendering

extension PlacementVerdict {
  /// What came out, in sentences: first the choice.
  ///
  /// - Parameter walks: on which all layouts were judged, and as many fresh ones.
  package func sentences(walks: Int, _ constant: JudgedPipeline) -> [String] {
    let beats = (constant.more?.figure?.value ?? 1) <= 0
    return [
      ([choice(walks: walks)] + rivalry).joined(separator: " "),
      tied.isEmpty
        ? ""
        : "\(isOverturned ? "On the first walks no" : "No") difference from the best judged layout is shown for: "
          + "\(tied.joined(separator: "; ")). Among such layouts a rule comes before a search.",
      overBudget.isEmpty
        ? "" : "Better, but over the budget: \(overBudget.map(text).joined(separator: "; ")).",
      beats
        ? "Always answering the middle of the site is no worse: no layout is worth its beacons here." : "",
    ].filter { !$0.isEmpty }
  }

  private func choice(walks: Int) -> String {
    let winner = isRule ? "A simple rule wins" : "A search wins"
    let first = isOverturned ? "the first walks" : "those on which it was chosen"
    let before = selected.map { "; \(figure.text($0.value)) on \(first)" } ?? ""
    return "\(winner): \(layout), with \(Counted.text(beacons, "beacon")), has a \(figure.meaning) of "
      + "\(figure.text(confirmed)) with \(pipeline) on \(Counted.text(walks, "fresh walk"))\(before)."
  }

  /// The choice beside its rival.
  private var rivalry: [String] {
    guard let rival, let difference = rival.difference else { return [] }
    let kind =
      isOverturned
      ? "the first choice"
      : rival.isRule == isRule
        ? "the next best layout" : rival.isRule ? "the best rule" : "the best searched layout"
    let name = "\(kind), \(rival.layout),"
    let text = figure.text(difference.value.magnitude, difference.interval, isNegative: difference.value < 0)
    switch difference.interval {
    case let interval? where interval.lower > 0:
      return [
        "On the fresh walks\(isOverturned ? ", which have the last word," : "") \(name) is worse by \(text)."
      ]
    default: return ["On the fresh walks no difference from \(name) is shown: \(figure.text(difference))."]
    }
  }

  private func text(_ rival: Rival) -> String {
    let by = rival.difference.map {
      " by \(figure.text($0.value.magnitude, $0.interval, isNegative: $0.value < 0))"
    }
    return "\(rival.layout), with \(Counted.text(rival.beacons, "beacon")),\(by ?? "")"
  }
}

extension JudgedFigure {
  /// In words.
  package var meaning: String {
    switch self {
    case .error: "mean error"
    case .wrongRooms: "share of wrong rooms"
    case .use(let name, .share): "share of \(name)"
    case .use(_, .seconds): "mean time until events are noticed"
    case .cost(let metres):
      "cost (mean error and \(FixedPoint.text(metres, decimals: metres == metres.rounded() ? 0 : 2)) m times the share of wrong rooms)"
    }
  }

  private var factor: Double { unit == "%" ? 100 : 1 }

  private func digits(_ value: Double) -> String {
    FixedPoint.text(value * factor, decimals: unit == "%" ? 1 : 2)
  }

  /// A value of the figure with its unit.
  package func text(_ value: Double) -> String { "\(digits(value)) \(unit)" }

  /// A value with its unit and interval; `–` for none.
  package func text(_ means: WeightedMeans?) -> String { means.map { text($0.value, $0.interval) } ?? "–" }

  /// - Parameter isNegative: whether the value is the magnitude of one below 0, whose interval is turned with it.
  package func text(_ value: Double, _ interval: ConfidenceInterval?, isNegative: Bool = false) -> String {
    guard let interval else { return text(value) }
    let (lower, upper) = isNegative ? (-interval.upper, -interval.lower) : (interval.lower, interval.upper)
    return "\(text(value)) [\(digits(lower)), \(digits(upper))]"
  }
}
