import Documents
import Evaluation
import Laps
import Rendering

/// A search as CSV files.
enum SearchTables {
  private typealias Row = SearchResult.Row

  /// The columns of points.csv whose names do not depend on the parameters.
  static func ownColumns(of targets: [SearchTarget]) -> [String] {
    ([point] + outcomes(of: targets)).compactMap(\.field)
  }

  /// Every point: its values, its verdict and its figures.
  static func points(of result: SearchResult) -> String {
    let values = result.search.parameters.enumerated().map { index, parameter in
      Figure<Row>(field: parameter.name) { $0.point.values[index].plain }
    }
    return ([point] + values + outcomes(of: result.targets)).csv(of: result.rows)
  }

  private static let point = Figure<Row>(field: "point", \.point.index)

  private static func outcomes(of targets: [SearchTarget]) -> [Figure<Row>] {
    let cells = targets.enumerated().flatMap { index, target in
      figures(column(target)).of { (row: Row) in row.outcome.cells[index] }
    }
    let again = targets.enumerated().map { index, target in
      Figure<Row>(field: "again_\(column(target))_m") { $0.cell.again?.cells[index].simulated }
    }
    return [
      .init(field: "verdict", \.outcome.verdict.rawValue), .init(field: "laps", \.outcome.laps),
      .init(field: "missed", \.outcome.missed), .init(field: "misfit") { $0.outcome.misfit(to: targets) },
    ] + cells + [.init(field: "again_verdict", \.cell.again?.verdict.rawValue)] + again
  }

  private static func figures(_ name: String) -> [Figure<SearchOutcome.Cell>] {
    [
      .init(field: "\(name)_first_m", \.first), .init(field: "\(name)_m", \.simulated),
      .init(field: "\(name)_low_m", \.interval?.lower), .init(field: "\(name)_high_m", \.interval?.upper),
      .init(field: "\(name)_verdict", \.verdict.rawValue),
    ]
  }

  /// The region of the points inside: a row for each range, and for each value of a list.
  static func region(of result: SearchResult) -> String {
    typealias Row = (index: Int, range: SearchRange, share: SearchRange.Share?)
    let (all, inside) = (result.rows.count, result.count(.inside))
    let figures: [Figure<Row>] = [
      .init(field: "parameter") { $0.range.parameter.name }, .init(field: "unit") { $0.range.parameter.unit },
      .init(field: "scale") { $0.range.parameter.scale }, .init(field: "value") { $0.share?.value.plain },
      .init(field: "from") { $0.range.parameter.range?.from },
      .init(field: "to") { $0.range.parameter.range?.to }, .init(field: "points") { $0.share?.points ?? all },
      .init(field: "inside") { $0.share?.inside ?? inside }, .init(field: "share") { $0.share?.share },
      .init(field: "share_low") { $0.share?.bounds?.lowerBound },
      .init(field: "share_high") { $0.share?.bounds?.upperBound },
      .init(field: "smallest") { $0.range.quartiles?.smallest },
      .init(field: "p25") { $0.range.quartiles?.lower },
      .init(field: "median") { $0.range.quartiles?.median },
      .init(field: "p75") { $0.range.quartiles?.upper },
      .init(field: "largest") { $0.range.quartiles?.largest },
      .init(field: "best") { result.best?.point.values[$0.index].plain },
    ]
    return figures.csv(
      of: result.region.enumerated().flatMap { index, range -> [Row] in
        range.parameter.isNumber ? [(index, range, nil)] : range.shares.map { (index, range, $0) }
      })
  }

  /// The importance of each parameter, one row each.
  static func importance(of result: SearchResult) -> String {
    typealias Row = (name: String, sensitivity: RegionalSensitivity.Row)
    let sensitivity = result.sensitivity
    let correlations = result.targets.enumerated().map { index, target in
      Figure<Row>(field: "\(column(target))_correlation") { $0.sensitivity.correlations[index] }
    }
    let figures: [Figure<Row>] =
      [
        .init(field: "parameter") { $0.name }, .init(field: "distance") { $0.sensitivity.distance },
        .init(field: "distance_level") { _ in sensitivity.distanceLevel },
      ] + correlations + [.init(field: "correlation_level") { _ in sensitivity.correlationLevel }]
    return figures.csv(of: zip(result.search.parameters, sensitivity.rows).map { ($0.name, $1) })
  }

  /// `moving_average_mean`.
  private static func column(_ target: SearchTarget) -> String { target.name.replacing(" ", with: "_") }
}
