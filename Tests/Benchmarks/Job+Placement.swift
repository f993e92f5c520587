import NumericalMethods
import Placement

extension Job {
  static func placement() throws -> [Job] {
    let (problem, numbers) = hall()
    let start = GreedySearch.run(problem)
    try Inputs.write(numbers + start.layout.map(Double.init), as: "greedy")
    return [
      Job(
        "greedy placement", a: "layout", peers: [.init("numba", "greedy", most: 1)],
        units: start.evaluations
      ) { _ = GreedySearch.run(problem) }
    ]
  }

  /// 35 beacons on 200 candidates over 2,000 points of a hall of 60 m, each heard up to 20 m; and the coordinates of
  /// candidates and points. The points come row by row, as those of a study do.
  private static func hall() -> (PlacementProblem<BoundScore>, [Double]) {
    var random = RandomStream(Seed(1))
    let places = (0..<200).map { _ in SIMD2(60 * random.uniform(), 60 * random.uniform()) }
    let points = (0..<2000).map {
      SIMD2(1.2 * (Double($0 % 50) + random.uniform()), 1.5 * (Double($0 / 50) + random.uniform()))
    }
    let table = InformationTable(candidates: 200, weights: points.map { _ in 1 }, prior: 10) {
      candidate, point in
      let offset = places[candidate] - points[point]
      let squared = max((offset * offset).sum(), 0.25)
      return squared < 400
        ? .init(slope: offset * (8.685889638 / squared), precision: 1 / 16)
        : .init(slope: .zero, precision: 0)
    }
    return (PlacementProblem(BoundScore(table), budget: 35), (places + points).flatMap { [$0.x, $0.y] })
  }
}
