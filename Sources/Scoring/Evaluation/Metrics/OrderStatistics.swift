/// The values at given positions of the sorted column, found without sorting all of it.
///
/// The range is cut into equal buckets, values are counted into them, and only the buckets that hold a wanted place are
/// sorted. Rounding keeps the order of values, so a bucket never holds a value that belongs behind a later one. Ours;
/// if all values fall into one bucket, the column is sorted entirely, with the same result.
enum OrderStatistics {
  /// - Parameters:
  ///   - values: At least one, all finite.
  ///   - places: Places in the sorted column, from 0, in ascending order; equal ones may repeat.
  static func values(at places: [Int], in values: [Double]) -> [Double] {
    guard let (numbers, starts) = buckets(of: values) else {
      let sorted = values.sorted()
      return places.map { sorted[$0] }
    }
    return pick(places, from: values, numbers, starts)
  }

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

  /// Sorts what lies in the buckets that hold a wanted place, all of them in one go since buckets are in order.
  private static func pick(_ places: [Int], from values: [Double], _ numbers: [Int32], _ starts: [Int])
    -> [Double]
  {
    var isWanted = [Bool](repeating: false, count: starts.count - 1)
    var gatheredBefore = [Int](repeating: 0, count: starts.count)
    for place in places { isWanted[bucket(of: place, starts)] = true }
    for bucket in isWanted.indices {
      let members = isWanted[bucket] ? starts[bucket + 1] - starts[bucket] : 0
      gatheredBefore[bucket + 1] = gatheredBefore[bucket] + members
    }
    var gathered: [Double] = []
    gathered.reserveCapacity(gatheredBefore[isWanted.count])
    for index in values.indices where isWanted[Int(numbers[index])] { gathered.append(values[index]) }
    gathered.sort()
    return places.map { place in
      let bucket = bucket(of: place, starts)
      return gathered[gatheredBefore[bucket] + place - starts[bucket]]
    }
  }

  /// The bucket in which a place lies: the last that starts at or before it and is not empty there.
  private static func bucket(of place: Int, _ starts: [Int]) -> Int {
    var low = 0
    var high = starts.count - 2
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= place { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
