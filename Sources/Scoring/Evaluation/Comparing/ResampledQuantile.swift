/// A quantile as ``Quantiles`` defines it, of values each counted as often as its lap was drawn.
struct ResampledQuantile: Sendable {
  let laps: Int
  /// In ascending order.
  private let values: [(value: Double, lap: Int)]

  /// Nil without values.
  init?(_ values: [Double], laps: [Int]) {
    guard let last = laps.last else { return nil }
    self.laps = last + 1
    self.values = zip(values, laps).map { (value: $0, lap: $1) }.sorted {
      ($0.value, $0.lap) < ($1.value, $1.lap)
    }
  }

  /// - Parameter times: how often each lap was drawn, not all 0.
  func value(_ fraction: Double, times: ArraySlice<UInt8>) -> Double {
    let start = times.startIndex
    let count = values.reduce(0) { $0 + Int(times[start + $1.lap]) }
    let place = Quantiles.Place(of: fraction, among: max(count, 1))
    var passed = 0
    var lower: Double?
    for entry in values {
      passed += Int(times[start + entry.lap])
      if lower == nil, passed > place.lower { lower = entry.value }
      if let lower, passed > place.upper { return place.value(between: lower, entry.value) }
    }
    return lower ?? 0
  }
}
