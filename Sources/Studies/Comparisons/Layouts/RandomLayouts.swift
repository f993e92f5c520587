package import NumericalMethods

/// Subsets of a number of beacons.
package enum RandomLayouts {
  /// Distinct subsets, each as likely as any other; all of them, in ascending order, where there are no more than asked for.
  ///
  /// Source of the draw of one subset: Fisher and Yates, in the form of Durstenfeld 1964, doi:10.1145/364520.364540.
  ///
  /// - Returns: each with ascending indices.
  /// - Precondition: `0 < size <= beacons`.
  package static func subsets(
    of beacons: Int, size: Int, count: Int, using random: inout RandomStream
  ) -> [[Int]] {
    precondition(1...beacons ~= size, "a subset of \(size) of \(beacons) beacons")
    if number(of: size, from: beacons) <= count { return all(of: size, from: 0..<beacons) }
    var (found, seen) = ([[Int]](), Set<[Int]>())
    while found.count < count {
      var rest = Array(0..<beacons)
      for place in 0..<size { rest.swapAt(place, place + random.uniform(below: beacons - place)) }
      let subset = rest.prefix(size).sorted()
      if seen.insert(subset).inserted { found.append(subset) }
    }
    return found
  }

  /// How many there are; a large number where there are more than that.
  package static func number(of size: Int, from beacons: Int) -> Int {
    (0..<min(size, beacons - size)).reduce(1) { number, index in
      let (product, overflow) = number.multipliedReportingOverflow(by: beacons - index)
      return overflow ? .max : product / (index + 1)
    }
  }

  private static func all(of size: Int, from beacons: Range<Int>) -> [[Int]] {
    guard size > 0 else { return [[]] }
    return beacons.flatMap { first in
      all(of: size - 1, from: first + 1..<beacons.upperBound).map { [first] + $0 }
    }
  }
}
