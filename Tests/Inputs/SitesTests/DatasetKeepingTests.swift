import Sites
import TestSupport
import Testing
import World

@Suite struct DatasetKeepingTests {
  @Test func `a data set keeps the readings of some receivers, under new numbers`() throws {
    let whole = try Dataset(contentsOf: Checkout.path("scenarios/recordings/danis.yaml"), root: "")
    let part = whole.keeping([2, 7], on: try whole.site.keeping([2, 7]))
    let ids = whole.site.site.anchors.map(\.id)
    #expect(part.site.site.anchors.map(\.id) == [ids[2], ids[7]])
    for (all, kept) in zip(whole.walks, part.walks) {
      var (source, rest) = (all.source, kept.source)
      let stream = try source.stream(kind: source.kind)
      let other = try rest.stream(kind: rest.kind)
      #expect(rest.directory.anchors.map(\.id) == [ids[2], ids[7]])
      #expect(
        other.map(\.anchor) == stream.map(\.anchor).filter { [2, 7].contains($0) }.map { $0 == 2 ? 0 : 1 })
      #expect(other.map(\.level) == stream.filter { [2, 7].contains($0.anchor) }.map(\.level))
      // The recording lasts as long as before.
      #expect(rest.end == source.end)
    }
    #expect(part.calibration.count == whole.calibration.count { [2, 7].contains($0.anchor) })
  }
}
