/// The best values of a few constants by coordinate descent: one constant after another takes the value with the smallest score while
/// the others stay, a given number of times in turn.
///
/// It finds a minimum along each axis, not over all combinations, so that its cost is the sum of the numbers of values. Source: Wright
/// 2015, "Coordinate descent algorithms", doi:10.1007/s10107-015-0892-3.
package enum ChoiceSearch {
  /// - Parameters:
  ///   - counts: how many values each constant has.
  ///   - stated: the choice at the beginning.
  ///   - passes: how often all are searched, unless a pass changes nothing.
  ///   - scores: of several choices at once, for the constant that is searched, the smaller the better; a choice has the index of each
  ///     constant's value, nil for one that is not among them. Empty where nothing can choose the constant.
  /// - Returns: the choice; of equal scores that which stands already, or the first.
  package static func best(
    _ counts: [Int], from stated: [Int?], passes: Int,
    scores: ([[Int?]], Int) async throws -> [Double]
  ) async throws -> [Int?] {
    var chosen = stated
    for _ in 0..<passes {
      let before = chosen
      for (constant, count) in counts.enumerated() {
        let tried =
          [chosen]
          + (0..<count).map { value in
            var other = chosen
            other[constant] = value
            return other
          }
        let found = try await scores(tried, constant)
        chosen = found.indices.min { (found[$0], $0) < (found[$1], $1) }.map { tried[$0] } ?? chosen
      }
      if chosen == before { break }
    }
    return chosen
  }
}
