public import Documents
package import Propagation
import Sites
public import World

/// A file with a channel, such as `calibrate` writes: the keys `channel`, `receiver` and `beacons` of a scenario.
public struct ChannelFile: Sendable {
  /// The keys that a channel file may have; ``init(_:)`` refuses any other.
  public static let schema = Schema.object([
    .required("channel", ChannelSettings.schema, "Replaces the scenario's whole channel."),
    .optional("receiver", ReceiverSettings.schema, "Keys that replace the scenario's."),
    .optional("beacons", BeaconSettings.form.schema, "Keys that replace the scenario's."),
  ])

  /// The published JSON Schema.
  public static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench channel",
      about:
        "The channel that `run --channel` uses instead of the scenario's, as `calibrate --channel` writes it. Lengths "
        + "are in metres, times in seconds, RSSI in dBm.")
  }

  private let document: Document

  /// - Throws: ``World/FileProblem`` for what no scenario may hold.
  public init(contentsOf path: String) throws(FileProblem) { try self.init(Document(contentsOf: path)) }

  /// - Throws: ``World/FileProblem`` for a document that is no channel, or has keys or values that no scenario may have.
  public init(_ document: Document) throws(FileProblem) {
    try document.check(is: .channel)
    _ = try Self.schema.resolve(document)
    self.document = document
  }

  /// The channel's settings, with the defaults of what the file does not say.
  package var channel: ChannelSettings {
    get throws(FileProblem) { try ChannelSettings(Self.schema.resolve(document)["channel"]) }
  }

  /// A scenario's document with this channel in it, whose values know that they stand in this file.
  ///
  /// - Throws: ``World/FileProblem`` for a scenario of recorded walks, whose channel cannot be changed.
  public func placed(in scenario: Document) throws(FileProblem) -> Document {
    if let dataset = scenario.optional("dataset") {
      throw dataset.problem(expected: "a simulated scenario for --channel", found: "one of recorded walks")
    }
    var placed = try scenario.replacing("channel", by: document["channel"])
    for part in ["receiver", "beacons"] {
      guard let keys = document.optional(part) else { continue }
      var merged = scenario.optional(part) ?? Document(.object([]), at: keys.location)
      for member in try keys.members { merged = try merged.replacing(member.key, by: member.value) }
      placed = try placed.replacing(part, by: merged)
    }
    return placed
  }
}

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
