/// Which laws fit about as well as the best one.
///
/// Sigma and loss depend on the shape of the errors where some were too weak to be heard: a normal law on fading readings
/// has them wrong by far more than their intervals are wide. n and C hardly do.
struct PlausibleLaws {
  let isFading: Bool
  private let best: Double

  /// By so much the logarithm of the likelihood may fall short of the best law's: e³ = 20 to 1.
  private static let margin = 3.0

  init(normal: ChannelLaw, robust: ChannelLaw, faded: ChannelLaw?) {
    let others = max(normal.logLikelihood, robust.logLikelihood)
    isFading = (faded?.logLikelihood ?? -.infinity) > others
    best = max(others, faded?.logLikelihood ?? others)
  }

  /// A law as it may be told, judged by its own likelihood or that of a law with the same errors.
  func told(_ law: ChannelLaw, likeThat other: ChannelLaw) -> ChannelLaw {
    other.logLikelihood < best - Self.margin ? law.withoutSpreadIntervals : law
  }

  func told(_ law: ChannelLaw) -> ChannelLaw { told(law, likeThat: law) }
}
