import Testing
import World

@Suite struct WalkedBinsTests {
  /// East for 4 s at 1 m/s, a stop of 2 s, on east for 2 s, then north for 2 s, then up in a lift for 2 s.
  private let walk = Walk(knots: [
    Walk.Knot(time: 0, position: Point(x: 0, y: 0)), Walk.Knot(time: 4, position: Point(x: 4, y: 0)),
    Walk.Knot(time: 6, position: Point(x: 4, y: 0)), Walk.Knot(time: 8, position: Point(x: 6, y: 0)),
    Walk.Knot(time: 10, position: Point(x: 6, y: 2)),
    Walk.Knot(time: 12, position: Point(x: 6, y: 2, z: 3), floor: 1),
  ])

  @Test func `bins have their middles and the way from there`() {
    let bins = WalkedBins(of: walk, duration: 12, length: 2)
    #expect(bins.times == [1, 3, 5, 7, 9, 11])
    #expect(bins.positions[1] == Point(x: 3, y: 0))
    let (east, north) = (Point(x: 1, y: 0), Point(x: 0, y: 1))
    #expect(bins.ahead == [east, east, east, east, north, Point(x: 0, y: 0, z: 1)])
    #expect(bins.headings == [east, east, east, east, north, north])
    #expect(WalkedBins(of: walk, duration: 12.5, length: 2).times.count == 7)
  }

  @Test func `metres on foot stay while he stands or rides`() {
    let bins = WalkedBins(of: walk, duration: 12, length: 2)
    #expect([-1, 2, 5, 7, 10, 11, 20].map(bins.metresOnFoot) == [0, 2, 4, 5, 8, 8, 8])
  }

  @Test func `a straight way goes on behind a stop and ends at a corner`() {
    let bins = WalkedBins(of: walk, duration: 12, length: 2)
    for time in [0.5, 5, 7] { #expect(bins.straightWay(at: time) == (6, 1)) }
    #expect(bins.straightWay(at: 9) == (2, 1))
    #expect(bins.straightWay(at: 11).metres == 0)
    #expect(bins.straightWay(at: 11).share == 0)
  }
}
