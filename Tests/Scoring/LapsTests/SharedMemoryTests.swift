import Documents
import Laps
import Propagation
import Scenarios
import Testing
import World

/// The limit of memory where several buildings are at work at a time.
@Suite struct SharedMemoryTests {
  @Test func `counts the shadows of each that is at work`() async throws {
    // 1 km of path with 16/3 points a metre, for 80 beacons: 1.7 MB a lap, beside 40 MB.
    let site = Site(
      name: "long",
      path: PathGraph(
        nodes: [.init(name: "a", position: .zero), .init(name: "b", position: Point(x: 1000, y: 0))],
        edges: [.init(from: 0, to: 1)]),
      anchors: (0..<80).map { Anchor(id: "\($0)", identity: nil, position: .zero) })
    var channel = ChannelSettings.defaults
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation) = (5, 3) }
    let need = ShadowMemory(of: channel, on: site, extra: 0).passing(5334, hearing: 80)
    #expect(need.lap > 5334 * 80 * 4 && need.lap < 5334 * 80 * 4 * 1.5)
    try await MemoryLimit.$current.withValue(MemoryLimit(gigabytes: 0.043)) {
      _ = try await inParallel(2, width: 1, progress: { _ in }) { _ in try need.check() }
      let refused = await #expect(throws: StudyProblem.self) {
        try await inParallel(2, width: 2, progress: { _ in }) { _ in try need.check() }
      }
      #expect(
        refused?.description
          == "--memory: expected a study that takes at most 0.043 GB of memory, found shadowing of 80 beacons on each of 2 threads, about 0.1 GB"
      )
    }
  }
}
