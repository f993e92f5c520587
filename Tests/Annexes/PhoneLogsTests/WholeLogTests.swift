import Captures
import Documents
import Foundation
import HandMadeCaptures
import PhoneLogs
import TestSupport
import Testing
import World

/// Logs that are read as a whole: archives, folders, tables and lists.
struct WholeLogTests {
  init() { PhoneLogs.add() }

  private let table =
    "time,seconds_elapsed,rssi,id,txPowerLevel,manufacturerData\n"
    + "1690316310897000000,0.897,-79,DB:08:D3:33:38:EF,,99040512\n"
    + "1690316311897000000,1.897,-77,DB:08:D3:33:38:EF,,\n"

  private func expectExample(_ source: ReplaySource, _ stream: AdvertisementStream) {
    #expect(stream.levels == [-79, -77])
    #expect(stream.microseconds == [0, 1_000_000])
    #expect(source.directory.anchors.map(\.id) == ["DB:08:D3:33:38:EF"])
    #expect(source.start == 1_690_316_310_897_000)
  }

  private func read(_ path: String) throws -> (ReplaySource, AdvertisementStream) {
    var source = try ReplaySource(contentsOf: path, options: ReplayOptions(policy: .address))
    let stream = try source.stream()
    return (source, stream)
  }

  @Test func `Sensor Logger is read from an archive, a folder, one table and JSON alike`() throws {
    let folder = try TemporaryFolder()
    try Data(LogExamples.sensorLogger).write(to: URL(filePath: folder.path("walk.zip")))
    let (zipped, inZip) = try read(folder.path("walk.zip"))
    expectExample(zipped, inZip)
    #expect(zipped.marks == [LogMark(microseconds: 103_000, place: .point(TestPoint.ID("door")))])
    try folder.write(table, to: "walk/bluetooth-DB08D33338EF.csv")
    try folder.write(
      "time,seconds_elapsed,text,millisecond_press_duration\n1690316311000000000,1.0,\"door\",80\n",
      to: "walk/Annotation.csv")
    try folder.write("nothing that is read", to: "walk/Metadata.csv")
    let (loose, inFolder) = try read(folder.path("walk"))
    expectExample(loose, inFolder)
    #expect(loose.marks == zipped.marks)
    let (single, inTable) = try read(folder.path("walk/bluetooth-DB08D33338EF.csv"))
    expectExample(single, inTable)
    try folder.write(
      """
      [
        {"sensor": "bluetooth-DB08D33338EF", "time": "1690316311897000000", "rssi": "-77", "id": "DB:08:D3:33:38:EF"},
        {"sensor": "Accelerometer", "time": "1690316311897000001", "x": "1"},
        {"sensor": "bluetooth-DB08D33338EF", "time": "1690316310897000000", "rssi": "-79", "id": "DB:08:D3:33:38:EF"}
      ]
      """, to: "walk.json")
    let (listed, inJSON) = try read(folder.path("walk.json"))
    expectExample(listed, inJSON)
  }

  @Test func `on an iPhone ids are no addresses, and frames are still found in the data`() throws {
    // An AltBeacon: company 0x0118, 0xBEAC, UUID, major 1, minor 2, -59 dBm and an octet of the company.
    let data = "1801beac" + "2d6c1a5e123456789abcdef000000001" + "0001" + "0002" + "c5" + "00"
    let text =
      "time,id,rssi,manufacturerData\n1690316310897000000,1D6B3D72-643C-433C-B622-2A62CFBE7AFE,-60,\(data)\n"
    let folder = try TemporaryFolder()
    try folder.write(text, to: "walk/bluetooth-x.csv")
    var source = try ReplaySource(contentsOf: folder.path("walk"))
    #expect(try source.stream().count == 1)
    #expect(source.directory.anchors.map(\.id) == ["1/2"])
  }

  @Test func `the app of rriesebos gives rows in order of time, with channels and checkpoints`() throws {
    var source = try ReplaySource(
      bytes: Array(LogExamples.measurements.utf8), name: "x", options: ReplayOptions(policy: .address))
    let stream = try source.stream()
    #expect(stream.microseconds == [0, 1_500_000])
    #expect(stream.levels == [-70, -65] && stream.channels == [39, 38])
    #expect(source.marks == [LogMark(microseconds: 500_000, place: .point(3))])
    // 2021-06-03 is 18781 days after 1970.
    let start: Int64 = (18_781 * 86_400 + 42_666) * 1_000_000 + 68_000
    #expect(source.start == start)
  }

  private func sentence(_ bytes: [UInt8], name: String = "walk.zip") -> String {
    refusal { try CaptureContents.read(bytes: bytes, name: name) }
  }

  @Test(arguments: [
    "../bluetooth-x.csv", "/bluetooth-x.csv", "a/../../bluetooth-x.csv", "C:\\bluetooth-x.csv", "..\\x",
  ])
  func `an archive with a path that leaves the folder is refused`(name: String) throws {
    let bytes = LogExamples.zip([(name, table)], checksum: checksum)
    #expect(
      sentence(bytes).hasSuffix("expected names of files below the archive's own folder, found \"\(name)\""))
  }

  /// The CRC-32 of ISO/IEC 8802-3, bit by bit.
  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { register, octet in
      (0..<8).reduce(register ^ UInt32(octet)) { rest, _ in rest >> 1 ^ (rest & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
  }

  @Test func `stored archives are read, and damaged ones refused in a sentence`() throws {
    let whole = LogExamples.zip([("walk/bluetooth-x.csv", table)], checksum: checksum)
    #expect(sentence(whole).isEmpty)
    #expect(
      sentence(LogExamples.zip([("notes.txt", "hello")], checksum: checksum))
        == "walk.zip: expected a ZIP archive with the files of a log, such as bluetooth-….csv of Sensor Logger, found none"
    )
    #expect(
      sentence(LogExamples.zip([("bluetooth-x.csv", table)], checksum: { _ in 0 }))
        == "walk.zip: byte 45: expected the contents of bluetooth-x.csv by their checksum, found others")
    #expect(
      sentence(Array(whole.dropLast(30)))
        == "walk.zip: byte \(whole.count - 30): expected the directory of a ZIP archive, found the end of the file"
    )
    var encrypted = whole
    let flags = whole.count - 22 - 46 - 20 + 8
    encrypted[flags] = 1
    #expect(sentence(encrypted).contains("expected a file that is not encrypted"))
    var packed = whole
    packed[flags + 2] = 14
    #expect(sentence(packed).contains("compression method 14"))
  }

  @Test func `tables with wrong columns, lists of other things and two clocks are refused in a sentence`()
    throws
  {
    let wrong = LogExamples.zip([("bluetooth-x.csv", "time,level\n1,2\n")], checksum: checksum)
    #expect(
      sentence(wrong)
        == "walk.zip: bluetooth-x.csv:1: expected the columns time, id, rssi, found \"time,level\"")
    let later = "time,seconds_elapsed,text\n1790316310897000000,1.0,door\n"
    #expect(
      sentence(LogExamples.zip([("bluetooth-x.csv", table), ("Annotation.csv", later)], checksum: checksum))
        == "walk.zip: expected times of one clock, at most a day apart, found 1790316310.897 s after 1690316311.897 s"
    )
    let other = sentence(Array("[{\"name\":1}]".utf8), name: "walk.json")
    #expect(other.contains("or a log of GetSensorData"))
    let folder = try TemporaryFolder()
    let error = #expect(throws: FileProblem.self) { try CaptureContents.read(folder.path) }
    #expect(error?.found == "is a folder, not a file")
  }

  @Test func `rows that cannot be read are counted with the file that has them`() throws {
    let bytes = LogExamples.zip(
      [("bluetooth-x.csv", table + "soon,1,-70,,,\n"), ("Annotation.csv", "time,text\n")], checksum: checksum)
    let contents = try CaptureContents.read(bytes: bytes, name: "walk.zip")
    #expect(contents.malformed == 1)
    #expect(contents.damages.first?.found == "\"soon,1,-70,,,\" in bluetooth-x.csv")
  }
}
