import Documents
import Phone
import Positioning
import Radio
import TestSupport
import Testing
import World

@Suite struct NearestBeaconTests {
  struct Example: Decodable {
    let accuracy: [Double?]
    let zones: [Int]
    let unknown: String
    let chosen: Int
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `Algorithm 1 chooses as the exact vectors do`() throws {
    let examples = try SharedData.vectors("proximity_algorithm1", as: [Example].self)
    #expect(examples.count == 12)
    for example in examples {
      let chosen = ClosestBeacon.index(
        accuracies: example.accuracy, zones: try example.zones.map { try #require(Zone(rawValue: $0)) },
        unknown: example.unknown == "exclude" ? .excluded : .literal)
      #expect(chosen ?? -1 == example.chosen)
    }
  }

  @Test(arguments: 1...40, PhoneSettings.UnknownZone.allCases)
  func `gives the place of the beacon that Algorithm 1 takes`(
    seed: Int, unknown: PhoneSettings.UnknownZone
  ) throws {
    var draws = Draws(seed: seed)
    var site = Sites.ranged(Sites.floor, n: draws.next(1.2...4))
    let powers = (0..<35).map { _ in DBm(draws.next(-70 ... -50)) }
    let anchors = zip(site.site.anchors, powers).map { anchor, power in
      Anchor(id: anchor.id, identity: nil, position: anchor.position, measuredPower: power)
    }
    let model = RangingModel(RangingSettings { $0.exponent = site.model.exponent }, anchors: anchors)
    site = RangedSite(site.site, model: model, carriedHeight: 1.2)
    let levels = draws.levels(35)
    let accuracies = levels.indices.map { index in levels[index].map { model.distance(to: index, at: $0) } }
    let zones = accuracies.map { ZoneBoundaries().zone(at: $0) }
    let chosen = ClosestBeacon.index(accuracies: accuracies, zones: zones, unknown: unknown)
    var method = NearestBeacon(site, unknown: unknown)
    let fix = try method.fix(from: Sites.epoch(levels))
    #expect(fix.position == Sites.floor.anchors[try #require(chosen)].position.at(height: 0))
  }

  @Test func `takes the lower index of equals`() throws {
    var method = NearestBeacon(Sites.ranged(Sites.floor))
    var levels = [DBm?](repeating: -80, count: 35)
    (levels[7], levels[20]) = (-60, -60)
    let fix = try method.fix(from: Sites.epoch(levels))
    #expect(fix.position == Sites.floor.anchors[7].position.at(height: 0))
  }

  @Test func `stands on the floor of its beacon`() throws {
    let places = [Point(x: 0, y: 0, z: 3), Point(x: 5, y: 1, z: 7)]
    var method = NearestBeacon(Sites.ranged(Sites.site(places, floors: [0, 1])))
    let fix = try method.fix(from: Sites.epoch([-80, -60]))
    #expect(fix == Fix(position: Point(x: 5, y: 1, z: 4), floor: 1))
  }
}

/// The oracle: Algorithm 1 of Mustafa & Sykes 2021, word by word: keep the beacons in the lowest zone present, and of those take the one
/// of the best accuracy.
enum ClosestBeacon {
  /// - Parameters:
  ///   - accuracies: metres by beacon; nil where there is none, which sorts before every distance, as the -1
  ///     of CoreLocation does.
  ///   - zones: by beacon.
  ///   - unknown: what to make of beacons whose zone is unknown.
  /// - Returns: the beacon's index, the lowest of equals; nil when none is left.
  static func index(
    accuracies: [Double?], zones: [Zone], unknown: PhoneSettings.UnknownZone
  ) -> Int? {
    let lowest = zones.filter { unknown == .literal || $0 != .unknown }.min()
    var best: (index: Int, accuracy: Double)?
    for index in zones.indices where zones[index] == lowest {
      let accuracy = accuracies[index] ?? -1
      if best.map({ accuracy < $0.accuracy }) ?? true { best = (index, accuracy) }
    }
    return best?.index
  }
}
