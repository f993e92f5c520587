import Captures
import Foundation
import HandMadeCaptures
import TestSupport
import Testing
import World

/// What the README of the recorded data says of a file; its counts are tshark 4.0.17's.
struct Expected: Sendable, CustomTestStringConvertible {
  var file: String
  var container: String
  var frames: Int
  var reports: Int
  var beacons: (frames: Int, identities: Int) = (0, 0)
  var rssi: (Int, Double, Int)?
  /// Nil for a file without a clock.
  var span: Double?
  var backwardSteps = 0
  var crcErrors = 0
  var otherPdus = 0

  var testDescription: String { file }
}

private let wimpi5 = (-80, -59.13, -40)
private let hcidump = (-91, -74.46, -60)

private let recorded: [Expected] =
  [
    Expected(
      file: "govee/WimPi5-2026-05-19-H5105-info.pcapng", container: "pcapng", frames: 1520, reports: 1068,
      beacons: (35, 5), rssi: wimpi5, span: 101.564),
    Expected(
      file: "govee/20240127-h5100-btsnoop_hci.log", container: "btsnoop 1002", frames: 18509, reports: 889,
      beacons: (99, 6), rssi: (-104, -75.17, -33), span: 395.667),
    Expected(
      file: "btmon-2001/btsnoop_btmon.log", container: "btsnoop 2001", frames: 554, reports: 0, span: 9.972,
      backwardSteps: 32),
    Expected(
      file: "btmon-2001/btsnoop_hci_android.log", container: "btsnoop 1002", frames: 222, reports: 12,
      rssi: (-68, -64.92, -61), span: 10.579),
    Expected(
      file: "btmon-2001/batteread.btsnoop", container: "btsnoop 2001", frames: 6, reports: 0, span: 0),
    Expected(
      file: "hcidump/hcidumpBig.raw", container: "text of hcidump", frames: 494, reports: 494,
      beacons: (429, 11),
      rssi: hcidump),
    Expected(
      file: "sniffer/nrf52_capture_0.pcapng", container: "pcapng", frames: 14737, reports: 12607,
      rssi: (-93, -63.54, -30), span: 40.510, crcErrors: 1116, otherPdus: 1014),
    Expected(
      file: "sniffer/nrf52_capture_90.pcapng", container: "pcapng", frames: 15395, reports: 13243,
      rssi: (-94, -60.48, -30), span: 36.990, crcErrors: 1104, otherPdus: 1048),
    Expected(
      file: "sniffer/ubertooth_capture_0.pcapng", container: "pcapng", frames: 5068, reports: 3714,
      rssi: (-85, -52.98, 0), span: 37.215, crcErrors: 1171, otherPdus: 183),
    Expected(
      file: "sniffer/ubertooth_capture_90.pcapng", container: "pcapng", frames: 4246, reports: 3204,
      rssi: (-83, -51.97, -21), span: 31.210, crcErrors: 826, otherPdus: 216),
  ] + reencapsulated

private let reencapsulated: [Expected] = [
  ("h4.btsnoop", "btsnoop 1002"), ("hci1001.btsnoop", "btsnoop 1001"), ("lt187.pcap", "pcap, link type 187"),
  ("lt201.be.ns.pcap", "pcap, link type 201"), ("lt201.pcap", "pcap, link type 201"),
  ("lt254.pcap", "pcap, link type 254"), ("monitor2001.btsnoop", "btsnoop 2001"),
].flatMap { suffix, container in
  // In the monitor's form the adapter announces itself in one more record.
  let more = suffix.hasPrefix("monitor") ? 1 : 0
  return [
    Expected(
      file: "re-encapsulated/wimpi5.\(suffix)", container: container, frames: 1520 + more, reports: 1068,
      beacons: (35, 5), rssi: wimpi5, span: 101.564),
    Expected(
      file: "re-encapsulated/hcidumpBig.\(suffix)", container: container, frames: 494 + more, reports: 494,
      beacons: (429, 11), rssi: hcidump, span: 493),
  ]
}

@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
struct RecordedCapturesTests {
  @Test(arguments: recorded)
  func `counts what tshark counts`(_ expected: Expected) throws {
    let contents = try CaptureContents.read(
      SharedData.file("data/captures/\(expected.file)").path, strictness: .strict)
    #expect(contents.container == expected.container)
    #expect(contents.frames == expected.frames)
    #expect(contents.advertisingReports == expected.reports)
    #expect(contents.iBeaconFrames == expected.beacons.frames)
    #expect(contents.iBeaconIdentities == expected.beacons.identities)
    #expect(contents.rssi.minimum == expected.rssi?.0)
    #expect(contents.rssi.mean.map { ($0 * 100).rounded() / 100 } == expected.rssi?.1)
    #expect(contents.rssi.maximum == expected.rssi?.2)
    #expect(contents.spanSeconds.map { ($0 * 1000).rounded() / 1000 } == expected.span)
    #expect(contents.backwardSteps == expected.backwardSteps)
    #expect(contents.malformed == 0)
    #expect(contents.malformedStructures == 0)
    #expect(contents.crcErrors == expected.crcErrors)
    #expect(contents.otherPdus == expected.otherPdus)
    #expect(contents.frames >= contents.advertisingReports + contents.crcErrors + contents.otherPdus)
  }

  @Test(.enabled(if: Tool.tshark.isInstalled, "needs tshark"), arguments: recorded)
  func `tshark finds the same frames, reports and iBeacons`(_ expected: Expected) throws {
    // tshark reads no text of hcidump.
    guard !expected.file.hasSuffix(".raw") else { return }
    let path = try SharedData.file("data/captures/\(expected.file)").path
    let contents = try CaptureContents.read(path)
    func count(_ filter: String) throws -> Int {
      try Tool.tshark.output(["-r", path, "-Y", filter, "-T", "fields", "-e", "frame.number"])
        .split(separator: "\n").count
    }
    #expect(try count("frame") == contents.frames)
    if expected.file.hasPrefix("sniffer") {
      let kinds = "btle.advertising_header.pdu_type in {0, 1, 2, 4, 6, 7}"
      // Where the file did not check, tshark does, but for PDUs that it calls malformed before it comes to the CRC.
      let computed = "btle.crc && !btle.crc.incorrect && !_ws.malformed"
      let good = expected.file.contains("nrf52") ? "nordic_ble.crcok == 1" : computed
      #expect(try count("\(good) && \(kinds)") == contents.advertisingReports)
      #expect(try count("\(good) && !(\(kinds))") == contents.otherPdus)
    } else {
      // Each event of these files holds one report.
      #expect(
        try count("bthci_evt.le_meta_subevent in {0x02, 0x0d}") == contents.advertisingReports)
      #expect(
        try count("bthci_evt.le_meta_subevent in {0x02, 0x0d} && frame contains 4c:00:02:15")
          == contents.iBeaconFrames)
    }
  }

  @Test func `the text of hcidump gives the same stream as its copies in other containers`() throws {
    let text = try SharedData.file("data/captures/hcidump/hcidumpBig.raw").path
    let copy = try SharedData.file("data/captures/re-encapsulated/hcidumpBig.h4.btsnoop").path
    // The copies were given a clock of a second a record.
    var source = try ReplaySource(contentsOf: text, options: ReplayOptions(untimedSpacing: 1_000_000))
    var other = try ReplaySource(contentsOf: copy)
    #expect(try source.stream() == other.stream())
    #expect(source.directory == other.directory)
    #expect(!source.hasClock)
  }

  @Test func `a sniffed capture names the channel of every frame`() throws {
    let path = try SharedData.file("data/captures/sniffer/nrf52_capture_0.pcapng").path
    let contents = try CaptureContents.read(path)
    #expect(contents.channels.keys.sorted() == [37, 38, 39])
    #expect(contents.channels.values.reduce(0) { $0 + $1.count } == contents.advertisingReports)
    let options = ReplayOptions(policy: .address)
    var source = try ReplaySource(contentsOf: path, options: options)
    let stream = try source.stream()
    #expect(stream.count == contents.advertisingReports)
    #expect(stream.channels.allSatisfy { 37...39 ~= $0 })
  }

  @Test(arguments: [("wimpi5", 0.101_563_701), ("hcidumpBig", 0.493)])
  func `the same traffic in another container gives the same stream`(_ name: String, _ span: Double) throws {
    let files = reencapsulated.map(\.file).filter { $0.contains("/\(name).") }
    #expect(files.count == 7)
    var first = try ReplaySource(contentsOf: SharedData.file("data/captures/\(files[0])").path)
    let stream = try first.stream()
    #expect(stream.count > 30)
    for file in files.dropFirst() {
      var source = try ReplaySource(contentsOf: SharedData.file("data/captures/\(file)").path)
      #expect(try source.stream() == stream, "\(file)")
      #expect(source.directory == first.directory, "\(file)")
      #expect(source.tally == first.tally, "\(file)")
    }
  }

  @Test func `the readings of wimpi5 are those of the capture that it was made from`() throws {
    var original = try ReplaySource(
      contentsOf: SharedData.file("data/captures/govee/WimPi5-2026-05-19-H5105-info.pcapng").path)
    let withoutData = try SharedData.file("data/captures/re-encapsulated/wimpi5.noacl.monitor2001.btsnoop")
    var copy = try ReplaySource(contentsOf: withoutData.path)
    #expect(try original.stream() == copy.stream())
    #expect(try CaptureContents.read(withoutData.path).frames == 1252)
  }

  @Test func `wimpi5 holds 35 frames of 5 identities, one of which also claims 12 dBm`() throws {
    var source = try ReplaySource(
      contentsOf: SharedData.file("data/captures/govee/WimPi5-2026-05-19-H5105-info.pcapng").path)
    let stream = try source.stream()
    #expect(stream.count == 35)
    #expect(source.tally.delivered == 35)
    #expect(source.tally.notBeacons == 1068 - 35)
    #expect(source.directory.anchors.count == 5)
    let absurd = source.directory.transmitters.indices.filter {
      source.directory.transmitters[$0].measuredPower == 12
    }
    #expect(Set(absurd.map { source.directory.transmitters[$0].anchor }).count == 1)
    #expect(source.tally.implausiblePowers > 0)
    #expect(source.tally.implausiblePowers == stream.count { absurd.contains($0.transmitter) })
    let powers = Set(
      source.directory.transmitters.map { transmitter in
        "\(transmitter.anchor) \(transmitter.measuredPower?.value ?? 0)"
      })
    #expect(powers.count == 6)
  }

  @Test func `one identity comes from seven addresses`() throws {
    let contents = try CaptureContents.read(
      SharedData.file("data/captures/govee/WimPi5-2026-05-19-H5105-info.pcapng").path)
    #expect(contents.beacons.map(\.addresses).max() == 7)
  }

  @Test func `notes and lines of log are skipped and counted`() throws {
    let contents = try CaptureContents.read(
      SharedData.file("data/captures/btmon-2001/btsnoop_btmon.log").path)
    // tshark: of 554 frames, 56 events, 55 commands; all others are no traffic of an adapter.
    #expect(contents.skipped == 554 - 56 - 55)
  }
}
