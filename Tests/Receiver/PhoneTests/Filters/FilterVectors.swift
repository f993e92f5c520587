import Phone
import World

/// How the exact vectors write a column: null for a missed second.
struct Columns: Decodable {
  let input: [Double?]
  let output: [Double?]

  enum CodingKeys: String, CodingKey {
    case input = "z"
    case output = "out"
  }

  /// The readings, one a second from 1 s on.
  var readings: [DBm?] { input.map { $0.map { DBm($0) } } }

  var times: [Double] { input.indices.map { Double($0 + 1) } }

  /// The greatest difference between what a filter gives and the outputs.
  func difference(of filter: some SignalFilter) -> Double {
    var (filter, levels) = (filter, readings)
    filter.smooth(&levels, at: times)
    return difference(from: levels)
  }

  /// The greatest difference between outputs and the expected ones; infinite where only one of them is there.
  func difference(from levels: [DBm?]) -> Double {
    guard levels.count == output.count else { return .infinity }
    return zip(levels, output).map { level, expected -> Double in
      guard let level, let expected else { return level == nil && expected == nil ? 0 : .infinity }
      return abs(level.value - expected)
    }.max() ?? 0
  }
}
