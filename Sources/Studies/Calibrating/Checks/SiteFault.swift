package import World

/// The fault of one beacon that a recorded walk shows.
package enum SiteFault: Hashable, Sendable {
  /// Not received from a moment on, in seconds of the recording, although the walker was near.
  case dead(since: Double)
  /// Weaker than the others by some dB, or stronger where negative.
  case weak(by: Double)
  /// More probably at this position than at that of the site.
  case misplaced(Point)
  /// The other beacon of the pair.
  case exchanged(with: String)

  /// One word for tables; a negative loss is `strong`.
  package var name: String {
    switch self {
    case .dead: "dead"
    case .weak(let loss): loss < 0 ? "strong" : "weak"
    case .misplaced: "misplaced"
    case .exchanged: "exchanged"
    }
  }
}
