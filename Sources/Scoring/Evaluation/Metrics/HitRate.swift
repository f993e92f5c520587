/// The number of correct answers among all answers.
public struct HitRate: Hashable, Sendable {
  /// The number of correct answers.
  public let hits: Int
  /// The number of all answers.
  public let count: Int

  public init(hits: Int, of count: Int) {
    self.hits = hits
    self.count = count
  }

  /// 0 to 1; nil without answers.
  public var share: Double? { count > 0 ? Double(hits) / Double(count) : nil }
}
