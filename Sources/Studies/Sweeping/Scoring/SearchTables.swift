import Documents
import Evaluation
import Laps
import NumericalMethods
package import Rendering
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

  /// A row of region.csv: of a range, or of one value of a list.
  package typealias RegionRow = (range: SearchRange, share: SearchRange.Share?)

  /// The columns of region.csv.
  package static var regionFigures: [Figure<RegionRow>] {
    let quartiles = ["smallest", "p25", "median", "p75", "largest"].enumerated().map { index, field in
      Figure<RegionRow>(field: field, about: index == 0 ? "Of the points inside." : nil) {
        $0.range.quartiles?[index]
      }
    }
    return [
      .init(field: "parameter") { $0.range.parameter.name },
      .init(field: "unit") { $0.range.parameter.unit },
      .init(field: "scale", about: "`linear`, `logarithmic` or `values`.") { $0.range.parameter.scale },
      .init(field: "value", about: "Of a list.") { $0.share?.value.plain },
      .init(field: "from", about: "Of a range.") { $0.range.parameter.range?.from },
      .init(field: "to") { $0.range.parameter.range?.to },
      .init(field: "points", about: "The number of points with that value, or of all.") {
        $0.share?.points ?? $0.range.points
      },
      .init(field: "inside", about: "How many of these are inside.") {
        $0.share?.inside ?? $0.range.inside
      },
      .init(
        field: "share", about: "The share of a listed value's points that are inside, with Wilson's interval."
      ) { $0.share?.share },
      .init(field: "share_low") { $0.share?.bounds?.lower },
      .init(field: "share_high") { $0.share?.bounds?.upper },
    ] + quartiles + [.init(field: "best", about: "The best point's value.") { $0.range.best?.plain }]
  }

  /// The region of the points inside: a row for each range, and for each value of a list.
  var regionTable: String {
    Self.regionFigures.csv(
      of: region.flatMap { range -> [RegionRow] in
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
