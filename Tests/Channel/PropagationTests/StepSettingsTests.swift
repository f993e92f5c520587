import Documents
import NumericalMethods
import Propagation
import Testing
import World

@Suite struct StepSettingsTests {
  /// 5 m to the east in 5 s, 3 s of rest, and 4 m to the north in 2 s.
  private static let walk = Walk(knots: [
    .init(time: 0, position: .zero), .init(time: 5, position: Point(x: 5, y: 0)),
    .init(time: 8, position: Point(x: 5, y: 0)), .init(time: 10, position: Point(x: 5, y: 4)),
  ])

  private static func steps(_ change: (inout StepSettings) -> Void) -> [Step] {
    StepSettings {
      ($0.length, $0.lengthError, $0.lengthNoise, $0.missed) = (0.8, 0, 0, 0)
      ($0.headingError, $0.headingDrift) = (0, 0)
      change(&$0)
    }.steps(of: walk, duration: 10, seed: Seed(1))
  }

  @Test func `a step ends wherever the walker has gone its length, and none while it rests`() {
    let steps = Self.steps { _ in }
    // 0.8 m apart along 9 m: six on the first leg, and five on the second, from 0.6 m on.
    #expect(steps.count == 11)
    let times = [0.8, 1.6, 2.4, 3.2, 4, 4.8, 8.3, 8.7, 9.1, 9.5, 9.9]
    #expect(zip(steps, times).allSatisfy { abs($0.time - $1) < 1e-6 })
    #expect(steps.allSatisfy { $0.length == 0.8 })
    #expect(steps.prefix(6).allSatisfy { $0.heading == 0 })
    #expect(steps.suffix(5).allSatisfy { abs($0.heading - .pi / 2) < 1e-15 })
  }

  @Test func `errors are as large as their keys say`() {
    // Over 400 laps of 11 steps; each check allows more than five standard errors.
    func laps(_ change: (inout StepSettings) -> Void) -> [[Step]] {
      let settings = StepSettings {
        ($0.length, $0.lengthError, $0.lengthNoise, $0.missed) = (0.8, 0, 0, 0)
        ($0.headingError, $0.headingDrift) = (0, 0)
        change(&$0)
      }
      return (0..<400).map { settings.steps(of: Self.walk, duration: 10, seed: Seed(2).derived("lap", $0)) }
    }
    func deviation(_ values: [Double]) -> Double {
      let mean = values.reduce(0, +) / Double(values.count)
      return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    }
    // The standard error of a deviation over n is σ/√(2n), a twenty-eighth of it for 400.
    let scales = laps { $0.lengthError = 0.1 }
    #expect(scales.allSatisfy { lap in lap.allSatisfy { $0.length == lap[0].length } })
    #expect(abs(deviation(scales.map { $0[0].length / 0.8 }) - 0.1) < 0.02)
    let noisy = laps { $0.lengthNoise = 0.1 }.flatMap { $0 }
    #expect(abs(deviation(noisy.map { $0.length / 0.8 }) - 0.1) < 0.01)
    // 4400 steps, of which 440 are missed with a standard error of 20.
    #expect(abs(4400 - laps { $0.missed = 0.1 }.reduce(0) { $0 + $1.count } - 440) < 105)
    #expect(abs(deviation(laps { $0.headingError = 0.2 }.map { $0[0].heading }) - 0.2) < 0.04)
    // 9.9 s of drift are 0.165 minutes, whose root is 0.406.
    let last = laps { $0.headingDrift = 0.5 }.map { $0[10].heading - .pi / 2 }
    #expect(abs(deviation(last) - 0.203) < 0.04)
  }

  @Test func `the length of a lap does not move the errors of its steps`() {
    let settings = StepSettings()
    let (all, part) = (
      settings.steps(of: Self.walk, duration: 10, seed: Seed(3)),
      settings.steps(of: Self.walk, duration: 4, seed: Seed(3))
    )
    #expect(!part.isEmpty && Array(all.prefix(part.count)) == part)
  }
}
