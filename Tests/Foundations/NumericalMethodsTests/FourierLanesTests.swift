import NumericalMethods
import Testing

@Suite struct FourierLanesTests {
  /// Eight rows of numbers without any pattern.
  private func rows(_ length: Int) -> (real: [SIMD8<Float>], imaginary: [SIMD8<Float>]) {
    var random = RandomLanes(Seed(3))
    let numbers = random.normals(2 * length)
    return (
      (0..<length).map { numbers[2 * $0] }, (0..<length).map { numbers[2 * $0 + 1] }
    )
  }

  @Test(arguments: [1, 2, 3, 4, 8, 12, 64, 96, 256])
  func `is the sum that defines it`(length: Int) {
    let (real, imaginary) = rows(length)
    var (outReal, outImaginary) = (real, imaginary)
    var fourier = FourierLanes(length: length)
    fourier.transform(&outReal, &outImaginary)
    for k in 0..<length {
      for lane in [0, 5, 7] {
        var (a, b) = (0.0, 0.0)
        for n in 0..<length {
          let (sine, cosine) = Elementary.sinCos(-2 * .pi * Double(n * k % length) / Double(length))
          let (x, y) = (Double(real[n][lane]), Double(imaginary[n][lane]))
          a += x * cosine - y * sine
          b += x * sine + y * cosine
        }
        #expect(abs(Double(outReal[k][lane]) - a) < 1e-5 * Double(length).squareRoot() * 4)
        #expect(abs(Double(outImaginary[k][lane]) - b) < 1e-5 * Double(length).squareRoot() * 4)
      }
    }
  }

  @Test func `transforms every n-th number and leaves the others`() {
    let (real, imaginary) = rows(32)
    var (outReal, outImaginary) = (real, imaginary)
    var fourier = FourierLanes(length: 8)
    fourier.transform(&outReal, &outImaginary, from: 3, stride: 4)
    var (alone, aloneImaginary) = (
      (0..<8).map { real[3 + 4 * $0] }, (0..<8).map { imaginary[3 + 4 * $0] }
    )
    fourier.transform(&alone, &aloneImaginary)
    for index in 0..<32 {
      #expect(outReal[index] == (index % 4 == 3 ? alone[index / 4] : real[index]))
      #expect(outImaginary[index] == (index % 4 == 3 ? aloneImaginary[index / 4] : imaginary[index]))
    }
  }
}
