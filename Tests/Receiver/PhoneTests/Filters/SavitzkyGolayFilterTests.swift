import Documents
import Phone
import TestSupport
import Testing
import World

@Suite struct SavitzkyGolayFilterTests {
  struct Weights: Decodable {
    let window: Int
    let order: Int
    let pos: Int
    let coeffs: [Double]
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `weighs a window as the exact vectors do`() throws {
    for example in try SharedData.vectors("savgol_coeffs", as: [Weights].self) {
      let weights = SavitzkyGolayFilter.weights(
        window: example.window, order: example.order, position: example.pos)
      for (weight, expected) in zip(weights, example.coeffs) { #expect(abs(weight - expected) < 1e-13) }
    }
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)),
    arguments: [
      ("savgol_causal", SavitzkyGolayFilter.Settings.Point.endPoint),
      ("savgol_centred", SavitzkyGolayFilter.Settings.Point.centred),
    ])
  func `gives the outputs of the exact vectors`(
    name: String, point: SavitzkyGolayFilter.Settings.Point
  ) throws {
    for column in try SharedData.vectors(name, as: [Columns].self) {
      // The vectors' own coefficients are off by up to 3e-15 each.
      #expect(column.difference(of: SavitzkyGolayFilter(.init { $0.point = point })) < 1e-11)
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `fits a whole record as SciPy does with its ends interpolated`() throws {
    let column = try SharedData.vectors("savgol_filter_scipy_interp", as: Columns.self)
    let values = column.input.compactMap { $0 }
    let smoothed = values.indices.map { index -> DBm in
      let start = min(max(index - 2, 0), values.count - 5)
      let weights = SavitzkyGolayFilter.weights(window: 5, order: 2, position: index - start)
      return DBm((0..<5).reduce(0) { $0 + weights[$1] * values[start + $1] })
    }
    #expect(column.difference(from: smoothed) < 1e-12)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5])
  func `reproduces a polynomial of its own degree`(order: Int) throws {
    var filter = SavitzkyGolayFilter(.init { ($0.window, $0.order) = (9, order) })
    for second in 0..<30 {
      let t = Double(second) / 10
      let value = (0...order).reduce(0.0) { sum, _ in sum * t - 1 }
      let output = filter.smooth(DBm(value), at: Double(second))
      #expect(abs(try #require(output).value - value) < 1e-9 * max(1, abs(value)))
    }
  }

  @Test func `of order nought is a mean, at either point`() {
    for position in [0, 2, 4] {
      let weights = SavitzkyGolayFilter.weights(window: 5, order: 0, position: position)
      #expect(weights.allSatisfy { abs($0 - 0.2) < 1e-15 })
    }
    #expect(SavitzkyGolayFilter(.init { $0.order = 0 }).delay(every: 1) == 2)
  }

  @Test func `states no delay at the end point and half the window in the middle`() {
    #expect(SavitzkyGolayFilter().delay(every: 1) == 0)
    #expect(SavitzkyGolayFilter(.init { $0.point = .centred }).delay(every: 1) == 2)
    #expect(
      SavitzkyGolayFilter(.init { ($0.window, $0.order, $0.point) = (7, 3, .centred) }).delay(every: 1) == 3)
  }

  @Test func `says which setting is out of range`() {
    #expect(
      SavitzkyGolayFilter.Settings { ($0.window, $0.point) = (6, .centred) }.fault?.expected
        == "a value odd when centred")
    #expect(SavitzkyGolayFilter.Settings { $0.window = 6 }.fault == nil)
  }
}
