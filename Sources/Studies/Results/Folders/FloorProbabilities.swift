package import World

extension FloorProbability {
  /// `0=0.25 1=0.75`: in the order of floors, as fixes.csv has them.
  package static func text(_ probabilities: [FloorProbability]) -> String {
    probabilities.map { "\($0.floor)=\($0.probability)" }.joined(separator: " ")
  }

  /// Reads ``text(_:)``; nil for what is none, and where the probabilities do not add up to 1.
  package static func read(_ text: some StringProtocol) -> [FloorProbability]? {
    var probabilities: [FloorProbability] = []
    for part in text.split(separator: " ") {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let floor = Int(sides[0]), let probability = Double(sides[1]),
        0...1 ~= probability, !probabilities.contains(where: { $0.floor == floor })
      else { return nil }
      probabilities.append(FloorProbability(floor: floor, probability: probability))
    }
    let sum = probabilities.reduce(0) { $0 + $1.probability }
    return abs(sum - 1) < 1e-3 ? probabilities : nil
  }
}
