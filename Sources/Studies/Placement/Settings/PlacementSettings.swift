package import Documents
import Scenarios
import Sites

/// The settings of a placement study: where beacons may hang, how many, and the objective.
package struct PlacementSettings: DeclaredSettings {
  /// In reports.
  package var name = ""
  /// What the study is for; nil where it does not say.
  package var about: String?
  /// The path of the scenario's file.
  package var scenario = ""
  /// Of the walks and the moves of the search.
  package var seed: UInt64 = 1
  /// Where beacons may be mounted.
  package var candidates = CandidateSettings()
  /// Metres between the points of the path, or of the floors, at which bounds are worked out.
  package var points = PointSettings.path(spacing: 1)
  /// The budget, with the beacons that stay.
  package var beacons = 1
  /// Ids of beacons of the scenario's site that stay.
  package var keep: [String] = []
  /// What is minimised.
  package var objective = PlacementObjective.strongest(wrongRooms: 0)
  /// How many beacons must be heard at every point of every layout.
  package var heard = 0
  /// The searches; at least one.
  package var methods: [PlacementMethod] = [.greedy, .swaps]
  /// The effort of the searches.
  package var search = PlacementSearchSettings()
  /// How uncertain the channel is.
  package var uncertainty = ChannelUncertainty()
  /// Metres.
  package var prior = 10.0
  /// The layouts that are judged beside the searched ones.
  package var compare: [LayoutRule] = [.evenly, .spacing(metres: 3), .lattice, .heard(beacons: 10)]
  /// The walks on which layouts are judged.
  package var judge = JudgeSettings()
  /// Identifiers, batteries and effort.
  package var installation = InstallationSettings()

  package init() {}
  package static let keys: [SettingKey<PlacementSettings>] = [
    .required("name", \.name, .text(.name), "The study's name in reports."),
    .optional("about", \.about, .text(), "What the study is for, and where its numbers come from."),
    .required(
      "scenario", \.scenario, .file,
      "A simulated scenario, relative to this file: its site, channel, walks, receiver and pipelines."),
    .defaulted(
      "seed", \.seed, .seed,
      "The seed of the walks and the moves of the search. The walks that judge have one of their own."),
    .defaulted("candidates", \.candidates, .settings, "Where beacons may be mounted."),
    .defaulted("points", \.points, PointSettings.form, "Where bounds are worked out."),
    .required(
      "beacons", \.beacons, .integer(.between(1, 10_000)),
      "The number of beacons, those that stay included."),
    .defaulted(
      "keep", \.keep, .list(of: .text()), "The ids of beacons of the scenario's site that stay."),
    .defaulted("objective", \.objective, PlacementObjective.form, "What is minimised."),
    .defaulted(
      "constraints", \.heard,
      .one(
        "heard", .integer(.between(0, 100)), default: 0,
        "The number of beacons that must be heard at every point: with a probability of a half or more in one window of the phone."
      ), "What every layout must satisfy."),
    .defaulted(
      "methods", \.methods, .list(of: PlacementMethod.form, count: .atLeast(1)),
      "The searches; the layout of each is judged."),
    .defaulted("search", \.search, .settings, "The effort of the searches."),
    .defaulted(
      "uncertainty", \.uncertainty, .settings, "How uncertain the channel is: every walk has its own."),
    .defaulted(
      "prior", \.prior, .number(.between(0.1, 1000)), unit: "m",
      "The standard deviation along each axis with which a position is known without any beacon."),
    .defaulted(
      "compare", \.compare, .list(of: LayoutRule.form),
      "The layouts by rules that are judged beside the chosen one."),
    .defaulted("judge", \.judge, .settings, "The walks on which layouts are judged."),
    .defaulted("installation", \.installation, .settings, "Identifiers, batteries and effort."),
  ]
}

/// The effort of the searches.
package struct PlacementSearchSettings: DeclaredSettings {
  /// Of the objective `strongest`.
  package var walks = 20
  /// Of the search by the judged figure; 0 for none.
  package var moves = 0

  package init() {}
  package static let keys: [SettingKey<PlacementSearchSettings>] = [
    .defaulted(
      "walks", \.walks, .integer(.between(1, 10_000)),
      "The number of simulated walks of the objective `strongest` and of `moves`, each in a building of its own."
    ),
    .defaulted(
      "moves", \.moves, .integer(.between(0, 100_000)),
      "After the other searches, from their best layout: the number of moves of one beacon to another candidate that are tried by the judged figure itself, on `walks` walks each."
    ),
  ]
}

/// How much the channel of one walk differs from the scenario's.
package struct ChannelUncertainty: DeclaredSettings {
  /// The standard deviation of the RSSI at 1 m, in dB.
  package var level = 0.0
  /// The standard deviation of the path-loss exponent.
  package var exponent = 0.0

  package init() {}
  package static let keys: [SettingKey<ChannelUncertainty>] = [
    .defaulted(
      "c", \.level, .number(.between(0, 20)), unit: "dB",
      "The standard deviation of the RSSI at 1 m, common to all beacons; bounds are those of methods that do not know it."
    ),
    .defaulted(
      "n", \.exponent, .number(.between(0, 1)),
      "The standard deviation of the path-loss exponent; of the walks only."),
  ]
}

/// The walks on which layouts are judged.
package struct JudgeSettings: DeclaredSettings {
  /// Of the first walk; each further one has the next.
  package var seed: UInt64 = 1001
  /// At least 2.
  package var walks = 40
  /// Other numbers of beacons with which the greedy layout is judged.
  package var counts: [Int] = []
  /// What decides between layouts; nil for the errors of positions.
  package var by: JudgedUse?
  /// Whether errors are scored at every callback, instead of as the scenario has it.
  package var everyCallback = true

  package init() {}
  package static let keys: [SettingKey<JudgeSettings>] = [
    .defaulted(
      "seed", \.seed, .seed,
      "The seed of the first walk; each further one has the next, and a building of its own."),
    .defaulted("walks", \.walks, .integer(.between(2, 10_000)), "The number of walks."),
    .optional(
      "by", \.by, JudgedUse.form,
      "What decides between layouts instead of the errors of positions; the objective still leads the searches."
    ),
    .defaulted(
      "everyCallback", \.everyCallback, .flag,
      "Whether errors are scored at every callback. Presses at test points, as the scenario may have it, flatter layouts with beacons beside those points."
    ),
    .defaulted(
      "counts", \.counts, .list(of: .integer(.between(1, 10_000))),
      "Numbers of beacons with which the greedy layout is judged too, for the error against the number of beacons."
    ),
  ]
}
