/// Which laws the readings leave open.
///
/// Sigma and loss depend on the shape of the errors where some were too weak to be heard: a normal law on fading readings
/// has them wrong by far more than their intervals are wide, and so has a law with fades on readings without. n and C hardly do.
struct PlausibleLaws {
  /// Whether the law with fades is the most likely one.
  let isFading: Bool
  private let best: Double
  /// The laws that are left open.
  private let open: [ChannelLaw]

  /// By so much the logarithm of the likelihood may fall short of that of the best law: e³ is 20 to 1.
  private static let margin = 3.0

  /// The share too weak from which the shape of the errors matters to sigma and loss.
  private static let littleTooWeak = 0.02

  /// - Parameter tooWeak: the share that was too weak to be heard; 0 where fades are not looked for.
  init(normal: ChannelLaw, robust: ChannelLaw, faded: ChannelLaw?, tooWeak: Double) {
    let laws = [normal, robust] + (faded.map { [$0] } ?? [])
    let best = laws.reduce(-.infinity) { max($0, $1.logLikelihood) }
    self.best = best
    isFading = faded?.logLikelihood == best
    // Readings that do not tell how much they fade do not tell that they do not.
    let isUnknown = faded?.deviation.lower == nil && tooWeak > Self.littleTooWeak
    open = isUnknown ? [] : laws.filter { $0.logLikelihood >= best - Self.margin }
  }

  /// A law whose intervals of sigma and loss take in those of all laws that are left open; without them where it is not one of
  /// these itself, judged by its own likelihood or that of a law with the same errors.
  func told(_ law: ChannelLaw, likeThat other: ChannelLaw) -> ChannelLaw {
    guard !open.isEmpty, other.logLikelihood >= best - Self.margin else { return law.withoutSpreadIntervals }
    return law.takingIn(open)
  }

  func told(_ law: ChannelLaw) -> ChannelLaw { told(law, likeThat: law) }
}
