import Captures
import Foundation
import HandMadeCaptures
import PhoneLogs
import Testing
import World

/// What is in logs whose lines stand for themselves, worked out by hand from the examples.
struct LineLogTests {
  init() { PhoneLogs.add() }

  private func contents(_ text: String) throws -> CaptureContents {
    try CaptureContents.read(bytes: Array(text.utf8), name: "walk.log", strictness: .strict)
  }

  private func source(_ text: String, _ options: ReplayOptions = ReplayOptions()) throws -> (
    ReplaySource, AdvertisementStream
  ) {
    var source = try ReplaySource(bytes: Array(text.utf8), name: "walk.log", options: options)
    let stream = try source.stream()
    return (source, stream)
  }

  @Test func `GetSensorData gives advertisements of all its forms, and positions as marks`() throws {
    let contents = try contents(LogExamples.getSensorData)
    #expect(contents.container == "log of GetSensorData")
    #expect(contents.frames == 8 && contents.skipped == 1 && contents.malformed == 0)
    #expect(contents.advertisingReports == 4 && contents.log.marks == 2 && contents.log.steps == 0)
    #expect(contents.framesByKind == ["iBeacon": 3, "eddystoneUID": 1])
    #expect(contents.spanSeconds == 2)
    let (source, stream) = try source(LogExamples.getSensorData)
    // From the first row on, which is at 0.5 s.
    #expect(stream.microseconds == [500_000, 750_000, 800_000, 900_000])
    #expect(stream.levels == [-70, -80, -71, -66])
    // Rows without a UUID have one of zeros.
    #expect(
      source.directory.anchors.map(\.id) == [
        "100/1", "0123456789AB", "\(BeaconUUID(high: 0, low: 0))/100/1", "100/2",
      ])
    #expect(source.directory.transmitters.map(\.measuredPower) == [-59, 0, 0, 0])
    #expect(source.start == nil && source.end == 2_000_000)
    #expect(
      source.marks == [
        LogMark(microseconds: 0, place: .geographic(longitude: 2.00002, latitude: 41.00001, floor: 0)),
        LogMark(
          microseconds: 2_000_000, place: .geographic(longitude: 2.00004, latitude: 41.00003, floor: 0)),
      ])
  }

  @Test func `GetSensorData's own POSI rows, which are zeros, are no marks`() throws {
    let (source, _) = try source(LogExamples.getSensorData + "\nPOSI;3.000;3;0.00000000;0.00000000;0;0")
    #expect(source.marks.count == 2)
  }

  @Test func `SensorReadoutApp gives an Eddystone-UID once, in whichever order its two events come`() throws {
    let swapped = LogExamples.sensorReadout.split(separator: "\n").map(String.init)
    let other = (swapped[..<3] + [swapped[4], swapped[3]] + swapped[5...]).joined(separator: "\n")
    for text in [LogExamples.sensorReadout, other] {
      let (source, stream) = try source(text, ReplayOptions(policy: .address))
      #expect(stream.microseconds == [100_000, 200_000])
      #expect(stream.levels == [-70, -81])
      #expect(source.directory.anchors.map(\.id) == ["AA:BB:CC:DD:EE:01", "AA:BB:CC:DD:EE:02"])
      #expect(source.marks.map(\.place) == [.point(0), .point(1)])
      #expect(source.marks.map(\.microseconds) == [0, 2_500_000])
    }
    let (byIdentity, _) = try source(LogExamples.sensorReadout)
    #expect(byIdentity.directory.anchors.map(\.id) == ["0123456789AB"])
    #expect(byIdentity.tally.notBeacons == 1)
  }

  @Test func `an advertisement at the very end of a log of SensorReadoutApp is not lost`() throws {
    let (_, stream) = try source("0;9;AABBCCDDEE01;-70;4", ReplayOptions(policy: .address))
    #expect(stream.count == 1)
  }

  @Test func `in messages of ESPresense and room-assistant receivers are the anchors`() throws {
    let chosen = "iBeacon:2d6c1a5e-1234-5678-9abc-def000000001-100-1"
    let (source, stream) = try source(LogExamples.mqtt, ReplayOptions(device: chosen))
    #expect(source.directory.anchors == ["kitchen", "study"].map { .init(id: $0, identity: nil) })
    // Of the third receiver's device, which has another name, nothing; -81.4 dBm is -81.
    #expect(stream.levels == [-70, -81])
    #expect(stream.microseconds == [0, 1_500_000])
    #expect(stream.channels == [38, 0])
    #expect(source.start == 1_700_000_000_000_000)
    let contents = try contents(LogExamples.mqtt)
    #expect(contents.log.receivers.map(\.name) == ["kitchen", "study", "hall"])
    #expect(contents.log.receivers.map(\.rssi.mean) == [-70, -81, -71])
    #expect(contents.log.devices.map(\.name).first == chosen && contents.log.devices.count == 2)
    #expect(contents.iBeaconIdentities == 1 && contents.skipped == 1)
  }

  @Test func `a site of receivers finds them by their names`() throws {
    let site = Site(
      name: "home", anchors: [Anchor(id: "study", identity: nil, position: Point(x: 1, y: 2, z: 1))])
    let options = ReplayOptions(
      site: site, device: "iBeacon:2d6c1a5e-1234-5678-9abc-def000000001-100-1")
    let (source, stream) = try source(LogExamples.mqtt, options)
    #expect(stream.levels == [-81] && stream.anchors == [0])
    #expect(source.tally.unknownIdentities == 2)
  }

  /// 50 samples a second for 10 s, with steps at every half second; the phone's top points north, then east.
  @Test func `steps are found in acceleration, with the heading of the phone's top`() throws {
    var rows = ["AHRS;0.000;0.000;0;0;0;0.00000000;0.00000000;0.00000000;3"]
    for sample in 0..<500 {
      let time = Double(sample) / 50
      let up = 9.81 + 3 * cos(2 * .pi * 2 * time)
      // A quarter turn to the right about the vertical axis: the quaternion's z is -sin 45°.
      if sample == 250 { rows.append("AHRS;\(time);0;0;0;0;0.0;0.0;-0.70710678;3") }
      rows.append("ACCE;\(time);0;0.00000;0.00000;\(up);3")
    }
    let (source, _) = try source(rows.joined(separator: "\n"))
    let steps = try #require(source.steps)
    // Peaks at 0.5 s, 1 s … 9.5 s; at the beginning and the end there is nothing to compare with.
    #expect(steps.count == 19)
    for (number, step) in steps.enumerated() {
      #expect(abs(step.time - Double(number + 1) / 2) < 0.03)
      #expect(step.length == 0.7)
    }
    #expect(abs(steps[0].heading - .pi / 2) < 1e-4)
    #expect(abs(steps[18].heading) < 1e-4)
  }

  @Test func `a log without motion sensors has no steps, and one without peaks has none either`() throws {
    #expect(try source(LogExamples.mqtt, ReplayOptions(device: "x")).0.steps == nil)
    #expect(try source(LogExamples.getSensorData).0.steps == [])
  }

  @Test(arguments: [
    ("BLE4;1.0;iBeacon;AA:BB:CC:DD:EE:01;-70;-59;100;70000;2d6c1a5e-1234-5678-9abc-def000000001", 0),
    ("BLE4;1.0;iBeacon;AA:BB:CC:DD:EE;-70;100;1", 0), ("BLE4;1.0;Eddystone;AA:BB:CC:DD:EE:01;-70;xyz", 0),
    ("BLE4;soon;100;1;-70", 0), ("POSI;1.0;1;91.0;2.0;0;0", 0), ("ACCE;1.0;1.0;0.1;0.2", 0),
    ("no row at all", 0), ("AHRS;1.0;1.0;a;b;c;d;e;f", 0),
  ])
  func `rows with wrong columns are counted with their place, and refused when strict`(
    row: String, _: Int
  ) throws {
    let text = "GYRO;0.5;0;0;0;0;0\n\(row)\nGYRO;2.0;0;0;0;0;0"
    let contents = try CaptureContents.read(bytes: Array(text.utf8), name: "walk.log")
    #expect(contents.frames == 2 && contents.malformed == 1)
    #expect(contents.damages.first?.offset == 19)
    let error = #expect(throws: FileProblem.self) {
      try CaptureContents.read(bytes: Array(text.utf8), name: "walk.log", strictness: .strict)
    }
    #expect(error?.description.hasPrefix("walk.log: byte 19: expected ") == true)
  }

  @Test func `messages that are none are counted`() throws {
    let text = [
      "{\"tst\":\"yesterday\",\"topic\":\"espresense/devices/x/kitchen\",\"payload\":{\"rssi\":-70}}",
      "{\"tst\":\"2023-11-14T22:13:20+0000\",\"topic\":\"espresense/devices/x/kitchen\",\"payload\":{\"rssi\":\"low\"}}",
      "{\"tst\":\"2023-11-14T22:13:20+0000\",\"topic\":\"espresense/devices/x/kitchen\",\"payload\":{\"rssi\":-700}}",
      "{\"tst\":\"2023-11-14T22:13:20+0000\",\"topic\":\"espresense/devices/x/kitchen\",\"payload\":\"home\"}",
      "{\"tst\":\"2023-11-14T22:13:20+0000\",\"topic\":\"espresense/devices/x/kitchen\"",
    ].joined(separator: "\n")
    let contents = try CaptureContents.read(bytes: Array(text.utf8), name: "home.jsonl")
    #expect(contents.malformed == 5 && contents.frames == 0)
  }

  @Test func `a log with two clocks, and messages about two devices, are refused in a sentence`() throws {
    let clocks = LogExamples.getSensorData + "\nPOSI;1700000000.000;3;41.00003;2.00004;0;0"
    let error = #expect(throws: FileProblem.self) { try contents(clocks) }
    #expect(
      error?.description
        == "walk.log: byte 527: expected times of one clock, at most a day apart, found 1700000000.0 s after 2.5 s"
    )
    let devices = #expect(throws: FileProblem.self) { try source(LogExamples.mqtt) }
    #expect(
      devices?.description
        == "walk.log: expected one device that the receivers hear, or --device of replay to choose one, found "
        + "iBeacon:2d6c1a5e-1234-5678-9abc-def000000001-100-1 and ble-2d6c1a5e123456789abcdef000000001-100-1")
  }

  @Test func `decimals are read to the last bit, and seconds to the microsecond`() throws {
    // Through positions and times, which show what was read.
    for text in ["41.12345678", "-0.00000001", "1e1", "12.5E-1", "89.99999999999999999"] {
      let (source, _) = try source("POSI;12.3456789;1;\(text);2.5;0;0\nGYRO;12.9;0;0;0;0;0")
      guard case .geographic(_, let latitude, _)? = source.marks.first?.place else {
        Issue.record("no mark for \(text)")
        continue
      }
      #expect(latitude == Double(text))
      // 12.345679 s to 12.9 s.
      #expect(source.end == 554_321)
    }
  }
}
