/// A figure of the position error bounds at all points.
public struct BoundScore: LayoutScore {
  /// The figure that summarises the bounds of the points.
  public enum Figure: Hashable, Sendable {
    /// The mean by the points' weights.
    case mean
    /// The quantile of the points, each counting equally, 0 to 1; the next larger bound.
    case quantile(Double)
    /// The largest.
    case worst
    /// The share of the points whose bound is above this number of metres.
    case shareAbove(Double)
  }

  /// What each candidate contributes at each point.
  public let table: InformationTable
  /// What is minimised.
  public let figure: Figure
  public private(set) var layout: [Int] = []
  private var sum: [SIMD8<Float>]
  /// Of a mean: the weighted bounds of the present layout, by eight points.
  private var present: [SIMD8<Float>]

  /// Without any beacon.
  public init(_ table: InformationTable, figure: Figure = .mean) {
    (self.table, self.figure, sum) = (table, figure, table.prior)
    present = table.weights
    update(after: .none)
  }

  /// How many candidates the table has.
  public var candidates: Int { table.candidates }

  /// Adds the information of all beacons anew.
  public mutating func set(_ layout: [Int]) {
    self.layout = layout.sorted()
    sum = table.sum(of: layout)
    update(after: .none)
  }

  /// Subtracts the information of one beacon and adds that of another.
  public mutating func replace(_ old: Int, by new: Int) {
    layout = (layout.filter { $0 != old } + [new]).sorted()
    table.add(old, to: &sum, sign: -1)
    table.add(new, to: &sum, sign: 1)
    update(after: .replacing(old, by: new))
  }

  private mutating func update(after change: BoundKernel.Change) {
    guard figure == .mean else { return }
    BoundKernel.update(&present, table, sum, after: change)
  }

  /// The figure of the present layout; in metres, of a share 0 to 1.
  public func value() -> Double { value(.none) }
  /// The figure with one more beacon.
  public func value(adding candidate: Int) -> Double { value(.adding(candidate)) }
  /// The figure with one beacon exchanged for another.
  public func value(replacing old: Int, by new: Int) -> Double { value(.replacing(old, by: new)) }

  /// In a mean, two candidates interact only if both are heard at some point; in any other figure they always may.
  public func interacts(_ a: Int, _ b: Int) -> Bool { figure != .mean || table.sharePoints(a, b) }

  /// The bound at each point, in metres.
  public var bounds: [Double] {
    BoundKernel.all(table, sum, .none).prefix(table.points).map { Double($0) }
  }

  private func value(_ change: BoundKernel.Change) -> Double {
    guard figure != .mean else { return Double(BoundKernel.mean(table, sum, change, present: present)) }
    var bounds = BoundKernel.all(table, sum, change)
    bounds.removeLast(bounds.count - table.points)
    switch figure {
    case .mean, .worst: return Double(bounds.max() ?? 0)
    case .shareAbove(let metres):
      return Double(bounds.count { Double($0) > metres }) / Double(max(bounds.count, 1))
    case .quantile(let share):
      let rank = max(Int((share * Double(bounds.count)).rounded(.up)) - 1, 0)
      return bounds.isEmpty ? 0 : Double(bounds.sorted()[min(rank, bounds.count - 1)])
    }
  }
}

extension BoundScore {
  /// The covariance matrix of the best unbiased estimate at each point, in m²: the elements xx, xy and yy.
  public var covariances: [SIMD3<Double>] {
    (0..<table.points).map { point in
      func part(_ index: Int) -> Double { Double(sum[point / 8 * table.parts + index][point % 8]) }
      var (a, b, c) = (part(0), part(1), part(2))
      if table.parts == 6 {
        a -= part(3) * part(3) / part(5)
        b -= part(3) * part(4) / part(5)
        c -= part(4) * part(4) / part(5)
      }
      let determinant = a * c - b * b
      return SIMD3(c, -b, a) / determinant
    }
  }
}
