/// One of several walkers who walk at the same time.
public struct Walker: Hashable, Sendable {
  /// Counted from 0, in the order of the scenario.
  public let index: Int
  public let name: String

  public init(index: Int, name: String) {
    self.index = index
    self.name = name
  }
}
