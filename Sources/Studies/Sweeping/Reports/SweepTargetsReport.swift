import Documents
import Evaluation
import Laps
import Rendering
import Results

// What the published figures say of the cells of a sweep, in tables and in JSON.

extension SweepResult {
  /// The cells with the values of one parameter at which they are inside: of a range the smallest and the largest, of a list how many
  /// have each; nil with none inside.
  func inside(_ parameter: Int, of targets: SweepTargets) -> String? {
    let swept = sweep.parameters[parameter]
    let found = targets.verdicts.indices.filter { targets.verdicts[$0] == .inside }.compactMap {
      points[$0 / sweep.seeds.count].values[parameter]
    }
    guard !found.isEmpty else { return nil }
    if let listed = swept.listed {
      return listed.map { value in "\(value.plain) \(found.count { $0 == value })" }.joined(separator: ", ")
    }
    let numbers = found.compactMap { try? $0.number }
    return [numbers.min(), numbers.max()].map { FixedPoint.shortest($0 ?? 0, decimals: 3) }.joined(
      separator: " to ")
  }

  /// How many cells are inside, and on which parameters it depends.
  func report(of targets: SweepTargets) -> [ReportSection] {
    let counts = [PublishedFigure.Verdict.inside, .undecided, .outside].map {
      "\(Counted.number(targets.count($0))) \($0.rawValue)"
    }
    let names = targets.figures[0].map(\.name)
    let order = sweep.parameters.indices.sorted { a, b in
      func largest(_ index: Int) -> Double {
        targets.sensitivities.compactMap { $0.distances[index] }.max() ?? 0
      }
      return (-largest(a), a) < (-largest(b), b)
    }
    let columns = zip(names, targets.sensitivities).map { name, sensitivity in
      Figure<Int>(nil, name) { index in
        sensitivity.distances[index].map {
          FixedPoint.text($0, decimals: 2) + ($0 > sensitivity.level ?? 1 ? "*" : " ")
        } ?? "–"
      }
    }
    return [
      .paragraph(
        "Beside the published figures \(Counted.text(targets.verdicts.count, "cell")): "
          + "\(counts.joined(separator: ", ")). A match shows that a setting is sufficient, not that it was theirs."
      ),
      .table(
        ReportTable(
          of: order,
          [
            .init(nil, "parameter") { sweep.parameters[$0].name },
            .init(nil, "inside") { inside($0, of: targets) ?? "–" },
          ] + columns,
          notes: [
            "Inside: values of the cells that are inside. The others: distance between the distributions of the values of cells whose figure is "
              + "within its tolerance and of the others, 0 to 1; *: significant at 5 % over all parameters."
          ])),
    ] + (targets.nearest.map { [figures(of: $0, targets)] } ?? [])
  }

  private func figures(of cell: Int, _ targets: SweepTargets) -> ReportSection {
    let point = points[cell / sweep.seeds.count]
    return .table(
      targets.figures[cell], [.init(nil, "figure", \.name)] + PublishedFigure.figures,
      notes: [
        "Point \(point.index), the nearest to the published figures, with \(point.text(sweep.parameters))."
      ])
  }

  /// In JSON: by figure, and by parameter.
  func value(of targets: SweepTargets) -> FigureValue {
    let names = targets.figures[0].map(\.name)
    let verdicts = PublishedFigure.Verdict.allCases.map { ($0.rawValue, targets.count($0)) }
    let rows = sweep.parameters.indices.map { index in
      FigureValue.object([
        ("parameter", .text(sweep.parameters[index].name)),
        ("inside", inside(index, of: targets).figureValue),
        (
          "distances",
          .object(zip(names, targets.sensitivities).map { ($0, .number($1.distances[index])) })
        ),
      ])
    }
    return .object([
      ("cells", .counts(verdicts)),
      ("nearest", targets.nearest.map { nearest($0, targets) } ?? .empty),
      ("levels", .object(zip(names, targets.sensitivities).map { ($0, .number($1.level)) })),
      ("parameters", rows.figureValue),
    ])
  }

  private func nearest(_ cell: Int, _ targets: SweepTargets) -> FigureValue {
    .object([
      ("point", .count(cell / sweep.seeds.count)), ("verdict", .text(targets.verdicts[cell].rawValue)),
      ("figures", targets.figures[cell].figureValue),
    ])
  }
}
