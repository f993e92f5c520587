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
    var (low, high) = (values[0], values[0])
    for value in values {
      low = min(low, value)
      high = max(high, value)
    }
    let buckets = max(values.count / 2, 1)
    let scale = Double(buckets) / (high - low)
    guard values.count > 64, scale > 0, scale < .infinity else {
      let sorted = values.sorted()
      return places.map { sorted[$0] }
    }
    let numbers = values.map { Int32(min(Int(($0 - low) * scale), buckets - 1)) }
    var starts = [Int](repeating: 0, count: buckets + 1)
    for number in numbers { starts[Int(number) + 1] += 1 }
    for bucket in 0..<buckets { starts[bucket + 1] += starts[bucket] }
    return pick(places, from: values, numbers, starts)
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
