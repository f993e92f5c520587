import Documents
import Phone
import Testing
import World

@Suite struct RangingModelTests {
  static let anchors = [
    Anchor(id: "a", identity: nil, position: .zero, measuredPower: -62, calibratedLevel: -64.5),
    Anchor(id: "b", identity: nil, position: .zero, measuredPower: 12),
    Anchor(id: "c", identity: nil, position: .zero),
  ]

  static func directory(_ powers: [(anchor: Int, power: DBm)]) -> StreamDirectory {
    var directory = StreamDirectory(anchors: anchors.map { .init(id: $0.id, identity: nil) })
    for (anchor, power) in powers {
      _ = directory.index(of: .init(anchor: anchor, address: nil, measuredPower: power))
    }
    return directory
  }

  @Test func `takes the frame's first power when plausible, then the site's, then the assumed level`() {
    let directory = Self.directory([(0, -55), (0, -50), (1, 12), (2, -100), (2, -20)])
    let model = RangingModel(RangingSettings(), anchors: Self.anchors, directory: directory)
    #expect(model.levelsAtOneMetre == [-55, -59, -100])
    #expect(model.origins == [.measuredPower, .assumed, .measuredPower])
    let without = RangingModel(RangingSettings(), anchors: Self.anchors)
    #expect(without.levelsAtOneMetre == [-62, -59, -59])
    #expect(without.origins == [.measuredPower, .assumed, .assumed])
  }

  @Test func `does not believe a beacon that also claims an absurd power`() {
    let directory = Self.directory([(0, -55), (0, 12), (2, -19), (2, -55)])
    let model = RangingModel(RangingSettings(), anchors: Self.anchors, directory: directory)
    #expect(model.levelsAtOneMetre == [-62, -59, -59])
    #expect(model.origins == [.measuredPower, .assumed, .assumed])
  }

  @Test func `takes the assumed level for all when it is fixed`() {
    let settings = RangingSettings { ($0.level, $0.assumedLevel) = (.fixed, -61) }
    let model = RangingModel(settings, anchors: Self.anchors, directory: Self.directory([(0, -55)]))
    #expect(model.levelsAtOneMetre == [-61, -61, -61])
    #expect(model.origins == [.assumed, .assumed, .assumed])
  }

  @Test func `takes the site's own level of each beacon where it has one`() {
    let settings = RangingSettings { $0.level = .perBeacon }
    let model = RangingModel(
      settings, anchors: Self.anchors, directory: Self.directory([(0, -55), (1, -70)]))
    #expect(model.levelsAtOneMetre == [-64.5, -70, -59])
    #expect(model.origins == [.calibrated, .measuredPower, .assumed])
  }

  @Test func `what frames claim stays under other assumptions`() {
    let model = RangingModel(
      RangingSettings { ($0.level, $0.assumedLevel, $0.levelOffset) = (.perBeacon, -75, 3) },
      anchors: Self.anchors,
      directory: Self.directory([(0, -55), (2, -70)]))
    let other = model.assuming(RangingSettings())
    #expect(other.levelsAtOneMetre == [-55, -59, -70])
    #expect(other.origins == [.measuredPower, .assumed, .measuredPower])
  }

  @Test func `hears claims one after another as all at once, and says whether one changes a law`() {
    let directory = Self.directory([(0, -55), (0, -50), (1, 12), (2, -100), (2, -20), (0, 12)])
    var model = RangingModel(RangingSettings { $0.levelOffset = 3 }, anchors: Self.anchors)
    let changes = directory.transmitters.indices.map { model.hear([$0], of: directory) }
    // The second claim of a beacon is not taken, and 12 dBm leaves b at what it was.
    #expect(changes == [true, false, false, true, false, true])
    #expect(
      model
        == RangingModel(
          RangingSettings { $0.levelOffset = 3 }, anchors: Self.anchors, directory: directory))
    #expect(model.levelsAtOneMetre == [-59, -56, -97])
  }

  @Test func `covers anchors that only the stream knows`() {
    let model = RangingModel(RangingSettings(), anchors: [], directory: Self.directory([(2, -40)]))
    #expect(model.levelsAtOneMetre == [-59, -59, -40])
    #expect(model.distance(to: 2, at: -60) == 10)
  }

  @Test func `says which setting is out of range`() {
    #expect(RangingSettings().fault == nil)
    #expect(
      RangingSettings { $0.exponent = -1.8 }.fault?.description
        == "n must be a number above 0 and at most 10, was -1.8")
    #expect(RangingSettings { $0.assumedLevel = DBm(.nan) }.fault?.key == "c")
  }
}
