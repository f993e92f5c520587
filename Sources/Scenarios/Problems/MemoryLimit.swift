/// How much memory a study may take.
public struct MemoryLimit: Hashable, Sendable {
  /// 10⁹ bytes.
  public let gigabytes: Double

  public init(gigabytes: Double) { self.gigabytes = gigabytes }

  /// `4`, `0.5`.
  var text: String { Int(exactly: gigabytes).map { "\($0)" } ?? "\(gigabytes)" }

  /// Of the task that asks, and of those it starts: what it runs is refused when it needs more.
  @TaskLocal public static var current = MemoryLimit(gigabytes: 4)
}
