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
///
/// A short path is drawn whole. On a long one every edge has knots, which are drawn first, one conditional on the one before and the
/// edge's end; the pieces between them have random numbers of their own, and only those that a walk touches are drawn.
struct PathShadows: Hashable, Sendable {
  /// The points along one edge, as far as they are drawn.
  struct Edge: Hashable, Sendable {
    /// Where its first drawn point is stored, and how many spaces of the edge lie before that point.
    fileprivate(set) var first: Int
    fileprivate(set) var before = 0
    /// Spaces between drawn points; one less than their number.
    fileprivate(set) var intervals: Int
    /// Metres between points.
    let spacing: Double
    /// `2 - 2ρ` with the correlation ρ of neighbouring points: linear interpolation at a fraction f between them
    /// reduces the variance by `loss × f (1 - f)`.
    let loss: Float
  }

  /// The conditional distribution of the next point, given the one before it and the end of its piece.
  private struct Step: Hashable, Sendable {
    let ofPrevious: Float
    let ofEnd: Float
    let deviation: Float

    /// Of a point whose correlation is `a` with the point before and `b` with the end.
    init(_ a: Double, _ b: Double) {
      let (aa, bb) = (a * a, b * b)
      let rest = 1 - aa * bb
      ofPrevious = Float(a * (1 - bb) / rest)
      ofEnd = Float(b * (1 - aa) / rest)
      deviation = Float(((1 - aa) * (1 - bb) / rest).squareRoot())
    }

    func value(after previous: SIMD8<Float>, before end: SIMD8<Float>, _ normal: SIMD8<Float>) -> SIMD8<Float>
    {
      previous * ofPrevious + (end * ofEnd + normal * deviation)
    }
  }

  /// A place within an edge: the knot before it and the node at the edge's end, both by their index.
  private struct Knot: Hashable, Sendable {
    let previous: Int
    let end: Int
    let step: Step
  }

  /// The points between two knots of an edge.
  private struct Piece: Hashable, Sendable {
    let edge: Int
    /// Spaces of the edge before it, and its own.
    let before: Int
    let intervals: Int
    let from: Int
    let to: Int
    /// The index of the step to its second point.
    let firstStep: Int
  }

  private(set) var edges: [Edge] = []
  /// Drawn points on all edges together; a node is a point on each of its edges.
  private(set) var points = 0
  private let nodeFactor: [Float]
  private let nodes: Int
  /// In the order in which they are drawn; their indices follow those of the nodes.
  private var knots: [Knot] = []
  private var pieces: [Piece] = []
  /// For each piece the steps to its points, other than the first and the last, in order.
  private var steps: [Step] = []
  /// Whether the path is drawn whole, from one sequence of random numbers.
  private let isWhole: Bool
  /// The pieces that are drawn, by their index.
  private var drawn: [Int] = []

  /// Points are at most this part of the decorrelation apart, which the interpolation relies on.
  static let spacingShare = 1.0 / 16
  /// The most points of a path that is drawn whole.
  static let wholeLimit = 4096
  /// The spaces of a piece of a path that is not.
  static let pieceLength = 256
  /// The most spaces between points that a building may have.
  static let pointLimit = 1e6

  init(path: PathGraph, decorrelation: Double) {
    let places = path.nodes.map(\.position)
    let factor = CholeskyFactor(size: places.count) {
      Elementary.exp(-places[$0].distance(to: places[$1]) / decorrelation)
    }
    nodes = places.count
    nodeFactor = factor.rows.map { Float($0) }
    isWhole = PathShadows.points(on: path, decorrelation) <= PathShadows.wholeLimit
    for (index, edge) in path.edges.enumerated() {
      let length = path.lengths[index]
      let intervals = PathShadows.intervals(on: length, decorrelation)
      let spacing = length / Double(intervals)
      let correlation = Elementary.exp(-spacing / decorrelation)
      edges.append(
        Edge(first: points, intervals: intervals, spacing: spacing, loss: Float(2 * (1 - correlation))))
      addPieces(of: index, from: edge.from, to: edge.to, decorrelation)
      points += intervals + 1
    }
    drawn = Array(pieces.indices)
  }

  /// Adds the last edge's pieces, and the knots between them.
  private mutating func addPieces(of edge: Int, from: Int, to end: Int, _ decorrelation: Double) {
    let (all, spacing) = (edges[edge].intervals, edges[edge].spacing)
    func correlation(over spaces: Int) -> Double {
      Elementary.exp(-spacing * Double(spaces) / decorrelation)
    }
    let length = isWhole ? all : PathShadows.pieceLength
    var (before, knot) = (0, from)
    while before < all {
      let intervals = all - before < 2 * length ? all - before : length
      let rest = all - before - intervals
      let to = rest == 0 ? end : nodes + knots.count
      if rest > 0 {
        let step = Step(correlation(over: intervals), correlation(over: rest))
        knots.append(Knot(previous: knot, end: end, step: step))
      }
      pieces.append(
        Piece(
          edge: edge, before: before, intervals: intervals, from: knot, to: to, firstStep: steps.count))
      for point in 1..<max(intervals, 1) {
        steps.append(Step(correlation(over: 1), correlation(over: intervals - point)))
      }
      (before, knot) = (before + intervals, to)
    }
  }

  private static func intervals(on length: Double, _ decorrelation: Double) -> Int {
    max(Int((length / (decorrelation * spacingShare)).rounded(.up)), 1)
  }

  /// How many points a path has, all edges together.
  static func points(on path: PathGraph, _ decorrelation: Double) -> Int {
    path.lengths.reduce(0) { $0 + intervals(on: $1, decorrelation) + 1 }
  }

  /// The same shadows with only the pieces drawn that a walk touches; all of them where the path is drawn whole.
  func covering(_ track: Track) -> PathShadows {
    guard !isWhole else { return self }
    var narrowed = self
    let touched = track.spans(on: edges.count)
    narrowed.drawn = pieces.indices.filter { index in
      let (piece, spacing) = (pieces[index], edges[pieces[index].edge].spacing)
      guard let span = touched[piece.edge] else { return false }
      // A point more on either side, against rounding.
      return span.lowerBound / spacing - 1 < Double(piece.before + piece.intervals)
        && span.upperBound / spacing + 1 > Double(piece.before)
    }
    narrowed.points = 0
    for edge in edges.indices { (narrowed.edges[edge].first, narrowed.edges[edge].intervals) = (0, 0) }
    for piece in narrowed.drawn.map({ pieces[$0] }) {
      if narrowed.edges[piece.edge].intervals == 0 {
        (narrowed.edges[piece.edge].first, narrowed.edges[piece.edge].before) = (
          narrowed.points, piece.before
        )
        narrowed.points += 1
      }
      narrowed.edges[piece.edge].intervals += piece.intervals
      narrowed.points += piece.intervals
    }
    return narrowed
  }

  /// Shadows of unit variance at every drawn point for up to eight anchors, a lane for each.
  ///
  /// A lane depends on its own seed alone.
  func draw(seeds: [Seed]) -> [SIMD8<Float>] {
    var random = RandomLanes(lanes: seeds)
    let normals = random.normals(nodes + knots.count + (isWhole ? steps.count : 0))
    let atKnots = atKnots(normals)
    var values = [SIMD8<Float>](repeating: .zero, count: points)
    for index in drawn {
      let piece = pieces[index]
      guard !isWhole else {
        fill(&values, piece, atKnots, normals, from: nodes + piece.firstStep)
        continue
      }
      var own = RandomLanes(lanes: seeds.map { $0.derived("piece", index) })
      fill(&values, piece, atKnots, own.normals(piece.intervals - 1), from: 0)
    }
    return values
  }

  private func atKnots(_ normals: [SIMD8<Float>]) -> [SIMD8<Float>] {
    var values: [SIMD8<Float>] = []
    for row in 0..<nodes {
      var sum = SIMD8<Float>.zero
      for column in 0...row { sum += normals[column] * nodeFactor[row * (row + 1) / 2 + column] }
      values.append(sum)
    }
    for knot in knots {
      values.append(
        knot.step.value(after: values[knot.previous], before: values[knot.end], normals[values.count]))
    }
    return values
  }

  private func fill(
    _ values: inout [SIMD8<Float>], _ piece: Piece, _ atKnots: [SIMD8<Float>], _ normals: [SIMD8<Float>],
    from firstNormal: Int
  ) {
    let edge = edges[piece.edge]
    let first = edge.first + piece.before - edge.before
    var value = atKnots[piece.from]
    let end = atKnots[piece.to]
    (values[first], values[first + piece.intervals]) = (value, end)
    for point in 1..<max(piece.intervals, 1) {
      value = steps[piece.firstStep + point - 1].value(
        after: value, before: end, normals[firstNormal + point - 1])
      values[first + point] = value
    }
  }
}

extension Track {
  /// The metres along each of a path's edges that the walk covers, by edge; nil where it does not.
  fileprivate func spans(on edges: Int) -> [ClosedRange<Double>?] {
    var spans = [ClosedRange<Double>?](repeating: nil, count: edges)
    for (index, part) in stretches.enumerated() {
      let stop = index + 1 < stretches.count ? stretches[index + 1].start : end
      let reached = part.along + part.alongRate * Double(stop - part.start) / 1e6
      let span = min(part.along, reached)...max(part.along, reached)
      spans[part.edge] =
        spans[part.edge].map { min($0.lowerBound, span.lowerBound)...max($0.upperBound, span.upperBound) }
        ?? span
    }
    return spans
  }
}
