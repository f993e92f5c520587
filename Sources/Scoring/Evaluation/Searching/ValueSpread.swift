/// The values of a parameter over points, prepared for comparing the distributions of many pairs of groups.
struct ValueSpread: Sendable {
  /// The points in ascending order of their values.
  private let order: [Int]
  /// In that order: where runs of equal values end.
  private let ends: [Int]
  private let isOrdered: Bool

  init(_ values: [Double], isOrdered: Bool) {
    order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    let order = order
    ends = order.indices.filter { place in
      place + 1 == order.count || values[order[place + 1]] != values[order[place]]
    }.map { $0 + 1 }
    self.isOrdered = isOrdered
  }

  /// The distance of the distributions of the two groups' values: 0 to 1.
  ///
  /// For ordered values it is the largest difference of the shares up to any value (Smirnov 1948,
  /// doi:10.1214/aoms/1177730256). For others it is half the sum of the absolute differences of the shares of each value,
  /// which is the largest difference of the shares of any set of values.
  ///
  /// - Parameter sides: by point, whether it belongs to the first group.
  /// - Returns: nil when a group is empty.
  func distance(of sides: [Bool]) -> Double? {
    let first = sides.count { $0 }
    guard first > 0, first < sides.count else { return nil }
    let (one, other) = (1 / Double(first), 1 / Double(sides.count - first))
    var (start, inFirst, inSecond) = (0, 0, 0)
    var (largest, sum) = (0.0, 0.0)
    for end in ends {
      var here = 0
      for place in start..<end where sides[order[place]] { here += 1 }
      let there = end - start - here
      (inFirst, inSecond) = (inFirst + here, inSecond + there)
      largest = max(largest, (Double(inFirst) * one - Double(inSecond) * other).magnitude)
      sum += (Double(here) * one - Double(there) * other).magnitude
      start = end
    }
    return isOrdered ? largest : sum / 2
  }
}
