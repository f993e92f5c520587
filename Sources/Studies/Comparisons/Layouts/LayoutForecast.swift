import Calibrating
import NumericalMethods
import Placement
import Scenarios
import Sites
import World

/// Layouts of real beacons, rated by simulation alone: by the error of fixes at the strongest beacon, at surveyed places and through
/// the channel that is fitted to the survey.
struct LayoutForecast: Sendable {
  /// The side in metres of the squares of which each that was surveyed has one place.
  private static let side = 1.0
  /// How many buildings are simulated, as many as a placement study simulates walks.
  static let buildings = 20

  private let score: StrongestScore
  /// How many surveyed places there are.
  let places: Int

  /// - Parameter dataset: its calibration part is the survey; its walks are not used.
  /// - Throws: ``CalibrationProblem`` when no channel fits.
  init(_ dataset: Dataset, seed: Seed) throws {
    let site = dataset.site.site
    let fit = try ChannelFit(
      ChannelReadings(dataset, walks: false), source: "the survey of data set \(dataset.name)")
    let channel = try TwinChannel(fit, anchors: site.anchors.count, averageSeconds: 1)
    let places = Self.places(of: dataset)
    // A second at each place, and another on the way to the next.
    let knots = places.enumerated().flatMap { number, place in
      [0.0, 1].map { Walk.Knot(time: 2 * Double(number) + $0, position: place.position, floor: place.floor) }
    }
    let replicas: RecordingReplicas
    do throws(SettingFault) {
      replicas = try RecordingReplicas(
        channel, site: site, walks: [(Walk(knots: knots), Int64(places.count) * 2_000_000)],
        recorded: [AdvertisementStream()])
    } catch {
      throw StudyProblem.setting(error)
    }
    self.places = places.count
    score = StrongestScore(try Self.table(of: replicas, at: places.map(\.position), on: site, seed: seed))
  }

  /// One surveyed place in each square of a floor, the first in the order of the survey.
  private static func places(of dataset: Dataset) -> [(position: Point, floor: Int)] {
    var seen: Set<SIMD3<Double>> = []
    return dataset.calibration.compactMap { reading in
      let square = SIMD3(
        (reading.position.x / side).rounded(.down), (reading.position.y / side).rounded(.down),
        Double(reading.floor))
      return seen.insert(square).inserted ? (reading.position, reading.floor) : nil
    }
  }

  private static func table(
    of replicas: RecordingReplicas, at places: [Point], on site: Site, seed: Seed
  ) throws -> StrongestScore.Table {
    let count = Double(places.count * buildings)
    var levels = [[Double?]](repeating: [], count: site.anchors.count)
    for building in 0..<buildings {
      var sums = [[SIMD2<Double>]](
        repeating: [SIMD2<Double>](repeating: .zero, count: places.count), count: site.anchors.count)
      for heard in try replicas.streams(seed: seed.derived("building", building)).streams[0] {
        let (place, rest) = Int(heard.time).quotientAndRemainder(dividingBy: 2)
        guard rest == 0, places.indices.contains(place) else { continue }
        sums[heard.anchor][place] += SIMD2(heard.level.value, 1)
      }
      for anchor in levels.indices { levels[anchor] += sums[anchor].map { $0[1] > 0 ? $0[0] / $0[1] : nil } }
    }
    func repeated(_ metres: [Double]) -> [Double] {
      (0..<buildings).flatMap { _ in metres.map { $0 / count } }
    }
    return StrongestScore.Table(
      levels: levels,
      costs: site.anchors.map { anchor in
        repeated(places.map { anchor.position.horizontalDistance(to: $0) })
      }, missed: repeated(places.map { site.centre.horizontalDistance(to: $0) }))
  }

  /// The best layout that the searches greedy and swaps find.
  ///
  /// - Returns: indices of anchors, ascending.
  func choice(of beacons: Int) -> [Int] {
    let problem = PlacementProblem(score, budget: beacons)
    return SwapSearch.run(problem, from: GreedySearch.run(problem).layout).layout
  }

  /// The mean error in metres of fixes at the strongest beacon of a layout.
  func error(of layout: [Int]) -> Double { score.value(of: layout) }
}
