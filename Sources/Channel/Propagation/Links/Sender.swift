import NumericalMethods
import World

/// A transmitter of the building.
struct Sender {
  var place: Point
  var floor: Int
  /// The index in the site of the anchor whose identity it sends.
  let anchor: Int
  /// The index of its shadowing.
  var shadow: Int
  let name: TransmitterName
  let entry: StreamDirectory.Transmitter
  /// Its power relative to the others, in decibels.
  var power: Double
  /// The share of its advertisements that a fault removes, in addition to those lost anyway.
  var missing = 0.0
  /// Decibels that a fault takes from its power per lap, and the lap from which they are counted.
  var battery: (loss: Decibels, lap: Int) = (0, 0)
  /// The moments from and until which it transmits in this state; `until` is nil for no end.
  var from = LapMoment()
  var until: LapMoment?
}

/// The number of a transmitter and its anchor, by which its random numbers are named.
struct TransmitterName: Hashable, Sendable {
  let anchor: String
  let index: Int

  func seed(in parent: Seed) -> Seed { parent.derived("beacon").derived(anchor, index) }
}
