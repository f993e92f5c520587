public import Documents
import NumericalMethods
public import World

/// A sticker on a thing that also tells how warm it is, whether it moves, and which side is up.
///
/// It tells so with each advertisement, so the phone knows what it heard and no more. Temperatures are in steps of
/// 1/16 of a degree, as in the frames of Estimote's stickers (estimote-specs, `estimote-nearable.js`).
public struct Nearable: DeclaredSettings {
  /// The beacon's name in the site.
  public var beacon = ""
  /// Degrees Celsius at the beginning of a lap, and by which it gets warmer in an hour.
  public var temperature = 20.0
  public var warming = 0.0
  /// The side that is up at the beginning.
  public var orientation: SensorReport.Orientation = .horizontal
  /// In order of time and apart from each other.
  public var moves: [Move] = []

  /// The thing is taken up, carried or turned, and put down again.
  public struct Move: DeclaredSettings {
    /// Seconds since the lap's stream began.
    public var from = 0.0
    public var until = 0.0
    /// The side that is up from the middle of the move on.
    public var orientation: SensorReport.Orientation = .horizontal

    public init() {}

    public static let defaults = Move()
    public static let keys: [SettingKey<Move>] = [
      .required("from", \.from, .number(.between(0, 864_000)), unit: "s", "Since the lap's stream began."),
      .required(
        "until", \.until, .number(.between(0, 864_000)), unit: "s",
        "At least `from`, at most the next one's `from`."),
      .defaulted(
        "orientation", \.orientation, .choice, "The side that is up from the middle of the move on."),
    ]

    public var conflict: SettingFault? {
      .first(of: ("until", from <= until, "at least `from`, \(from)", until))
    }
  }

  public init() {}

  public static let defaults = Nearable()
  public static let keys: [SettingKey<Nearable>] = [
    .required("beacon", \.beacon, .text(), "Its id in the site, or the name of its pillar."),
    .defaulted(
      "temperature", \.temperature, .number(.between(-100, 100)), unit: "°C",
      "At the beginning of each lap."),
    .defaulted(
      "warming", \.warming, .number(.between(-1000, 1000)), unit: "°C/h", "By which it gets warmer."),
    .defaulted("orientation", \.orientation, .choice, "The side that is up at the beginning."),
    .omissible("moves", \.moves, .list(of: .settings), "When somebody moves it, in order of time."),
  ]

  public var conflict: SettingFault? {
    for (index, (last, move)) in zip(moves, moves.dropFirst()).enumerated() where move.from < last.until {
      return SettingFault(
        key: "moves[\(index + 1)].from", expected: "at least \(last.until), when the move before it ends",
        found: "\(move.from)")
    }
    return nil
  }

  /// What it says at a moment, as the report of one advertisement.
  func report(at microseconds: Int64, anchor: Int) -> SensorReport {
    let time = Double(microseconds) / 1e6
    let warmth = min(max(temperature + warming * time / 3600, -128), 127.9375)
    return SensorReport(
      microseconds: microseconds, anchor: anchor,
      temperature: Elementary.nearestInteger(warmth * 16) / 16,
      isMoving: moves.contains { $0.from <= time && time < $0.until },
      orientation: moves.last { ($0.from + $0.until) / 2 <= time }?.orientation ?? orientation)
  }
}

extension AdvertisementStream {
  /// What the stickers said in the advertisements that were heard, in their order.
  public func reports(of nearables: [Nearable], directory: StreamDirectory) -> [SensorReport] {
    var byAnchor = [Nearable?](repeating: nil, count: directory.anchors.count)
    for nearable in nearables {
      if let anchor = directory.anchors.firstIndex(where: { $0.id == nearable.beacon }) {
        byAnchor[anchor] = nearable
      }
    }
    return zip(microseconds, anchors).compactMap { time, anchor in
      byAnchor[Int(anchor)]?.report(at: time, anchor: Int(anchor))
    }
  }
}
