package import Documents
import NumericalMethods
import Reproducing

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
      let (parameter, value) = (pair.0.parameter, pair.1)
      guard let value else { return [] }
      let setting = parameter.setting(for: value, after: Array(others[..<index]))
      return parameter.keys.map { Document.Member(key: $0, value: setting) }
    }
  }

  /// `n 1.8 and sigma 4`, or `the scenario as it is`.
  package func text(_ parameters: [SweptParameter]) -> String {
    let set = zip(parameters, values).compactMap { parameter, value in
      value.map { "\(parameter.parameter.name) \($0.plain)" }
    }
    return set.isEmpty ? "the scenario as it is" : WordList.text(set)
  }
}

extension Sweep {
  /// All points, in their order.
  package func allPoints() throws -> [SweepPoint] {
    switch design {
    case .crossed: return numbered(crossed(parameters.map { $0.values ?? [] }))
    case .paired:
      let lists = parameters.map { $0.values ?? [] }
      return numbered((0..<(lists.first?.count ?? 0)).map { index in lists.map { $0[index] } })
    case .oneAtATime:
      let base = [Document?](repeating: nil, count: parameters.count)
      let changed = parameters.enumerated().flatMap { index, parameter in
        (parameter.values ?? []).map { value in
          var values = base
          values[index] = .some(value)
          return values
        }
      }
      return numbered([base] + changed)
    case .sobol:
      return numbered(try SobolPoints.first(points, dimensions: parameters.count).map(values))
    case .latinHypercube:
      let seed = Seed(seeds.first ?? 0).derived("latin hypercube")
      return numbered(
        LatinHypercube.points(points, dimensions: parameters.count, seed: seed).map(values))
    case .sobolIndices:
      let rows = try SobolPoints.first(points, dimensions: 2 * parameters.count)
      return numbered(rows.flatMap { SobolIndices.points(ofRow: $0) }.map(values))
    }
  }

  private func numbered(_ values: [[Document?]]) -> [SweepPoint] {
    values.enumerated().map { SweepPoint(index: $0, values: $1) }
  }

  /// The last parameter changes fastest.
  private func crossed(_ lists: [[Document]]) -> [[Document?]] {
    lists.reduce([[]]) { points, list in points.flatMap { point in list.map { point + [.some($0)] } } }
  }

  private func values(at coordinates: [Double]) -> [Document?] {
    zip(parameters, coordinates).map { $0.parameter.value(at: $1) }
  }
}
