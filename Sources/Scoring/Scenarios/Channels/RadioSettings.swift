package import Documents
package import Propagation

/// What lies between the beacons and the levels that a phone hears, in every simulated scenario.
package struct RadioSettings: DeclaredSettings {
  /// The loss, shadowing and fading between each beacon and the phone.
  package var channel = ChannelSettings.defaults
  /// When beacons transmit, at which power, and which of them differ.
  package var beacons = BeaconSettings()
  /// What the phone receives of it and how it reads levels.
  package var receiver = ReceiverSettings()

  package init() {}
  package static let keys: [SettingKey<RadioSettings>] = [
    .required("channel", \.channel, .settings, "The radio channel between beacon and phone."),
    .defaulted("beacons", \.beacons, BeaconSettings.formWithMovers, "How the beacons advertise."),
    .defaulted("receiver", \.receiver, .settings, "The phone's receiver."),
  ]
}
