import Documents
import NumericalMethods
import Propagation
import Testing
import World

/// Levels are -59 - 18 log10 d: -59 dBm from 1 m, -77 from 10 m, -95 from 100 m.
@Suite struct FaultTests {
  private static let site = Site(
    name: "line",
    anchors: [
      Fixtures.anchor("a", Point(x: 1, y: 0)), Fixtures.anchor("b", Point(x: 10, y: 0), minor: 1),
    ])

  private static func fault(
    _ kind: Fault.Kind, _ beacon: String = "a", _ set: (inout Fault) -> Void = { _ in }
  )
    -> Fault
  {
    Fault {
      ($0.kind, $0.beacon) = (kind, beacon)
      set(&$0)
    }
  }

  private func stream(
    _ faults: [Fault], lap: Int = 0, channel: ChannelSettings = Fixtures.bare, loss: Double = 0
  ) throws -> AdvertisementStream {
    let building = try Building(site: Self.site, channel: channel, faults: faults, seed: Seed(1))
    var source = try SimulatedSource(
      building: building, walk: Fixtures.standing(at: .zero), hand: .right, duration: 10,
      beacons: BeaconSettings { $0.loss = loss }, receiver: Fixtures.perfect, lap: lap, seed: Seed(2))
    return try source.stream()
  }

  /// The levels of one beacon, each once, in tenths of a dB, from a second to another.
  private func levels(
    _ stream: AdvertisementStream, _ anchor: Int = 0, in span: Range<Double> = 0..<10
  ) -> Set<Int> {
    Set(stream.filter { $0.anchor == anchor && span ~= $0.time }.map { Int(($0.level.value * 10).rounded()) })
  }

  @Test(arguments: [
    (fault(.misplaced) { $0.position = Point(x: 100, y: 0) }, -950, -770),
    (fault(.exchanged, "") { $0.pair = ["b", "a"] }, -770, -590),
    (fault(.measuredPower) { $0.decibels = 8 }, -670, -770),
    (fault(.phoneOffset, "") { $0.decibels = 6 }, -530, -710),
  ])
  func `a fault changes levels from its moment on`(fault: Fault, a: Int, b: Int) throws {
    let always = try stream([fault])
    #expect(levels(always) == [a] && levels(always, 1) == [b])
    var later = fault
    later.from = LapMoment { ($0.lap, $0.time) = (2, 5) }
    let during = try stream([later], lap: 2)
    #expect(levels(during, in: 0..<5) == [-590] && levels(during, in: 5..<10) == [a])
    let (before, after) = (try stream([later], lap: 1), try stream([later], lap: 3))
    #expect(levels(before) == [-590] && levels(after) == [a])
    // What is sent is the same: only levels differ.
    #expect(during.microseconds == always.microseconds)
  }

  @Test func `the same faults one after the other`() throws {
    let away = Self.fault(.misplaced) { ($0.position, $0.from.time) = (Point(x: 100, y: 0), 4) }
    let weak = Self.fault(.measuredPower) { ($0.decibels, $0.from.time) = (8, 2) }
    let dead = Self.fault(.dead) { $0.from.time = 6 }
    let heard = try stream([dead, away, weak])
    #expect(levels(heard, in: 0..<2) == [-590] && levels(heard, in: 2..<4) == [-670])
    #expect(levels(heard, in: 4..<6) == [-1030] && levels(heard, in: 6..<10).isEmpty)
    #expect(levels(heard, 1) == [-770])
  }

  @Test func `a battery fades from lap to lap`() throws {
    let fading = Self.fault(.fading) { ($0.decibels, $0.from.lap) = (2, 1) }
    #expect(try [0, 1, 3].map { try levels(stream([fading], lap: $0)) } == [[-590], [-590], [-630]])
  }

  @Test func `a clone transmits beside the beacon`() throws {
    let clone = Self.fault(.cloned) {
      ($0.position, $0.decibels, $0.from.time) = (Point(x: 10, y: 0), 3, 5)
    }
    let heard = try stream([clone])
    #expect(levels(heard, in: 0..<5) == [-590] && levels(heard, in: 5..<10) == [-590, -740])
  }

  /// Of n = 95 advertisements in 10 s each is kept with a probability of 0.7 × 0.5 = 0.35, a standard error of 0.049; six of
  /// them are exceeded with a probability of 2e-9.
  @Test func `missing advertisements are missing besides those that are lost`() throws {
    let whole = try stream([])
    let sent = Double(whole.count { $0.anchor == 0 })
    let kept = try stream([Self.fault(.missing) { $0.share = 0.5 }], loss: 0.3)
    #expect(abs(Double(kept.count { $0.anchor == 0 }) / sent - 0.35) < 6 * (0.35 * 0.65 / sent).squareRoot())
    let others = try stream([], loss: 0.3).count { $0.anchor == 1 }
    #expect(kept.count { $0.anchor == 1 } == others)
    #expect(try stream([Self.fault(.missing, "") { $0.share = 1 }]).isEmpty)
  }

  @Test func `other beacons hear nothing of a fault`() throws {
    let channel = ChannelSettings { $0.shadowing = nil }
    let before = try stream([], channel: channel, loss: 0.3)
    for fault in [
      Self.fault(.misplaced) { $0.position = Point(x: 7, y: 7) }, Self.fault(.dead),
      Self.fault(.cloned) { $0.position = Point(x: 7, y: 7) },
    ] {
      let after = try stream([fault], channel: channel, loss: 0.3)
      func others(_ stream: AdvertisementStream) -> [[Double]] {
        stream.filter { $0.anchor == 1 }.map { [$0.time, $0.level.value] }
      }
      #expect(others(before) == others(after) && before != after)
    }
  }

  @Test func `an unknown beacon is refused`() throws {
    #expect(throws: SettingFault.self) { try stream([Self.fault(.dead, "c")]) }
  }
}
