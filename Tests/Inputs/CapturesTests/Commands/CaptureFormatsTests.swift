import TestSupport
import Testing

/// Captures by the extension of their files, and the beacons that one holds as a table.
@Suite struct CaptureFormatsTests {
  private func run(_ arguments: String, in folder: TemporaryFolder) async throws -> Outcome {
    try await Program.run(arguments.split(separator: " ").map(String.init), in: folder)
  }

  /// The first octets are those that the formats define: a section header of pcapng, pcap in little-endian order with
  /// microseconds, and the word btsnoop.
  @Test(arguments: [
    ("lap.pcapng", [0x0A, 0x0D, 0x0D, 0x0A]), ("lap.pcap", [0xD4, 0xC3, 0xB2, 0xA1]),
    ("lap.btsnoop", [0x62, 0x74, 0x73, 0x6E]), ("lap.bin", [0x62, 0x74, 0x73, 0x6E]),
  ])
  func `the extension of a capture determines its format`(name: String, first: [UInt8]) async throws {
    let folder = try SmallFiles.folder()
    let outcome = try await run("simulate tiny.yaml --capture \(name)", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try Array(folder.bytes(name).prefix(4)) == first)
  }

  @Test func `a format that contradicts the extension is refused, and nothing is written`() async throws {
    let folder = try SmallFiles.folder()
    let outcome = try await run(
      "simulate tiny.yaml --capture lap.pcapng --capture-format btsnoop", in: folder)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "beaconbench: --capture-format btsnoop: expected pcapng, by the extension of lap.pcapng, found btsnoop\n"
    )
    #expect(throws: (any Error).self) { try folder.bytes("lap.pcapng") }
  }

  @Test func `the beacons of a capture become the table of a site once they have positions`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await run("simulate tiny.yaml --capture lap.btsnoop", in: folder)
    let inspected = try await run("inspect lap.btsnoop --beacon-table beacons.csv", in: folder)
    #expect(inspected.status == 0, "\(inspected.errors)")
    let uuid = "2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21"
    let table = try folder.read("beacons.csv")
    #expect(
      table == """
        id,x_m,y_m,uuid,major,minor,measured_power_dbm
        b1,,,\(uuid),4097,1,-59
        b2,,,\(uuid),4097,2,-59
        b3,,,\(uuid),4097,3,-59

        """)
    try folder.write("name: mine\ndefaults: {height: 3}\nbeacons: {csv: beacons.csv}\n", to: "mine.yaml")
    let empty = try await run("replay lap.btsnoop --site mine.yaml", in: folder)
    #expect(empty.status == 2)
    #expect(
      empty.errors == "beaconbench: beacons.csv:2: column x_m: expected a number in m, found nothing\n")
    try folder.write(table.replacing(",,,", with: ",1,2,"), to: "beacons.csv")
    let replayed = try await run("replay lap.btsnoop --site mine.yaml", in: folder)
    #expect(replayed.status == 0, "\(replayed.errors)")
    #expect(replayed.output.contains("3 beacons heard in "))
    let two = try await run("inspect lap.btsnoop lap.btsnoop --beacon-table two.csv", in: folder)
    #expect(two.status == 2 && two.errors.contains("--beacon-table: expected one capture, found 2"))
  }
}
