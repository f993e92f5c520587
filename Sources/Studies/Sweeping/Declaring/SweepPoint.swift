package import Documents
import NumericalMethods

/// One setting of all parameters of a sweep.
package struct SweepPoint: Hashable, Sendable {
  /// From 0 on.
  package let index: Int
  /// By parameter; nil where it keeps the scenario's value.
  package let values: [Document?]

  /// The values that the point sets in a scenario, in the order of the parameters.
  package func settings(of parameters: [SweptParameter]) -> [Document.Member] {
    let others = values.map { $0 ?? nil }
    return zip(parameters, values).enumerated().flatMap { index, pair -> [Document.Member] in
      let (parameter, value) = pair
      guard let value else { return [] }
      let setting = parameter.setting(for: value, after: Array(others[..<index]))
      return parameter.paths.map { Document.Member(key: $0, value: setting) }
    }
  }

  /// `n 1.8 and sigma 4`, or `the scenario as it is`.
  package func text(_ parameters: [SweptParameter]) -> String {
    let set = zip(parameters, values).compactMap { parameter, value in
      value.map { "\(parameter.name) \($0.plain)" }
    }
    return set.isEmpty ? "the scenario as it is" : WordList.text(set)
  }
}

extension Sweep {
  /// All points, in their order.
  package func allPoints() throws -> [SweepPoint] {
    try allValues().enumerated().map { SweepPoint(index: $0, values: $1) }
  }

  private func allValues() throws -> [[Document?]] {
    let grid = parameters.map { $0.values ?? [] }
    switch design {
    case .crossed:
      // The last parameter changes fastest.
      return grid.reduce([[]]) { points, list in points.flatMap { point in list.map { point + [.some($0)] } }
      }
    case .paired: return (0..<(grid.first?.count ?? 0)).map { index in grid.map { $0[index] } }
    case .oneAtATime:
      let base = [Document?](repeating: nil, count: parameters.count)
      return [base]
        + grid.enumerated().flatMap { index, list in
          list.map { value in base.enumerated().map { $0 == index ? .some(value) : $1 } }
        }
    case .sobol: return try SobolPoints.first(points, dimensions: parameters.count).map(values)
    case .latinHypercube:
      let seed = Seed(seed).derived("latin hypercube")
      return LatinHypercube.points(points, dimensions: parameters.count, seed: seed).map(values)
    case .sobolIndices:
      let rows = try SobolPoints.first(points, dimensions: 2 * parameters.count)
      return rows.flatMap { SobolIndices.points(ofRow: $0) }.map(values)
    }
  }

  private func values(at coordinates: [Double]) -> [Document?] {
    zip(parameters, coordinates).map { $0.value(at: $1) }
  }
}
