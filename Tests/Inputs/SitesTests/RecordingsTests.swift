import Captures
import Documents
import Foundation
import PhoneLogs
import Sites
import TestSupport
import Testing
import World

/// What lies in scenarios/recordings is the published recordings in the project's own formats, and nothing else.
///
/// `RECORD_GOLDEN=1` converts them again; the digests in the declarations are then mended by hand.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
struct RecordingsTests {
  init() { PhoneLogs.add() }

  static let folder = Checkout.path("scenarios/recordings")
  static let names = ["danis", "kolakowski"]
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

  /// The published files, by a declaration whose text is changed first.
  private func original(_ name: String, _ change: (String) -> String = { $0 }) throws -> Dataset {
    let text = try String(contentsOfFile: Checkout.path("scenarios/datasets/\(name).yaml"), encoding: .utf8)
    let folder = try TemporaryFolder()
    try folder.write(
      change(text.replacing("../sites", with: Checkout.path("scenarios/sites"))), to: "dataset.yaml")
    return try Dataset(
      contentsOf: folder.path("dataset.yaml"), root: SharedData.file("data/datasets").path)
  }

  private func converted(_ name: String) throws -> Dataset {
    try Dataset(contentsOf: "\(Self.folder)/\(name).yaml", root: "none")
  }

  /// The tables of all recordings of a data set, by file name.
  private func tables(of name: String) throws -> [(name: String, text: String)] {
    // The calibration drive has times, and so becomes one walk more.
    let drive = "  - name: calibration-drive"
    let dataset = try original(name) { $0.replacing("calibration:\n" + drive, with: drive) }
    var tables: [(name: String, text: String)] = []
    for walk in dataset.walks {
      var source = walk.source
      let stream = try source.stream(kind: source.kind)
      tables.append(
        ("\(walk.name)-readings", ReadingsTable.text(of: stream, directory: source.directory)))
      tables.append(("\(walk.name)-truth", TruthTable.text(of: walk.truth)))
    }
    for set in Set(dataset.calibration.map(\.set)).sorted() {
      tables += survey(
        dataset.calibration.filter { $0.set == set }, anchors: dataset.site.site.anchors
      ).map { ("\(set)-\($0.name)", $0.text) }
    }
    return tables
  }

  /// A survey without times as tables: what was measured at the first place is at 0 s, at the second at 1 s.
  private func survey(
    _ readings: [Dataset.CalibrationReading], anchors: [Anchor]
  ) -> [(name: String, text: String)] {
    var levels = "time_s,beacon,rssi_dbm\n"
    var knots: [Walk.Knot] = []
    for reading in readings {
      if knots.last?.position != reading.position {
        knots.append(Walk.Knot(time: Double(knots.count), position: reading.position, floor: 0))
      }
      levels += "\(knots.count - 1),\(anchors[reading.anchor].id),\(reading.level.value)\n"
    }
    return [("readings", levels), ("truth", TruthTable.text(of: Walk(knots: knots)))]
  }

  @Test(arguments: names)
  func `the tables are what the rules make of the published files`(name: String) throws {
    for table in try tables(of: name) {
      let path = URL(filePath: "\(Self.folder)/\(name)/\(table.name).csv.gz")
      if Self.isRecording { try Data(Gzip.zip(Array(table.text.utf8))).write(to: path) }
      let committed = try Gzip.unzip(Array(Data(contentsOf: path)), stoppingAfter: 1 << 26)
      let isSame = committed == Array(table.text.utf8)
      #expect(isSame, "\(table.name)")
    }
    #expect(!Self.isRecording, "the tables were recorded")
  }

  /// Readings, ground truth and calibration are all that a scenario's results follow from.
  @Test(arguments: names)
  func `the tables give the same readings and ground truth as the published files, to the last bit`(
    name: String
  ) throws {
    let (before, after) = (try original(name), try converted(name))
    #expect(after.walks.map(\.name) == before.walks.map(\.name))
    for (before, after) in zip(before.walks, after.walks) {
      var (one, other) = (before.source, after.source)
      let isSame = try one.stream(kind: one.kind) == other.stream(kind: other.kind)
      #expect(isSame, "\(before.name)")
      #expect(one.directory == other.directory)
      #expect(one.end == other.end)
      #expect(before.truth == after.truth)
    }
    // The tables do not say in which row of the published file a level stands.
    func levels(_ dataset: Dataset) -> [Dataset.CalibrationReading] {
      dataset.calibration.map {
        var reading = $0
        reading.row = nil
        return reading
      }
    }
    let isSame = levels(before) == levels(after)
    #expect(isSame)
    #expect(before.site.document == after.site.document)
  }

  @Test(.enabled(if: Python.isPresent, "needs Python"))
  func `convert.py makes the tables of uji-ble, shops and rriesebos from the published files`() throws {
    let folder = try TemporaryFolder()
    let arguments = [try SharedData.file("data/datasets").path, folder.path]
    let made = try run(["python3", "\(Self.folder)/convert.py"] + arguments)
    #expect(made.status == 0)
    let digests = made.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    // Of rriesebos three tables a walk, one of all beacons at 1 m, and 24 distances with and without line of sight.
    #expect(digests.count == 6 * 3 + 2 * 4 + 5 * 3 + 1 + 2 * 24)
    for (name, walks) in [("uji-ble", 6), ("shops", 2), ("rriesebos", 5)] {
      let converted = try Dataset(contentsOf: "\(Self.folder)/\(name).yaml", root: "none")
      #expect(converted.walks.count == walks)
    }
    for file in ["LICENSE.md", "CITATION.cff"] {
      let published = try Data(contentsOf: SharedData.file("data/datasets/rriesebos/\(file)"))
      #expect(try published == Data(contentsOf: URL(filePath: "\(Self.folder)/rriesebos/\(file)")))
    }
    for file in digests.map({ $0[1] }) {
      func text(_ folder: String) throws -> [UInt8] {
        try Gzip.unzip(Array(Data(contentsOf: URL(filePath: "\(folder)/\(file)"))), stoppingAfter: 1 << 26)
      }
      let isSame = try text(folder.path) == text(Self.folder)
      #expect(isSame, "\(file)")
    }
  }

  @Test func `the capture holds every beacon's advertisements of the published one`() throws {
    let path = "\(Self.folder)/wimpi5.btsnoop"
    var published = try ReplaySource(
      contentsOf: SharedData.file("data/captures/govee/WimPi5-2026-05-19-H5105-info.pcapng").path)
    let stream = try published.stream()
    if Self.isRecording {
      var writer = CaptureWriter(format: .btsnoop, startingAt: try #require(published.start))
      try writer.append(stream, directory: published.directory)
      writer.finish(at: try #require(published.end))
      try Data(writer.bytes).write(to: URL(filePath: path))
    }
    var committed = try ReplaySource(contentsOf: path)
    #expect(try committed.stream() == stream)
    #expect(committed.directory == published.directory)
    #expect(committed.start == published.start)
    #expect(committed.end == published.end)
    // 35 frames by tshark; the others, without a beacon's identity, are left out.
    #expect(stream.count == 35 && committed.tally.notBeacons == 0)
    #expect(!Self.isRecording, "the capture was recorded")
  }

  /// The converted tables were made by convert.py from the same files.
  @Test(arguments: 1...5) func `the app's own JSON gives the records of the converted walks of rriesebos`(
    walk: Int
  ) throws {
    let site = try SiteFile(contentsOf: Checkout.path("scenarios/sites/rriesebos.yaml")).site
    var original = try ReplaySource(
      contentsOf: SharedData.file("data/datasets/rriesebos/traces/trace\(walk)").path,
      options: ReplayOptions(site: site))
    let table = "\(Self.folder)/rriesebos/walk-\(walk)"
    var converted = try ReadingsSource(contentsOf: "\(table)-readings.csv.gz", site: site)
    let (heard, kept) = (try original.stream(), try converted.stream())
    #expect(heard.count > 0)
    #expect(heard.microseconds == kept.microseconds)
    #expect(heard.anchors == kept.anchors)
    #expect(heard.levels == kept.levels)
    let presses = try PressesTable(contentsOf: "\(table)-presses.csv.gz", site: site).presses()
    #expect(
      original.marks
        == presses.map {
          LogMark(microseconds: $0.time.microseconds, place: .point(site.testPoints[$0.testPoint].id))
        })
    #expect(original.tally.malformed == 0)
  }

  @Test func `a file of the app about one standing beacon has that beacon's address by its name`() throws {
    let folder = try SharedData.file("data/datasets/rriesebos/1m-measurements/beacons-standing").path
    var source = try ReplaySource(
      contentsOf: "\(folder)/20-18-FF-00-40-2C.json", options: ReplayOptions(policy: .address))
    let stream = try source.stream()
    #expect(source.directory.anchors.map(\.id) == ["20:18:FF:00:40:2C"])
    let rows = try ReadingsContents(contentsOf: "\(Self.folder)/rriesebos/one-metre-readings.csv.gz")
    let beacon = try #require(rows.beacons.first { $0.id == "20:18:FF:00:40:2C" })
    #expect(stream.count == beacon.readings)
    #expect(stream.levels.map(\.value).min() == beacon.minimum)
    #expect(stream.levels.map(\.value).max() == beacon.maximum)
  }
}
