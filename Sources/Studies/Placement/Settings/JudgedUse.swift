package import Documents
package import World

/// What layouts are judged by where it is not the errors of positions: what applications notice, or how walkers are guided.
package enum JudgedUse: Hashable, Sendable {
  case context(JudgedEvents)
  case navigate(JudgedGuidance)

  static let form = SettingForm<JudgedUse>.union([
    SettingVariant(
      "context", SettingForm<JudgedEvents>.settings, as: { .context($0) },
      from: { if case .context(let events) = $0 { events } else { nil } },
      "What the applications of the scenario, a context scenario, notice and claim."),
    SettingVariant(
      "navigate", SettingForm<JudgedGuidance>.settings, as: { .navigate($0) },
      from: { if case .navigate(let guidance) = $0 { guidance } else { nil } },
      "How each pipeline guides walkers along the scenario's `walk.planned`."),
  ])
}

/// A figure of applications; the smaller the better.
package struct JudgedEvents: DeclaredSettings {
  package enum Figure: String, Hashable, Sendable, CaseIterable {
    case missed, delay, wrong
  }

  package var figure = Figure.missed
  /// Nil for all kinds.
  package var event: String?
  /// Nil for the best application of each layout.
  package var application: String?

  package init() {}
  package static let keys: [SettingKey<JudgedEvents>] = [
    .defaulted(
      "figure", \.figure,
      .choice([
        .missed: "The share of true events without a notice.",
        .delay:
          "The mean time until an event is noticed: 0 if noticed too early, and the window of the event if missed.",
        .wrong: "The share of seconds with a wrong state, such as a wrong place.",
      ]), "What is judged."),
    .optional("event", \.event, .text(.line), "The kind of event, such as exit; by default all kinds."),
    .optional(
      "application", \.application, .text(.line),
      "The name of the application; by default the best one of each layout, as with pipelines."),
  ]

  /// States have no kinds of events.
  package var conflict: SettingFault? {
    figure == .wrong && event != nil
      ? SettingFault(
        key: "event", expected: "no kind of event for the figure wrong", found: "\"\(event ?? "")\"")
      : nil
  }
}

/// A figure of guidance; the smaller the better.
package struct JudgedGuidance: DeclaredSettings {
  package enum Figure: String, Hashable, Sendable, CaseIterable {
    case notInTime, wrongTurns, unannounced, leavingsMissed, arrivalsMissed

    /// In words.
    var meaning: String {
      switch self {
      case .notInTime: "instructions not in time"
      case .wrongTurns: "wrong turns"
      case .unannounced: "unannounced turns"
      case .leavingsMissed: "missed leavings"
      case .arrivalsMissed: "missed arrivals"
      }
    }
  }

  package var figure = Figure.notInTime

  package init() {}
  package static let keys: [SettingKey<JudgedGuidance>] = [
    .defaulted(
      "figure", \.figure,
      .choice([
        .notInTime: "The share of instructions that are not shown in time.",
        .wrongTurns: "The share of instructions with another edge.",
        .unannounced: "The share of turns that are never announced.",
        .leavingsMissed: "The share of walks that leave the route without being noticed.",
        .arrivalsMissed: "The share of arrivals that are not announced.",
      ]), "What is judged.")
  ]
}
