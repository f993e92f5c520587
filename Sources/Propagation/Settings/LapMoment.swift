public import Documents

/// A moment of a study, which holds from then on and on every later lap.
public struct LapMoment: DeclaredSettings, Comparable {
  /// Counted from 0.
  public var lap = 0
  /// Seconds since that lap's stream began.
  public var time = 0.0

  public init() {}

  public static let defaults = LapMoment()
  public static let keys: [SettingKey<LapMoment>] = [
    .defaulted("lap", \.lap, .integer(.between(0, 1_000_000)), "The lap, counted from 0."),
    .defaulted(
      "time", \.time, .number(.between(0, 864_000)), unit: "s", "The time since the beginning of that lap."),
  ]

  public static func < (a: LapMoment, b: LapMoment) -> Bool { (a.lap, a.time) < (b.lap, b.time) }

  /// When it has come on a lap, in microseconds: 0 on later laps, and never on earlier ones.
  func microseconds(onLap lap: Int) -> Int64 {
    lap == self.lap ? Int64((time * 1e6).rounded()) : lap < self.lap ? .max : 0
  }
}
