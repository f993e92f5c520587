/// Loops over columns take four elements at a time.
extension Span where Element: SIMDScalar {
  /// Four in a row from an index on; beyond the end the last one again.
  @inlinable @inline(__always)
  public func four(from index: Int) -> SIMD4<Element> {
    precondition(indices.contains(index), "index \(index) of \(count)")
    let last = count &- 1
    guard index &+ 3 > last else {
      return SIMD4(
        self[unchecked: index], self[unchecked: index &+ 1], self[unchecked: index &+ 2],
        self[unchecked: index &+ 3])
    }
    return SIMD4(
      self[index], self[Swift.min(index + 1, last)], self[Swift.min(index + 2, last)], self[last])
  }
}

extension MutableSpan where Element: SIMDScalar {
  /// Four in a row from an index on; beyond the end the last one again.
  @inlinable @inline(__always)
  public func four(from index: Int) -> SIMD4<Element> { span.four(from: index) }

  /// Replaces those from an index on, as many as there are, by the first of four.
  ///
  /// - Parameter most: at most as many.
  @inlinable @inline(__always)
  public mutating func replace(from index: Int, with lanes: SIMD4<Element>, most: Int = 4) {
    guard most < 4 || index &+ 3 >= count || index < 0 else {
      for lane in 0..<4 { self[unchecked: index &+ lane] = lanes[lane] }
      return
    }
    for lane in 0..<Swift.min(most, count - index) { self[index + lane] = lanes[lane] }
  }
}
