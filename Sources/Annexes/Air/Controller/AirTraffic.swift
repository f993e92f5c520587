import Captures
import Foundation
public import World

/// All advertisements of a capture in order of time, as a virtual controller reports them.
public struct AirTraffic: Sendable {
  /// One advertisement.
  struct Moment: Sendable {
    /// Since t = 0.
    let microseconds: Int64
    /// In dBm; 127 where none was measured.
    let level: Int8
    /// Its index in ``contents``.
    let content: Int
  }

  /// A content with the events that report it, but for the level.
  struct Content: Sendable {
    let content: AirContent
    /// Nil for what only extended scanning hears.
    let legacy: [UInt8]?
    let extended: [[UInt8]]
  }

  let contents: [Content]
  let moments: [Moment]
  /// From the first record to the last, in microseconds.
  public let end: Int64
  /// Places that could not be read.
  public let malformed: Int
  /// Reports whose data are not in the capture, or not whole.
  public let incomplete: Int

  /// How many advertisements there are.
  public var count: Int { moments.count }
  /// When an advertisement is due, in microseconds since t = 0.
  public func microseconds(of index: Int) -> Int64 { moments[index].microseconds }
  /// How many addresses advertise.
  public var advertisers: Int { Set(contents.map(\.content.address)).count }

  /// Reads a capture to its end.
  ///
  /// - Parameter path: A file; `-` is standard input.
  /// - Throws: `FileProblem` when it is no capture, or holds no advertisement.
  public init(contentsOf path: String) throws {
    try self.init(CaptureReader(path: path, strictness: .lenient))
  }

  /// Reads a capture that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The contents of its file.
  ///   - name: Stands for it in messages.
  ///   - names: By address: the name with which an advertiser answers an active scan. It is then scannable.
  /// - Throws: `FileProblem` when it is no capture, or holds no advertisement.
  public init(bytes: [UInt8], name: String, answering names: [DeviceAddress: String] = [:]) throws {
    try self.init(CaptureReader(data: Data(bytes), name: name, strictness: .lenient), answering: names)
  }

  private init(_ reader: CaptureReader, answering names: [DeviceAddress: String] = [:]) throws {
    var reader = reader
    var path = ReportPath(sink: Sink(names: names))
    while try reader.read(limit: 8192, into: &path) {}
    let sink = path.sink
    guard !sink.moments.isEmpty else {
      throw FileProblem(
        file: reader.name, offset: nil, expected: "at least one advertisement", found: "none")
    }
    let connectable = Set(sink.contents.filter { $0.kind == .connectable }.map(\.address))
    contents = sink.contents.map {
      Content(
        content: $0, legacy: $0.legacyReport,
        extended: $0.extendedReports(isOfConnectable: connectable.contains($0.address)))
    }
    (moments, end) = (sink.moments, sink.clock.latest)
    (malformed, incomplete) = (sink.damages.count, sink.incomplete)
  }

  /// Takes the advertisements out of a capture.
  private struct Sink: ReportSink {
    let names: [DeviceAddress: String]
    var damages = DamageLog()
    var clock = CaptureClock()
    var contents: [AirContent] = []
    var moments: [Moment] = []
    var incomplete = 0
    private var indices: [AirContent: Int] = [:]
    private var now: Int64 = 0

    init(names: [DeviceAddress: String]) { self.names = names }

    mutating func begin(_ record: CaptureRecord) { now = clock.time(of: record.microseconds) }

    mutating func take(_ report: AdvertisingReport, data: RawSpan) {
      let address = DeviceAddress(octets: report.address, isRandom: report.isRandom)
      let octets = (0..<data.byteCount).map { data.byte(at: $0) }
      guard let name = names[address] else {
        return add(AirContent(address: address, kind: report.kind, data: octets), report.level)
      }
      add(AirContent(address: address, kind: .scannable, data: octets), report.level)
      let answer = AdvertisingData.structure(AdvertisingData.completeName, Array(name.utf8.prefix(29)))
      add(AirContent(address: address, kind: .scanResponse, data: answer), report.level)
    }

    private mutating func add(_ content: AirContent, _ level: Int8) {
      let index = indices[content] ?? contents.count
      if index == contents.count {
        indices[content] = index
        contents.append(content)
      }
      moments.append(Moment(microseconds: now, level: level, content: index))
    }

    mutating func takeReportWithoutData(_ report: AdvertisingReport) { incomplete += 1 }
    mutating func takeFragment(_ report: AdvertisingReport) {}
    mutating func takeOther(_ record: CaptureRecord, payload: RawSpan) {}
    mutating func takeOtherPDU(_ record: CaptureRecord) {}
    mutating func takeCorrupt(_ record: CaptureRecord) {}
  }
}
