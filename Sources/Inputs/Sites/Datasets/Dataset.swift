public import Documents
import Foundation
public import World

/// Recorded readings with known positions, declared in YAML: named walks to replay and score, and calibration
/// sets to fit n and C on.
public struct Dataset: Sendable {
  /// A recording of something that moved, and where it truly was.
  public struct RecordedWalk: Sendable {
    /// Unique in the data set.
    public let name: String
    /// t = 0 is the earliest row of the file.
    public internal(set) var source: RecordedReadings
    /// Where the thing that moved truly was.
    public let truth: Walk
    /// When the walker was at which test point of the site, in order of time; empty if that was not recorded.
    public let presses: [Press]
    /// As the motion sensors found them; nil where there were none.
    public let steps: [Step]?

    init(
      name: String, source: RecordedReadings, truth: Walk, presses: [Press] = [], steps: [Step]? = nil
    ) {
      (self.name, self.source, self.truth) = (name, source, truth)
      (self.presses, self.steps) = (presses, steps)
    }

    /// A recording that lies in memory.
    ///
    /// - Parameters:
    ///   - name: of the recorded walk.
    ///   - stream: all that was heard.
    ///   - source: which has delivered the stream.
    ///   - truth: where the walker was.
    public init(
      name: String, _ stream: AdvertisementStream, of source: some AdvertisementSource, truth: Walk
    ) {
      let end = max(source.end ?? 0, stream.microseconds.max() ?? 0)
      self.init(
        name: name,
        source: RecordedReadings(stream, directory: source.directory, tally: source.tally, end: end),
        truth: truth, steps: stream.steps)
    }
  }

  /// One level at a known place.
  public struct CalibrationReading: Hashable, Sendable {
    /// The name of the calibration set.
    public let set: String
    /// An index into the site's anchors.
    public internal(set) var anchor: Int
    /// Where the reading was taken, in metres.
    public let position: Point
    /// The level of the floor on which it was taken, which need not be the anchor's.
    public let floor: Int
    /// The RSSI that was read.
    public let level: DBm
    /// The advertising channel; nil where it is not known.
    public var channel: UInt8?
    /// The direction in which the surveyor faced, as the file calls it; nil where it does not say.
    public var facing: String?
    /// The row of a file, counted from 1, in which all levels of one scan stand; nil where the file has none.
    public var row: Int?
  }

  /// The data set's name; reports begin with it.
  public let name: String
  /// Where the data come from, such as a DOI.
  public let source: String
  /// The licence under which the data may be used.
  public let licence: String
  /// The site of all recordings.
  public internal(set) var site: SiteFile
  /// The declaration with every default filled in.
  public let document: Document
  /// Whether the anchors were where the site says.
  public let hasPlaces: Bool
  /// In the order of the declaration.
  public internal(set) var walks: [RecordedWalk]
  /// In the order of the declaration and, within a file, of its rows.
  public internal(set) var calibration: [CalibrationReading]
  /// Every declared fault, for each walk and each calibration set in turn, also where it was found 0 times.
  public let faults: [FaultCount]
  /// The folders below which the files of walks were found, as absolute paths, so that results can be run again from
  /// anywhere on this machine.
  public let folders: [String]

  /// The file beside a saved declaration that remembers ``folders``, and its key.
  public static let provenanceName = "provenance.json"
  public static let foldersKey = "dataFolders"

  /// Reads a declaration and every file that it names, and checks their digests.
  ///
  /// - Parameters:
  ///   - path: The declaration.
  ///   - root: The folder that the paths of data files start from; see ``root(given:environment:)``.
  /// - Throws: One sentence about the first thing that is not as declared.
  public init(contentsOf path: String, root: String) throws(FileProblem) {
    let file = try Document(contentsOf: path)
    try file.check(is: .dataset)
    let document = try Dataset.schema.resolve(file)
    site = try SiteFile(contentsOf: document["site"].pathOfFile(namedIn: path))
    var reader = try DatasetReader(document, declaration: path, site: site.site, root: root)
    var walks: [RecordedWalk] = []
    for entry in try document.elements("walks") {
      walks.append(try reader.walk(entry, layout: document["layout"]))
    }
    var calibration: [CalibrationReading] = []
    for entry in try document.elements("calibration") {
      let usual = try document["layout"]
      calibration += try reader.calibration(entry, layout: entry.optional("layout") ?? usual)
    }
    name = try document.text("name")
    source = try document.text("source")
    licence = try document.text("licence")
    hasPlaces = !document.has("places")
    self.document = document
    self.walks = walks
    self.calibration = calibration
    faults = reader.faults
    folders = try Self.folders(of: document.elements("walks"), reader)
  }

  /// The first file of a walk where there is no such file; nil where it is there.
  ///
  /// - Parameters:
  ///   - path: of the declaration.
  ///   - root: as for ``init(contentsOf:root:)``.
  public static func absentFile(of path: String, root: String) throws(FileProblem) -> String? {
    let document = try schema.resolve(Document(contentsOf: path))
    let reader = try DatasetReader(
      document, declaration: path, site: Site(name: "none", anchors: []), root: root)
    let file = try document["walks"][0].text("path")
    return reader.folder(of: file) == nil ? file : nil
  }

  private static func folders(of walks: [Document], _ reader: DatasetReader) throws(FileProblem) -> [String] {
    var folders: [String] = []
    for walk in walks {
      guard let folder = reader.folder(of: try walk.text("path")), folder != "/" else { continue }
      let path = URL(filePath: folder.isEmpty ? "." : folder).standardizedFileURL.path
      if !folders.contains(path) { folders.append(path) }
    }
    return folders
  }

  /// A single recording without a declaration.
  public init(_ walk: RecordedWalk, on site: SiteFile) {
    (name, source, licence) = (walk.name, walk.name, "not stated")
    (self.site, document) = (site, [:])
    (hasPlaces, walks, calibration, faults, folders) = (true, [walk], [], [], [])
  }

  /// One walk alone, with the readings of all others in the place of the calibration part.
  ///
  /// - Parameter walk: its number, counted from 0.
  public func leavingOut(_ walk: Int) -> Dataset {
    var fold = self
    fold.walks = [walks[walk]]
    fold.calibration = walks.indices.filter { $0 != walk }.flatMap { walks[$0].calibrationReadings }
    return fold
  }

  /// The same without what methods are not to know: the path of the site, and the calibration part.
  public func withholding(path: Bool, survey: Bool) -> Dataset {
    var other = self
    if path { other.site = site.withoutPath }
    if survey { other.calibration = [] }
    return other
  }

  /// The folder that data files are looked for in: the one given, else the one that the environment variable
  /// `BEACONBENCH_DATASETS` names, else `../shared/data/datasets`, or ``cache(environment:)`` where only that is there.
  public static func root(given: String?, environment: [String: String]) -> String {
    let beside = "../shared/data/datasets"
    if let named = given ?? environment["BEACONBENCH_DATASETS"] { return named }
    guard Entry(following: beside) == nil, let cache = cache(environment: environment) else { return beside }
    return Entry(following: cache) == .folder ? cache : beside
  }

  /// The folder into which data sets are fetched where the user names none: `beaconbench/data` below the folder for caches of the
  /// XDG Base Directory Specification; nil without a home.
  public static func cache(environment: [String: String]) -> String? {
    // A relative path is to be ignored, as the specification has it.
    let given = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let caches = given ?? environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.cache" }
    return caches.map { "\($0)/beaconbench/data" }
  }
}

extension Dataset.RecordedWalk {
  /// Each level with the true position at its time.
  var calibrationReadings: [Dataset.CalibrationReading] {
    var source = source
    var stream = AdvertisementStream(kind: source.kind)
    while source.next(into: &stream) {}
    return stream.map {
      Dataset.CalibrationReading(
        set: name, anchor: $0.anchor, position: truth.position(at: $0.time), floor: truth.floor(at: $0.time),
        level: $0.level, channel: $0.channel)
    }
  }
}

/// Readings that lie in memory, in order of time, as a source.
public struct RecordedReadings: AdvertisementSource {
  /// The meaning of the indices in the stream.
  public let directory: StreamDirectory
  /// Counts of the rows that were read and left out.
  public let tally: StreamTally
  /// Microseconds of the last row.
  public let end: Int64?
  let recorded: AdvertisementStream
  private var next = 0

  init(_ recorded: AdvertisementStream, directory: StreamDirectory, tally: StreamTally, end: Int64) {
    self.recorded = recorded
    self.end = end
    self.directory = directory
    self.tally = tally
  }

  /// Whether the readings are single advertisements or averages.
  public var kind: AdvertisementStream.Kind { recorded.kind }

  /// Whether the advertising channel of any single advertisement is known.
  public var hasChannels: Bool { kind == .advertisements && recorded.channels.contains { $0 != 0 } }

  /// Delivers up to 4096 readings; false when there are no more.
  public mutating func next(into stream: inout AdvertisementStream) -> Bool {
    let end = Swift.min(next + 4096, recorded.count)
    for index in next..<end { stream.append(recorded[index]) }
    next = end
    return next < recorded.count
  }
}
