/// The mean of the position error bounds at all points, by the points' weights.
public struct BoundScore: LayoutScore {
  /// What each candidate contributes at each point.
  public let table: InformationTable
  public private(set) var layout: [Int] = []
  private var sum: [SIMD8<Float>]
  /// The weighted bounds of the present layout, by eight points.
  private var present: [SIMD8<Float>] = []

  /// Without any beacon.
  public init(_ table: InformationTable) {
    (self.table, sum) = (table, [])
    set([])
  }

  /// How many candidates the table has.
  public var candidates: Int { table.candidates }

  /// Adds the information of all beacons anew.
  public mutating func set(_ layout: [Int]) {
    self.layout = layout.sorted()
    sum = table.sum(of: layout)
    present = zip(BoundKernel.all(table, sum), table.weights).map { $0 * $1 }
  }

  /// The mean of the present layout, in metres.
  public func value() -> Double { Double(present.reduce(.zero, +).sum()) }
  /// The mean with one more beacon.
  public func value(adding candidate: Int) -> Double { value(.adding(candidate)) }
  /// The mean with one beacon exchanged for another.
  public func value(replacing old: Int, by new: Int) -> Double { value(.replacing(old, by: new)) }

  private func value(_ change: BoundKernel.Change) -> Double {
    Double(BoundKernel.mean(table, sum, change, present: present))
  }

  /// The bound at each point, in metres.
  public var bounds: [Double] {
    let all = BoundKernel.all(table, sum)
    return (0..<table.points).map { Double(all[$0 / 8][$0 % 8]) }
  }

  /// The same of some layout.
  func bounds(of layout: [Int]) -> [Double] {
    var other = self
    other.set(layout)
    return other.bounds
  }
}
