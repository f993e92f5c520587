/// The moment at which a walker pressed the button at a test point.
public struct Press: Hashable, Sendable {
  /// Seconds since the stream began.
  public let time: Double
  /// An index into ``Site/testPoints``.
  public let testPoint: Int

  public init(time: Double, testPoint: Int) {
    self.time = time
    self.testPoint = testPoint
  }
}
