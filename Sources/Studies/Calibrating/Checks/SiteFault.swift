package import World

/// The fault of one beacon that a recorded walk shows.
package struct SiteFault: Hashable, Sendable {
  /// One word for tables.
  package let name: String
  /// What is known of it, in words.
  package let details: String
  /// Of a dead beacon: from when on it is silent, in seconds of the recording.
  package private(set) var since: Double?
  /// Of a weak or strong one: by how many dB it is weaker than the others.
  package private(set) var loss: Double?
  /// Of a misplaced one: where it more probably is.
  package private(set) var place: Point?
  /// Of an exchanged one: the other of the pair.
  package private(set) var other: String?

  /// Not received from a moment on, although the walker was near.
  package static func dead(since: Double) -> SiteFault {
    SiteFault(
      name: "dead", details: since > 0 ? "from \(Int(since.rounded())) s on" : "never received", since: since)
  }

  /// Weaker than the others by some dB, or stronger where negative.
  package static func weak(by loss: Double) -> SiteFault {
    SiteFault(name: loss < 0 ? "strong" : "weak", details: "by \(Int(loss.magnitude)) dB", loss: loss)
  }

  /// More probably at this position than at that of the site.
  package static func misplaced(_ place: Point) -> SiteFault {
    func rounded(_ metres: Double) -> Double { (metres * 10).rounded() / 10 }
    return SiteFault(
      name: "misplaced", details: "about (\(rounded(place.x)), \(rounded(place.y)))", place: place)
  }

  /// The two beacons of a pair at each other's places.
  package static func exchanged(with other: String) -> SiteFault {
    SiteFault(name: "exchanged", details: "with \(other)", other: other)
  }
}
