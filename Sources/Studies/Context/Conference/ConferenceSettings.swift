package import Documents
package import World

/// Services of a server to which the phones of several visitors report their places.
package struct ConferenceSettings: DeclaredSettings {
  /// A visitor's interests, and the times in which nothing of the visit may be stored.
  package struct Visitor: DeclaredSettings {
    /// The name of one of the scenario's walkers.
    package var name = ""
    /// The visitor's interests; two visitors with one in common match.
    package var interests: [String] = []
    /// Pairs of a beginning and an end, in seconds.
    package var incognito: [[Double]] = []

    package init() {}
    package static let keys: [SettingKey<Visitor>] = [
      .required("name", \.name, .text(), "The name of one of the walkers."),
      .defaulted("interests", \.interests, .list(of: .text(.line)), "What the visitor is interested in."),
      .defaulted(
        "incognito", \.incognito, .list(of: .tuple("from", "until", of: .number(.between(0, 864_000)))),
        unit: "s",
        "The times in which no update is sent and nothing is stored."),
    ]

    /// Each incognito time begins before it ends.
    package var conflict: SettingFault? {
      for (index, times) in incognito.enumerated() where times.count == 2 && times[0] >= times[1] {
        return SettingFault(
          key: "incognito[\(index)]", expected: "a beginning before the end",
          found: "\(times[0]) and \(times[1])")
      }
      return nil
    }
  }

  /// Beacons at both ends of a queue.
  package struct Queue: DeclaredSettings {
    /// The place where one joins the queue.
    package var back = ""
    /// The place where one is served.
    package var front = ""

    package init() {}
    package static let keys: [SettingKey<Queue>] = [
      .required("back", \.back, .text(), "The place at the end of the queue, where one joins it."),
      .required("front", \.front, .text(), "The place at its head, where one is served."),
    ]

    /// The two ends are different places.
    package var conflict: SettingFault? {
      back != front
        ? nil : SettingFault(key: "front", expected: "another place than `back`", found: "\"\(front)\"")
    }
  }

  /// The name of the application whose states the phones report.
  package var application = ""
  /// Seconds.
  package var timeout = 300.0
  /// Seconds between updates while the place stays the same.
  package var heartbeat = 30
  /// The probability that an update is lost on its way.
  package var loss = 0.0
  /// Walkers with interests or incognito times; others have neither.
  package var visitors: [Visitor] = []
  /// The length of a bin of unique visitors, in seconds.
  package var bin = 1800.0
  /// Seconds of the shortest stay that counts as a visit.
  package var leastVisit = 20
  /// Nil for no queue.
  package var queue: Queue?

  package init() {}
  package static let keys: [SettingKey<ConferenceSettings>] = [
    .required("application", \.application, .text(), "The application whose states the phones report."),
    .defaulted(
      "timeout", \.timeout, .number(.between(1, 86_400)), unit: "s",
      "How long a visitor counts as still there after the last update, unless seen elsewhere."),
    .defaulted(
      "heartbeat", \.heartbeat, .integer(.between(1, 86_400)), unit: "s",
      "The time between updates while the place stays the same."),
    .defaulted("loss", \.loss, .number(.between(0, 1)), "The probability that an update is lost on its way."),
    .defaulted("visitors", \.visitors, .list(of: .settings), "Interests and incognito times of walkers."),
    .defaulted(
      "bin", \.bin, .number(.between(1, 86_400)), unit: "s", "The length of a bin of unique visitors."),
    .defaulted(
      "leastVisit", \.leastVisit, .integer(.between(1, 86_400)), unit: "s",
      "The shortest stay that counts as a visit, in the order of visits."),
    .optional("queue", \.queue, .settings, "A queue with a beacon at each end."),
  ]
}
