import Captures
import HandMadeCaptures
import Testing
import World

private func service(_ number: UInt16, _ content: [UInt8]) -> [UInt8] {
  let uuid = [UInt8(number & 0xFF), UInt8(number >> 8)]
  return flags + [3, 3] + uuid + [UInt8(content.count + 3), 0x16] + uuid + content
}

private func frame(_ data: [UInt8]) throws -> BeaconFrame {
  let (frames, isWellFormed) = BeaconFrame.frames(in: data)
  #expect(isWellFormed)
  #expect(frames.count == 1)
  return try #require(frames.first)
}

struct BeaconFrameTests {
  @Test func `iBeacon as Apple lays it out`() throws {
    let frame = try frame(flags + iBeacon(0x1234, 0xABCD, power: -59))
    let identity = IBeaconIdentity(uuid: ownNumbers.uuid, major: 0x1234, minor: 0xABCD)
    let expected = IBeaconFrame(identity: identity, measuredPower: -59)
    #expect(frame == .iBeacon(expected))
    #expect(expected.advertisingData == flags + iBeacon(0x1234, 0xABCD, power: -59))
  }

  @Test func `AltBeacon of any company`() throws {
    let data = flags + [0x1B, 0xFF, 0x18, 0x01, 0xBE, 0xAC] + ownUUID + [0, 1, 0, 2, 0xC5, 0x07]
    let frame = try frame(data)
    let expected = AltBeaconFrame(identity: ownNumbers, measuredPower: -59, reserved: 7)
    #expect(frame == .altBeacon(expected))
    #expect(expected.advertisingData == data)
    #expect(
      try BeaconFrameTests.kind(
        of: flags + [0x1B, 0xFF, 0x4C, 0x00, 0xBE, 0xAC] + ownUUID + [0, 1, 0, 2, 0, 0]) == "altBeacon")
  }

  @Test func `Eddystone-UID, with or without its reserved octets`() throws {
    let content: [UInt8] = [0x00, 0xEE] + (0..<10) + (20..<26)
    let expected = EddystoneFrame.uid(power: -18, namespace: Array(0..<10), instance: Array(20..<26))
    #expect(try frame(service(0xFEAA, content)) == .eddystone(expected))
    #expect(try frame(service(0xFEAA, content + [0, 0])) == .eddystone(expected))
    #expect(expected.advertisingData == service(0xFEAA, content + [0, 0]))
  }

  @Test(
    arguments: [
      ([0x02, 0x67, 0x6F, 0x6F, 0x2E, 0x67, 0x6C, 0x2F, 0x61], "http://goo.gl/a"),
      ([0x01] + Array("example".utf8) + [0x00, 0x61, 0x62], "https://www.example.com/ab"),
      ([0x03] + Array("example".utf8) + [0x0B], "https://example.info"),
    ] as [([UInt8], String)])
  func `Eddystone-URL with its short beginnings and endings`(_ octets: [UInt8], _ url: String) throws {
    let data = service(0xFEAA, [0x10, 0xEB] + octets)
    #expect(try frame(data) == .eddystone(.url(power: -21, url)))
    #expect(EddystoneFrame.url(power: -21, url).advertisingData == data)
  }

  @Test func `Eddystone-TLM: 2840 mV, 24.075 degrees, 20 advertisements, 1 second`() throws {
    // 0x1813 / 256 = 24.07421875.
    let data = service(0xFEAA, [0x20, 0x00, 0x0B, 0x18, 0x18, 0x13, 0, 0, 0, 20, 0, 0, 0, 10])
    let frame = try frame(data)
    guard case .eddystone(let eddystone) = frame, case .telemetry(let telemetry) = eddystone else {
      Issue.record("\(frame)")
      return
    }
    #expect(telemetry.millivolts == 2840)
    #expect(telemetry.temperature == 24.07421875)
    #expect(telemetry.advertisements == 20)
    #expect(telemetry.tenthsOfSeconds == 10)
    #expect(eddystone.advertisingData == data)
    let none = EddystoneTelemetry(millivolts: 0, temperature: .min, advertisements: 0, tenthsOfSeconds: 0)
    #expect(none.temperature == nil)
  }

  @Test func `Eddystone's encrypted telemetry and EID are kept as sent`() throws {
    let encrypted = service(0xFEAA, [0x20, 0x01] + (0..<16))
    let telemetry = EddystoneFrame.encryptedTelemetry(Array(0..<16))
    #expect(try frame(encrypted) == .eddystone(telemetry))
    #expect(telemetry.advertisingData == encrypted)
    let eid = service(0xFEAA, [0x30, 0xEE] + (1...8))
    let identifier = EddystoneFrame.eid(power: -18, identifier: Array(1...8))
    #expect(try frame(eid) == .eddystone(identifier))
    #expect(identifier.advertisingData == eid)
  }

  @Test func `Estimote Nearable: 21.5 degrees, moving, 3 V, upside down`() throws {
    // 21.5 × 16 = 344 = 0x158; 3.0 V × 1023 / 3.6 = 852.5, here 853 = 0x355: its low four bits go above the
    // temperature, the high six below the bits of motion (0x40) and of no voltage (0x80).
    let content: [UInt8] =
      [0x5D, 0x01, 1, 0xD0, 0xD3, 0xFA, 0x86, 0xCA, 0x76, 0x45, 0xEC, 4, 1]
      + [0x58, 0x51, 0x40 | 0x35, 0x02, 0xFE, 0xC0, 0x45, 0xE1, 0x43]
    let data = flags + [0x17, 0xFF] + content
    let frame = try frame(data)
    guard case .nearable(let nearable) = frame else {
      Issue.record("\(frame)")
      return
    }
    #expect(nearable.identifier == 0xD0D3_FA86_CA76_45EC)
    #expect(nearable.temperature == 21.5)
    #expect(nearable.isMoving)
    #expect(nearable.batteryLevel == 853)
    #expect(nearable.batteryVoltage == 3.6 * 853 / 1023)
    #expect(nearable.acceleration == Acceleration(x: 2, y: -2, z: -64))
    #expect(nearable.acceleration.orientation == .down)
    #expect(nearable.hardware == 4 && nearable.firmware == 1 && nearable.status == 0x43)
  }

  @Test func `below zero and without a voltage a Nearable says so`() throws {
    // -2.25 × 16 = -36 = 0xFDC in twelve bits.
    let content: [UInt8] =
      [0x5D, 0x01, 1] + [UInt8](repeating: 0, count: 10) + [0xDC, 0x0F, 0x80, 0, 0, 0, 0, 0, 0]
    guard case .nearable(let nearable) = try frame(flags + [0x17, 0xFF] + content) else {
      Issue.record("no nearable")
      return
    }
    #expect(nearable.temperature == -2.25)
    #expect(nearable.batteryVoltage == nil)
    #expect(nearable.acceleration.orientation == .unknown)
  }

  @Test func `Estimote Telemetry A of version 2: motion and pressure`() throws {
    // 101325 Pa × 256 = 25939200 = 0x018BCD00.
    let content: [UInt8] =
      [0x22] + (1...8) + [0, 0x40, 0x00, 0xE0, 0x9E, 0x03, 0b1010_1001] + [0x00, 0xCD, 0x8B, 0x01]
    let data = service(0xFE9A, content)
    let frame = try frame(data)
    guard case .telemetry(let telemetry) = frame, case .motion(let motion) = telemetry.content else {
      Issue.record("\(frame)")
      return
    }
    #expect(telemetry.version == 2)
    #expect(telemetry.identifier == 0x0102_0304_0506_0708)
    #expect(motion.isMoving)
    #expect(motion.pressure == 101_325)
    #expect(motion.acceleration.orientation == .right)
  }

  @Test func `Estimote Telemetry B: light, temperature, voltage and percentage`() throws {
    // -4.5 × 16 = -72 = 0xFB8 in twelve bits: the low two at the top of octet 15, eight in 16, two in 17.
    // 3012 mV = 0xBC4: the low six at the top of octet 17, the high eight in 18. 0x34: 4 × 2^3 × 0.72 lx.
    let content: [UInt8] =
      [0x12] + (1...8) + [1, 0x10, 0x20, 0xF0, 0x34, 0x2C, 0x01, 0xEE, 0x03 | 0x04 << 2, 0x2F, 87]
    let data = service(0xFE9A, content)
    let frame = try frame(data)
    guard case .telemetry(let telemetry) = frame, case .surroundings(let surroundings) = telemetry.content
    else {
      Issue.record("\(frame)")
      return
    }
    #expect(telemetry.version == 1)
    #expect(surroundings.temperature == -4.5)
    #expect(surroundings.batteryMillivolts == 3012)
    #expect(surroundings.batteryPercent == 87)
    #expect(surroundings.illuminance == 0.72 * 32)
  }

  @Test func `what is not known is kept raw`() throws {
    let data: [UInt8] = [5, 0xFF, 0x01, 0x02, 0xAA, 0xBB]
    guard case .manufacturer(let raw) = try frame(data) else {
      Issue.record("no manufacturer's data")
      return
    }
    #expect(raw.company == 0x0201 && raw.octets == [0xAA, 0xBB])
    // An iBeacon with an octet too few is Apple's, and nothing more.
    let short = [0x19] + iBeacon().dropFirst().dropLast()
    #expect(try BeaconFrameTests.kind(of: short) == "manufacturer")
  }

  @Test func `a structure that does not fit ends the data, and what came before is good`() throws {
    let (frames, isWellFormed) = BeaconFrame.frames(in: iBeacon() + [9, 0xFF, 1])
    #expect(!isWellFormed)
    #expect(frames.count == 1)
  }

  @Test func `inspect counts frames by kind`() throws {
    let all = [
      iBeacon(), flags + [0x1B, 0xFF, 0x18, 0x01, 0xBE, 0xAC] + ownUUID + [0, 1, 0, 2, 0xC5, 0x07],
      service(0xFEAA, [0x30, 0xEE] + (1...8)), [5, 0xFF, 0x01, 0x02, 0xAA, 0xBB],
    ]
    let contents = try CaptureContents.read(
      bytes: events(all.map { legacyEvent(legacyReport($0)) }), name: "x")
    #expect(contents.framesByKind == ["iBeacon": 1, "altBeacon": 1, "eddystoneEID": 1, "manufacturer": 1])
  }

  private static func kind(of data: [UInt8]) throws -> String { try frame(data).kindName }

  /// 21.5 °C are 344 sixteenths, 0x158; 677 of 1023 are 0x2A5, whose low four bits stand above the temperature, and the high six beside the
  /// bit of motion, 0x40. One g is 64.
  @Test func `writes a sticker's frame as it is read`() {
    let report = SensorReport(
      microseconds: 0, anchor: 0, temperature: 21.5, isMoving: true, orientation: .vertical,
      batteryVoltage: 3.6 * 677 / 1023)
    let frame = EstimoteNearable(identifier: 0x0123_4567_89AB_CDEF, report)
    #expect(
      frame.advertisingData == [
        2, 1, 6, 0x17, 0xFF, 0x5D, 0x01, 0x01, 0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0, 0, 0x58,
        0x51, 0x6A, 0,
        64, 0, 0, 0, 0,
      ])
    #expect(BeaconFrame.frames(in: frame.advertisingData).frames == [.nearable(frame)])
  }
}
