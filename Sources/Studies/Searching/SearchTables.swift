import Evaluation
import Laps
import SiteFiles

/// A search as CSV files: numbers as Swift's shortest that read back exactly, and nothing where there is none.
enum SearchTables {
  /// The columns of points.csv that have their names whatever the parameters are called.
  static func ownColumns(of targets: [SearchTarget]) -> [String] { [first] + outcomes(of: targets) }

  private static let first = "point"

  private static func outcomes(of targets: [SearchTarget]) -> [String] {
    let figures = targets.flatMap { target in
      ["first_m", "m", "low_m", "high_m", "verdict"].map { "\(column(target))_\($0)" }
    }
    return ["verdict", "laps", "missed", "misfit"] + figures + ["again_verdict"]
      + targets.map { "again_\(column($0))_m" }
  }

  /// Every point: its values, its verdict and its figures.
  static func points(of result: SearchResult) -> String {
    table(
      [first] + result.search.parameters.map(\.name) + outcomes(of: result.targets),
      result.rows.map { row in
        let outcome = row.outcome
        var cells = [row.point.index.description] + row.point.values.map(\.plain)
        cells += [outcome.verdict.rawValue, outcome.laps.description, outcome.missed.description]
        cells.append(text(outcome.misfit(to: result.targets)))
        for cell in outcome.cells {
          cells += [text(cell.first), text(cell.simulated), text(cell.interval?.lower)]
          cells += [text(cell.interval?.upper), cell.verdict.rawValue]
        }
        cells.append(row.cell.again?.verdict.rawValue ?? "")
        return cells
          + result.targets.indices.map { text(row.cell.again?.cells[$0].simulated) }
      })
  }

  /// Where the points lie that are inside: a row for each range, and for each value of a list.
  static func region(of result: SearchResult) -> String {
    let columns = [
      "parameter", "unit", "scale", "value", "from", "to", "points", "inside", "share", "share_low",
      "share_high", "smallest", "p25", "median", "p75", "largest", "best",
    ]
    let inside = result.count(.inside)
    return table(
      columns,
      result.region.enumerated().flatMap { index, range in
        let parameter = range.parameter
        let best = result.best?.point.values[index].plain ?? ""
        let head = [parameter.name, parameter.unit ?? "", parameter.scale]
        guard let (from, to) = parameter.range else {
          return range.shares.map { share in
            let numbers = [share.points.description, share.inside.description, text(share.share)]
            let interval = [text(share.bounds?.lowerBound), text(share.bounds?.upperBound)]
            return head + [share.value.plain, "", ""] + numbers + interval + ["", "", "", "", "", best]
          }
        }
        let (quartiles, all) = (range.quartiles, result.rows.count)
        return [
          head + ["", text(from), text(to), all.description, inside.description, "", "", ""]
            + [text(quartiles?.smallest), text(quartiles?.lower), text(quartiles?.median)]
            + [text(quartiles?.upper), text(quartiles?.largest), best]
        ]
      })
  }

  /// Which parameters matter: a row for each.
  static func importance(of result: SearchResult) -> String {
    let columns =
      ["parameter", "distance", "distance_level"] + result.targets.map { "\(column($0))_correlation" }
      + ["correlation_level"]
    return table(
      columns,
      zip(result.search.parameters, result.sensitivity.rows).map { parameter, row in
        [parameter.name, text(row.distance), text(result.sensitivity.distanceLevel)]
          + row.correlations.map(text) + [text(result.sensitivity.correlationLevel)]
      })
  }

  /// `moving_average_mean`.
  private static func column(_ target: SearchTarget) -> String { target.name.replacing(" ", with: "_") }

  private static func text(_ number: Double?) -> String { number.map(\.description) ?? "" }

  private static func table(_ columns: [String], _ rows: [[String]]) -> String {
    ([columns] + rows).map { $0.map(csvField).joined(separator: ",") + "\n" }.joined()
  }
}
