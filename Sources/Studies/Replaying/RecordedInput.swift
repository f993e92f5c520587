public import Captures
import SiteFiles
public import World

/// A recording that somebody names on the command line: a capture in any container, or a table of readings.
public struct RecordedInput: Sendable {
  public let path: String
  /// Whole streams are of this kind.
  public let kind: AdvertisementStream.Kind
  private var source: any AdvertisementSource

  /// Opens it; its first bytes tell which it is, not its name.
  ///
  /// - Parameters:
  ///   - path: of a file, or `-` for a capture on standard input.
  ///   - averageSeconds: says that the rows of a table are averages over so many seconds.
  ///   - lap: of a table with several laps, the one that is meant.
  ///   - strictness: whether damage in a capture is an error or counted.
  public init(
    contentsOf path: String, site: Site?, averageSeconds: Double? = nil, lap: Int? = nil,
    strictness: Strictness = .strict
  ) throws {
    self.path = path
    guard try path != "-" && ReadingsTable.isOne(path) else {
      if averageSeconds != nil {
        throw FileProblem(
          file: path, expected: "a readings table for --averaged", found: "another kind of file")
      }
      kind = .advertisements
      source = try ReplaySource(contentsOf: path, site: site, strictness: strictness)
      return
    }
    kind = averageSeconds.map { .averages(seconds: $0) } ?? .advertisements
    source = try ReadingsSource(
      contentsOf: path, site: site, kind: kind, lap: lap, unknownBeacons: .counted)
  }

  /// Reads all of it.
  ///
  /// - Throws: ``FileProblem`` when nothing in it can be used: no beacons, or none that the site knows.
  public mutating func stream(site: Site?) throws -> AdvertisementStream {
    let stream = try source.stream(kind: kind)
    let tally = source.tally
    guard stream.isEmpty else { return stream }
    let others = tally.foreignUUIDs + tally.unknownIdentities
    if let site, others > 0 {
      throw FileProblem(
        file: path, expected: "beacons of the site \(site.name)",
        found: "\(others) advertisements of other beacons only")
    }
    throw FileProblem(
      file: path, expected: "at least one beacon's advertisement with a level",
      found: tally.levelUnavailable > 0
        ? "\(tally.levelUnavailable) without one" : "none, and \(tally.notBeacons) others")
  }

  public var directory: StreamDirectory { source.directory }
  public var tally: StreamTally { source.tally }
  /// As ``AdvertisementSource/end``, once the stream has been read.
  public var end: Int64? { source.end }
}
