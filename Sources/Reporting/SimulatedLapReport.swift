package import Laps
import World

extension SimulatedLap {
  /// `lap 7, clockwise, right hand: 114 s, 12 presses; advertisements: 38,007 sent, of which 11,402 were lost and 3323 too
  /// weak for the receiver; 23,282 heard`
  package var sentence: String {
    let who = ["lap \(lap)", walker, direction, "\(hand.rawValue) hand"].compactMap { $0 }
    return who.joined(separator: ", ") + ": \(FixedPoint.shortest(seconds, decimals: 2)) s, "
      + Counted.text(presses.count, "press", "presses")
      + "; advertisements: \(AdvertisementLine.text(of: counts)); "
      + "\(Counted.number(stream.count)) heard"
  }
}
