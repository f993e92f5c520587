import Evaluation
import Studies

/// What was said of an experiment, and in how many simulated ones it holds.
struct FigureReport {
  private let result: FigureResult

  init(_ result: FigureResult) { self.result = result }

  func text(width: Int) -> String {
    let names = result.settings.first?.means.map(\.pipeline) ?? []
    var table = TextTable([.init("\(result.name), mean", unit: "m")] + names.map { .init($0) })
    for setting in result.settings {
      table.add([.text(setting.name)] + setting.means.map { .number($0.mean) })
    }
    table.notes = [
      "\(result.experiments) experiments of \(Counted.text(result.laps, "lap")) each; means over all of them."
    ]
    table.notes += MissedNote.sentences(of: result.missed)
    let sentences = result.settings.flatMap { setting in
      setting.holdings.map { holding in
        "  \(setting.name): \(holding.statement.text): in \(holding.times) of \(holding.experiments), "
          + "\(words(holding.verdict))."
      }
    }
    return table.text(width: width)
      + "What was said of it, and how often it holds:".paragraph(width: width)
      + sentences.map { $0.paragraph(width: width) }.joined()
  }

  private func words(_ verdict: FigureResult.Holding.Verdict) -> String {
    switch verdict {
    case .reproduced: "reproduced"
    case .sometimes: "neither reproduced nor refuted"
    case .notReproduced: "not reproduced"
    }
  }
}
