import NumericalMethods

/// How well each offset of the range explains the observations.
struct OffsetCurve {
  /// In rising order.
  let offsets: [Double]
  /// The logarithm of the likelihood ratio; negative where fewer than half as many observations can be judged as at best.
  let likelihoods: [Double]
  private let best: Int

  /// - Throws: where too little can be judged, or the best is at an end.
  init(of evidence: some OffsetEvidence) throws(ClockOffset.Absence) {
    let steps = Int((ClockOffset.range / ClockOffset.step).rounded())
    offsets = (-steps...steps).map { Double($0) * ClockOffset.step }
    let sets = offsets.map { Self.known(evidence, from: $0, to: $0) }
    let most = sets.map(\.count).max() ?? 0
    guard most >= ClockOffset.fewest else { throw .tooFew(most) }
    let likelihoods: [Double] = zip(offsets, sets).map { offset, set in
      guard 2 * set.count >= most, set.count >= ClockOffset.fewest else { return -1 }
      let squares = evidence.squares(set, at: offset)
      guard squares.with > 0, squares.without > squares.with else { return 0 }
      return Double(set.count) / 2 * Elementary.log(squares.without / squares.with)
    }
    let best = likelihoods.indices.reduce(0) { likelihoods[$1] > likelihoods[$0] ? $1 : $0 }
    (self.likelihoods, self.best) = (likelihoods, best)
    guard likelihoods[best] > 0 else { throw .unmoved }
    guard best > 0, best < offsets.count - 1, likelihoods[best - 1] >= 0, likelihoods[best + 1] >= 0 else {
      throw .atEdge(offsets[best])
    }
  }

  /// The observations at whose time the truth is known for every offset of an interval.
  private static func known(_ evidence: some OffsetEvidence, from lower: Double, to upper: Double) -> [Int] {
    evidence.times.indices.filter { index in
      let span = evidence.span(of: index)
      return span.contains(evidence.times[index] - lower) && span.contains(evidence.times[index] - upper)
    }
  }

  /// The offset of the least squares over one set of observations about the best, and that set.
  func refined(_ evidence: some OffsetEvidence) throws(ClockOffset.Absence) -> (Double, [Int]) {
    let longest =
      evidence.times.indices.map { index in
        let span = evidence.span(of: index)
        return span.upperBound - span.lowerBound
      }.max() ?? 0
    let steps = Int(min(3, longest / 5) / ClockOffset.fineStep)
    let reach = Double(steps) * ClockOffset.fineStep
    let set = Self.known(evidence, from: offsets[best] - reach, to: offsets[best] + reach)
    guard set.count >= ClockOffset.fewest else { throw .tooFew(set.count) }
    let tried = (-steps...steps).map { offsets[best] + Double($0) * ClockOffset.fineStep }
    let squares = tried.map { evidence.squares(set, at: $0).with }
    let least = squares.indices.reduce(0) { squares[$1] < squares[$0] ? $1 : $0 }
    guard least > 0, least < tried.count - 1 else { throw .atEdge(tried[least]) }
    return (tried[least], set)
  }

  /// Refuses an offset that explains little, or where another one is about as good for the observations that both can be judged by.
  ///
  /// - Parameters:
  ///   - offset: the refined one.
  ///   - apart: seconds from it within which others count as the same.
  ///   - inflation: by how much correlation inflates a likelihood.
  func check(
    _ offset: Double, apart: Double, inflation: Double, _ evidence: some OffsetEvidence
  ) throws(ClockOffset.Absence) {
    guard likelihoods[best] / inflation >= ClockOffset.advantage else { throw .unmoved }
    for index in offsets.indices.dropFirst().dropLast()
    where abs(offsets[index] - offset) > apart && likelihoods[index] > 0
      && likelihoods[index] >= likelihoods[index - 1] && likelihoods[index] >= likelihoods[index + 1]
    {
      let other = offsets[index]
      let shared = Self.known(evidence, from: min(offset, other), to: max(offset, other))
      let (here, there) = (
        evidence.squares(shared, at: offset).with, evidence.squares(shared, at: other).with
      )
      let ahead = here > 0 ? Double(shared.count) / 2 * Elementary.log(there / here) : .infinity
      guard ahead / inflation >= ClockOffset.advantage else { throw .alike(offset, other) }
    }
  }
}
