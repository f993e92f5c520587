import NumericalMethods
import World

/// Draws shadowing on a path: at closely spaced points along every edge, each conditional on the others.
///
/// The nodes are drawn together with the covariance `exp(-distance / decorrelation)` over the straight distance
/// between them, which has no negative eigenvalue for any places. Along an edge the shadow is then the
/// Ornstein-Uhlenbeck process that begins and ends at its nodes' values, drawn from point to point, so that two
/// places on one edge are correlated exactly by the distance between them, and places on two edges by way of the
/// nodes. Edges that cross without a node are bridges over each other and share nothing at the crossing. Ours;
/// the process and its conditional laws are in Rasmussen & Williams, "Gaussian Processes for Machine Learning",
/// appendix B.
struct PathShadows: Hashable, Sendable {
  /// The points along one edge.
  struct Edge: Hashable, Sendable {
    let from: Int
    let to: Int
    /// The index of its first point, which is its `from` node.
    let first: Int
    /// Spaces between points; one less than their number.
    let intervals: Int
    /// Metres between points.
    let spacing: Double
    /// `2 - 2ρ` with the correlation ρ of neighbouring points: linear interpolation at a fraction f between them
    /// reduces the variance by `loss × f (1 - f)`.
    let loss: Float
  }

  /// The conditional distribution of the next point, given the one before it and the edge's end.
  struct Step: Hashable, Sendable {
    let ofPrevious: Float
    let ofEnd: Float
    let deviation: Float
  }

  let edges: [Edge]
  /// Points on all edges together; a node is a point on each of its edges.
  let points: Int
  private let nodeFactor: [Float]
  private let nodes: Int
  /// For each edge the steps to its points, other than the first and the last, in order.
  private let steps: [Step]

  /// Points are at most this part of the decorrelation apart, which the interpolation relies on.
  static let spacingShare = 1.0 / 16

  /// The most spaces between points that a building may need, so that its shadows fit into memory.
  static let pointLimit = 1e6

  init(path: PathGraph, decorrelation: Double) {
    var edges: [Edge] = []
    var steps: [Step] = []
    var points = 0
    for (index, edge) in path.edges.enumerated() {
      let length = path.lengths[index]
      let intervals = PathShadows.intervals(on: length, decorrelation)
      let spacing = length / Double(intervals)
      let correlation = Elementary.exp(-spacing / decorrelation)
      edges.append(
        Edge(
          from: edge.from, to: edge.to, first: points, intervals: intervals, spacing: spacing,
          loss: Float(2 * (1 - correlation))))
      for point in 1..<max(intervals, 1) {
        let rest = Elementary.exp(-spacing * Double(intervals - point) / decorrelation)
        steps.append(PathShadows.step(correlation, rest))
      }
      points += intervals + 1
    }
    let places = path.nodes.map(\.position)
    let factor = CholeskyFactor(size: places.count) {
      Elementary.exp(-places[$0].distance(to: places[$1]) / decorrelation)
    }
    self.edges = edges
    self.steps = steps
    self.points = points
    nodes = places.count
    nodeFactor = factor.rows.map { Float($0) }
  }

  private static func intervals(on length: Double, _ decorrelation: Double) -> Int {
    max(Int((length / (decorrelation * spacingShare)).rounded(.up)), 1)
  }

  /// How many points a path has, all edges together.
  static func points(on path: PathGraph, _ decorrelation: Double) -> Int {
    path.lengths.reduce(0) { $0 + intervals(on: $1, decorrelation) + 1 }
  }

  /// The conditional distribution of a point whose correlation is `a` with the point before and `b` with the end.
  private static func step(_ a: Double, _ b: Double) -> Step {
    let (aa, bb) = (a * a, b * b)
    let rest = 1 - aa * bb
    return Step(
      ofPrevious: Float(a * (1 - bb) / rest), ofEnd: Float(b * (1 - aa) / rest),
      deviation: Float(((1 - aa) * (1 - bb) / rest).squareRoot()))
  }

  /// Shadows of unit variance at every point for up to eight anchors, a lane for each.
  ///
  /// A lane depends on its own seed alone.
  func draw(seeds: [Seed]) -> [SIMD8<Float>] {
    var random = RandomLanes(lanes: seeds)
    let normals = random.normals(nodes + steps.count)
    var atNodes: [SIMD8<Float>] = []
    for row in 0..<nodes {
      var sum = SIMD8<Float>.zero
      for column in 0...row { sum += normals[column] * nodeFactor[row * (row + 1) / 2 + column] }
      atNodes.append(sum)
    }
    var values = [SIMD8<Float>](repeating: .zero, count: points)
    var next = 0
    for edge in edges {
      var value = atNodes[edge.from]
      let end = atNodes[edge.to]
      values[edge.first] = value
      values[edge.first + edge.intervals] = end
      for point in edge.first + 1..<edge.first + edge.intervals {
        let step = steps[next]
        value = value * step.ofPrevious + (end * step.ofEnd + normals[nodes + next] * step.deviation)
        values[point] = value
        next += 1
      }
    }
    return values
  }
}
