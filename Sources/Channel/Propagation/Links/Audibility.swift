import NumericalMethods
import Radio
import World

/// What can at most be heard where a phone goes on a lap, so that links that cannot be are left out.
struct Audibility {
  private let scene: Scene
  /// The box round the phone's places, and the floors that it enters.
  private let box: (low: Point, high: Point)
  private let heights: ClosedRange<Double>
  private let floors: Set<Int>
  /// Decibels that fading can add at most: the steady wave and the longest weak one in phase.
  private let fade: Double

  /// Decibels for the rounding of single precision.
  private static let slack = 0.5
  /// Standard deviations of the longest weak wave, and of the largest normal number: see `RandomLanes`.
  private static let longest = 6.77

  init(in scene: Scene, fading: Fading) {
    self.scene = scene
    let stretches = scene.track.stretches
    let ends = stretches.dropFirst().map(\.start) + [scene.track.end]
    let places = zip(stretches, ends).flatMap { [$0.position, $0.position(at: $1)] }
    box = places.box
    let z = places.map(\.z)
    heights = (z.min() ?? 0)...(z.max() ?? 0)
    floors = Set(stretches.map(\.floor))
    guard case .rician(let k, _) = fading else {
      fade = 0
      return
    }
    let (steady, spread) = ((k / (k + 1)).squareRoot(), (0.5 / (k + 1)).squareRoot())
    fade = 20 * Elementary.log10(steady + Audibility.longest * spread)
  }

  /// Whether a packet of a link may be received when its shadow is at most `shadow` decibels.
  ///
  /// A link that moves, and one whose missed packets matter, always counts as heard.
  func reaches(_ link: Link, shadow: Float) -> Bool {
    let (law, timing) = (link.law, link.timing)
    guard link.movement == nil, !timing.keepsMissed, timing.lossPerMetre == 0, law.bend?.slope ?? 0 >= 0
    else {
      return true
    }
    func gap(_ value: Double, _ low: Double, _ high: Double) -> Double {
      max(low - value, value - high, 0)
    }
    let offset = Point(
      x: gap(link.place.x, box.low.x, box.high.x), y: gap(link.place.y, box.low.y, box.high.y),
      z: gap(link.place.z, heights.lowerBound, heights.upperBound))
    let squared = max(offset.length * offset.length, LogDistance.nearest * LogDistance.nearest)
    let through =
      floors.map { scene.lossOfFloors(between: link.floor, and: $0) }.min() ?? 0
    let most =
      Double(max(law.levels.0, law.levels.1, law.levels.2) + shadow + law.greatestBodyGain)
      - Double(law.slope) * Elementary.log(squared) - through + fade
    let random = Audibility.longest * Double(law.noise + timing.edge)
    return most + random + Audibility.slack >= Double(timing.sensitivity)
  }
}
