import NumericalMethods
import World

/// The shadowing between two moving ends, in decibels: a function of both positions on the plan.
///
/// It is a sum of waves. Each wave has a phase, and for either end a wave vector drawn from the spectrum of `exp(-s / d)` on a
/// plane. The standard deviation over draws is that of the shadowing, and after moving the phone by s and the beacon by b the
/// correlation is `exp(-s / d) exp(-b / D)`; with this number of waves the sum is nearly normal. It is evaluated at the positions
/// of both ends for each packet, so that the same two positions always have the same shadowing.
///
/// Source: Wang, Tameh, Nix 2008, "Joint shadowing process in urban peer-to-peer radio channels",
/// doi:10.1109/TVT.2007.904542, for the correlation; Cai, Giannakis 2003, "A two-dimensional channel simulation model
/// for shadowing processes", doi:10.1109/TVT.2003.819627, for the sum of waves.
struct LinkShadow: Sendable {
  private struct Wave: Sendable {
    /// The wave vectors for the phone's position and the beacon's, in turns per metre.
    let phone: Point
    let beacon: Point
    /// In turns.
    let phase: Double
    /// Decibels.
    let amplitude: Float
  }

  private let waves: [Wave]

  static let count = 64
  /// The largest magnitude of a wave vector in rad/m, as a multiple of one over the decorrelation distance; a
  /// thousandth of the spectrum lies beyond.
  private static let longest = 1000.0

  /// - Parameters:
  ///   - fixed: the seed of the share that belongs to the building.
  ///   - lap: the seed of the share that is drawn for each lap.
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

  /// A wave vector in turns per metre, whose magnitude k in rad/m has the distribution function 1 - 1 / √(1 + k² d²).
  private static func vector(_ decorrelation: Double, _ random: inout RandomStream) -> Point {
    let rest = 1 - random.uniform()
    let length = min((1 / (rest * rest) - 1).squareRoot(), longest) / decorrelation / (2 * .pi)
    let (sine, cosine) = Elementary.sinCos(2 * .pi * random.uniform())
    return Point(x: length * cosine, y: length * sine)
  }

  /// Adds the shadow of each packet; packets must be in order of time and not before the cursors.
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

/// Follows the stretches of a link, for eight packets at a time.
struct StretchCursor {
  private let stretches: [LinkGeometry.Stretch]
  private var index = 0
  private(set) var lanes: StretchLanes
  /// Whether the lanes were set one by one, so that the next packets need new ones.
  private var isMixed = false

  init(_ geometry: LinkGeometry) {
    stretches = geometry.stretches
    lanes = StretchLanes(stretches[0])
  }

  /// Sets the lanes to the stretches on which the packets of a block lie, writes the time that each packet has been on
  /// its stretch, and returns the index of the first later block for which the lanes no longer hold.
  mutating func advance(over blocks: PacketBlocks, from first: Int) -> Int {
    let next = index + 1 < stretches.count ? stretches[index + 1].start : .max
    var last = first + 1
    if blocks[first].times[7] >= next {
      cross(to: blocks[first].times)
    } else {
      if isMixed {
        lanes = StretchLanes(stretches[index])
        isMixed = false
      }
      while last < blocks.count, blocks[last].times[7] < next { last += 1 }
    }
    for block in first..<last {
      let since = SIMD8<Int32>(truncatingIfNeeded: blocks[block].times &- lanes.start)
      blocks[block].seconds = Elementary.float(since) * 1e-6
    }
    return last
  }

  private mutating func cross(to times: SIMD8<Int64>) {
    for lane in 0..<8 {
      while index + 1 < stretches.count, times[lane] >= stretches[index + 1].start { index += 1 }
      lanes.set(lane, to: stretches[index])
    }
    isMixed = true
  }
}

/// Follows a track and gives the position at each packet of one transmitter.
struct TrackCursor: Sendable {
  /// Places on the plan, in metres.
  struct Places {
    var x = SIMD8<Double>.zero
    var y = SIMD8<Double>.zero
  }

  private let stretches: [Track.Stretch]
  private var index: Int

  /// - Parameter time: in microseconds; no earlier moment is requested later.
  init(_ track: Track, from time: Int64) {
    stretches = track.stretches
    index = track.indices(during: time..<time + 1).lowerBound
  }

  /// - Parameter times: in microseconds, none before those of the previous call.
  mutating func places(at times: SIMD8<Int64>) -> Places {
    var places = Places()
    for lane in 0..<8 {
      while index + 1 < stretches.count, stretches[index + 1].start <= times[lane] { index += 1 }
      let place = stretches[index].position(at: times[lane])
      (places.x[lane], places.y[lane]) = (place.x, place.y)
    }
    return places
  }
}
