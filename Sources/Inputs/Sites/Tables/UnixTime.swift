/// Times that count from 1970, in place of the recording's first record.
public enum UnixTime {
  /// Seconds: no recording is ten years long, and none was made in the years before 1980.
  public static let least = 3e8

  /// The unit in which such a time is a date from 1979 to a few thousand years later.
  static func unit(of time: Double) -> String {
    switch time / least {
    case 1e9...: "nanoseconds"
    case 1e6...: "microseconds"
    case 1e3...: "milliseconds"
    default: "seconds"
    }
  }
}
