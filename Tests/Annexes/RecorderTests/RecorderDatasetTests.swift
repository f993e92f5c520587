import Captures
import Documents
import Foundation
import Sites
import TestSupport
import Testing
import World

@testable import Recorder

/// A recorder's folder with a corridor of 10 m, a beacon at each end, and a capture that is written by hand.
private struct Recorder {
  static let site = """
    name: corridor
    floors: [{level: 0, elevation: 0}]
    path: {nodes: {a: [0, 0], b: [10, 0]}, edges: [[a, b]]}
    testPoints: [{id: 1, position: [0, 0]}, {id: 2, position: [10, 0]}]
    beacons:
      - {id: west, uuid: 00000000-0000-0000-0000-0000000000AA, major: 1, minor: 1, position: [0, 0, 2]}
      - {id: east, uuid: 00000000-0000-0000-0000-0000000000AA, major: 1, minor: 2, position: [10, 0, 2]}
    """
  let folder: RecorderFolder
  var log: MarkLog

  init() throws {
    let path = NSTemporaryDirectory() + "recorder-\(UUID().uuidString)"
    try Self.site.write(toFile: path + ".yaml", atomically: true, encoding: .utf8)
    folder = try RecorderFolder(path, site: path + ".yaml")
    log = try MarkLog(folder.marksPath)
  }

  /// A part in which west is heard at each time in seconds.
  func part(_ number: Int, at times: [Double], damaged: Bool = false) throws {
    var stream = AdvertisementStream()
    var directory = StreamDirectory(of: folder.site.site)
    let transmitter = directory.index(
      of: .init(anchor: 0, address: DeviceAddress("C0:00:00:00:00:01"), measuredPower: -59))
    for time in times {
      stream.append(
        Advertisement(
          microseconds: Int64(time * 1e6), anchor: 0, transmitter: transmitter, level: DBm(-60)))
    }
    var writer = CaptureWriter(format: .btsnoop)
    try writer.append(stream, directory: directory)
    let bytes = writer.bytes.dropLast(damaged ? 3 : 0)
    var part = try CapturePart(in: folder.path, start: bytes[...])
    #expect(part.number == number)
    try part.append(bytes[...])
    try part.settle()
    part.end()
  }

  func compare(_ lines: [(part: Int, unix: Double, stream: Double)]) throws {
    var log = try ClockLog(in: folder.path)
    for line in lines {
      try log.append(ClockLine(part: line.part, unixSeconds: line.unix, streamSeconds: line.stream))
    }
  }

  mutating func press(_ id: String, _ time: Double, point: String? = nil, x: Double? = nil) throws {
    let mark = RecordedMark {
      ($0.id, $0.unixSeconds, $0.point, $0.x, $0.y) = (id, time, point, x, x == nil ? nil : 0)
    }
    try folder.check(mark, among: log)
    try log.append(mark)
  }

  mutating func end(_ id: String, _ time: Double) throws {
    try log.append(RecordedMark { ($0.id, $0.kind, $0.unixSeconds) = (id, .end, time) })
  }
}

@Suite struct RecorderDatasetTests {
  @Test func `a walk has what was heard between its presses, by the smallest difference of the clocks`()
    throws
  {
    var recorder = try Recorder()
    // Heard each second from 0 to 9 s. Deliveries were 0.5, 0.1 and 0.4 s late: the stream began at 1000 s.
    try recorder.part(1, at: (0..<10).map(Double.init))
    try recorder.compare([(1, 1000.5, 0), (1, 1004.1, 4), (1, 1008.4, 8)])
    try recorder.press("a", 1002.1, point: "1")
    try recorder.press("b", 1004.6, x: 4)
    try recorder.press("c", 1007.1, point: "2")
    let set = try RecorderDataset(recorder.log, in: recorder.folder)
    let walk = try #require(set.walks.first)
    // The difference is 1000.1 s: readings at 2 to 7 s of the stream are 0 to 5 s after the first press.
    #expect(walk.counts == (3, 6))
    #expect(
      walk.readings.split(separator: "\n").map { $0.split(separator: ",")[0] } == [
        "time_s", "0", "1", "2", "3", "4", "5",
      ])
    #expect(
      walk.truth == "time_s,x_m,y_m,z_m,floor\n0.0,0.0,0.0,1.2,0\n2.5,4.0,0.0,1.2,0\n5.0,10.0,0.0,1.2,0\n")
    #expect(walk.presses == "time_s,point\n0.0,1\n5.0,2\n")
    #expect(set.notes.isEmpty)
  }

  @Test func `the data set is read, with readings, ground truth and presses`() throws {
    var recorder = try Recorder()
    try recorder.part(1, at: [0, 1, 2, 3])
    try recorder.compare([(1, 500, 0)])
    try recorder.press("a", 500, point: "1")
    try recorder.press("b", 503, point: "2")
    _ = try RecorderDataset(recorder.log, in: recorder.folder)
    let set = try Dataset(contentsOf: "\(recorder.folder.path)/dataset.yaml", root: "")
    #expect(set.walks.count == 1 && set.walks[0].name == "walk-1")
    #expect(set.walks[0].presses == [Press(time: 0, testPoint: 0), Press(time: 3, testPoint: 1)])
    #expect(set.walks[0].truth.position(at: 1.5) == Point(x: 5, y: 0, z: 1.2))
    #expect(set.licence == "see README.md")
  }

  @Test func `walks of one press, without readings or before the capture are counted and said`() throws {
    var recorder = try Recorder()
    try recorder.part(1, at: [0, 1, 2, 3], damaged: true)
    try recorder.compare([(1, 500, 0)])
    try recorder.press("a", 100, point: "1")
    try recorder.end("e1", 110)
    try recorder.press("b", 200, point: "1")
    try recorder.press("c", 210, point: "2")
    try recorder.end("e2", 220)
    try recorder.press("d", 500, point: "1")
    try recorder.press("e", 502, point: "2")
    let set = try RecorderDataset(recorder.log, in: recorder.folder)
    #expect(set.walks.map(\.name) == ["walk-3"])
    #expect(
      set.notes == [
        "walk 1 is not used: it has fewer than 2 presses",
        "walk 2 is not used: nothing of the site was heard between its presses",
        "part 1: 1 places could not be read",
      ])
    let declared = try Document(contentsOf: "\(recorder.folder.path)/dataset.yaml").text("about")
    #expect(declared.contains("walk 1 is not used"))
  }

  @Test func `a press whose time is wrong leaves out its walk alone`() throws {
    var recorder = try Recorder()
    try recorder.part(1, at: [0, 1, 2, 3])
    try recorder.compare([(1, 2e9, 0)])
    try recorder.press("a", 5, point: "1")
    try recorder.press("b", 1e9, point: "2")
    try recorder.end("e", 1.5e9)
    try recorder.press("c", 2e9, point: "1")
    try recorder.press("d", 2e9 + 2, point: "2")
    let set = try RecorderDataset(recorder.log, in: recorder.folder)
    #expect(set.walks.map(\.name) == ["walk-2"])
    #expect(set.notes == ["walk 1 is not used: it lasts longer than a day"])
  }

  @Test func `without a usable walk no data set is written`() throws {
    let recorder = try Recorder()
    let set = try RecorderDataset(recorder.log, in: recorder.folder)
    #expect(set.walks.isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: recorder.folder.path).sorted() == [
        "presses.jsonl", "site.yaml",
      ])
  }

  @Test func `parts have clocks of their own and follow each other in one walk`() throws {
    var recorder = try Recorder()
    try recorder.part(1, at: [0, 1])
    try recorder.part(2, at: [0, 1])
    try recorder.compare([(1, 500, 0), (2, 510, 0)])
    try recorder.press("a", 500, point: "1")
    try recorder.press("b", 511, point: "2")
    let walk = try #require(try RecorderDataset(recorder.log, in: recorder.folder).walks.first)
    #expect(
      walk.readings.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[0] } == [
        "0", "1", "10", "11",
      ])
  }

  @Test func `what was filled in stays when the data set is made again`() throws {
    var recorder = try Recorder()
    try recorder.part(1, at: [0, 1, 2])
    try recorder.compare([(1, 500, 0)])
    try recorder.press("a", 500, point: "1")
    try recorder.press("b", 502, point: "2")
    _ = try RecorderDataset(recorder.log, in: recorder.folder)
    let readme = "\(recorder.folder.path)/README.md"
    try "mine\n".write(toFile: readme, atomically: true, encoding: .utf8)
    _ = try RecorderDataset(recorder.log, in: recorder.folder)
    #expect(try String(contentsOfFile: readme, encoding: .utf8) == "mine\n")
  }

  @Test func `a place outside the plan, an unknown point and an unknown press are one sentence each`() throws
  {
    var recorder = try Recorder()
    // The plan ends half a metre beyond what it holds.
    #expect(
      throws: FileProblem(
        file: "the place", expected: "one on the plan, x from -0.5 to 10.5 m and y from -0.5 to 0.5 m",
        found: "10.6, 0.0")
    ) { try recorder.press("a", 1, x: 10.6) }
    try recorder.press("b", 1, x: 10.5)
    #expect(throws: FileProblem.self) { try recorder.press("c", 1, point: "3") }
    let undo = RecordedMark { ($0.id, $0.kind, $0.of, $0.unixSeconds) = ("u", .undo, "none", 5) }
    #expect(throws: FileProblem.self) { try recorder.folder.check(undo, among: recorder.log) }
  }
}

@Suite struct CapturePartTests {
  @Test func `clock lines are read up to the one that was cut off, and the next one begins a line`() throws {
    let folder = NSTemporaryDirectory() + "clock-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(ClockLog.lines(in: folder).isEmpty)
    try "1,500.5,0.25\n1,501.5,1.2".write(toFile: folder + "/clock.csv", atomically: true, encoding: .utf8)
    #expect(ClockLog.lines(in: folder).map(\.difference) == [500.25])
    var log = try ClockLog(in: folder)
    try log.append(ClockLine(part: 2, unixSeconds: 9, streamSeconds: 1))
    #expect(ClockLog.lines(in: folder).map(\.part) == [1, 2])
  }

  @Test(arguments: [
    ([0x62, 0x74, 0x73, 0x6E, 0x6F], "capture-3.btsnoop"), ([0x0A, 0x0D, 0x0D, 0x0A], "capture-3.pcapng"),
    ([0xD4, 0xC3, 0xB2, 0xA1], "capture-3.pcap"), ([0x3E], "capture-3.txt"),
  ])
  func `a part is named after what it holds and keeps every octet`(start: [UInt8], name: String) throws {
    let folder = NSTemporaryDirectory() + "part-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "".write(toFile: folder + "/capture-2.txt", atomically: true, encoding: .utf8)
    var part = try CapturePart(in: folder, start: start[...])
    try part.append(start[...])
    try part.append([1, 2])
    try part.settle()
    part.end()
    #expect(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")) == Data(start + [1, 2]))
    // A part is never written over.
    #expect(CapturePart.all(in: folder).map(\.number) == [2, 3])
    #expect(try CapturePart(in: folder, start: start[...]).number == 4)
  }

  @Test(arguments: [999_999, Int.max - 1, .max])
  func `a file whose number leaves no next part is refused`(number: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "capture-\(number).txt")
    #expect(throws: FileProblem.self) { try CapturePart(in: folder.path, start: [1]) }
    #expect(throws: FileProblem.self) { try CapturePart.next(in: folder.path) }
  }
}

@Suite struct HeardBeaconsTests {
  @Test func `a decoded part names the site's beacons and those outside it`() throws {
    let recorder = try Recorder()
    try recorder.part(1, at: [0, 0.5])
    let path = "\(recorder.folder.path)/capture-1.btsnoop"
    // The same beacon on a site that has other numbers is one outside it.
    let other = Site(name: "other", anchors: [])
    for (site, id) in [(recorder.folder.site.site, "west"), (other, "1/1")] {
      var decoder = try PartDecoder(path, part: 1, on: site)
      let piece = try #require(try decoder.next { 777 })
      #expect(piece.levels.map(\.id) == [id, id] && piece.levels.map(\.level) == [-60, -60])
      #expect(piece.unixSeconds == 777 && piece.streamSeconds == 0.5 && piece.damages == 0)
      #expect(try decoder.next { 778 } == nil)
    }
  }

  @Test func `the site's beacons come in its order with their age, others by their strongest level`() throws {
    var heard = HeardBeacons(on: try Recorder().folder.site.site)
    func piece(_ time: Double, _ levels: [(String, DBm)]) -> HeardPiece {
      HeardPiece(unixSeconds: time, streamSeconds: nil, part: 1, levels: levels, damages: 0)
    }
    heard.take(piece(10, [("east", -70), ("x", -80), ("y", -50), ("east", -72)]))
    heard.take(piece(12, [("x", -60)]))
    #expect(
      heard.site(at: 13) == [
        ["id": "west", "advertisements": 0],
        ["id": "east", "advertisements": 2, "dbm": -72.0, "strongestDbm": -70.0, "secondsAgo": 3.0],
      ])
    #expect(
      heard.unknown(at: 13) == [
        ["id": "y", "advertisements": 1, "dbm": -50.0, "strongestDbm": -50.0, "secondsAgo": 3.0],
        ["id": "x", "advertisements": 2, "dbm": -60.0, "strongestDbm": -60.0, "secondsAgo": 1.0],
      ])
  }
}
