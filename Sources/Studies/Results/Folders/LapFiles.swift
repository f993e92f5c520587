import Documents
package import Laps
import Rendering
import Scenarios
import Sites
package import World

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
    var start = "lap-" + Self.padded(lap, to: max(4, "\(study.laps - 1)".count))
    if study.walkers.count > 1 { start += "-walker-\(walker + 1)" }
    files = SimulatedTable.allCases.filter { $0.hasRows(in: simulated) }.map {
      ("\(start)-\($0.rawValue).csv", $0.text(of: simulated, site: study.simulation.site))
    }
    (heard, presses) = (simulated.stream.count, simulated.presses.count)
    figureValue = simulated.figureValue.with(.object([("files", files.map(\.name).figureValue)]))
  }

  /// What is the same for all laps: the scenario, which runs again from here, and the site in two forms.
  static func common(of study: SimulatedStudy, saved: SavedScenario) -> [File] {
    saved.files.map { ($0.name, $0.document.yaml) } + saved.tables.map { ($0.name, $0.contents) } + [
      (siteJSON, study.simulation.siteDocument.json + "\n")
    ]
  }

  private static let siteJSON = "site.json"

  /// Whether a file of this name may be in such a folder.
  @Sendable static func isName(_ name: String) -> Bool {
    name == siteJSON || ResultsFolder.isResult(name)
      || SimulatedTable.allCases.contains { name.hasPrefix("lap-") && name.hasSuffix("-\($0.rawValue).csv") }
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
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
