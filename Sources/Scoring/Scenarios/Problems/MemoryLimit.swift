/// How much memory a study may take.
public struct MemoryLimit: Hashable, Sendable {
  /// 10⁹ bytes.
  public let gigabytes: Double
  /// How many laps or cells at work share it.
  public private(set) var sharers = 1

  public init(gigabytes: Double) { self.gigabytes = gigabytes }

  /// The same limit for each of several that are at work at a time.
  public func shared(among sharers: Int) -> MemoryLimit {
    var limit = self
    limit.sharers *= max(sharers, 1)
    return limit
  }

  /// `4`, `0.5`.
  var text: String { Int(exactly: gigabytes).map { "\($0)" } ?? "\(gigabytes)" }

  /// Of the task that asks, and of those it starts: what it runs is refused when it needs more.
  @TaskLocal public static var current = MemoryLimit(gigabytes: 4)
}
