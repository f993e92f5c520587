package import Documents
package import World

/// The phone from the point of view of an application: the application's state over time, the permissions, and what the
/// system does for it in the background.
package struct HandsetSettings: DeclaredSettings {
  /// Whether the application is on the screen, behind another one, or not running.
  package enum AppState: String, Hashable, Sendable, CaseIterable {
    case foreground, background, ended
  }

  /// A state of the application from a moment on.
  package struct Change: DeclaredSettings {
    /// Seconds since the lap's stream began.
    package var from = 0.0
    /// From this moment up to the next change.
    package var state = AppState.foreground

    package init() {}
    package static let keys: [SettingKey<Change>] = [
      .defaulted(
        "from", \.from, .number(.between(0, 864_000)), unit: "s",
        "The beginning of this state, since the beginning of the lap."),
      .required(
        "state", \.state,
        .choice([
          .foreground: "The application is on the screen.",
          .background: "The application runs behind another one, or is suspended.",
          .ended: "The user or the system has ended the application.",
        ]), "The state of the application."),
    ]
  }

  /// The permissions that the user grants.
  package struct Permissions: DeclaredSettings {
    /// When the application may use the location: at any time, in the foreground only, or never.
    package enum Authorisation: String, Hashable, Sendable, CaseIterable {
      case always, whenInUse, denied
    }

    /// Whether location services are on.
    package var locationServices = true
    /// What the user authorises the application to do.
    package var authorisation = Authorisation.always
    /// Whether Bluetooth is on.
    package var bluetooth = true
    /// Whether the system may wake or launch the application in the background.
    package var backgroundRefresh = true

    package init() {}
    package static let keys: [SettingKey<Permissions>] = [
      .defaulted("locationServices", \.locationServices, .flag, "Whether location services are on."),
      .defaulted(
        "authorisation", \.authorisation,
        .choice([
          .always: "The application may use the location at any time.",
          .whenInUse: "Only while it is in the foreground.", .denied: "Never.",
        ]), "What the user authorises the application to do."),
      .defaulted("bluetooth", \.bluetooth, .flag, "Whether Bluetooth is on."),
      .defaulted(
        "backgroundRefresh", \.backgroundRefresh, .flag,
        "Whether the system may wake or launch the application in the background."),
    ]

    /// Whether the application may use the location at all. A phone keeps its switches apart: what is authorised stays authorised while
    /// location services or Bluetooth are off.
    package var isAuthorised: Bool { locationServices && bluetooth && authorisation != .denied }
  }

  /// What the user permits from a moment on, such as after having been asked again.
  package struct Decision: DeclaredSettings {
    /// Seconds since the lap's stream began.
    package var from = 0.0
    /// From this moment up to the next decision.
    package var permissions = Permissions()

    package init() {}
    package static let keys: [SettingKey<Decision>] = [
      .required(
        "from", \.from, .number(.between(0, 864_000)), unit: "s",
        "When the user decides, since the beginning of the lap."),
      .required("permissions", \.permissions, .settings, "What the user permits from then on."),
    ]
  }

  /// In order of time; before the first the application is in the foreground.
  package var states: [Change] = []
  /// The system's version; before 7.1 only a running application monitored regions.
  package var system = 7.1
  /// Seconds that a woken or launched application may run.
  package var wake = 10.0
  /// What the user permits, up to the first decision.
  package var permissions = Permissions()
  /// Later decisions of the user, in order of time.
  package var decisions: [Decision] = []

  package init() {}
  package static let keys: [SettingKey<HandsetSettings>] = [
    .defaulted(
      "states", \.states, .list(of: .settings),
      "The states of the application in the order of time; in the foreground before the first."),
    .defaulted(
      "system", \.system, .number(.between(7, 100)),
      "The version of the system; from 7.1 on it monitors for applications that were ended, and launches them."
    ),
    .defaulted(
      "wake", \.wake, .number(.between(0, 600)), unit: "s",
      "How long an application may run after an event of monitoring has woken or launched it."),
    .defaulted(
      "permissions", \.permissions, .settings, "What the user permits, up to the first of `decisions`."),
    .defaulted(
      "decisions", \.decisions, .list(of: .settings), "What the user permits later, in the order of time."),
  ]

  /// The changes of state are in order of time, and so are decisions.
  package var conflict: SettingFault? {
    .disorder(of: states.map(\.from)) { "states[\($0)].from" }
      ?? .disorder(of: decisions.map(\.from)) { "decisions[\($0)].from" }
  }
}

/// What an application may do at a moment.
package struct Handset: Sendable {
  private let settings: HandsetSettings
  private let starts: [Int64]
  private let decided: [Int64]
  /// Microseconds until which an application in the background runs.
  private var awakeUntil = Int64.min
  package init(_ settings: HandsetSettings) {
    self.settings = settings
    starts = settings.states.map { $0.from.microseconds }
    decided = settings.decisions.map { $0.from.microseconds }
  }

  private func state(at now: Int64) -> HandsetSettings.AppState {
    starts.lastIndex { $0 <= now }.map { settings.states[$0].state } ?? .foreground
  }

  private func permissions(at now: Int64) -> HandsetSettings.Permissions {
    decided.lastIndex { $0 <= now }.map { settings.decisions[$0].permissions } ?? settings.permissions
  }

  /// Whether the system watches regions for the application.
  package func mayMonitor(at now: Int64) -> Bool {
    let permissions = permissions(at: now)
    guard permissions.isAuthorised else { return false }
    return switch state(at: now) {
    case .foreground: true
    case .background: permissions.authorisation == .always
    case .ended:
      permissions.authorisation == .always && permissions.backgroundRefresh && settings.system >= 7.1
    }
  }

  /// Whether the application ranges beacons.
  package func mayRange(at now: Int64) -> Bool {
    guard permissions(at: now).isAuthorised else { return false }
    return state(at: now) == .foreground || now < awakeUntil
  }

  /// An event of monitoring wakes or launches an application that is not in the foreground.
  package mutating func wake(at now: Int64) {
    guard state(at: now) != .foreground, permissions(at: now).backgroundRefresh else { return }
    awakeUntil = max(awakeUntil, now + settings.wake.microseconds)
  }
}
