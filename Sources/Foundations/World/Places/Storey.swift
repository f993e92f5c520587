extension [Floor] {
  /// The height of a floor's surface in metres; 0 for a level that is not among them.
  public func elevation(ofLevel level: Int) -> Double { first { $0.level == level }?.elevation ?? 0 }

  /// The level of the floor on which something at a height is: of the highest surface that is not above it, or of the lowest floor
  /// for what is below all; nil without floors.
  public func level(at height: Double) -> Int? {
    let below = filter { $0.elevation <= height }.max { $0.elevation < $1.elevation }
    return (below ?? self.min { $0.elevation < $1.elevation })?.level
  }

  /// The range of heights that counts as on a floor: from the middle of the storey below to the floor above. Where no
  /// floor lies below or above, the range extends 5 m down or up.
  ///
  /// - Parameter level: the level of one of these floors; any other counts as at 0 m.
  public func storey(ofLevel level: Int) -> ClosedRange<Double> {
    let elevation = elevation(ofLevel: level)
    let above = map(\.elevation).filter { $0 > elevation }.min() ?? elevation + 5
    let below = map(\.elevation).filter { $0 < elevation }.max() ?? elevation - 10
    return (elevation + below) / 2...above
  }
}
