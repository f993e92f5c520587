import Documents
import Evaluation
import Laps
import NumericalMethods
import Rendering
import Results

// The CSV files of a search.

extension SearchResult {
  /// Every point: its values, its verdict and its figures.
  var pointsTable: String {
    let values = sweep.parameters.enumerated().map { index, parameter in
      Figure<Row>(field: parameter.name) { $0.point.values[index]?.plain }
    }
    let outcomes = SearchCell.figures(of: targets).of { (row: Row) in row.cell }
    return ([.init(field: "point", \.point.index)] + values + outcomes).csv(of: rows)
  }

  /// The region of the points inside: a row for each range, and for each value of a list.
  var regionTable: String {
    typealias Row = (range: SearchRange, share: SearchRange.Share?)
    let quartiles = ["smallest", "p25", "median", "p75", "largest"].enumerated().map { index, field in
      Figure<Row>(field: field) { $0.range.quartiles?[index] }
    }
    let figures: [Figure<Row>] =
      [
        .init(field: "parameter") { $0.range.parameter.name },
        .init(field: "unit") { $0.range.parameter.unit },
        .init(field: "scale") { $0.range.parameter.scale }, .init(field: "value") { $0.share?.value.plain },
        .init(field: "from") { $0.range.parameter.range?.from },
        .init(field: "to") { $0.range.parameter.range?.to },
        .init(field: "points") { $0.share?.points ?? $0.range.points },
        .init(field: "inside") { $0.share?.inside ?? $0.range.inside },
        .init(field: "share") { $0.share?.share }, .init(field: "share_low") { $0.share?.bounds?.lower },
        .init(field: "share_high") { $0.share?.bounds?.upper },
      ] + quartiles + [.init(field: "best") { $0.range.best?.plain }]
    return figures.csv(
      of: region.flatMap { range -> [Row] in
        range.shares.isEmpty ? [(range, nil)] : range.shares.map { (range, $0) }
      })
  }

  /// The importance of each parameter, one row each.
  var importanceTable: String {
    typealias Row = (name: String, sensitivity: RegionalSensitivity.Row)
    let (region, figure) = (sensitivity.distanceLevel, sensitivity.correlationLevel)
    let correlations = targets.enumerated().map { index, target in
      Figure<Row>(field: "\(target.field)_correlation") { $0.sensitivity.correlations[index] }
    }
    let figures: [Figure<Row>] =
      [
        .init(field: "parameter") { $0.name }, .init(field: "distance") { $0.sensitivity.distance },
        .init(field: "distance_level") { _ in region },
      ] + correlations + [.init(field: "correlation_level") { _ in figure }]
    return figures.csv(of: zip(sweep.parameters, sensitivity.rows).map { ($0.name, $1) })
  }
}
