import Documents
import World

/// A survey of levels at still places, as the danis files hold it: four lines, `Bins:`, `Dongles:`, `Beacons:`
/// and `Fingerprints:`, each followed by JSON. A fingerprint maps a place, written `(x, y, z)`, to receivers,
/// those to beacons, and those to the share of readings in each bin.
struct HistogramSurvey {
  struct Mean {
    /// The receiver's id, and where its histogram stands.
    let receiver: Document.Member
    let position: Point
    let level: DBm
  }

  /// The mean of each histogram of one beacon, in the order of the file.
  let means: [Mean]

  /// - Parameter usesMiddle: Whether a bin stands for the middle of its edges rather than for the lower one.
  init(contentsOf path: String, beacon: String, usesMiddle: Bool) throws(FileProblem) {
    var lines = try TextLines(contentsOf: path, longest: 1 << 28)
    var parts: [String: Document] = [:]
    while let line = try lines.nextLine() {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else {
        throw FileProblem(
          file: path, line: lines.line, expected: "a name, a colon and JSON", found: "neither")
      }
      parts[String(halves[0])] = try Document(json: String(halves[1]), file: path, line: lines.line)
    }
    guard let bins = parts["Bins"], let fingerprints = parts["Fingerprints"] else {
      throw FileProblem(
        file: path, expected: "the lines Bins and Fingerprints",
        found: parts.isEmpty ? "an empty file" : listing(parts.keys.sorted()))
    }
    let edges = try bins.elements.map { edge throws(FileProblem) in try edge.number }
    let levels = zip(edges, edges.dropFirst()).map { usesMiddle ? ($0 + $1) / 2 : $0 }
    var means: [Mean] = []
    for place in try fingerprints.members {
      let position = try HistogramSurvey.position(place)
      for receiver in try place.value.members {
        let shares = try receiver.value[beacon]
        let mean = try HistogramSurvey.mean(of: shares, levels: levels)
        means.append(Mean(receiver: receiver, position: position, level: DBm(mean)))
      }
    }
    self.means = means
  }

  private static func mean(of shares: Document, levels: [Double]) throws(FileProblem) -> Double {
    let shares = (document: shares, elements: try shares.elements)
    guard shares.elements.count == levels.count else {
      throw shares.document.problem(expected: "a share for each of \(levels.count) bins")
    }
    var (sum, total) = (0.0, 0.0)
    for (share, level) in zip(shares.elements, levels) {
      let share = try share.number
      sum += share * level
      total += share
    }
    guard abs(total - 1) < 1e-6 else {
      throw shares.document.problem(expected: "shares that add up to 1", found: "\(total)")
    }
    return sum / total
  }

  private static func position(_ place: Document.Member) throws(FileProblem) -> Point {
    let inner = place.key.hasPrefix("(") && place.key.hasSuffix(")") ? place.key.dropFirst().dropLast() : ""
    let numbers = inner.split(separator: ",").compactMap { part in
      Double(part.drop { $0 == " " }).flatMap { $0.isFinite ? $0 : nil }
    }
    guard numbers.count == 3 else {
      throw place.value.problem(expected: "a place (x, y, z) as the key", found: jsonText(place.key))
    }
    return Point(x: numbers[0], y: numbers[1], z: numbers[2])
  }
}
