import NumericalMethods

/// The levels of fading, or of normal noise, of which only those above some floor are heard.
///
/// Moments of their level are sums over a grid of 0.05 dB from -80 to 40 dB about the mean power (of noise, about its mean),
/// which for a smooth density leave errors far below the grid's step.
public struct FadesAbove: Sendable {
  /// What is heard above one floor.
  public struct Part: Hashable, Sendable {
    /// The share of all fades.
    public let share: Double
    /// The mean level in dB over the level of the mean power.
    public let mean: Double
    /// In dB².
    public let variance: Double
  }

  private static let lowest = -80.0
  private static let step = 0.05
  private static let count = 2401

  /// Sums of the density, and of it times the level and its square, from each place of the grid on.
  private let sums: [(share: Double, first: Double, second: Double)]

  public init(_ fading: RicianFading) {
    self.init { fading.density(ofPower: Elementary.exp10($0 / 10)).value }
  }

  /// - Parameter variance: of the noise, above 0, in dB².
  public init(noiseVariance variance: Double) {
    self.init { Elementary.exp(max(-0.5 * $0 * $0 / variance, -700)) }
  }

  private init(density: (_ level: Double) -> Double) {
    var sums = [(share: Double, first: Double, second: Double)](repeating: (0, 0, 0), count: Self.count + 1)
    for index in (0..<Self.count).reversed() {
      let level = Self.lowest + Self.step * Double(index)
      let density = density(level)
      let rest = sums[index + 1]
      sums[index] = (
        rest.share + density, rest.first + density * level, rest.second + density * level * level
      )
    }
    self.sums = sums
  }

  /// What is heard of fades at or above a floor.
  ///
  /// - Parameter floor: in dB over the level of the mean power or the mean of the noise; lower ones than -80 count as that, and ones above what
  ///   ever occurs as the highest level that does.
  public func above(_ floor: Double) -> Part {
    // Each place of the grid stands for half a step on both sides.
    let place = min(max((floor - Self.lowest) / Self.step + 0.5, 0), Double(Self.count - 1))
    var index = Int(place)
    while index > 0, sums[index].share <= 0 { index -= 1 }
    let (part, next) = (sums[index], sums[index + 1])
    let rest = next.share > 0 ? min(place - Double(index), 1) : 0
    let share = part.share + rest * (next.share - part.share)
    let mean = (part.first + rest * (next.first - part.first)) / share
    let square = (part.second + rest * (next.second - part.second)) / share
    return Part(share: share / sums[0].share, mean: mean, variance: max(square - mean * mean, 0))
  }
}
