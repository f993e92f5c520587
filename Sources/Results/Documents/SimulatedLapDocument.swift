package import Documents
package import Laps
import World

extension SimulatedLap {
  /// The walk of a lap, and how many advertisements of it were sent, lost and heard.
  package var document: Document {
    let members: [Document.Member] =
      [
        .init(key: "lap", value: Document(lap)),
        .init(key: "walker", value: walker.map { Document($0) } ?? nil),
        .init(key: "direction", value: direction.map { Document($0) } ?? nil),
        .init(key: "hand", value: Document(hand.rawValue)), .init(key: "seconds", value: Document(seconds)),
      ] + counts.members + [
        .init(key: "heard", value: Document(stream.count)),
        .init(key: "presses", value: Document(presses.count)),
      ]
    return Document(members)
  }
}
