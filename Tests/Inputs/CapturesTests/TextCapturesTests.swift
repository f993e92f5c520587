import Captures
import Testing
import World

/// An event as `hcidump --raw` prints it: twenty octets a line.
private func printed(_ event: [UInt8], front: String = "") -> String {
  let octets = ([4] + event).map {
    $0 < 16 ? "0" + String($0, radix: 16).uppercased() : String($0, radix: 16).uppercased()
  }
  return stride(from: 0, to: octets.count, by: 20).map { first in
    (first == 0 ? front + "> " : "  ") + octets[first..<min(octets.count, first + 20)].joined(separator: " ")
      + " \n"
  }.joined()
}

private let title =
  "HCI sniffer - Bluetooth packet analyzer ver 5.28\ndevice: hci0 snap_len: 1500 filter: 0xffffffff\n"

/// What btmon 5.66 prints of a report of 2D6C1A5E-1234-5678-9ABC-DEF000000001, major 0x1234 and minor 0xABCD.
private let btmonReport = """
  > HCI Event: LE Meta Event (0x3e) plen 42                    #3 22:13:20.002000
        LE Advertising Report (0x02)
          Num reports: 1
          Event type: Non connectable undirected - ADV_NONCONN_IND (0x03)
          Address type: Random (0x01)
          Address: C0:98:E5:03:02:01 (Static)
          Data length: 30
          Flags: 0x06
            LE General Discoverable Mode
            BR/EDR Not Supported
          Company: Apple, Inc. (76)
            Type: iBeacon (2)
            UUID: 01000000-f0de-bc9a-7856-34125e1a6c2d
            Version: 13330.52651
            TX power: -59 dB
          RSSI: -60 dBm (0xc4)

  """

struct TextCapturesTests {
  private func contents(_ text: String) throws -> CaptureContents {
    try CaptureContents.read(bytes: Array(text.utf8), name: "x", strictness: .strict)
  }

  @Test func `hcidump's packets are put together from their lines`() throws {
    let event = legacyEvent(legacyReport(flags + iBeacon(), level: -66))
    let contents = try contents(title + printed(event) + printed(event))
    #expect(contents.container == "text of hcidump")
    #expect(contents.frames == 2)
    #expect(contents.iBeaconFrames == 2)
    #expect(contents.spanSeconds == nil)
    #expect(contents.warnings.contains { $0.contains("no clock") })
  }

  @Test func `without its title, with Windows line ends and without a last line end it is read the same`()
    throws
  {
    let event = legacyEvent(legacyReport(flags + iBeacon(), level: -66))
    let text = printed(event) + printed(event)
    #expect(try contents(text).iBeaconFrames == 2)
    #expect(try contents(text.replacing("\n", with: "\r\n")).iBeaconFrames == 2)
    #expect(try contents(String(text.dropLast(2))).iBeaconFrames == 2)
  }

  @Test(arguments: [
    ["1385640001.250000 ", "1385640001.750000 "],
    ["2013-11-28 12:00:01.250000 ", "2013-11-28 12:00:01.750000 "],
  ])
  func `hcidump's times are read in both of its forms`(_ times: [String]) throws {
    let event = legacyEvent(legacyReport(iBeacon()))
    var source = try ReplaySource(
      bytes: Array((title + times.map { printed(event, front: $0) }.joined()).utf8), name: "x")
    #expect(try source.stream().microseconds == [0, 500_000])
    #expect(source.hasClock)
  }

  @Test func `a year beyond the number line wraps round, and differences stay right`() throws {
    // Found by fuzzing; and btmon prints the year 586524 of a capture whose clock was made up.
    let event = legacyEvent(legacyReport(iBeacon()))
    let times = ["586524-01-19 08:01:49.551616 ", "586524-01-19 08:01:50.551616 "]
    var source = try ReplaySource(
      bytes: Array((title + times.map { printed(event, front: $0) }.joined()).utf8), name: "x")
    #expect(try source.stream().microseconds == [0, 1_000_000])
  }

  @Test func `without a clock the spacing is the caller's`() throws {
    let bytes = Array(
      (title + printed(legacyEvent(legacyReport(iBeacon()))) + printed(legacyEvent(legacyReport(iBeacon()))))
        .utf8)
    for spacing in [0, 250_000] as [Int64] {
      var source = try ReplaySource(bytes: bytes, name: "x", options: ReplayOptions(untimedSpacing: spacing))
      #expect(try source.stream().microseconds == [0, spacing])
      #expect(!source.hasClock)
    }
  }

  @Test func `btmon's packets without a time are as far apart as the caller says`() throws {
    let untimed = btmonReport.replacing("#3 22:13:20.002000", with: "#3")
    for spacing in [0, 250_000] as [Int64] {
      var source = try ReplaySource(
        bytes: Array((untimed + untimed + untimed).utf8), name: "x",
        options: ReplayOptions(untimedSpacing: spacing))
      #expect(try source.stream().microseconds == [0, spacing, 2 * spacing])
      #expect(!source.hasClock)
    }
  }

  @Test func `a packet of hcidump that never becomes whole is counted with its place`() throws {
    let whole = printed(legacyEvent(legacyReport(iBeacon())))
    let cut = "> 04 3E 2A 02 01 03 \n"
    let contents = try CaptureContents.read(bytes: Array((whole + cut + whole + cut).utf8), name: "x")
    #expect(contents.iBeaconFrames == 2)
    #expect(contents.malformed == 2)
    #expect(contents.damages.map(\.offset) == [whole.utf8.count, 2 * whole.utf8.count + cut.utf8.count])
    let odd = try CaptureContents.read(bytes: Array(("> 04 3E 2G \n" + whole).utf8), name: "x")
    #expect(odd.malformed == 1)
    #expect(odd.iBeaconFrames == 1)
  }

  @Test func `btmon's UUID is turned round, and its major and minor too`() throws {
    var source = try ReplaySource(bytes: Array(btmonReport.utf8), name: "x")
    let stream = try source.stream()
    #expect(stream.levels == [-60])
    let uuid = BeaconUUID(high: 0x2D6C_1A5E_1234_5678, low: 0x9ABC_DEF0_0000_0001)
    #expect(
      source.directory.anchors.map(\.identity) == [BeaconIdentity(uuid: uuid, major: 0x1234, minor: 0xABCD)])
    #expect(source.directory.transmitters.map(\.measuredPower) == [-59])
    #expect(source.directory.transmitters.map { $0.address?.description } == ["C0:98:E5:03:02:01"])
  }

  @Test func `btmon's colours, an RSSI that is invalid and notes are taken as they are meant`() throws {
    let text =
      "Bluetooth monitor ver 5.66\n= Note: Linux version 6.1 (x86_64)      0.350268\n\u{1B}[0;34m"
      + btmonReport.replacing("RSSI: -60 dBm (0xc4)", with: "RSSI: \u{1B}[0;32minvalid (0x7f)\u{1B}[0m")
    let contents = try contents(text)
    #expect(contents.skipped == 1)
    #expect(contents.rssi.unavailable == 1)
    #expect(contents.iBeaconFrames == 1)
  }

  @Test(
    .enabled(if: Tool.btmon.isInstalled, "needs btmon"),
    arguments: ["", "-t", "-T"])
  func `what btmon prints of a capture holds the same beacons`(_ option: String) throws {
    let bytes = events([
      legacyEvent(legacyReport(flags + iBeacon(), level: -61)),
      extendedEvent(extendedReport(flags + iBeacon(), level: -62)),
      extendedEvent(extendedReport(Array(iBeacon()[..<9]), eventType: 0x20)),
      extendedEvent(extendedReport(Array(iBeacon()[9...]), eventType: 0)),
      legacyEvent(legacyReport(iBeacon(7, 8), type: 4, level: 127), legacyReport(iBeacon(), level: 5)),
      legacyEvent(legacyReport([3, 3, 0xAA, 0xFE, 21, 0x16, 0xAA, 0xFE, 0, 0xEE] + (0..<16))),
    ])
    let file = try TemporaryFile(bytes)
    let text = try Tool.btmon.output((option.isEmpty ? [] : [option]) + ["-r", file.path])
    let (original, read) = (try CaptureContents.read(bytes: bytes, name: "x"), try contents(text))
    #expect(read.frames == original.frames)
    #expect(read.advertisingReports == original.advertisingReports)
    #expect(read.reportsByKind == original.reportsByKind)
    #expect(read.framesByKind == original.framesByKind)
    #expect(read.rssi == original.rssi)
    #expect(read.beacons.map(\.identity) == original.beacons.map(\.identity))
    #expect(read.beacons.map(\.rssi) == original.beacons.map(\.rssi))
    #expect(read.beacons.map(\.measuredPowers) == original.beacons.map(\.measuredPowers))
    #expect(read.spanSeconds == original.spanSeconds)
  }

  @Test func `a text cut at any byte, or with any byte changed, never crashes`() throws {
    let texts = [title + printed(legacyEvent(legacyReport(flags + iBeacon()))), btmonReport + btmonReport]
    for text in texts {
      let bytes = Array(text.utf8)
      for place in bytes.indices {
        _ = try? CaptureContents.read(bytes: Array(bytes[..<place]), name: "x")
        for value in [0, 0x0A, 0x20, 0x1B, 0x28, 0x39, 0x66, 0xFF] as [UInt8] {
          var changed = bytes
          changed[place] = value
          if let contents = try? CaptureContents.read(bytes: changed, name: "x") {
            #expect(contents.frames <= 4)
          }
        }
      }
    }
  }

  @Test(arguments: ["-3", "0x02", "99999999999", "0xFFFFFFFFFF", ""])
  func `a length of btmon's that fits nothing is survived`(_ length: String) throws {
    // Found by fuzzing: a second length below what had come already.
    let text = """
      > HCI Event: LE Meta Event (0x3e) plen 56                   #12 0.050000
            LE Extended Advertising Report (0x0d)
              Num reports: 1
              Entry 0
                Event type: 0x0000
                RSSI: -70 dBm (0xba)
                Data length: 0x04
              02 01 06 00                                      ....
                Data length: \(length)
              1a ff 4c 00 02 15 2d 6c 1a 5e 12 34 56 78 9a bc  ..L...-l.^.4V

      """
    #expect(try CaptureContents.read(bytes: Array(text.utf8), name: "x").advertisingReports == 1)
  }

  @Test func `a report of btmon's without an end does not fill the memory`() throws {
    let text =
      btmonReport.replacing("RSSI", with: "None") + String(repeating: "        Flags: 0x06\n", count: 100_000)
    #expect(try CaptureContents.read(bytes: Array(text.utf8), name: "x").frames == 1)
  }

  @Test func `a line without an end is bounded and counted`() throws {
    let bytes = Array(title.utf8) + [UInt8](repeating: 0x41, count: 100_000)
    #expect(try CaptureContents.read(bytes: bytes, name: "x").malformed > 0)
  }
}
