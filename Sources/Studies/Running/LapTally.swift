public import Filtering
import Propagation
public import World

/// How the advertisements of laps ended: nothing is lost in silence.
public struct LapTally: Hashable, Sendable {
  /// What the simulation did with advertisements; nil where they were recorded.
  public struct Simulated: Hashable, Sendable {
    public var sent = 0
    /// Lost to interference, whatever their level.
    public var lost = 0
    /// Too weak for the receiver.
    public var belowSensitivity = 0

    public init() {}

    init(_ counts: TransmissionCounts) {
      sent = counts.sent
      lost = counts.lost
      belowSensitivity = counts.belowSensitivity
    }
  }

  public var simulated: Simulated?
  public var source = StreamTally()
  public var phone = PhoneTally()
  /// Windows of an anchor in which something was heard.
  public var readings = 0

  public init() {}

  /// One reason for which an advertisement went no further, or was worth a count.
  public struct Count: Hashable, Sendable {
    /// The key in JSON.
    public let key: String
    /// The words in a table, behind the number.
    public let about: String
    public let count: Int
  }

  /// Advertisements put into streams.
  public var heard: Int { source.delivered }

  /// Every reason, whether or not it occurred, in the order of the way that an advertisement goes.
  public var counts: [Count] {
    [
      Count(key: "notBeacons", about: "not iBeacons", count: source.notBeacons),
      Count(key: "foreignUUIDs", about: "with a foreign UUID", count: source.foreignUUIDs),
      Count(key: "unknownIdentities", about: "with an unknown identity", count: source.unknownIdentities),
      Count(key: "levelUnavailable", about: "without a level", count: source.levelUnavailable),
      Count(
        key: "implausiblePowers", about: "with an implausible measured power", count: source.implausiblePowers
      ),
      Count(key: "backwardSteps", about: "steps back in time", count: source.backwardSteps),
      Count(key: "malformed", about: "malformed", count: source.malformed),
      Count(
        key: "weakerTransmitters", about: "of a pillar's weaker beacons", count: phone.weakerTransmitters),
      Count(key: "notFinite", about: "with a level that is no number", count: phone.notFinite),
      Count(key: "beforeStart", about: "before t = 0", count: phone.beforeStart),
      Count(key: "late", about: "too late", count: phone.late),
      Count(key: "replaced", about: "replaced by a later average", count: phone.replaced),
      Count(key: "outOfOrder", about: "out of order", count: phone.outOfOrder),
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
      sum.sent += more.sent
      sum.lost += more.lost
      sum.belowSensitivity += more.belowSensitivity
      simulated = sum
    }
    source.add(other.source)
    phone.add(other.phone)
    readings += other.readings
  }
}

extension StreamTally {
  mutating func add(_ other: StreamTally) {
    delivered += other.delivered
    notBeacons += other.notBeacons
    foreignUUIDs += other.foreignUUIDs
    unknownIdentities += other.unknownIdentities
    levelUnavailable += other.levelUnavailable
    implausiblePowers += other.implausiblePowers
    backwardSteps += other.backwardSteps
    malformed += other.malformed
  }
}

extension PhoneTally {
  mutating func add(_ other: PhoneTally) {
    used += other.used
    weakerTransmitters += other.weakerTransmitters
    notFinite += other.notFinite
    beforeStart += other.beforeStart
    late += other.late
    replaced += other.replaced
    outOfOrder += other.outOfOrder
  }
}
