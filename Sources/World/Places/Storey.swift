extension [Floor] {
  /// The height of a floor's surface in metres; 0 for a level that is not among them.
  public func elevation(ofLevel level: Int) -> Double { first { $0.level == level }?.elevation ?? 0 }

  /// The heights at which something may be that counts as on a floor: from the middle of the storey below to the floor
  /// above, and where there is none, 5 m up or down.
  ///
  /// - Parameter level: of one of these floors; any other counts as at 0 m.
  public func storey(ofLevel level: Int) -> ClosedRange<Double> {
    let elevation = elevation(ofLevel: level)
    let above = map(\.elevation).filter { $0 > elevation }.min() ?? elevation + 5
    let below = map(\.elevation).filter { $0 < elevation }.max() ?? elevation - 10
    return (elevation + below) / 2...above
  }
}
