public import Studies
import World

/// One simulated lap in a sentence.
public struct SimulatedLapReport: Sendable {
  private let lap: SimulatedLap

  public init(_ lap: SimulatedLap) { self.lap = lap }

  /// `lap 7, clockwise, right hand: 114 s, 23,282 of 38,007 advertisements heard, 12 presses`
  public var sentence: String {
    let who = ["lap \(lap.lap)", lap.walker, lap.direction, "\(lap.hand.rawValue) hand"].compactMap { $0 }
    return who.joined(separator: ", ") + ": \(FixedPoint.shortest(lap.seconds, decimals: 2)) s, "
      + "\(Counted.number(lap.stream.count)) of \(Counted.number(lap.sent)) advertisements heard, "
      + Counted.text(lap.presses.count, "press", "presses")
  }
}
