package import World

/// How large the building of a plan may be.
package enum BuildingExtent {
  /// - Throws: `FileProblem` for places that reach farther than 2 km, or less than 3 m, along both axes.
  package static func check(_ places: [Point], of path: String) throws(FileProblem) {
    func extent(_ axis: KeyPath<Point, Double>) -> Double {
      let values = places.map { $0[keyPath: axis] }
      return (values.max() ?? 0) - (values.min() ?? 0)
    }
    let most = max(extent(\.x), extent(\.y))
    guard most <= 2000 else {
      throw FileProblem(
        file: path, expected: "a building of at most 2 km, in metres",
        found: "one of \((most / 1000).rounded(to: 1)) km")
    }
    guard most >= 3 else {
      throw FileProblem(
        file: path, expected: "a building of at least 3 m, in metres",
        found: "one of \(most.rounded(to: 2)) m")
    }
  }
}
