public import World

/// Why a stream cannot be written as a capture.
public enum CaptureWritingError: InputProblem, Hashable, Sendable {
  /// The stream holds averages, which are not advertisements.
  case averages
  /// The anchor has no identity of a kind that can be written.
  case noIdentity(anchor: String)
  /// The transmitter has no address.
  case noAddress(anchor: String)
  /// The URL is longer than an Eddystone frame.
  case url(anchor: String, String)
  /// The power is not a whole number of dBm from -128 to 127.
  case power(anchor: String, DBm?)
  /// The level is not a whole number of dBm from -127 to 126.
  case level(seconds: Double, DBm)
  /// A sniffer's capture names the advertising channel, and the stream does not.
  case noChannel(seconds: Double)
  /// A sensor report that belongs to no advertisement of its beacon at that time.
  case sensor(anchor: String, seconds: Double)
  /// The time does not fit in the file's 32 bits of seconds.
  case time(seconds: Double)

  /// A sentence that names the anchor or the time that cannot be written.
  public var description: String {
    switch self {
    case .averages: "a capture holds single advertisements, and the stream holds averages"
    case .noIdentity(let anchor):
      "anchor \(anchor): expected an iBeacon, AltBeacon, Eddystone or address identity to write, found none"
    case .noAddress(let anchor): "anchor \(anchor): expected a device address to write, found none"
    case .url(let anchor, let url):
      "anchor \(anchor): expected a URL that fits in the 17 octets of an Eddystone frame, found \(url)"
    case .power(let anchor, let power):
      "beacon \(anchor): expected the key measuredPower in the site, in whole dBm from -128 to 127, found \(power?.description ?? "none")"
    case .level(let seconds, let level):
      "the advertisement at \(seconds) s: expected a level in whole dBm from -127 to 126, found \(level)"
    case .noChannel(let seconds):
      "the advertisement at \(seconds) s: expected an advertising channel of 37, 38 or 39 to write, found none"
    case .sensor(let anchor, let seconds):
      "the sensor report of \(anchor) at \(seconds) s: expected an advertisement of it at that time, found none"
    case .time(let seconds):
      "the advertisement at \(seconds) s: expected a time from 1970 to 2106 to write, found another"
    }
  }
}
