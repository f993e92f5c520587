/// One of several walkers who walk at the same time.
public struct Walker: Hashable, Sendable {
  /// Counted from 0, in the order of the scenario.
  public let index: Int
  /// Unique among the walkers of a scenario; results are labelled with it.
  public let name: String

  public init(index: Int, name: String) {
    self.index = index
    self.name = name
  }
}
