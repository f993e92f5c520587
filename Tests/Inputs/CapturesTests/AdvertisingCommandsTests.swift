import Captures
import HandMadeCaptures
import Testing
import World

/// The frame that books and tutorials print: Apple's example UUID, major 0, minor 0, -59 dBm; 30 octets.
private let bookFrame: [UInt8] = [
  0x02, 0x01, 0x1A, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15, 0xE2, 0xC5, 0x6D, 0xB5, 0xDF, 0xFB, 0x48, 0xD2, 0xB0,
  0x60,
  0xD0, 0xF5, 0xA7, 0x10, 0x96, 0xE0, 0x00, 0x00, 0x00, 0x00, 0xC5,
]
private let bookText =
  "02 01 1A 1A FF 4C 00 02 15 E2 C5 6D B5 DF FB 48 D2 B0 60 D0 F5 A7 10 96 E0 00 00 00 00 C5"

private func bookBeacon() throws -> IBeaconFrame {
  let uuid = try #require(BeaconUUID("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"))
  return IBeaconFrame(identity: IBeaconIdentity(uuid: uuid, major: 0, minor: 0), measuredPower: -59)
}

struct AdvertisingCommandsTests {
  @Test func `the book's frame comes out octet by octet`() throws {
    #expect(try bookBeacon().advertisingData(flags: 0x1A) == bookFrame)
    #expect(bookFrame.count == 30)
    let commands = try #require(AdvertisingCommands(data: bookFrame))
    #expect(commands.hexadecimal == bookText)
    #expect(commands.bytes.hasPrefix("0x02, 0x01, 0x1A, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15, 0xE2"))
    #expect(commands.hcitool == "hcitool -i hci0 cmd 0x08 0x0008 1E \(bookText) 00")
    let plain = bookText.filter { $0 != " " }
    #expect(commands.btmgmt == "btmgmt --index hci0 add-adv -d \(plain) 1")
  }

  @Test func `the sequence sets parameters of 100 ms, not connectable, then data, then on`() throws {
    let commands = try #require(AdvertisingCommands(data: bookFrame, adapter: "hci1"))
    #expect(
      commands.sequence == [
        // 160 × 0.625 ms twice, ADV_NONCONN_IND, own address public, no peer, channels 37 to 39, no filter.
        "hcitool -i hci1 cmd 0x08 0x0006 A0 00 A0 00 03 00 00 00 00 00 00 00 00 07 00",
        "hcitool -i hci1 cmd 0x08 0x0008 1E \(bookText) 00", "hcitool -i hci1 cmd 0x08 0x000A 01",
      ])
    #expect(commands.stop == "hcitool -i hci1 cmd 0x08 0x000A 00")
  }

  @Test func `what a command has no room for is refused`() {
    #expect(AdvertisingCommands(data: [UInt8](repeating: 0, count: 32)) == nil)
    #expect(AdvertisingCommands(data: [], adapter: "hci0; reboot") == nil)
    #expect(AdvertisingCommands(data: [], adapter: "hci0;reboot") == nil)
    #expect(AdvertisingCommands(data: [], adapter: "hci`1`") == nil)
    #expect(AdvertisingCommands(data: [], intervalMilliseconds: 19) == nil)
    #expect(AdvertisingCommands(data: [], intervalMilliseconds: 10_241) == nil)
  }

  @Test(arguments: [
    bookText, bookText.filter { $0 != " " }, bookText.lowercased(),
    "0x" + bookText.replacing(" ", with: ", 0x"),
    "\\x" + bookText.replacing(" ", with: "\\x"), bookText.replacing(" ", with: ":"),
    "hcitool -i hci0 cmd 0x08 0x0008 1E \(bookText) 00",
    "sudo hcitool cmd 08 0008 1e \(bookText.lowercased()) 00",
    "btmgmt add-adv -d \(bookText.filter { $0 != " " }) 1", "1E \(bookText) 00",
    "01 08 20 20 1E \(bookText) 00",
    "08 20 20 1E \(bookText) 00",
  ])
  func `any of the ways to write it is read back without a warning`(_ text: String) throws {
    let typed = try TypedAdvertisement(text)
    #expect(typed.data == bookFrame)
    #expect(typed.frames == [.iBeacon(try bookBeacon())])
    #expect(typed.warnings == [])
  }

  @Test(arguments: ["\n", " ", "; ", " && sudo "])
  func `the lines that make a machine send are read back together`(_ separator: String) throws {
    let commands = try #require(AdvertisingCommands(data: bookFrame, intervalMilliseconds: 250))
    let typed = try TypedAdvertisement(commands.sequence.joined(separator: separator))
    #expect(typed.data == bookFrame && typed.warnings == [])
    #expect(typed.frames == [.iBeacon(try bookBeacon())])
    let parameters = try #require(typed.parameters)
    #expect(parameters.leastMilliseconds == 250 && parameters.mostMilliseconds == 250)
    #expect(parameters.kind == "nonConnectable" && parameters.channels == [37, 38, 39])
    #expect(typed.isOn == true)
  }

  /// Core 5.4, volume 4, part E, 7.8.5: 0x0320 and 0x0640 steps of 0.625 ms, ADV_IND, channel 38 alone.
  @Test(arguments: [
    "hcitool -i hci0 cmd 0x08 0x0006 20 03 40 06 00 00 00 00 00 00 00 00 00 02 00",
    "01 06 20 0F 20 03 40 06 00 00 00 00 00 00 00 00 00 02 00",
  ])
  func `advertising parameters alone are read`(_ text: String) throws {
    let typed = try TypedAdvertisement(text)
    #expect(typed.data == [] && typed.frames == [] && typed.warnings == [] && typed.isOn == nil)
    let parameters = try #require(typed.parameters)
    #expect(parameters.leastMilliseconds == 500 && parameters.mostMilliseconds == 1000)
    #expect(parameters.kind == "connectable" && parameters.channels == [38])
  }

  @Test func `switching on and off alone is read`() throws {
    #expect(try TypedAdvertisement("hcitool cmd 0x08 0x000A 01").isOn == true)
    #expect(try TypedAdvertisement("01 0A 20 01 00").isOn == false)
    let long = try TypedAdvertisement("hcitool cmd 0x08 0x000A 01 00")
    #expect(long.isOn == true && long.warnings.count == 1)
  }

  @Test func `data that are set twice are noted`() throws {
    let line = try #require(AdvertisingCommands(data: bookFrame)).hcitool
    let typed = try TypedAdvertisement(line + "\n" + line.replacing("0x0008", with: "0x0009"))
    #expect(typed.data == bookFrame && typed.frames.count == 2)
    #expect(typed.warnings == ["the data are set 2 times; the first ones are shown"])
  }

  @Test func `the over-long command of the tutorials is read with a warning`() throws {
    // 44 octets of parameters: a controller answers 0x12, invalid parameters.
    let zeros = [String](repeating: "00", count: 13).joined(separator: " ")
    let typed = try TypedAdvertisement(
      "sudo hcitool -i hci0 cmd 0x08 0x0008 1e \(bookText.lowercased()) \(zeros)")
    #expect(typed.data == bookFrame)
    #expect(
      typed.warnings == [
        "the command has 44 octets of parameters instead of 32: the last 12 are ignored, and a controller may refuse it"
      ])
  }

  @Test func `a command that is too short, or whose length is wrong, is read with a warning`() throws {
    let short = try TypedAdvertisement("hcitool -i hci0 cmd 0x08 0x0008 1E \(bookText)")
    #expect(short.data == bookFrame)
    #expect(short.warnings == ["the command has 31 octets of parameters instead of 32"])
    let long = try TypedAdvertisement("hcitool -i hci0 cmd 0x08 0x0008 2E \(bookText) 00")
    #expect(long.warnings == ["the length says 46 octets, and there are 31"])
    #expect(long.frames == [.iBeacon(try bookBeacon())])
  }

  @Test(arguments: [
    "", "hello", "02 123", "0x", "hcitool -i hci0 cmd 0x04 0x0008 1E 02", "hcitool cmd 0x08 0x000A 02",
    "hcitool cmd 0x08 0x000A", "hcitool cmd 0x08 0x0006 A0 00", "hcitool cmd 0x08 0x000C 01 00",
    "hcitool cmd",
    "btmgmt power on", "02 01 +1",
  ])
  func `what cannot be read is refused in a sentence`(_ text: String) {
    let error = #expect(throws: FileProblem.self) { try TypedAdvertisement(text) }
    #expect(error?.description.hasPrefix("expected ") == true)
  }

  @Test(arguments: 0..<64)
  func `what is made is read back the same`(_ seed: UInt64) throws {
    let word = seed &* 0x9E37_79B9_7F4A_7C15
    let frame = IBeaconFrame(
      identity: IBeaconIdentity(
        uuid: BeaconUUID(high: word, low: ~word), major: UInt16(word >> 48), minor: UInt16(word & 0xFFFF)),
      measuredPower: Int8(truncatingIfNeeded: seed &* 4))
    for flags in [0x06, 0x1A] as [UInt8] {
      let commands = try #require(AdvertisingCommands(data: frame.advertisingData(flags: flags)))
      for text in [
        commands.hexadecimal, commands.bytes, commands.hcitool, commands.btmgmt, commands.sequence[1],
      ] {
        #expect(try TypedAdvertisement(text).frames == [.iBeacon(frame)])
      }
    }
  }
}
