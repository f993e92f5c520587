public import Captures
import SiteFiles
public import World

/// A recording that somebody names on the command line: a capture in any container, or a table of readings.
public struct RecordedInput: Sendable {
  public let path: String
  /// Whole streams are of this kind.
  public let kind: AdvertisementStream.Kind
  /// Whether it is a table of readings, and not a capture.
  public let isTable: Bool
  private var source: any AdvertisementSource

  /// Opens it; its first bytes tell which it is, not its name.
  ///
  /// - Parameters:
  ///   - path: of a file, or `-` for a capture on standard input.
  ///   - averageSeconds: says that the rows of a table are averages over so many seconds.
  ///   - lap: of a table with several laps, the one that is meant.
  ///   - options: how a capture is read; the site in it is replaced by this one.
  public init(
    contentsOf path: String, site: Site?, averageSeconds: Double? = nil, lap: Int? = nil,
    options: ReplayOptions = ReplayOptions()
  ) throws {
    self.path = path
    guard try path != "-" && ReadingsTable.isOne(path) else {
      if averageSeconds != nil {
        throw FileProblem(
          file: path, expected: "a readings table for --averaged", found: "another kind of file")
      }
      isTable = false
      var options = options
      options.site = site
      kind = .advertisements
      source = try ReplaySource(contentsOf: path, options: options)
      return
    }
    isTable = true
    kind = averageSeconds.map { .averages(seconds: $0) } ?? .advertisements
    source = try ReadingsSource(
      contentsOf: path, site: site, kind: kind, lap: lap, unknownBeacons: .counted)
  }

  /// Reads all of it.
  ///
  /// - Throws: ``FileProblem`` when nothing in it can be used: no beacons, or none that the site knows.
  public mutating func stream(site: Site?) throws -> AdvertisementStream {
    let stream = try source.stream(kind: kind)
    if stream.isEmpty { throw emptiness(site: site) }
    return stream
  }

  /// Reads what has come, and waits only when that is nothing; false when there is no more.
  mutating func next(into stream: inout AdvertisementStream) throws -> Bool { try source.next(into: &stream) }

  /// Why nothing in it can be used, once it has been read: the first damage when there is one.
  func emptiness(site: Site?) -> FileProblem {
    if let damage = damages.first {
      return FileProblem(
        file: path, place: .byte(damage.offset), expected: damage.expected, found: damage.found)
    }
    let others = tally.foreignUUIDs + tally.unknownIdentities
    if let site, others > 0 {
      return FileProblem(
        file: path, expected: "beacons of the site \(site.name)",
        found: "\(others) advertisements of other beacons only")
    }
    return FileProblem(
      file: path, expected: "at least one beacon's advertisement with a level",
      found: tally.levelUnavailable > 0
        ? "\(tally.levelUnavailable) without one" : "none, and \(tally.notBeacons) others")
  }

  public var directory: StreamDirectory { source.directory }
  public var tally: StreamTally { source.tally }
  /// As ``AdvertisementSource/end``, once the stream has been read.
  public var end: Int64? { source.end }

  private var capture: ReplaySource? { source as? ReplaySource }

  /// Whether it is a capture that may still be written to, which ``LiveReplay`` is for.
  public var isLive: Bool { capture?.isLive ?? false }

  /// The first places of a capture that could not be read, at most 20.
  public var damages: [CaptureDamage] { capture?.damages ?? [] }

  /// Sentences for who takes what could be read for all that was recorded.
  public var warnings: [String] {
    var warnings = damages.map { "\(path): \($0)" }
    let others = tally.malformed - damages.count
    if others > 0 { warnings.append("\(path): \(others) more places could not be read") }
    if let capture, !capture.hasClock {
      warnings.append(
        "\(path): the text has no times, so its records are taken to be as far apart as --spacing says, 0 s by itself"
      )
    }
    return warnings
  }
}
