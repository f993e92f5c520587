import Captures
import Documents
import Evaluation
import Foundation
import Laps
import Rendering
import Results
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// Recorded captures through the pipelines that simulated laps go through.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
struct RecordedCapturesTests {
  private func ranges(_ name: String) throws -> Replay {
    let path = try SharedData.file("data/captures/\(name)").path
    return try Replay(
      RecordedInput(contentsOf: path, site: nil), listening: Listening(hasPath: false), site: nil,
      truth: Replay.Truth(walk: nil, presses: nil))
  }

  /// Counts and powers by tshark: five identities, 35 frames, one identity with 9 frames that claim -62 dBm and
  /// 11 that claim +12 dBm, four others that claim -62 dBm.
  @Test func `ranges the five identities, one of them with the assumed level at one metre`() throws {
    let replay = try ranges("govee/WimPi5-2026-05-19-H5105-info.pcapng")
    #expect(replay.ranges.count == 5)
    #expect(replay.tally.heard == 35)
    #expect(replay.tally.counts.first { $0.key == "notBeacons" }?.count == 1068 - 35)
    #expect(replay.tally.counts.first { $0.key == "implausiblePowers" }?.count == 11)
    let doubtful = replay.ranges.filter { $0.claimedPowers.contains(12) }
    #expect(doubtful.map(\.beacon) == ["20597/62207"])
    #expect(doubtful.map(\.levelSource) == ["assumed"])
    #expect(doubtful.map(\.levelAtOneMetre) == [-59])
    let others = replay.ranges.filter { !$0.claimedPowers.contains(12) }
    #expect(others.allSatisfy { $0.levelAtOneMetre == -62 && $0.levelSource == "measured power" })
  }

  /// Counted by tshark among advertisements with a right CRC: 40 addresses, and no iBeacon frame.
  @Test func `by address there are ranges without any iBeacon`() throws {
    let path = try SharedData.file("data/captures/sniffer/nrf52_capture_0.pcapng").path
    let replay = try Replay(
      RecordedInput(contentsOf: path, site: nil, options: ReplayOptions(policy: .address)),
      listening: Listening(hasPath: false), site: nil, truth: Replay.Truth(walk: nil, presses: nil))
    #expect(replay.ranges.count == 40)
    #expect(replay.tally.heard == 12607)
    #expect(replay.ranges.first { $0.beacon == "65:1D:20:38:CE:C9" }?.advertisements == 1870)
    let error = #expect(throws: FileProblem.self) {
      var input = try RecordedInput(contentsOf: path, site: nil)
      _ = try input.stream(site: nil)
    }
    #expect(
      error?.found
        == "12607 advertisements without a beacon's identity; --by address treats each address as a beacon")
  }

  /// The one capture without its ACL records differs in nothing that is heard either.
  @Test(arguments: [
    "wimpi5.h4.btsnoop", "wimpi5.hci1001.btsnoop", "wimpi5.lt187.pcap", "wimpi5.lt201.be.ns.pcap",
    "wimpi5.lt201.pcap", "wimpi5.lt254.pcap", "wimpi5.monitor2001.btsnoop",
  ])
  func `another container gives the same ranges`(name: String) throws {
    let original = try ranges("govee/WimPi5-2026-05-19-H5105-info.pcapng")
    let other = try ranges("re-encapsulated/\(name)")
    #expect(other.ranges == original.ranges)
    #expect(other.tally == original.tally)
    #expect(other.document.json == original.document.json)
  }
}

/// Recorded walks as scenarios, beside what others measured on them.
@Suite struct RecordedStudyTests {
  private func result(_ name: String) async throws -> StudyResult {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/\(name).yaml"))
    return try await Study(scenario, dataRoot: "").run(width: 2) { _ in }
  }

  private func mean(_ name: String, in result: StudyResult) throws -> Double {
    try #require(
      result.pipelines.first { $0.definition.name == name }?.score.whole.statistics?.mean, "\(name)")
  }

  /// The data README's plain least squares: n 1.475, C -61.67, sigma 4.49 on the static surveys.
  @Test func `danis is calibrated on its surveys, and its five walks are scored at every second`()
    async throws
  {
    let result = try await result("danis-walks")
    let fit = try #require(result.calibration)
    #expect(abs(fit.exponent - 1.475) < 0.02)
    #expect(abs(fit.levelAtOneMetre.value + 61.67) < 0.1)
    #expect(abs(fit.deviation.value - 4.49) < 0.05)
    #expect(result.laps == 5)
    #expect(result.pipelines.count == 16)
    #expect(result.pipelines.allSatisfy { $0.score.whole.count + $0.score.whole.missed == 265 })
    // The yardstick has 260 estimates from windows of 2 s, so its room centre is a few callbacks away from ours.
    #expect(abs(try mean("room centre", in: result) - 5.38) < 0.15)
    #expect(abs(try mean("Kalman, nearest", in: result) - 4.03) < 0.5)
  }

  @Test func `kolakowski's averages are scored as they are, with its faults counted`() async throws {
    let result = try await result("kolakowski-drive")
    #expect(result.laps == 1)
    #expect(result.notes.contains("drive: 3123 RSSI values with fractions of a dB (averages)"))
    #expect(result.calibration?.rows == 22277)
    // Averages of a third of a second: a third of Kalman's 0.2071 intervals, and of two more for five values.
    let delays = Dictionary(uniqueKeysWithValues: result.pipelines.map { ($0.definition.name, $0.delay) })
    #expect(abs(try #require(delays["Kalman, nearest"]) - 0.0690) < 0.0001)
    #expect(abs(try #require(delays["moving average, nearest"]) - 0.7357) < 0.0001)
    let centre = try mean("room centre", in: result)
    for pipeline in result.pipelines where pipeline.definition.name != "room centre" {
      #expect(try mean(pipeline.definition.name, in: result) < centre)
    }
  }

  /// Counts are lengths of the published lists; the path is 15.195 m long by hand.
  @Test func `the walks of rriesebos pass each checkpoint at its press, at 0.8 to 1.0 m per second`() throws {
    let dataset = try Dataset(contentsOf: Checkout.path("scenarios/recordings/rriesebos.yaml"), root: "none")
    var counts: [Int] = []
    for walk in dataset.walks {
      var source = walk.source
      counts.append(try source.stream(kind: source.kind).count)
      #expect(walk.presses.map(\.testPoint) == Array(0..<9))
      for press in walk.presses {
        let checkpoint = dataset.site.site.testPoints[press.testPoint].position
        let place = walk.truth.position(at: press.time)
        #expect(abs(place.x - checkpoint.x) < 1e-9 && abs(place.y - checkpoint.y) < 1e-9)
      }
      let span = walk.truth.span
      let speed = 15.195 / (span.upperBound - span.lowerBound)
      #expect(speed > 0.8 && speed < 1.02)
    }
    #expect(counts == [215, 255, 239, 237, 235])
  }

  /// The authors' best combination, chosen on the same walks, has 1.67 m; the median one 2.52 m.
  @Test func `rriesebos is scored on its five walks, with trackers on the path of the site`() async throws {
    let result = try await result("rriesebos-walks")
    #expect(result.laps == 5)
    #expect(result.pipelines.allSatisfy { $0.score.whole.count + $0.score.whole.missed == 85 })
    for name in ["particles on the path", "self-calibrating", "self-calibrating smoother"] {
      #expect(try mean(name, in: result) < 1.67, "\(name)")
    }
    #expect(try mean("room centre", in: result) > 2.52)
  }
}
