public import Documents
public import NumericalMethods
public import World

/// The steps that a phone's motion sensors find on a walk, with their errors.
///
/// The walker takes a step whenever it has gone one step's length on the plan. The length that is found is wrong by one
/// factor for the lap and by another for each step; some steps are missed; and the heading is wrong by an angle at the
/// start, which then drifts as a random walk does. Lengths are found in whole millimetres and headings in hundredths of
/// a degree. Without moving on, as in a lift, there are no steps.
///
/// The sizes are ours, within what is published: the errors of step lengths by Vezočnik, Juric 2019, "Average step
/// length estimation models' evaluation using inertial sensors: a review", doi:10.1109/JSEN.2018.2878646; missed steps
/// by Brajdic, Harle 2013, "Walk detection and step counting on unconstrained smartphones",
/// doi:10.1145/2493432.2493449; headings by Harle 2013, "A survey of indoor inertial positioning systems for
/// pedestrians", doi:10.1109/SURV.2012.121912.00075.
public struct StepSettings: DeclaredSettings {
  /// Metres.
  public var length = 0.7
  /// The standard deviation of the lap's factor about 1.
  public var lengthError = 0.08
  /// The standard deviation of each step's factor about 1.
  public var lengthNoise = 0.05
  /// The probability that a step is missed.
  public var missed = 0.03
  /// The standard deviation of the heading error at the start, in radians.
  public var headingError = 5 * Double.pi / 180
  /// The standard deviation of the change of the heading error in a minute, in radians.
  public var headingDrift = 10 * Double.pi / 180

  public init() {}

  public static let keys: [SettingKey<StepSettings>] = [
    .defaulted(
      "length", \.length, .number(.between(0.1, 2)), unit: "m", "The length of the walker's steps."),
    .defaulted(
      "lengthError", \.lengthError, .number(.between(0, 0.5)),
      "The standard deviation between laps of estimated over true step length."),
    .defaulted(
      "lengthNoise", \.lengthNoise, .number(.between(0, 0.5)),
      "The standard deviation between the steps of a lap of estimated over true step length."),
    .defaulted("missed", \.missed, .number(.between(0, 1)), "The probability that a step is missed."),
    .defaulted(
      "headingError", \.headingError, .degrees(.between(0, 180)), unit: "degrees",
      "The standard deviation of the error of the heading at the start of a lap."),
    .defaulted(
      "headingDrift", \.headingDrift, .degrees(.between(0, 180)), unit: "degrees",
      "The standard deviation by which the error of the heading changes in a minute."),
  ]

  /// The steps of one walk, in order of time.
  ///
  /// - Parameters:
  ///   - walk: the walker's true walk.
  ///   - duration: seconds from t = 0.
  ///   - seed: the seed of the errors of length and heading, and of missed steps.
  public func steps(of walk: Walk, duration: Double, seed: Seed) -> [Step] {
    var random = RandomStream(seed)
    let scale = max(0, 1 + lengthError * random.normal())
    var offset = headingError * random.normal()
    var steps: [Step] = []
    // Metres to the end of the current step.
    var (rest, last) = (length, 0.0)
    for (from, to) in zip(walk.knots, walk.knots.dropFirst()) where to.time > 0 && from.time < duration {
      let way = to.position - from.position
      let metres = way.horizontalLength
      var gone = 0.0
      while gone + rest <= metres {
        gone += rest
        rest = length
        let time = from.time + (to.time - from.time) * gone / metres
        guard time > 0, time <= duration else { continue }
        offset += headingDrift * ((time - last) / 60).squareRoot() * random.normal()
        last = time
        let (noise, luck) = (random.normal(), random.uniform())
        guard luck >= missed else { continue }
        let found = length * scale * max(0, 1 + lengthNoise * noise)
        let degrees = (Elementary.angle(x: way.x, y: way.y) + offset) * 180 / .pi
        steps.append(
          Step(
            microseconds: time.microseconds, length: Self.rounded(found, to: 1000),
            heading: Self.rounded(degrees, to: 100) * .pi / 180))
      }
      rest -= metres - gone
    }
    return steps
  }

  /// Rounded to thousandths or hundredths, as sensors and tables give it.
  private static func rounded(_ value: Double, to parts: Double) -> Double {
    (value * parts).rounded() / parts
  }
}
