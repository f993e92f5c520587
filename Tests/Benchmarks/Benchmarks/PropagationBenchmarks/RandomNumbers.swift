import Benchmark
import NumericalMethods

/// Random numbers and elementary functions, one at a time and in lanes.
func randomNumbers() {
  let perNumber = PerUnit("number")
  let count = 1_000_000

  Benchmark("normal numbers, one at a time", configuration: perNumber.configuration) { benchmark in
    perNumber.measure(benchmark) {
      var random = RandomStream(Seed(1))
      var sum = 0.0
      for _ in 0..<count { sum += random.normal() }
      blackHole(sum)
      return count
    }
  }

  Benchmark("normal numbers in lanes", configuration: perNumber.configuration) { benchmark in
    perNumber.measure(benchmark) {
      var random = RandomLanes(Seed(1))
      var sum = SIMD8<Float>.zero
      for _ in 0..<count / 16 {
        let (first, second) = random.normalPair()
        sum += first + second
      }
      blackHole(sum)
      return count
    }
  }

  Benchmark("logarithms in lanes", configuration: perNumber.configuration) { benchmark in
    perNumber.measure(benchmark) {
      var x = SIMD8<Float>(1, 2, 3, 4, 5, 6, 7, 8)
      var sum = SIMD8<Float>.zero
      for _ in 0..<count / 8 {
        sum += Elementary.log(x)
        x += 0.001
      }
      blackHole(sum)
      return count
    }
  }
}
