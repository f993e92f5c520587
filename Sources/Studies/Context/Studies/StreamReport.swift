import Documents

/// What one phone reports of one stream: each event, claim and measurement once, as it comes.
package struct StreamReport: Sendable {
  private let plan: ReportPlan
  /// The beginning of the keys of all records.
  private let name: String
  /// Microseconds of Unix time at t = 0.
  private let began: Int64
  private let person: String
  /// By log, how many of its events have become records.
  private var shown: [Int]
  /// Where the phone was, in order of time.
  private var places: [(microseconds: Int64, place: String)] = []
  /// How many seconds of claims have been looked at, and the beacon that was reported last, with its second.
  private var seconds = 0
  private var sighted: (beacon: String, second: Int)?

  /// A person who stays where they are is reported again after this number of seconds, since the server counts somebody as present for
  /// five minutes.
  private static let patience = 60

  /// - Parameters:
  ///   - name: of the scenario or recording; with `lap` and `walker` it makes keys unique.
  ///   - walker: the index and name of the walker where the scenario names them.
  ///   - began: microseconds of Unix time at t = 0 of the stream.
  package init(
    _ plan: ReportPlan, of name: String, lap: Int = 0, walker: (index: Int, name: String)? = nil, began: Int64
  ) {
    (self.plan, self.began) = (plan, began)
    self.name = "\(name).\(lap).\(walker?.index ?? 0)"
    person = walker?.name ?? plan.person
    shown = [Int](repeating: 0, count: plan.applications.count + 1)
  }

  /// The records of what is new.
  ///
  /// - Parameter logs: of the applications, and then that of ``ReportMachine``.
  package mutating func records(of logs: [ContextLog]) -> [ReportRecord] {
    guard logs.count == shown.count, let notes = logs.last else { return [] }
    for event in notes.events[shown[logs.count - 1]...] where event.kind == ReportMachine.Kind.place {
      places.append((event.microseconds, event.subject))
    }
    var records = sightings(of: logs)
    for (index, definition) in plan.applications.enumerated() {
      records += logs[index].events.indices[shown[index]...].map { number in
        incident(logs[index].events[number], of: definition, key: "\(name).\(index).\(number)")
      }
    }
    records += readings(of: notes.events, from: shown[logs.count - 1])
    shown = logs.map(\.events.count)
    return records
  }

  private func member(_ key: String, _ value: Document) -> Document.Member { .init(key: key, value: value) }

  private func time(_ microseconds: Int64) -> [Document.Member] {
    [member("unixSeconds", Document(Double(began + microseconds) / 1e6))]
  }

  private func incident(
    _ event: ContextEvent, of definition: ApplicationDefinition, key: String
  ) -> ReportRecord {
    let place = event.place ?? places.last { $0.microseconds <= event.microseconds }?.place
    let master = (definition.application.settings as? HomeCareSettings)?.master
    let beacon = master ?? (plan.beacons.contains(event.subject) ? event.subject : nil)
    var members = [
      member("kind", Document(event.kind)), member("subject", Document(event.subject)),
      member("application", Document(definition.name)), member("person", Document(person)),
    ]
    if let beacon { members.append(member("beacon", Document(beacon))) }
    if let place { members.append(member("place", Document(place))) }
    if let value = event.value { members.append(member("value", Document(value))) }
    if !event.identities.isEmpty {
      members.append(member("identities", Document(event.identities.map { Document($0) })))
    }
    return ReportRecord(
      .incidents, key: key, members + plan.coordinates(of: place) + time(event.microseconds))
  }

  /// The measurements of one beacon at one moment, which follow each other, are one record.
  private func readings(of events: [ContextEvent], from first: Int) -> [ReportRecord] {
    var records: [ReportRecord] = []
    var number = first
    while number < events.count {
      let begin = number
      while number < events.count, events[number].kind != ReportMachine.Kind.place,
        events[number].microseconds == events[begin].microseconds,
        events[number].subject == events[begin].subject
      {
        number += 1
      }
      guard number > begin else {
        number += 1
        continue
      }
      records.append(reading(events[begin..<number], key: "\(name).r\(begin)"))
    }
    return records
  }

  private func reading(_ measured: ArraySlice<ContextEvent>, key: String) -> ReportRecord {
    let event = measured[measured.startIndex]
    let values = measured.map { event in
      member(
        event.kind,
        event.kind == ReportMachine.Kind.moving ? Document(event.value == 1) : Document(event.value ?? 0))
    }
    return ReportRecord(
      .readings, key: key,
      [member("beacon", Document(event.subject))] + values + plan.coordinates(of: event.place)
        + time(event.microseconds))
  }

  private mutating func sightings(of logs: [ContextLog]) -> [ReportRecord] {
    guard let (application, beacons) = plan.sightings else { return [] }
    let offered = plan.applications[application].application.settings.offered
    let claims = logs[application].claims
    var records: [ReportRecord] = []
    while (seconds + 1) * offered <= claims.count {
      let claim = Int(claims[seconds * offered])
      seconds += 1
      guard beacons.indices.contains(claim), let beacon = beacons[claim] else {
        sighted = nil
        continue
      }
      if let sighted, sighted.beacon == beacon, seconds - sighted.second < Self.patience { continue }
      sighted = (beacon, seconds)
      records.append(
        ReportRecord(
          .sightings, key: "\(name).s\(seconds)",
          [member("person", Document(person)), member("beacon", Document(beacon))]
            + time(Int64(seconds) * 1_000_000)))
    }
    return records
  }
}
