public import Documents
public import World

/// A fault: one deviation from what the site and the pipelines assume, from a moment on.
///
/// Only the simulation is affected by it; the site file, the survey and the pipelines' assumptions are not.
public struct Fault: DeclaredSettings {
  /// What deviates; the raw value is the key in a scenario.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case dead, fading, misplaced, exchanged, measuredPower, missing, cloned, phoneOffset
  }

  /// What deviates.
  public var kind = Kind.dead
  /// Its id in the site; empty for all beacons.
  public var beacon = ""
  /// The ids of the two beacons that are exchanged.
  public var pair: [String] = []
  /// Of a misplaced or cloned beacon: where it really is, in metres.
  public var position: Point = .zero
  /// Nil for the floor in the site.
  public var floor: Int?
  /// By how much: the loss from lap to lap, the error of a measured power, a clone's power, or what a phone adds.
  public var decibels: Decibels = 0
  /// Of missing beacons: the share that is absent, 0 to 1.
  public var share = 0.0
  /// The moment from which on the fault is there.
  public var from = LapMoment()

  public init() {}

  /// The beacons that the fault names; empty where it concerns all of them.
  public var beacons: [String] { kind == .exchanged ? pair : beacon.isEmpty ? [] : [beacon] }

  /// The additional transmitter of a clone; nil for other kinds.
  var rogue: RogueBeacon? {
    guard kind == .cloned else { return nil }
    return RogueBeacon {
      ($0.beacon, $0.position, $0.power, $0.from) = (beacon, position, decibels, from)
      $0.floor = floor ?? 0
    }
  }

  public static let keys: [SettingKey<Fault>] = [
    .defaulted(
      "from", \.from, .settings, "When it begins, on that lap and all later ones; by default from the start.")
  ]

  private static let beacon = SettingKey<Fault>.required("beacon", \.beacon, .text(), "Its id in the site.")
  private static let floor = SettingKey<Fault>.optional(
    "floor", \.floor, .integer(.between(-1000, 1000)), "The floor; by default the one in the site.")
  private static let position = SettingKey<Fault>.required(
    "position", \.position, .point("x", "y", "z", within: .between(-1e6, 1e6)), "The true position.")

  private static func decibels(_ name: String, _ range: NumberRange, _ about: String) -> SettingKey<Fault> {
    .required(name, \.decibels, .number(range), unit: "dB", about)
  }

  private static func variant(_ kind: Kind, _ keys: [SettingKey<Fault>], _ about: String)
    -> SettingVariant<Fault>
  {
    var base = Fault()
    base.kind = kind
    return SettingVariant(
      kind.rawValue, .settings(keys + Fault.keys, from: base), as: { $0 },
      from: { $0.kind == kind ? $0 : nil },
      about)
  }

  /// One of the kinds, with its settings.
  public static let form = SettingForm<Fault>.union([
    variant(.dead, [beacon], "A beacon that stops transmitting."),
    variant(
      .fading,
      [beacon, decibels("batteryLoss", .between(0, 100), "The loss of transmit power from lap to lap.")],
      "A beacon whose battery runs down."),
    variant(.misplaced, [beacon, position, floor], "A beacon that is elsewhere than the site says."),
    variant(
      .exchanged,
      [.required("beacons", \.pair, .tuple("first", "second", of: .text()), "Their ids in the site.")],
      "Two beacons, each at the position of the other."),
    variant(
      .measuredPower,
      [
        beacon,
        decibels(
          "by", .between(-100, 100),
          "By how much the measured power, in the site and in the frames, is above the true RSSI at 1 m."),
      ], "A beacon whose measured power is wrong."),
    variant(
      .missing,
      [
        .required("share", \.share, .number(.between(0, 1)), "The share, in addition to `beacons.loss`."),
        .omissible("beacon", \.beacon, .text(), "The beacon's id in the site; by default all beacons."),
      ], "A share of the advertisements is missing."),
    variant(
      .cloned,
      [
        beacon, position, floor,
        .defaulted(
          "power", \.decibels, .number(.between(-100, 100)), unit: "dB",
          "The difference of its transmit power from the others'."),
      ], "A second transmitter, elsewhere, with the identity of a beacon."),
    variant(
      .phoneOffset, [decibels("by", .between(-100, 100), "What the phone adds to every RSSI.")],
      "A phone with an unknown offset."),
  ])

  /// How tables name the fault: `misplaced b05`, `missing 30 %`, `phoneOffset +6 dB`.
  public var title: String {
    var words = [kind.rawValue] + beacons
    switch kind {
    case .missing: words.append("\((share * 1000).rounded() / 10) %")
    case .measuredPower, .phoneOffset:
      words.append("\(decibels.value > 0 ? "+" : "")\(decibels.value) dB")
    case .dead, .fading, .misplaced, .exchanged, .cloned: break
    }
    if from > LapMoment() { words.append("from lap \(from.lap), \(from.time) s") }
    return words.joined(separator: " ").replacing(".0 ", with: " ")
  }

  /// - Throws: a beacon that the site does not have.
  func validate(on site: Site) throws(SettingFault) {
    for name in beacons where !site.anchors.contains(where: { $0.id == name }) {
      throw SettingFault(key: "faults.\(kind.rawValue)", expected: "beacons of the site", found: name)
    }
  }
}
