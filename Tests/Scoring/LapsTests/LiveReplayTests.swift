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
    /// The most that were there at a time.
    var most = 0
    var replay: LiveReplay

    init(
      _ path: String, listening: Listening, site: Site?, averages seconds: Double? = nil,
      options: ReplayOptions = ReplayOptions()
    ) throws {
      replay = try LiveReplay(
        RecordedInput(contentsOf: path, site: site, averageSeconds: seconds, options: options),
        listening: listening, site: site)
      callbacks = replay.definitions.map { _ in [] }
      while let moments = try replay.next() {
        most = max(most, moments.count)
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
    let site = try #require(scenario.simulation).site
    let folder = try TemporaryFolder()
    let path = try folder.capture(SimulatedLap(study(scenario), lap: lap))
    let whole = try folder.replay(path, of: scenario)

    let fifo = try Fifo()
    let bytes = try Array(Data(contentsOf: URL(filePath: path)))
    fifo.write(
      stride(from: 0, to: bytes.count, by: 10_007).map { Array(bytes[$0..<min(bytes.count, $0 + 10_007)]) })
    let live = try Followed(fifo.path, listening: Listening(scenario, on: site), site: site)
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
    let folder = try TemporaryFolder()
    let path = try folder.capture(SimulatedLap(study(scenario), lap: 0), as: .btsnoopMonitor)
    let text = try String(contentsOfFile: Checkout.path("scenarios/sites/floor35.yaml"), encoding: .utf8)
    try folder.write(text.replacing(/measuredPower: -\d+/, with: "measuredPower: -40"), to: "site.yaml")
    let site = try SiteFile(contentsOf: folder.path("site.yaml")).site
    let listening = try Listening(scenario, on: site)
    let whole = try Replay(
      RecordedInput(contentsOf: path, site: site), listening: listening, site: site,
      truth: Replay.Truth(walk: nil, presses: nil))
    let live = try Followed(path, listening: listening, site: site)
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

  /// 8192 records of a lap of floor35, of which a second has about 200.
  @Test func `a whole file is answered a piece at a time`() throws {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/floor35.yaml"), laps: 1)
    let site = try #require(scenario.simulation).site
    let folder = try TemporaryFolder()
    let path = try folder.capture(SimulatedLap(study(scenario), lap: 0))
    let live = try Followed(path, listening: Listening(scenario, on: site), site: site)
    #expect(live.times.count == 114 && live.most < 57)
  }

  /// 8192 is no multiple of 3, so that pieces end within a window.
  @Test func `a table of averages gives the ranges of the whole file, whatever its pieces are`() throws {
    let folder = try TemporaryFolder()
    let rows = (1...9000).flatMap { time in (1...3).map { "\(time),1/\($0),-\(60 + (time + $0) % 7)\n" } }
    try folder.write("time_s,beacon,rssi_dbm\n" + rows.joined(), to: "t.csv")
    let listening = try Listening(hasPath: false)
    let whole = try Replay(
      RecordedInput(contentsOf: folder.path("t.csv"), site: nil, averageSeconds: 1), listening: listening,
      site: nil, truth: Replay.Truth(walk: nil, presses: nil))
    let live = try Followed(folder.path("t.csv"), listening: listening, site: nil, averages: 1)
    #expect(live.replay.ranges == whole.ranges && whole.ranges.count == 3)
    #expect(live.replay.tally == whole.tally)
    #expect(live.times.count == 9000 && whole.seconds == 9000)
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
