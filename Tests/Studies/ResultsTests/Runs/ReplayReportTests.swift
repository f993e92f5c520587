import Foundation
import Laps
import Rendering
import Results
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
struct ReplayReportTests {
  private func replay() throws -> Replay {
    let path = try SharedData.file("data/captures/govee/WimPi5-2026-05-19-H5105-info.pcapng").path
    return try Replay(
      RecordedInput(contentsOf: path, site: nil), listening: Listening(hasPath: false), site: nil,
      truth: Replay.Truth(walk: nil, presses: nil))
  }

  /// Counts by tshark: 1068 reports, 35 of them iBeacon frames of five identities, of which one claims -62 and
  /// +12 dBm.
  @Test func `says in words what was heard, what was left out and which power is not believed`() throws {
    let text = (try replay()).report().text(width: .max)
    #expect(text.hasPrefix("5 beacons heard in 101 s. No site: ranges and zones only.\n"))
    #expect(
      text.contains(
        "\nAdvertisements: 35 received, which give 26 readings; excluded: 1033 without a beacon's identity"))
    #expect(
      text.contains(
        "20597/62207 transmits measured power -62 and 12 dBm: 12 is outside -100 to -20, so none of its powers"
      ))
    #expect(!text.contains("pillar"))
  }

  @Test(arguments: [80, 100, 120, 200])
  func `no line is wider than it may be`(width: Int) throws {
    let lines = (try replay()).report().text(width: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.displayWidth <= width && $0.last != " " })
  }
}
