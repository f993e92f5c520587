public import Phone
import Propagation
public import World

/// The outcomes of the advertisements of laps, so that nothing is lost silently.
public struct LapTally: Hashable, Sendable {
  /// The outcomes of simulated advertisements; nil for recorded ones.
  public struct Simulated: Hashable, Sendable {
    /// All advertisements that the beacons sent.
    public var sent = 0
    /// Lost to interference, whatever their level.
    public var lost = 0
    /// Too weak for the receiver.
    public var belowSensitivity = 0
    /// For a reason that only some scenarios have.
    public private(set) var others: [Loss]

    /// Advertisements lost for one reason.
    public struct Loss: Hashable, Sendable {
      /// The key in JSON.
      public let key: String
      /// The words after the number in messages.
      public let about: String
      /// The number of advertisements lost.
      public fileprivate(set) var count: Int
    }

    public init() { self.init(TransmissionCounts()) }

    init(_ counts: TransmissionCounts) {
      sent = counts.sent
      lost = counts.lost
      belowSensitivity = counts.belowSensitivity
      others = [
        Loss(key: "outsideScan", about: "while the receiver was not scanning", count: counts.outsideScan),
        Loss(key: "collided", about: "lost in collisions", count: counts.collided),
        Loss(key: "interfered", about: "lost to interference", count: counts.interfered),
        Loss(key: "duplicates", about: "filtered as duplicates", count: counts.duplicates),
      ]
    }

    mutating func add(_ other: Simulated) {
      for count in [\Simulated.sent, \.lost, \.belowSensitivity] {
        self[keyPath: count] += other[keyPath: count]
      }
      for index in others.indices { others[index].count += other.others[index].count }
    }
  }

  /// Nil for recorded laps.
  public var simulated: Simulated?
  /// Counts of the source: the advertisements in the stream and those left out.
  public var source = StreamTally()
  /// Counts of the phone: the advertisements in readings and those left out.
  public var phone = PhoneTally()
  /// Windows of an anchor in which something was heard.
  public var readings = 0

  public init() {}

  /// One reason for which an advertisement was dropped or counted.
  public struct Count: Hashable, Sendable {
    /// Whether the advertisements were used.
    public enum Kind: Hashable, Sendable {
      /// Not used in any reading.
      case leftOut
      /// Used, but worth noting.
      case noted
    }

    /// The key in JSON.
    public let key: String
    /// Whether the advertisements were used.
    public let kind: Kind
    /// The words after the number 1.
    public let one: String
    /// The words after any other number.
    public let about: String
    /// The number of advertisements; 0 where it did not occur.
    public let count: Int

    fileprivate init(_ key: String, _ kind: Kind, _ about: String, one: String? = nil, _ count: Int) {
      (self.key, self.kind, self.about, self.one, self.count) = (key, kind, about, one ?? about, count)
    }
  }

  /// Advertisements put into streams.
  public var heard: Int { source.delivered }

  /// Every reason in the order of processing, whether or not it occurred; those that only some studies can have, if it did.
  public var counts: [Count] { usualCounts + rareCounts.filter { $0.count > 0 } }

  /// Every reason that any study can have, whether or not it occurred.
  public var allCounts: [Count] { usualCounts + rareCounts }

  private var usualCounts: [Count] {
    [
      Count("notBeacons", .leftOut, "without a beacon's identity", source.notBeacons),
      Count("foreignUUIDs", .leftOut, "with a UUID that the site does not have", source.foreignUUIDs),
      Count(
        "unknownIdentities", .leftOut, "of beacons that the site does not have",
        one: "of a beacon that the site does not have",
        source.unknownIdentities),
      Count("levelUnavailable", .leftOut, "without an RSSI", source.levelUnavailable),
      Count(
        "implausiblePowers", .noted, "with a measured power outside -100 to -20 dBm, which is not used",
        source.implausiblePowers),
      Count("backwardSteps", .noted, "steps back in time", one: "step back in time", source.backwardSteps),
      Count("malformed", .leftOut, "damaged", source.malformed),
      Count(
        "weakerTransmitters", .leftOut, "of a weaker transmitter with the same identity",
        phone.weakerTransmitters),
      Count("notFinite", .leftOut, "with an RSSI that is not a number", phone.notFinite),
      Count("beforeStart", .leftOut, "before t = 0", phone.beforeStart),
      Count("late", .leftOut, "too late for their reading", one: "too late for its reading", phone.late),
      Count("replaced", .leftOut, "replaced by a later average of the same second", phone.replaced),
      Count("outOfOrder", .noted, "out of order, sorted by time", phone.outOfOrder),
    ]
  }

  /// Of recordings that are damaged or do not contain RSSI, of phones that sleep, and of pipelines that compare by channel.
  private var rareCounts: [Count] {
    [
      Count(
        "implausibleLevels", .leftOut, "with an RSSI above 20 dBm, which no receiver reports",
        source.implausibleLevels),
      Count("asleep", .leftOut, "while the app was suspended in the background", phone.asleep),
      Count(
        "withoutChannel", .noted,
        "without an advertising channel, left out by pipelines with channels: separate", phone.withoutChannel),
    ]
  }

  /// Counts what the phone did with one stream.
  mutating func add(_ readings: Readings) {
    phone.add(readings.tally)
    self.readings += readings.levels.reduce(0) { $0 + $1.count { $0 != nil } }
  }

  mutating func add(_ other: LapTally) {
    if let more = other.simulated {
      var sum = simulated ?? Simulated()
      sum.add(more)
      simulated = sum
    }
    source.add(other.source)
    phone.add(other.phone)
    readings += other.readings
  }
}

extension StreamTally {
  mutating func add(_ other: StreamTally) {
    for count in [
      \Self.delivered, \.notBeacons, \.foreignUUIDs, \.unknownIdentities, \.levelUnavailable,
      \.implausibleLevels, \.implausiblePowers, \.backwardSteps, \.malformed,
    ] { self[keyPath: count] += other[keyPath: count] }
  }
}

extension PhoneTally {
  mutating func add(_ other: PhoneTally) {
    for count in [
      \Self.used, \.weakerTransmitters, \.notFinite, \.beforeStart, \.late, \.replaced, \.outOfOrder,
      \.asleep, \.withoutChannel,
    ] { self[keyPath: count] += other[keyPath: count] }
  }
}
