import CLanes
import NumericalMethods

extension RandomStream {
  /// Four times two independent draws from the normal distribution, from what `uniform()` gave: Box and Muller's pairs. The first of each
  /// has the bits of `normal()` with the same draws.
  @inline(__always)
  static func normalPairs(
    _ first: SIMD4<Double>, _ second: SIMD4<Double>
  ) -> (SIMD4<Double>, SIMD4<Double>) {
    let radius = beaconbench_root(-2 * Elementary.log(1 - first))
    let (sine, cosine) = Elementary.sinCos(2 * Double.pi * second)
    return (radius * cosine, radius * sine)
  }
}
