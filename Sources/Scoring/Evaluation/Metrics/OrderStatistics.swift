/// The sorted order of a column of values, on which quantiles spend most of their time.
///
/// The range is cut into equal buckets and values are counted into them, so that only neighbours remain to be sorted. Rounding keeps
/// the order of values, so a bucket never holds a value that belongs behind a later one. Ours; if many values fall into one
/// bucket, the column is sorted as a whole, with the same result.
enum OrderStatistics {
  /// The places of the values in ascending order, of equal ones the first before.
  static func order(of values: [Double]) -> [Int] {
    guard let (numbers, starts) = buckets(of: values),
      zip(starts, starts.dropFirst()).allSatisfy({ $1 - $0 < 64 })
    else { return values.indices.sorted { (values[$0], $0) < (values[$1], $1) } }
    var (next, order) = (starts, [Int](repeating: 0, count: values.count))
    for index in values.indices {
      order[next[Int(numbers[index])]] = index
      next[Int(numbers[index])] += 1
    }
    for place in order.indices.dropFirst() {
      let (index, value) = (order[place], values[order[place]])
      var free = place
      while free > 0, values[order[free - 1]] > value {
        order[free] = order[free - 1]
        free -= 1
      }
      order[free] = index
    }
    return order
  }

  /// The bucket of each value, and where each bucket starts among the sorted values; nil where cutting the range does not help.
  private static func buckets(of values: [Double]) -> (numbers: [Int32], starts: [Int])? {
    guard let first = values.first else { return nil }
    var (low, high) = (first, first)
    for value in values {
      if value < low { low = value }
      if value > high { high = value }
    }
    let count = max(values.count / 2, 1)
    let scale = Double(count) / (high - low)
    guard values.count > 64, scale > 0, scale < .infinity else { return nil }
    let numbers = values.map { Int32(min(Int(($0 - low) * scale), count - 1)) }
    var starts = [Int](repeating: 0, count: count + 1)
    for number in numbers { starts[Int(number) + 1] += 1 }
    for bucket in 0..<count { starts[bucket + 1] += starts[bucket] }
    return (numbers, starts)
  }
}
