package import Laps
import World

/// One simulated lap in a sentence.
package struct SimulatedLapReport: Sendable {
  private let lap: SimulatedLap

  package init(_ lap: SimulatedLap) { self.lap = lap }

  /// `lap 7, clockwise, right hand: 114 s, 12 presses; advertisements: 38,007 sent, of which 11,402 were lost and 3323 too
  /// weak for the receiver; 23,282 heard`
  ///
  /// - Parameters:
  ///   - note: put behind it.
  ///   - width: columns of a line.
  package func text(note: String, width: Int) -> String { (sentence + note).paragraph(width: width) }

  private var sentence: String {
    let who = ["lap \(lap.lap)", lap.walker, lap.direction, "\(lap.hand.rawValue) hand"].compactMap { $0 }
    return who.joined(separator: ", ") + ": \(FixedPoint.shortest(lap.seconds, decimals: 2)) s, "
      + Counted.text(lap.presses.count, "press", "presses")
      + "; advertisements: \(AdvertisementLine.text(of: lap.counts)); "
      + "\(Counted.number(lap.stream.count)) heard"
  }
}
