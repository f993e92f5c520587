import Captures
import Foundation
import Rendering
import Results
import TestSupport
import Testing
import World

@Suite struct CaptureReportTests {
  private static let uuid = BeaconUUID(high: 0x2D6C_1A5E_0000_0000, low: 1)

  /// Three beacons for a minute, of which one is named by the longest URL of usual length.
  private func contents(file: String = "walk", policy: IdentityPolicy = .identity) throws -> CaptureContents {
    var directory = StreamDirectory()
    let identities: [BeaconIdentity] = [
      BeaconIdentity(uuid: Self.uuid, major: 65535, minor: 65535),
      .altBeacon(IBeaconIdentity(uuid: Self.uuid, major: 1, minor: 2)),
      .eddystoneURL("https://example.org/a-place"),
    ]
    for (index, identity) in identities.enumerated() {
      _ = directory.add(.init(id: "b\(index)", identity: identity))
      _ = directory.index(
        of: .init(
          anchor: index, address: DeviceAddress(octets: UInt64(index + 1), isRandom: true), measuredPower: -59
        )
      )
    }
    var stream = AdvertisementStream()
    for second in 0..<60 {
      stream.append(
        Advertisement(
          microseconds: Int64(second) * 1_000_000, anchor: second % 3, transmitter: second % 3,
          level: DBm(-60 - Double(second % 20))))
    }
    var writer = CaptureWriter(format: .btsnoop)
    try writer.append(stream, directory: directory)
    return try CaptureContents.read(bytes: writer.bytes, name: file, policy: policy)
  }

  @Test(arguments: [60, 72, 80, 100, 120, 240], IdentityPolicy.allCases)
  func `no line is wider than it may be`(width: Int, policy: IdentityPolicy) throws {
    let lines = (try contents(policy: policy)).report.text(width: width).split(separator: "\n")
    #expect(lines.count > 15)
    #expect(lines.allSatisfy { $0.displayWidth <= width && $0.last != " " }, "\(lines)")
  }

  @Test func `lists identities and addresses with count and levels`() throws {
    let text = (try contents()).report.text(width: 130)
    let words = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    // Every third of sixty seconds, so 19 gaps of 3 s; their levels go through -60 to -79 once.
    #expect(words.contains { $0.contains("2D6C1A5E-0000-0000-0000-000000000001 65535/65535 20 0.33") })
    #expect(words.contains { $0.hasPrefix("2 AltBeacon 2D6C1A5E-0000-0000-0000-000000000001") })
    #expect(words.contains { $0.hasPrefix("3 https://example.org/a-place 20") })
    #expect(words.contains { $0 == "00:00:00:00:00:01 random 20 -79 -69.50 -60" }, "\(words)")
  }

  @Test func `counts frames and the identities they come from`() throws {
    var contents = try contents()
    let row = "  iBeacon frames      "
    #expect(contents.report.text().contains(row + "20 from 1 identity\n"))
    contents.iBeaconIdentities = 2
    #expect(contents.report.text().contains(row + "20 from 2 identities\n"))
    (contents.iBeaconFrames, contents.iBeaconIdentities) = (0, 0)
    #expect(contents.report.text().contains(row + "none\n"))
  }

  @Test func `a text without a clock has no line of levels over time`() throws {
    let line = "> 04 3E 0C 02 01 03 01 01 00 00 E5 98 C0 00 BA\n"
    let contents = try CaptureContents.read(bytes: Array(line.utf8), name: "text", policy: .address)
    let text = contents.report.text(width: 60)
    #expect(text.contains("no clock") && !text.contains("over time"))
  }

  @Test func `the file's name and its damages stay on their lines`() throws {
    var contents = try contents(file: "a\nb\u{1B}[2J")
    contents.warnings = ["x\u{9B}y"]
    let text = contents.report.text()
    #expect(text.hasPrefix(#"a\nb\u{1B}[2J: btsnoop 1002"#))
    #expect(text.contains(#"! x\u{9B}y"#) || text.contains(#"! x\u{009B}y"#))
  }
}
