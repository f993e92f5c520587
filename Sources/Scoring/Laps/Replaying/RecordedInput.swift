public import Captures
import Phone
import Scenarios
package import Sites
public import World

/// A recording that is named on the command line: a capture in any container, or a table of readings.
public struct RecordedInput: Sendable {
  /// As the user named it.
  public let path: String
  /// The kind of its streams: single advertisements or averages.
  public let kind: AdvertisementStream.Kind
  /// Whether it is a table of readings, and not a capture.
  public let isTable: Bool
  /// The steps found by motion sensors during the recording; nil for those of the recording itself.
  public var steps: [Step]?
  private var source: any AdvertisementSource
  /// Whether the spacing of the records was given.
  private let hasSpacing: Bool

  /// Opens a recording. Its first bytes determine the format; a name that ends in `.csv` or `.tsv` is a table.
  ///
  /// - Parameters:
  ///   - path: of a file, or `-` for a capture on standard input.
  ///   - site: whose anchors are delivered; nil for every beacon in the recording.
  ///   - averageSeconds: states that the rows of a table are averages over this many seconds.
  ///   - lap: the lap to use from a table with several laps.
  ///   - spacing: seconds from record to record of a text without times; nil for 0, and refused with a capture
  ///     that has a clock, as soon as that is known.
  ///   - options: how a capture is read, and what becomes of unknown beacons; its site and spacing are replaced by these.
  public init(
    contentsOf path: String, site: Site?, averageSeconds: Double? = nil, lap: Int? = nil,
    spacing: Double? = nil, options: ReplayOptions = ReplayOptions()
  ) throws {
    self.path = path
    hasSpacing = spacing != nil
    guard try path != "-" && ReadingsTable.isOne(path) else {
      if averageSeconds != nil {
        throw FileProblem(
          file: path, expected: "a readings table for --averaged", found: "another kind of file")
      }
      isTable = false
      var options = options
      options.site = site
      options.untimedSpacing = Int64(((spacing ?? 0) * 1e6).rounded())
      kind = .advertisements
      source = try ReplaySource(contentsOf: path, options: options)
      try checkClock()
      return
    }
    isTable = true
    kind = averageSeconds.map { .averages(seconds: $0) } ?? .advertisements
    source = try ReadingsSource(
      contentsOf: path, site: site, kind: kind, lap: lap, unknownBeacons: options.unknownBeacons,
      refusesGaps: true)
  }

  /// Reads all of it.
  ///
  /// - Throws: ``World/FileProblem`` when nothing in it can be used: no beacons, or none that the site knows.
  public mutating func stream(site: Site?) throws -> AdvertisementStream {
    var stream = try source.stream(kind: kind)
    stream.steps = steps ?? capture?.steps
    try checkClock()
    if stream.isEmpty { throw emptiness(site: site) }
    return stream
  }

  /// Reads all of it as a phone does, a piece at a time: what has been read is not kept.
  ///
  /// - Parameter need: computes the memory that the replay needs for a number of callbacks; too large a need is refused
  ///   during reading.
  /// - Throws: ``World/FileProblem`` when nothing in it can be used, and ``StudyProblem`` when it needs too much memory
  ///   or does not fit the study.
  mutating func readings(
    of phone: PhoneSettings, keepsAdvertisements: Bool = false, keepsChannels: Bool, site: Site?,
    needing need: (_ callbacks: Double, _ anchors: Int) -> MemoryNeed
  ) throws -> Readings {
    var engine = Phone(
      phone, kind: kind, keepsAdvertisements: keepsAdvertisements, keepsChannels: keepsChannels)
    var reports: [PhoneReport] = []
    var piece = AdvertisementStream(kind: kind)
    var hasMore = true
    do {
      while hasMore {
        piece.removeAll()
        hasMore = try next(into: &piece)
        reports += try engine.read(piece, directory: directory)
        try need(Double(reports.count), directory.anchors.count).check()
      }
      if tally.delivered == 0 { throw emptiness(site: site) }
      if let end { reports += try engine.listen(until: end) }
    } catch let problem as PhoneError {
      throw StudyProblem.stream(problem)
    }
    if let last = engine.finish() { reports.append(last) }
    var readings = Readings(
      reports: reports, anchors: directory.anchors.count, interval: engine.interval, tally: engine.tally)
    readings.take(steps ?? capture?.steps)
    return readings
  }

  /// Reads what has arrived, and waits only if there is nothing; false at the end.
  package mutating func next(into stream: inout AdvertisementStream) throws -> Bool {
    let hasMore = try source.next(into: &stream)
    try checkClock()
    return hasMore
  }

  /// Refuses a spacing that would be ignored because the recording has a clock.
  private func checkClock() throws(FileProblem) {
    guard hasSpacing, let capture, capture.hasClock else { return }
    throw FileProblem(
      file: "--record-spacing", expected: "a text capture without times",
      found: "\(path), which has a clock")
  }

  /// Why nothing in the recording can be used, once it has been read; the first damage, if there is one.
  package func emptiness(site: Site?) -> FileProblem {
    if let damage = damages.first {
      return FileProblem(
        file: path, place: .byte(damage.offset), expected: damage.expected, found: damage.found)
    }
    let others = tally.foreignUUIDs + tally.unknownIdentities
    if let site, others > 0 {
      return FileProblem(
        file: path, expected: "beacons of the site \(site.name)",
        found: "none of them in \(others) advertisements"
          + (site.hasMadeIdentities ? "; the site does not state the identities of its beacons" : ""))
    }
    let end = capture?.isStopped == true ? " before the interruption" : ""
    var found = "none"
    if tally.implausibleLevels > 0 {
      found = "\(tally.implausibleLevels) with one above 20 dBm, which no receiver reports"
    } else if tally.levelUnavailable > 0 {
      found = "\(tally.levelUnavailable) without one"
    } else if tally.notBeacons > 0 {
      found =
        "\(tally.notBeacons) advertisements without a beacon's identity; --by address treats each address as a beacon"
    }
    return FileProblem(
      file: path,
      expected: isTable
        ? "at least one row with an RSSI" : "at least one beacon's advertisement with an RSSI\(end)",
      found: found)
  }

  /// The span from the first record to the last one read so far.
  package var span: RecordingSpan {
    RecordingSpan(
      end: Double(source.end ?? 0) / 1e6, recording: path,
      start: capture.flatMap { $0.hasClock ? $0.start : nil }.map { Double($0) / 1e6 })
  }

  /// The meaning of the indices in its stream, as far as it has been read.
  public var directory: StreamDirectory { source.directory }
  /// Counts of what was read and what was left out.
  public var tally: StreamTally { source.tally }
  /// As ``World/AdvertisementSource/end``, once the stream has been read.
  public var end: Int64? { source.end }

  /// The whole recording with its ground truth, as a data set of one walk.
  ///
  /// - Parameters:
  ///   - truth: the walk of the table.
  ///   - table: the truth table, named in messages.
  /// - Throws: ``World/FileProblem``, also when the ground truth is not known at any time of the recording.
  package mutating func dataset(on site: SiteFile, truth: Walk, of table: TruthTable) throws -> Dataset {
    let stream = try stream(site: site.site)
    try span.check(truth.span, file: table.file, offset: table.clockOffset)
    func walk(_ source: some AdvertisementSource) -> Dataset.RecordedWalk {
      Dataset.RecordedWalk(name: path, stream, of: source, truth: truth)
    }
    return Dataset(walk(source), on: site)
  }

  /// Where the walker was, as marked in a log, in order of time; once it has been read.
  package var marks: [LogMark] { capture?.marks ?? [] }

  private var capture: ReplaySource? { source as? ReplaySource }

  /// Whether it is a capture that may still be written to, which ``LiveReplay`` is for.
  public var isLive: Bool { capture?.isLive ?? false }

  /// Whether it is the log of a phone or of receivers, which may state steps and the ground truth.
  public var isLog: Bool { capture?.isLog ?? false }

  /// The first places of a capture that could not be read, at most 20.
  public var damages: [CaptureDamage] { capture?.damages ?? [] }

  /// Warnings that parts of the recording could not be read.
  public var warnings: [String] {
    var warnings = damages.map { "\(path): \($0)" }
    let others = tally.malformed - damages.count
    if others > 0 { warnings.append("\(path): \(others) more places could not be read") }
    if let capture, !capture.hasClock {
      warnings.append(
        "\(path): the text has no times; --record-spacing sets the time between its records (default: 0 s)"
      )
    }
    return warnings
  }
}
