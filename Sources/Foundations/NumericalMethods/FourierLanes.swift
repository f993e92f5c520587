/// The discrete Fourier transform of eight rows of complex numbers side by side.
///
/// `X_k = Σ x_n e^(-2πi n k / N)` for a length N that is a power of two or three times one. Each lane is transformed on its own, by
/// the same operations in the same order on every machine.
///
/// Source: Cooley, Tukey 1965, "An algorithm for the machine calculation of complex Fourier series",
/// doi:10.1090/S0025-5718-1965-0178586-1, in place, with the order of bits reversed first and the factor of three last.
public struct FourierLanes: Sendable {
  /// The number of elements of a row.
  public let length: Int
  /// Its power of two.
  private let power: Int
  private let turns: [(cosine: Float, sine: Float)]
  private let reversed: [Int32]
  private var real: [SIMD8<Float>]
  private var imaginary: [SIMD8<Float>]

  /// - Precondition: the length is a power of two or three times one, at most 2^30.
  public init(length: Int) {
    let power = length % 3 == 0 ? length / 3 : length
    precondition(
      power > 0 && power & (power - 1) == 0 && length <= 1 << 30,
      "length must be a power of two or three times one, was \(length)")
    (self.length, self.power) = (length, power)
    turns = (0..<length).map { step in
      let (sine, cosine) = Elementary.sinCos(-2 * .pi * Double(step) / Double(length))
      return (Float(cosine), Float(sine))
    }
    let (bits, parts) = (power.trailingZeroBitCount, length / power)
    reversed = (0..<length).map { index in
      let place = bits == 0 ? 0 : UInt32(index % power).bitReversed >> UInt32(32 - bits)
      return Int32(Int(place) * parts + index / power)
    }
    real = [SIMD8<Float>](repeating: .zero, count: length)
    imaginary = real
  }

  /// Transforms the numbers at `first`, `first + stride` and so on in place.
  ///
  /// - Precondition: both arrays reach as far as the last of them.
  public mutating func transform(
    _ reals: inout [SIMD8<Float>], _ imaginaries: inout [SIMD8<Float>], from first: Int = 0, stride: Int = 1
  ) {
    for index in 0..<length {
      let place = first + Int(reversed[index]) * stride
      (real[index], imaginary[index]) = (reals[place], imaginaries[place])
    }
    var half = 1
    while half < power {
      combine(half)
      half *= 2
    }
    if power < length { combineThirds() }
    for index in 0..<length {
      (reals[first + index * stride], imaginaries[first + index * stride]) = (real[index], imaginary[index])
    }
  }

  /// Joins neighbouring transforms of so many numbers each.
  private mutating func combine(_ half: Int) {
    let step = length / (2 * half)
    for block in Swift.stride(from: 0, to: length, by: 2 * half) {
      for offset in 0..<half {
        let (cosine, sine) = turns[offset * step]
        let (low, high) = (block + offset, block + offset + half)
        let turnedReal = real[high] * cosine - imaginary[high] * sine
        let turnedImaginary = real[high] * sine + imaginary[high] * cosine
        (real[high], imaginary[high]) = (real[low] - turnedReal, imaginary[low] - turnedImaginary)
        real[low] += turnedReal
        imaginary[low] += turnedImaginary
      }
    }
  }
}

extension FourierLanes {
  /// Joins the transforms of the elements whose index leaves 0, 1 and 2 when divided by three.
  private mutating func combineThirds() {
    let height = Float(0.75).squareRoot()
    for index in 0..<power {
      let (second, third) = (turned(index + power, by: index), turned(index + 2 * power, by: 2 * index))
      let sum = (real: second.real + third.real, imaginary: second.imaginary + third.imaginary)
      let less = (
        real: (second.real - third.real) * height, imaginary: (second.imaginary - third.imaginary) * height
      )
      let (a, b) = (real[index], imaginary[index])
      (real[index], imaginary[index]) = (a + sum.real, b + sum.imaginary)
      let (middleReal, middleImaginary) = (a - sum.real * 0.5, b - sum.imaginary * 0.5)
      (real[index + power], imaginary[index + power]) = (
        middleReal + less.imaginary, middleImaginary - less.real
      )
      (real[index + 2 * power], imaginary[index + 2 * power]) = (
        middleReal - less.imaginary, middleImaginary + less.real
      )
    }
  }

  private func turned(_ index: Int, by step: Int) -> (real: SIMD8<Float>, imaginary: SIMD8<Float>) {
    let (cosine, sine) = turns[step]
    return (
      real[index] * cosine - imaginary[index] * sine, real[index] * sine + imaginary[index] * cosine
    )
  }
}

extension UInt32 {
  fileprivate var bitReversed: UInt32 {
    var word = self
    word = (word & 0x5555_5555) << 1 | (word >> 1) & 0x5555_5555
    word = (word & 0x3333_3333) << 2 | (word >> 2) & 0x3333_3333
    word = (word & 0x0F0F_0F0F) << 4 | (word >> 4) & 0x0F0F_0F0F
    return word.byteSwapped
  }
}
