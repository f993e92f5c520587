import Captures
import Documents
import Foundation
import Laps
import Positioning
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// What is answered while a capture comes is what is answered when all of it is there.
@Suite struct LiveReplayTests {
  /// All of a live replay, in one row.
  private struct Followed {
    var times: [Double] = []
    var callbacks: [[Callback]]
    var replay: LiveReplay

    init(_ path: String, listening: Listening, site: Site?, options: ReplayOptions = ReplayOptions()) throws {
      replay = try LiveReplay(
        RecordedInput(contentsOf: path, site: site, options: options), listening: listening, site: site)
      callbacks = replay.definitions.map { _ in [] }
      while let moments = try replay.next() {
        for moment in moments {
          times.append(moment.time)
          for (index, callback) in moment.callbacks.enumerated() { callbacks[index].append(callback) }
        }
      }
    }
  }

  /// Both ways round, since pipelines of floor35 take the direction of travel too.
  @Test(arguments: [0, 3])
  func `a lap followed through a FIFO gives the fixes of the whole file`(lap: Int) throws {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/floor35.yaml"), laps: 8)
    let simulation = try #require(scenario.simulation)
    let simulated = try SimulatedLap(SimulatedStudy(scenario, simulation), lap: lap)
    var writer = CaptureWriter(format: .btsnoop)
    try writer.append(simulated.stream, directory: simulated.directory)
    writer.finish(at: simulated.end)
    let folder = try TemporaryFolder()
    try Data(writer.bytes).write(to: URL(filePath: folder.path("lap.btsnoop")))
    let listening = try Listening(scenario, on: simulation.site)
    let whole = try Replay(
      RecordedInput(contentsOf: folder.path("lap.btsnoop"), site: simulation.site), listening: listening,
      site: simulation.site, truth: Replay.Truth(walk: nil, presses: nil))

    let fifo = try Fifo()
    let size = 10_007
    fifo.write(
      stride(from: 0, to: writer.bytes.count, by: size).map {
        Array(writer.bytes[$0..<min(writer.bytes.count, $0 + size)])
      })
    let live = try Followed(fifo.path, listening: listening, site: simulation.site)
    #expect(live.callbacks == whole.tracks.map(\.callbacks))
    #expect(live.callbacks.count == 6 && live.times.count > 100)
    #expect(live.replay.ranges == whole.ranges)
    #expect(live.replay.tally == whole.tally)
    #expect(live.replay.endings == whole.endings)
    #expect(live.replay.seconds == whole.seconds)
  }

  /// The site says -40 dBm at a metre, the frames say -59: both must go by the frames, from the first one on.
  @Test func `measured powers that frames tell of are used as soon as they are heard`() throws {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/floor35.yaml"), laps: 1)
    let simulation = try #require(scenario.simulation)
    let simulated = try SimulatedLap(SimulatedStudy(scenario, simulation), lap: 0)
    var writer = CaptureWriter(format: .btsnoopMonitor)
    try writer.append(simulated.stream, directory: simulated.directory)
    let folder = try TemporaryFolder()
    try Data(writer.bytes).write(to: URL(filePath: folder.path("lap")))
    let text = try String(contentsOfFile: Checkout.path("scenarios/sites/floor35.yaml"), encoding: .utf8)
    try folder.write(text.replacing(/measuredPower: -\d+/, with: "measuredPower: -40"), to: "site.yaml")
    let site = try SiteFile(contentsOf: folder.path("site.yaml")).site
    let listening = try Listening(scenario, on: site)
    let whole = try Replay(
      RecordedInput(contentsOf: folder.path("lap"), site: site), listening: listening, site: site,
      truth: Replay.Truth(walk: nil, presses: nil))
    let live = try Followed(folder.path("lap"), listening: listening, site: site)
    #expect(live.callbacks == whole.tracks.map(\.callbacks))
    #expect(live.replay.ranges == whole.ranges)
    #expect(whole.ranges.allSatisfy { $0.levelAtOneMetre == -59 })
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)),
    arguments: [IdentityPolicy.identity, .address, .both])
  func `a recorded capture gives the ranges of the whole file`(_ policy: IdentityPolicy) throws {
    let path = try SharedData.file("data/captures/govee/WimPi5-2026-05-19-H5105-info.pcapng").path
    let listening = try Listening(hasPath: false)
    let options = ReplayOptions(policy: policy)
    let whole = try Replay(
      RecordedInput(contentsOf: path, site: nil, options: options), listening: listening, site: nil,
      truth: Replay.Truth(walk: nil, presses: nil))
    let live = try Followed(path, listening: listening, site: nil, options: options)
    #expect(live.replay.ranges == whole.ranges)
    #expect(live.replay.tally == whole.tally)
    #expect(live.times.count == 101)
    #expect(policy == .identity ? whole.ranges.count == 5 : whole.ranges.count > 5)
  }

  @Test func `a scenario says what tells beacons apart`() throws {
    let document = try Document(contentsOf: Checkout.path("scenarios/floor35.yaml"))
    #expect(try Scenario(document, path: Checkout.path("scenarios/floor35.yaml")).identifiedBy == .identity)
    for policy in IdentityPolicy.allCases {
      let changed = try document.setting("identifiedBy", to: Document(policy.rawValue))
      let scenario = try Scenario(changed, path: Checkout.path("scenarios/floor35.yaml"))
      #expect(scenario.identifiedBy == policy)
    }
  }
}
