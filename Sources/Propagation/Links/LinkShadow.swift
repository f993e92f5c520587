import NumericalMethods
import World

/// The shadowing between two moving ends, in decibels: a function of both positions on the plan.
///
/// It is a sum of waves, each with a wave vector for either end drawn from the spectrum of `exp(-s / d)` on a plane and a
/// phase of its own. Over draws its deviation is the shadowing's, and moving the phone by s and the beacon by b leaves
/// `exp(-s / d) exp(-b / D)` of it; with so many waves it is nearly normal. It is evaluated at the positions of both ends
/// for each packet, so that the same two positions always have the same shadowing.
///
/// Source: the law is that of Wang, Tameh, Nix 2008, "Joint shadowing process in urban peer-to-peer radio channels",
/// doi:10.1109/TVT.2007.904542; the sum of waves that of Cai, Giannakis 2003, "A two-dimensional channel simulation
/// model for shadowing processes", doi:10.1109/TVT.2003.819627.
struct LinkShadow: Sendable {
  private struct Wave: Sendable {
    /// Turns a metre, of the phone's place and the beacon's.
    let phone: Point
    let beacon: Point
    /// In turns.
    let phase: Double
    /// Decibels.
    let amplitude: Float
  }

  private let waves: [Wave]

  static let count = 64
  /// A wave vector is at most so many times one over the decorrelation, in radians; a thousandth of the spectrum lies
  /// beyond.
  private static let longest = 1000.0

  /// - Parameters:
  ///   - fixed: the seed of what belongs to the building.
  ///   - lap: of what is drawn for each lap.
  init(_ shadowing: Shadowing, fixed: Seed, lap: Seed) {
    let other = shadowing.anchorDecorrelation ?? shadowing.decorrelation
    var waves: [Wave] = []
    for (seed, share) in [(fixed, shadowing.fixedShare), (lap, 1 - shadowing.fixedShare)] where share > 0 {
      var random = RandomStream(seed)
      let amplitude = shadowing.sigma.value * (2 * share / Double(LinkShadow.count)).squareRoot()
      for _ in 0..<LinkShadow.count {
        let phone = LinkShadow.vector(shadowing.decorrelation, &random)
        let beacon = LinkShadow.vector(other, &random)
        waves.append(
          Wave(phone: phone, beacon: beacon, phase: random.uniform(), amplitude: Float(amplitude)))
      }
    }
    self.waves = waves
  }

  /// A vector whose length k, in radians, has the distribution function 1 - 1 / √(1 + k² d²).
  private static func vector(_ decorrelation: Double, _ random: inout RandomStream) -> Point {
    let rest = 1 - random.uniform()
    let length = min((1 / (rest * rest) - 1).squareRoot(), longest) / decorrelation / (2 * .pi)
    let (sine, cosine) = Elementary.sinCos(2 * .pi * random.uniform())
    return Point(x: length * cosine, y: length * sine)
  }

  /// Adds the shadow of each packet, for packets in order of time that lie behind the cursors.
  func add(to blocks: PacketBlocks, phone: inout TrackCursor, beacon: inout TrackCursor) {
    waves.withUnsafeBufferPointer { waves in
      for index in blocks.indices {
        let times = blocks[index].times
        blocks[index].level += LinkShadow.sum(of: waves, phone.places(at: times), beacon.places(at: times))
      }
    }
  }

  @inline(__always)
  private static func sum(
    of waves: UnsafeBufferPointer<Wave>, _ phone: TrackCursor.Places, _ beacon: TrackCursor.Places
  ) -> SIMD8<Float> {
    var sum = SIMD8<Float>.zero
    for wave in waves {
      // Waves are short compared with a building, so single precision would lose their phase.
      let here = phone.x * wave.phone.x + phone.y * wave.phone.y
      let there = beacon.x * wave.beacon.x + beacon.y * wave.beacon.y
      let turns = Elementary.partOfTurn(here + there + wave.phase)
      sum += Elementary.cos(turns: turns) * wave.amplitude
    }
    return sum
  }
}
