package import Documents
package import NumericalMethods
package import World

/// A pass that is shown in regions, updated by a server, and taken back.
///
/// Source: Gast 2014, "Building Applications with iBeacon", chapter 5, section iBeacon Triggers for Passbook: a pass with identifiers
/// is shown where they are received, and a network service may update it. Delays, losses and the gate are ours.
package struct PassSettings: RegionApplication {
  /// How changes come from the server to the phone.
  package struct Push: DeclaredSettings {
    /// Seconds that each takes at least, and the mean of what it takes longer.
    package var delay = 2.0
    package var spread = 0.0
    /// The share that never arrives. What it said comes with the next one, since each brings the latest state.
    package var loss = 0.0

    package init() {}
    package static let keys: [SettingKey<Push>] = [
      .defaulted(
        "delay", \.delay, .number(.between(0, 864_000)), unit: "s",
        "How long a change takes at least from the server to the phone."),
      .defaulted(
        "spread", \.spread, .number(.between(0, 864_000)), unit: "s",
        "How much longer it takes in the mean, exponentially distributed."),
      .defaulted(
        "loss", \.loss, .number(.between(0, 1)),
        "The share of changes whose push is lost; the next one that arrives brings the latest state."),
    ]
  }

  /// The regions of the pass, and how they are monitored.
  package var monitoring = MonitoringSettings()
  /// Seconds at which the server changes the text.
  package var updates: [Double] = []
  /// Seconds at which the server takes the pass back; nil for never.
  package var revoked: Double?
  /// How changes reach the phone.
  package var push = Push()
  /// Metres from a beacon of a region at which the walker presents the pass.
  package var gate = 2.0

  package init() {}
  package static let name = "pass"
  package static let about =
    "A pass that is shown in regions, with a text that a server updates and may take back; the gate believes what the phone shows."
  package static let keys: [SettingKey<PassSettings>] = [
    .required("monitoring", \.monitoring, .settings, "The regions of the pass, and how they are monitored."),
    .defaulted(
      "updates", \.updates, .list(of: .number(.between(0, 864_000))), unit: "s",
      "When the server changes the text, in the order of time."),
    .optional(
      "revoked", \.revoked, .number(.between(0, 864_000)), unit: "s",
      "When the server takes the pass back; by default never."),
    .defaulted("push", \.push, .settings, "How changes come from the server to the phone."),
    .defaulted(
      "gate", \.gate, .number(.above(0)), unit: "m",
      "The distance to a beacon of a region at which the walker presents the pass."),
  ]

  /// Updates are in order of time.
  package var conflict: SettingFault? { .disorder(of: updates) { "updates[\($0)]" } }

  package func lack(in received: Received) -> String? {
    monitoring.lack(in: received)
      ?? (received.hasMessages ? nil : "the moments at which the pass is presented, and what a server says")
  }

  package func machine(on site: Site?) -> any ContextMachine { PassMachine(self) }

  /// The number of the text at the server.
  private func text(at time: Int64) -> Int { updates.count { $0.microseconds <= time } }

  private func isRevoked(at time: Int64) -> Bool { revoked.map { $0.microseconds <= time } ?? false }

  /// The pushes that arrive, and the moments at which the pass is presented.
  package func messages(of lap: ContextTruth, using random: inout RandomStream) -> [ContextMessage] {
    var messages = presented(on: lap).map { ContextMessage(.presented(region: $0.region), at: $0.time) }
    for change in (updates + [revoked].compactMap(\.self)).sorted() {
      let isLost = random.uniform() < push.loss
      let arrival = (change + push.delay - push.spread * Elementary.log(1 - random.uniform())).microseconds
      guard !isLost else { continue }
      let content = ContextMessage.Content.pass(text: text(at: arrival), isRevoked: isRevoked(at: arrival))
      messages.append(ContextMessage(content, at: arrival))
    }
    return messages.enumerated().sorted {
      ($0.element.microseconds, $0.offset) < ($1.element.microseconds, $1.offset)
    }.map(\.element)
  }

  private func presented(on lap: ContextTruth) -> [(region: Int, time: Int64)] {
    monitoring.regions.enumerated().flatMap { index, region in
      let anchors = region.anchors(of: lap.site)
      return lap.visits(of: anchors, within: gate).filter(\.holds).map { (index, $0.microseconds) }
    }
  }

  /// What the phone would do if it knew at once what the server knows.
  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    let enters = monitoring.truth(of: lap).events.filter { $0.kind == "enter" }
    var events = enters.filter { !isRevoked(at: $0.microseconds) }.map {
      ContextEvent("shown", $0.subject, at: $0.microseconds, value: Double(text(at: $0.microseconds)))
    }
    events += presented(on: lap).map { region, time in
      ContextEvent(
        isRevoked(at: time) ? "refused" : "accepted", monitoring.regions[region].name, at: time)
    }
    for update in updates.map(\.microseconds) where !isRevoked(at: update) && update < lap.end {
      events.append(ContextEvent("updated", Self.subject, at: update, value: Double(text(at: update))))
    }
    if let over = revoked?.microseconds, over < lap.end {
      events.append(ContextEvent("withdrawn", Self.subject, at: over))
    }
    return ApplicationTruth(events: events)
  }

  static let subject = "the pass"
}

/// Shows the latest text that has arrived, in the regions that the phone has entered, until it knows that the pass is over.
struct PassMachine: RegionMachine {
  private let settings: PassSettings
  var monitor: RegionMonitor
  /// By region, whether the phone is inside.
  private var isInside: [Bool]
  private var text = 0
  private var isWithdrawn = false

  init(_ settings: PassSettings) {
    self.settings = settings
    monitor = RegionMonitor(settings.monitoring)
    isInside = settings.monitoring.regions.map { _ in false }
  }

  mutating func receive(_ message: ContextMessage, _ handset: inout Handset, _ log: inout ContextLog) {
    let now = message.microseconds
    switch message.content {
    case .pass(let text, let isRevoked):
      if text != self.text, !isWithdrawn {
        self.text = text
        log.add(ContextEvent("updated", PassSettings.subject, at: now, value: Double(text)))
      }
      guard isRevoked, !isWithdrawn else { return }
      isWithdrawn = true
      log.add(ContextEvent("withdrawn", PassSettings.subject, at: now))
    case .presented(let region):
      let isAccepted = isInside[region] && !isWithdrawn
      let name = settings.monitoring.regions[region].name
      log.add(ContextEvent(isAccepted ? "accepted" : "refused", name, at: now))
    case .position: break
    }
  }

  mutating func act(on event: ContextEvent, _ log: inout ContextLog) {
    guard let region = settings.monitoring.regions.firstIndex(where: { $0.name == event.subject }),
      ["enter", "exit"].contains(event.kind)
    else { return }
    isInside[region] = event.kind == "enter"
    guard isInside[region], !isWithdrawn else { return }
    log.add(ContextEvent("shown", event.subject, at: event.microseconds, value: Double(text)))
  }
}
