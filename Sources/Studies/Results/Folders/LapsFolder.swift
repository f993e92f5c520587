import Documents
package import Laps
package import Rendering
package import Scenarios
import Sites
package import World

/// A folder with laps of a simulated scenario in files as `replay` reads them, which is written whole or not at all.
///
/// Beside the tables of each lap it holds the resolved scenario and the site. It is prepared under a hidden name; prepared
/// files are removed unless they are committed.
package struct LapsFolder {
  private let path: String
  private let prepared: PreparedFolder

  /// - Parameter replacing: whether laps that an earlier call wrote may be replaced.
  /// - Throws: when there is anything but an empty folder at the path, or nothing can be created there.
  package init(_ path: String, replacing: Bool) throws(FileProblem) {
    self.path = path
    let names = FileName.all(in: path)
    let other = replacing ? names?.filter { !LapFiles.isName($0) } : names
    let own = OwnFolder(path, expected: "a new or empty folder", holds: LapFiles.isName)
    guard Entry(following: path) == nil || other?.isEmpty == true else {
      let advice = replacing ? "" : "; --replace replaces earlier laps"
      throw own.problem(other?.min().map { "one that holds \($0)\(advice)" } ?? "a file")
    }
    try own.checkIsElsewhere()
    let above = Place.split(path).folder
    guard Entry(following: above) == .folder else {
      throw FileProblem(file: path, sentence: "cannot be written: there is no folder \(above)")
    }
    prepared = try own.prepared()
  }

  /// Writes the first laps of a study, one file after another, and puts the folder in its place.
  ///
  /// - Parameters:
  ///   - saved: the files from which the study can be run again; nil for its own.
  ///   - width: how many laps are simulated at a time; the files do not depend on it.
  ///   - progress: receives the number of laps done.
  package func write(
    _ count: Int, lapsOf study: SimulatedStudy, saved: SavedScenario? = nil, width: Int,
    progress: (Int) -> Void
  ) async throws -> WrittenLaps {
    var written = WrittenLaps(scenario: study.scenario.name, folder: path, laps: count)
    let common = try LapFiles.common(of: study, saved: saved ?? study.saved)
    try prepared.write(common)
    written.add(common)
    try await inParallel(
      count, width: width, progress: progress,
      inOrder: { (walkers: [LapFiles]) in
        for files in walkers {
          try prepared.write(files.files)
          written.add(files)
        }
      },
      { lap in
        try (0..<max(study.walkers.count, 1)).map { try LapFiles(study, lap: lap, walker: $0) }
      })
    try prepared.commit()
    return written
  }
}

/// The laps of a study that were written.
package struct WrittenLaps: Sendable {
  package let scenario: String
  /// Where the files are.
  package let folder: String
  package let laps: Int
  /// The number of files, and of their bytes.
  package private(set) var files = 0
  package private(set) var bytes = 0
  package private(set) var heard = 0
  package private(set) var presses = 0
  private(set) var common: [String] = []
  private(set) var byLap: [FigureValue] = []

  mutating func add(_ files: [LapFiles.File]) {
    common += files.map(\.name)
    count(files)
  }

  mutating func add(_ lap: LapFiles) {
    byLap.append(lap.figureValue)
    heard += lap.heard
    presses += lap.presses
    count(lap.files)
  }

  private mutating func count(_ files: [LapFiles.File]) {
    self.files += files.count
    bytes += files.reduce(0) { $0 + $1.text.utf8.count }
  }
}

extension WrittenLaps: Described {
  /// What `simulate --laps --json` prints.
  package static let figures: [Figure<WrittenLaps>] = [
    .init("folder", \.folder), .init("files", \.common), .init("bytes", \.bytes), .init("laps", \.byLap),
  ]
}

/// The tables of one walker's simulated lap, by file name.
struct LapFiles: Sendable {
  typealias File = (name: String, text: String)

  let files: [File]
  /// The lap in JSON, with the names of its files.
  package let figureValue: FigureValue
  let heard: Int
  let presses: Int

  /// - Parameters:
  ///   - lap: counted from 0.
  ///   - walker: likewise.
  init(_ study: SimulatedStudy, lap: Int, walker: Int) throws {
    let simulated = try SimulatedLap(study, lap: lap, walker: walker)
    var start = "lap-" + padded(lap, to: max(4, "\(study.laps - 1)".count), radix: 10)
    if study.walkers.count > 1 { start += "-walker-\(walker + 1)" }
    files = SimulatedTable.allCases.filter { $0.hasRows(in: simulated) }.map {
      ("\(start)-\($0.rawValue).csv", $0.text(of: simulated, site: study.simulation.site))
    }
    (heard, presses) = (simulated.stream.count, simulated.presses.count)
    figureValue = simulated.figureValue.with(.object([("files", files.map(\.name).figureValue)]))
  }

  /// What is the same for all laps: the scenario, which runs again from here, and the site in two forms.
  static func common(of study: SimulatedStudy, saved: SavedScenario) -> [File] {
    saved.texts + [(siteJSON, study.simulation.siteDocument.json + "\n")]
  }

  private static let siteJSON = "site.json"

  /// Whether a file of this name may be in such a folder.
  @Sendable static func isName(_ name: String) -> Bool {
    name == siteJSON || ResultsFolder.isResult(name)
      || SimulatedTable.allCases.contains { name.hasPrefix("lap-") && name.hasSuffix("-\($0.rawValue).csv") }
  }
}

/// A table of a simulated lap.
package enum SimulatedTable: String, CaseIterable {
  case readings, truth, presses, tracks, sensors, steps

  /// Whether the lap has something of that kind.
  func hasRows(in lap: SimulatedLap) -> Bool {
    switch self {
    case .readings, .truth: true
    case .presses: !lap.presses.isEmpty
    case .tracks: !lap.beaconWalks.isEmpty
    case .sensors: !lap.sensors.isEmpty
    case .steps: lap.stream.steps != nil
    }
  }

  /// The table as a file holds it.
  package func text(of lap: SimulatedLap, site: Site) -> String {
    switch self {
    case .readings: ReadingsTable.text(of: lap.stream, directory: lap.directory, site: site)
    case .truth: TruthTable.text(of: lap.walk)
    case .presses: PressesTable.text(of: lap.presses, site: site)
    case .tracks: BeaconTracksTable.text(of: lap.beaconWalks, site: site)
    case .sensors: SensorsTable.text(of: lap.sensors, directory: lap.directory)
    case .steps: StepsTable.text(of: lap.stream.steps ?? [])
    }
  }
}
