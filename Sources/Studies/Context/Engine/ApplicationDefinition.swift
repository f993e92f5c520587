package import Documents

/// One application of a scenario, with its name and the tolerances of its score.
package struct ApplicationDefinition: DeclaredSettings {
  /// Its name in the results, unique in the scenario.
  package var name = ""
  /// What it does, and with which settings.
  package var application: ApplicationChoice = .defaults
  /// Seconds by which a notice may follow the true event.
  package var window = 60.0
  /// Seconds by which a notice may precede the true event.
  package var early = 5.0

  package init() {}
  package static let keys: [SettingKey<ApplicationDefinition>] = [
    .required("name", \.name, .text(.line), "The application's name in the results, unique in the scenario."),
    .required("application", \.application, ApplicationChoice.form, "What it does, and with which settings."),
    .defaulted(
      "window", \.window, .number(.between(0, 86_400)), unit: "s",
      "The largest delay of an event that counts as found."),
    .defaulted(
      "early", \.early, .number(.between(0, 86_400)), unit: "s",
      "By how much an event may be noticed before it truly happens."),
  ]
}

/// One of the kinds of application, with its settings.
package struct ApplicationChoice: Hashable, Sendable {
  /// Of the kind's own type, which makes the state machine and the ground truth.
  package let settings: any ContextApplication

  package init(_ settings: some ContextApplication) { self.settings = settings }

  static let defaults = ApplicationChoice(MonitoringSettings())

  /// Each kind, in the order of the documentation.
  static let form = SettingForm<ApplicationChoice>.union([
    variant(MonitoringSettings.self), variant(RangingApplication.self), variant(PresenceSettings.self),
    variant(RuleSettings.self), variant(AssetSettings.self), variant(TransportSettings.self),
    variant(MobilitySettings.self), variant(HomeCareSettings.self), variant(FleetSettings.self),
    variant(SpoofingSettings.self), variant(PassSettings.self),
  ])

  private static func variant<Settings: ContextApplication>(
    _: Settings.Type
  ) -> SettingVariant<ApplicationChoice> {
    SettingVariant(
      Settings.name, SettingForm<Settings>.settings, as: { ApplicationChoice($0) },
      from: { $0.settings as? Settings }, Settings.about)
  }

  package static func == (a: ApplicationChoice, b: ApplicationChoice) -> Bool {
    AnyHashable(a.settings) == AnyHashable(b.settings)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(settings)) }
}
