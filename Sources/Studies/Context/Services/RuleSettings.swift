package import Documents
package import World

/// The condition of a rule, and the action that it triggers.
package struct Rule: DeclaredSettings {
  /// The rule's name, unique in its list.
  package var name = ""
  /// The region whose entry sets the rule off.
  package var enter: String?
  /// The region whose exit sets the rule off.
  package var exit: String?
  /// Regions that must be entered in this order; others may be entered in between.
  package var visit: [String]?
  /// The rule that must have been set off before; nil for none.
  package var after: String?
  /// Seconds; nil for any time.
  package var within: Double?
  /// What is done, such as `show the ticket`.
  package var action = ""
  /// Whether the rule is set off more than once.
  package var isRepeated = false

  package init() {}
  package static let rules: [Schema.KeyRule] = [.exactlyOne(of: "enter", "exit", "visit")]
  package static let keys: [SettingKey<Rule>] = [
    .required("name", \.name, .text(.line), "The rule's name, unique in its list."),
    .optional("enter", \.enter, .text(), "The region that is entered."),
    .optional("exit", \.exit, .text(), "The region that is left."),
    .optional(
      "visit", \.visit, .list(of: .text(), count: .atLeast(1)),
      "Regions that are entered in this order; others may be entered in between."),
    .optional("after", \.after, .text(), "A rule that must have been set off before."),
    .optional(
      "within", \.within, .number(.above(0)), unit: "s",
      "How long the visits may take, or how long after the other rule it may happen; by default any time."),
    .required("action", \.action, .text(.line), "What is done, such as `show the ticket`."),
    .defaulted("repeated", \.isRepeated, .flag, "Whether the rule is set off more than once."),
  ]

  /// The regions that it names, each with its key.
  var named: [(key: String, region: String)] {
    [("enter", enter), ("exit", exit)].compactMap { key, name in name.map { (key, $0) } }
      + (visit ?? []).enumerated().map { ("visit[\($0)]", $1) }
  }
}

/// Rules from regions, or visits in an order, to actions: passes, tickets, geofences and treasure hunts.
package struct RuleSettings: RegionApplication {
  /// The regions, and how they are monitored.
  package var monitoring = MonitoringSettings()
  /// At least one, in the order of the file.
  package var list: [Rule] = []

  package init() {}
  package static let name = "rules"
  package static let about =
    "Actions that are set off by regions or by visits in an order, as of passes, tickets, geofences and treasure hunts."
  package static let keys: [SettingKey<RuleSettings>] = [
    .required("monitoring", \.monitoring, .settings, "The regions, and how they are monitored."),
    .required("rules", \.list, .list(of: .settings, count: .atLeast(1)), "The rules."),
  ]

  /// Rules name regions and other rules that exist.
  package var conflict: SettingFault? {
    for (index, rule) in list.enumerated() {
      func fault(_ key: String, _ expected: String, _ found: String) -> SettingFault {
        SettingFault(key: "rules[\(index)].\(key)", expected: expected, found: found)
      }
      if list[..<index].contains(where: { $0.name == rule.name }) {
        return fault("name", "each name once", "\(rule.name) a second time")
      }
      for (key, region) in rule.named where !monitoring.regions.contains(where: { $0.name == region }) {
        return fault(key, "the name of a monitored region", region)
      }
      guard let other = rule.after else { continue }
      guard list.contains(where: { $0.name == other }) else {
        return fault("after", "the name of a rule", other)
      }
      if refersToItself(rule) { return fault("after", "a rule that does not wait for this one", other) }
    }
    return nil
  }

  /// Whether the chain of rules that must precede a rule leads back to it.
  private func refersToItself(_ rule: Rule) -> Bool {
    var next = rule.after
    for _ in list {
      if next == rule.name { return true }
      next = list.first { $0.name == next }?.after
    }
    return false
  }

  package func machine(on site: Site?) -> any ContextMachine { RuleMachine(self) }

  /// The same rules, applied to the true entries and exits.
  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    var engine = RuleEngine(list)
    let events = monitoring.truth(of: lap).events.sorted {
      ($0.microseconds, $0.subject) < ($1.microseconds, $1.subject)
    }
    return ApplicationTruth(events: events.flatMap { engine.actions(after: $0) })
  }
}

/// Applies rules to entered and left regions; the same for noticed and for true events.
struct RuleEngine: Sendable {
  private let rules: [Rule]
  /// By rule: the number of its visits that are done, when they began, and when the rule was last triggered.
  private var steps: [Int]
  private var begins: [Int64]
  private var done: [Int64?]

  init(_ rules: [Rule]) {
    self.rules = rules
    steps = rules.map { _ in 0 }
    begins = rules.map { _ in 0 }
    done = rules.map { _ in nil }
  }

  mutating func actions(after event: ContextEvent) -> [ContextEvent] {
    var actions: [ContextEvent] = []
    for index in rules.indices where isDue(index, event) {
      actions.append(ContextEvent("action", rules[index].action, at: event.microseconds))
      done[index] = event.microseconds
    }
    return actions
  }

  private mutating func isDue(_ index: Int, _ event: ContextEvent) -> Bool {
    let rule = rules[index]
    guard rule.isRepeated || done[index] == nil else { return false }
    let limit = rule.within?.microseconds ?? .max
    if let after = rule.after {
      guard let before = rules.firstIndex(where: { $0.name == after }).flatMap({ done[$0] }),
        event.microseconds - before <= limit
      else { return false }
    }
    guard let visits = rule.visit else {
      return event.kind == (rule.enter == nil ? "exit" : "enter")
        && event.subject == rule.enter ?? rule.exit
    }
    guard event.kind == "enter" else { return false }
    if steps[index] > 0, event.microseconds - begins[index] > limit { steps[index] = 0 }
    guard event.subject == visits[steps[index]] else { return false }
    if steps[index] == 0 { begins[index] = event.microseconds }
    steps[index] = (steps[index] + 1) % visits.count
    return steps[index] == 0
  }
}

struct RuleMachine: RegionMachine {
  var monitor: RegionMonitor
  private var engine: RuleEngine

  init(_ settings: RuleSettings) {
    monitor = RegionMonitor(settings.monitoring)
    engine = RuleEngine(settings.list)
  }

  mutating func act(on event: ContextEvent, _ log: inout ContextLog) {
    for action in engine.actions(after: event) { log.add(action) }
  }
}
