/// An event at a moment: one that an application noticed, or one that truly happened.
package struct ContextEvent: Hashable, Sendable {
  /// Microseconds since t = 0 of the stream.
  package let microseconds: Int64
  /// What happened, such as `enter`.
  package let kind: String
  /// The subject of the event, such as the name of a region.
  package let subject: String
  /// Where it happened, as far as the application knows; nil for events without a place.
  package let place: String?
  /// The amount, such as a deviation in degrees; nil for events without one.
  package let value: Double?
  /// The identities that were ranged at that moment, for the record of an incident.
  package let identities: [String]

  package init(
    _ kind: String, _ subject: String, at microseconds: Int64, place: String? = nil, value: Double? = nil,
    identities: [String] = []
  ) {
    (self.kind, self.subject, self.microseconds) = (kind, subject, microseconds)
    (self.place, self.value, self.identities) = (place, value, identities)
  }

  /// Seconds since t = 0 of the stream.
  package var time: Double { Double(microseconds) / 1e6 }
}

/// The events that one application noticed along one stream.
package struct ContextLog: Hashable, Sendable {
  /// In the order in which they were noticed.
  package private(set) var events: [ContextEvent] = []
  /// For each whole second the states that the application offered, the most probable one first, as indices whose meaning
  /// the application defines; -1 for none.
  package private(set) var claims: [Int32] = []
  /// The ranging measurements of the closest beacon, second by second.
  package private(set) var measures: [RangedMeasure] = []
  /// Invalid sensor values, which were left out.
  package private(set) var invalidValues = 0

  package init() {}

  /// - Parameter event: noticed no earlier than those before it.
  package mutating func add(_ event: ContextEvent) { events.append(event) }

  /// - Parameter states: the same number in each second.
  package mutating func claim(_ states: some Sequence<Int32>) { claims.append(contentsOf: states) }

  package mutating func add(_ measure: RangedMeasure) { measures.append(measure) }

  /// One sensor value that is left out because it is invalid.
  package mutating func countInvalid() { invalidValues += 1 }
}

/// One ranged second of one beacon.
package struct RangedMeasure: Hashable, Sendable {
  /// Microseconds at the end of the second.
  package let microseconds: Int64
  /// An index into the stream's directory.
  package let anchor: Int
  /// The mean RSSI of the second, in dBm.
  package let level: Double
  /// The estimated distance in metres; nil where a zone is defined by levels alone.
  package let distance: Double?
  /// By the limits of the application's zones.
  package let zone: ProximityZone
}
