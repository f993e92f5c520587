public import Documents
import NumericalMethods
public import World

/// A beacon that also reports its temperature and battery, and a sticker on a thing its motion and orientation.
///
/// It reports these with each advertisement, so the phone knows only what it has received. Values are in the steps of the
/// frames that carry them: those of Estimote's stickers (estimote-specs, `estimote-nearable.js`) or, for an Eddystone beacon,
/// its telemetry (Google, "Eddystone Protocol Specification", Eddystone-TLM), which has no motion.
public struct Nearable: DeclaredSettings {
  /// The beacon's name in the site.
  public var beacon = ""
  /// Degrees Celsius at the beginning of a lap.
  public var temperature = 20.0
  /// Degrees per hour; negative for cooling.
  public var warming = 0.0
  /// Volts at the beginning of a lap; nil for a sticker that does not report them.
  public var battery: Double?
  /// Volts lost per hour.
  public var batteryLoss = 0.0
  /// The side that is up at the beginning.
  public var orientation: SensorReport.Orientation = .horizontal
  /// In order of time, without overlaps.
  public var moves: [Move] = []
  /// Whether the site identifies it by Eddystone, so that it sends telemetry in place of a sticker's frames.
  public var sendsTelemetry = false

  /// The thing is taken up, carried or turned, and put down again.
  public struct Move: DeclaredSettings {
    /// Seconds since the lap's stream began.
    public var from = 0.0
    /// The end of the move, in seconds since the lap's stream began.
    public var until = 0.0
    /// The side that is up from the middle of the move on.
    public var orientation: SensorReport.Orientation = .horizontal

    public init() {}

    public static let keys: [SettingKey<Move>] = [
      .required(
        "from", \.from, .number(.between(0, 864_000)), unit: "s",
        "The beginning of the move, since the beginning of the lap."),
      .required(
        "until", \.until, .number(.between(0, 864_000)), unit: "s",
        "The end of the move, from its `from` to the next move's `from`."),
      .defaulted(
        "orientation", \.orientation, .choice, "The orientation from the middle of the move on."),
    ]

    /// A move ends no earlier than it begins.
    public var conflict: SettingFault? {
      .first(of: ("until", from <= until, "at least `from`, \(from)", until))
    }
  }

  public init() {}

  public static let keys: [SettingKey<Nearable>] = [
    .required("beacon", \.beacon, .text(), "The beacon's id in the site, or the name of its pillar."),
    .defaulted(
      "temperature", \.temperature, .number(.between(-100, 100)), unit: "°C",
      "The temperature at the beginning of each lap."),
    .defaulted(
      "warming", \.warming, .number(.between(-1000, 1000)), unit: "°C/h", "The rate of warming."),
    .optional(
      "battery", \.battery, .number(.between(0, 5)), unit: "V",
      "The voltage of the battery at the beginning, of which a sticker reports at most 3.6 V; by default it is not reported."
    ),
    .omissible(
      "batteryLoss", \.batteryLoss, .number(.between(0, 100)), unit: "V/h", "What the voltage loses."),
    .defaulted("orientation", \.orientation, .choice, "The orientation at the beginning."),
    .omissible("moves", \.moves, .list(of: .settings), "The times at which it is moved, in ascending order."),
  ]

  /// Moves follow each other without overlaps.
  public var conflict: SettingFault? {
    for (index, (last, move)) in zip(moves, moves.dropFirst()).enumerated() where move.from < last.until {
      return SettingFault(
        key: "moves[\(index + 1)].from", expected: "at least \(last.until), the end of the move before it",
        found: "\(move.from)")
    }
    return nil
  }

  /// The report in an advertisement at a moment.
  public func report(at microseconds: Int64, anchor: Int) -> SensorReport {
    let time = Double(microseconds) / 1e6
    let warmth = min(max(temperature + warming * time / 3600, -128), 127.9375)
    let volts = battery.map { max($0 - batteryLoss * time / 3600, 0) }
    guard !sendsTelemetry else {
      return SensorReport(
        microseconds: microseconds, anchor: anchor,
        temperature: Elementary.nearestInteger(warmth * 256) / 256,
        isMoving: nil, orientation: nil,
        batteryVoltage: volts.flatMap { $0 < 0.001 ? nil : Self.floor($0 * 1000) / 1000 })
    }
    return SensorReport(
      microseconds: microseconds, anchor: anchor,
      temperature: Elementary.nearestInteger(warmth * 16) / 16,
      isMoving: moves.contains { $0.from <= time && time < $0.until },
      orientation: moves.last { ($0.from + $0.until) / 2 <= time }?.orientation ?? orientation,
      batteryVoltage: volts.map {
        SensorReport.batteryVoltage(ofLevel: Int(min(Self.floor($0 * 1023 / 3.6), 1023)))
      })
  }

  /// The step that a voltage has reached, as a converter truncates; a billionth of a step is an error of rounding.
  private static func floor(_ steps: Double) -> Double { (steps + 1e-9).rounded(.down) }
}

extension [Nearable] {
  /// By anchor of the directory; nil for anchors that are no stickers.
  func byAnchor(of directory: StreamDirectory) -> [Nearable?] {
    directory.anchors.map { anchor in first { $0.beacon == anchor.id } }
  }
}
