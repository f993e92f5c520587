extension [String] {
  /// Names that a text gave with commas between, put together again where a known name has commas of its own.
  public func joined(among known: [String]) -> [String] {
    var (names, rest) = ([String](), self[...])
    while !rest.isEmpty {
      let length = (1...rest.count).last { count in
        [", ", ","].contains { known.contains(rest.prefix(count).joined(separator: $0)) }
      }
      let parts = rest.prefix(length ?? 1)
      names.append(
        [", ", ","].map { parts.joined(separator: $0) }.first(where: known.contains)
          ?? parts[parts.startIndex])
      rest = rest.dropFirst(length ?? 1)
    }
    return names
  }
}

/// ` (did you mean alpha?)` for a name close to a known one, ` (use alpha)` for a struck one, otherwise nothing.
///
/// Close is an edit distance of at most a third of the longer name; names that differ only in case or in
/// hyphens and underscores are always close. Of equally close ones the first is taken.
public func suggestion(for name: String, among known: [String]) -> String {
  if let successor = struckWords[name]?.first(where: {
    $0.split(separator: " ").prefix(1).contains { known.contains(String($0)) }
  }) {
    return " (use \(successor))"
  }
  func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
  if let same = known.first(where: { plain($0) == plain(name) }) { return " (did you mean \(same)?)" }
  var best: (name: String, distance: Int)?
  for candidate in known {
    let distance = editDistance(Array(name.lowercased()), Array(candidate.lowercased()))
    guard distance <= max(name.count, candidate.count) / 3 else { continue }
    // Of equals, one that was cut short comes before one with another letter.
    let isBetter = best.map { last in
      distance < last.distance
        || distance == last.distance && candidate.hasPrefix(name) && !last.name.hasPrefix(name)
    }
    if isBetter ?? true { best = (candidate, distance) }
  }
  return best.map { " (did you mean \($0.name)?)" } ?? ""
}

/// The least number of insertions, deletions, exchanges of one element and swaps of two neighbours that turns
/// one list into the other, when no element is touched twice.
///
/// Source: Levenshtein 1966, "Binary codes capable of correcting deletions, insertions, and reversals", with
/// Damerau's swap (1964, doi:10.1145/363958.363994), by the rows of Wagner and Fischer 1974,
/// doi:10.1145/321796.321811.
func editDistance<Element: Equatable>(_ a: [Element], _ b: [Element]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
